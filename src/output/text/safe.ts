import { unsafe } from '../../documents/invisible.ts';

/** Several emoji joined into one, such as a family. */
const joined = String.raw`\p{Extended_Pictographic}[\ufe0f\p{EMod}]?(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{EMod}]?)+`;
const unsafeText = new RegExp(`${joined}|${unsafe().source}`, 'gu');
const shortForms: Readonly<Record<string, string>> = { '\n': String.raw`\n`, '\t': String.raw`\t` };

export const visible = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/**
 * Writes controls, direction marks, zero-width characters and lone surrogates as `\u{..}`, in linear time.
 * @param options `multiline` keeps line feeds and tabs, which otherwise become `\n` and `\t`
 */
export const safe = (text: string, options: { readonly multiline?: boolean } = {}): string =>
  text.replace(unsafeText, (found) => {
    if (found.length > 2) return found;
    const short = shortForms[found];
    if (short === undefined) return visible(found);
    return options.multiline === true ? found : short;
  });
