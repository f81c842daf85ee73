/** One line that a person edits at the bottom of the screen. */
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
