/** Files that trivet writes and that hold no objects: they often lie in the folder of the files. */
import type { Json } from '../../model/json.ts';
import { isObject, own, textAt } from '../../model/json.ts';
import { parseJson } from '../../model/lossless.ts';

interface OwnFile {
  /** As messages call it. */
  readonly words: string;
  /** What to do with one that is an operand. */
  readonly hint: string;
  /** A schema stands beside the files for editors; that a plan is not read is worth a word. */
  readonly noted: boolean;
}

const objectIn = (text: string): Json => {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
};

/** @param text that begins with a brace: JSON, or the lines of a journal */
export const ownFileIn = (text: string): OwnFile | undefined => {
  const end = text.indexOf('\n');
  const first = end === -1 ? null : objectIn(text.slice(0, end));
  if (own(first, 'journal') !== undefined && own(first, 'list') !== undefined)
    return {
      words: 'a journal of trivet',
      hint: 'Give it to --resume.',
      noted: true,
    };
  const document = objectIn(text);
  if (!isObject(document)) return undefined;
  if (own(document, 'trivetPlan') !== undefined)
    return {
      words: 'a plan of trivet',
      hint: 'Carry it out with trivet apply, without other files.',
      noted: true,
    };
  if (textAt(document, '$schema')?.includes('json-schema.org') === true)
    return { words: 'a JSON schema', hint: 'Name the files that it checks.', noted: false };
  return undefined;
};
