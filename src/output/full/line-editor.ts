import { safe } from '../text/safe.ts';
import { displayWidth } from '../text/width.ts';

export interface LineEditor {
  readonly label: string;
  readonly text: string;
}

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

/** Pasted text becomes one line, and presses no key. */
export const pastedInto = (editor: LineEditor, pasted: string): LineEditor => ({
  ...editor,
  text: editor.text + pasted.replaceAll(/\p{Cc}+/gu, ' ').trim(),
});

/** A long line shows its end, where it is edited. */
export const formatLine = ({ label, text }: LineEditor, width: number): string => {
  const whole = `${safe(label + text)}_`;
  if (displayWidth(whole) <= width) return whole;
  const kept = Array.from(whole).slice(-width);
  while (displayWidth(kept.join('')) >= width) kept.shift();
  return `<${kept.join('')}`;
};
