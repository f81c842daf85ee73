export const builtFrom: (
  root: string,
  env: Readonly<Record<string, string | undefined>>,
) => { readonly commit: string | null; readonly modified: boolean | null; readonly date: string | null };
