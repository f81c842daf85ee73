/** Draws the output of a watch in place of the one before. */

/** Moves home and erases: only the last rendering scrolls away. */
const eraseScreen = '\u001B[H\u001B[2J';
/** The note below the drawing, and the cursor's line. */
const noteLines = 2;

/** The first lines; the last one says how many were left out. */
const firstLines = (text: string, room: number): string => {
  const lines = text.split('\n').slice(0, -1);
  if (lines.length <= room) return text;
  // A screen of one or two lines has no room for that; a last newline would scroll it.
  if (room < 2) return lines[0] ?? '';
  const shown = lines.slice(0, room - 1);
  return `${shown.join('\n')}\n… ${lines.length - shown.length} more lines\n`;
};

/** @param rows of the terminal, where it is known */
export const redrawing = (text: string, rows = 24): string =>
  `${eraseScreen}${firstLines(text, rows - noteLines)}`;
