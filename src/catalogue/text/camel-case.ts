export const camelCase = (name: string): string =>
  name.replaceAll(/[-_.]+([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
