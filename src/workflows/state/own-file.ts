/** Files that trivet writes and that hold no objects; they are often in the folder of the files. */
import type { Json } from '../../model/json.ts';
import { isObject, own, textAt } from '../../model/json.ts';
import { parseJson } from '../../model/lossless.ts';

interface OwnFile {
  /** Its name in messages. */
  readonly words: string;
  /** The hint for one that is an operand. */
  readonly hint: string;
  /** False for schemas, which are in the folder for editors; a note names other files that are left out. */
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
      hint: 'Apply it with trivet apply, without other files.',
      noted: true,
    };
  if (textAt(document, '$schema')?.includes('json-schema.org') === true)
    return { words: 'a JSON schema', hint: 'Name the files with objects instead.', noted: false };
  return undefined;
};
