/** Sources of values that files do not contain: `env:NAME`, and `file:PATH` of a file that holds one. */

export type ValueSource = { readonly env: string } | { readonly file: string };

/** Of a secret or a variable of a job file; undefined for a plain value. */
export const sourceIn = (text: string): ValueSource | undefined => {
  const [, env] = /^env:([A-Za-z_]\w*)$/.exec(text) ?? [];
  if (env !== undefined) return { env };
  const [, file] = /^(?:file:(?!\/\/)|@)(.+)$/s.exec(text) ?? [];
  return file === undefined ? undefined : { file };
};

/** Whether a text looks like a source where none is read: a value that was meant to be replaced would be sent as it is. */
export const looksLikeSource = (text: string): boolean =>
  /^env:[A-Z_][A-Z0-9_]*$/.test(text) ||
  /^@(?:~|\.{0,2})[/\\]/.test(text) ||
  /^file:[\w.][^\s:]*$/.test(text);
