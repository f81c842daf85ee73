/** Files that trivet writes and that hold no objects; they are often in the folder of the files. */
import type { Json } from '../../../../documents/json/json.ts';
import { own, textAt } from '../../../../documents/json/json.ts';
import { jsonIn } from '../../../../documents/json/lossless.ts';

interface OwnFile {
  /** Its name in messages. */
  readonly words: string;
  /** The hint for one that is an operand. */
  readonly hint: string;
  /** False for schemas, which are in the folder for editors; a note names other files that are left out. */
  readonly noted: boolean;
}

/**
 * @param text that begins with a brace: JSON, or the lines of a journal
 * @param document of the text; undefined for text that is not JSON
 */
export const ownFileIn = (text: string, document: Json | undefined): OwnFile | undefined => {
  const first = document ?? jsonIn(text.split('\n', 1)[0] ?? '');
  if (own(first, 'journal') !== undefined && own(first, 'list') !== undefined)
    return {
      words: 'a receipt of trivet',
      hint: 'Give it to --resume.',
      noted: true,
    };
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
