/** One line that a person edits at the bottom of the screen. */
import { safe } from '../text/safe.ts';
import { displayWidth } from '../text/width.ts';

export interface LineEditor {
  readonly label: string;
  readonly text: string;
}

/** The line after a key; undefined when it is given up, `done` when it is complete. */
export const edited = (
  editor: LineEditor,
  key: string,
): { readonly editor: LineEditor; readonly done: boolean } | undefined => {
  const { text } = editor;
  const changedTo = (changed: string) => ({ editor: { ...editor, text: changed }, done: false });
  switch (key) {
    case 'enter':
      return { editor, done: true };
    case 'escape':
    case 'ctrl-c':
      return undefined;
    case 'backspace':
      return changedTo(Array.from(text).slice(0, -1).join(''));
    case 'ctrl-u':
      return changedTo('');
    default:
      return changedTo(Array.from(key).length === 1 ? text + key : text);
  }
};

/** The line with pasted text at its end, as one line: what is pasted presses no key. */
export const pastedInto = (editor: LineEditor, pasted: string): LineEditor => ({
  ...editor,
  text: editor.text + pasted.replaceAll(/\p{Cc}+/gu, ' ').trim(),
});

/** The line on the screen: of a long one its end, which is where it is edited. */
export const formatLine = ({ label, text }: LineEditor, width: number): string => {
  const whole = `${safe(label + text)}_`;
  if (displayWidth(whole) <= width) return whole;
  const kept = Array.from(whole).slice(-width);
  while (displayWidth(kept.join('')) >= width) kept.shift();
  return `<${kept.join('')}`;
};
