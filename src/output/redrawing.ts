/** Moves home and erases: only the last rendering scrolls away. */
const eraseScreen = '\u001B[H\u001B[2J';
/** The note below, and the cursor's line. */
const noteLines = 2;

/** The last line says how many were left out. */
const firstLines = (text: string, room: number): string => {
  const lines = text.split('\n').slice(0, -1);
  if (lines.length <= room) return text;
  // One or two lines have no room for that; a last newline would scroll.
  if (room < 2) return lines[0] ?? '';
  const shown = lines.slice(0, room - 1);
  return `${shown.join('\n')}\n… ${lines.length - shown.length} more lines\n`;
};

/** @param rows of the terminal, if known */
export const redrawing = (text: string, rows = 24): string =>
  `${eraseScreen}${firstLines(text, rows - noteLines)}`;
