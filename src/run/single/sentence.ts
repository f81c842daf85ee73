/** Makes a sentence from a template, for a person after a change. */

const placeholder = /\{([^}:]+)(?::(\d+))?\}/g;

/** The keys that a template names. */
export const keysOf = (template: string): readonly string[] =>
  [...template.matchAll(placeholder)].map(([, key = '']) => key);

/**
 * Returns the template with `{key}` replaced by `valueOf(key)`, and `{key:8}` by its first characters. A part in
 * brackets is omitted if one of its keys is empty.
 */
export const sentence = (template: string, valueOf: (key: string) => string): string => {
  const filled = (text: string): string =>
    text.replaceAll(placeholder, (_, key: string, length: string | undefined) =>
      valueOf(key).slice(0, length === undefined ? undefined : Number(length)),
    );
  return template
    .split(/\[([^\]]*)\]/)
    .map((part, place) =>
      place % 2 === 1 && keysOf(part).some((key) => valueOf(key) === '') ? '' : filled(part),
    )
    .join('');
};
