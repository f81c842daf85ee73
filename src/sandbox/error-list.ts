/** Several errors as the services write them, which share a library for it. */
export function errorList(errors: readonly string[]): string {
  const heading = errors.length === 1 ? '1 error occurred' : `${errors.length} errors occurred`;
  return `${heading}:\n${errors.map((error) => `\t* ${error}\n`).join('')}\n`;
}
