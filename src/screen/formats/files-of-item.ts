/** The files that `--out DIRECTORY` writes; they are written elsewhere. */
import type { JsonObject } from '../../model/json/json.ts';
import type { View } from '../../model/catalogue/view.ts';
import { fieldText } from './field.ts';
import type { Aliases } from '../text/item.ts';
import { find } from '../text/item.ts';

interface OutputFile {
  readonly name: string;
  readonly text: string;
  /** Readable only by its owner. */
  readonly secret: boolean;
}

/** Returns the files that a view declares, with text that ends in a newline; skips fields that are absent or empty. */
export const filesOf = (view: View, item: JsonObject, aliases?: Aliases): readonly OutputFile[] => {
  if (view.kind !== 'record' || view.files === undefined) return [];
  const files: OutputFile[] = [];
  for (const { file, path, secret } of view.files) {
    const text = fieldText(find(item, path, aliases));
    if (text === '') continue;
    files.push({ name: file, text: text.endsWith('\n') ? text : `${text}\n`, secret: secret === true });
  }
  return files;
};
