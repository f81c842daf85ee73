export type ValueSource = { readonly env: string } | { readonly file: string };

export const sourceIn = (text: string): ValueSource | undefined => {
  const [, env] = /^env:([A-Za-z_]\w*)$/.exec(text) ?? [];
  if (env !== undefined) return { env };
  const [, file] = /^(?:file:(?!\/\/)|@)(.+)$/s.exec(text) ?? [];
  return file === undefined ? undefined : { file };
};

/** A text that looks like a source would be sent as it is, since no source is read here. */
export const looksLikeSource = (text: string): boolean =>
  /^env:[A-Z_][A-Z0-9_]*$/.test(text) ||
  /^@(?:~|\.{0,2})[/\\]/.test(text) ||
  /^file:[\w.][^\s:]*$/.test(text);
