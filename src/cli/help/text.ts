const width = 80;

export const wrap = (text: string, indent: number, columns = width): string => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line !== '' && indent + line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push(line);
  return lines.map((one) => ' '.repeat(indent) + one).join('\n');
};

export const entry = (term: string, text: string, column = 28): string => {
  const longest = Math.max(0, ...text.split(/\s+/).map((word) => word.length));
  const body = wrap(text, Math.max(0, Math.min(column, width - longest)));
  return term.length + 2 < column && longest + column <= width
    ? `  ${term}${' '.repeat(column - 2 - term.length)}${body.trimStart()}`
    : `${wrap(term, 2)}\n${body}`;
};

export const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `\n${title}\n${lines.join('\n')}\n`;

/** Splits a line, but not within quotes and not between a flag and its value. */
const shellParts = (line: string): readonly string[] => {
  const parts: string[] = [];
  for (const word of line.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []) {
    const before = parts.at(-1);
    const value = before !== undefined && /^--[a-z-]+$/.test(before) && !word.startsWith('-');
    if (value) parts[parts.length - 1] = `${before} ${word}`;
    else parts.push(word);
  }
  return parts;
};

/** Breaks `$ trivet ...` into lines that a shell accepts. */
export const commandLine = (line: string, indent: number, columns = width): string => {
  const lines: string[] = [];
  let current = '$';
  for (const part of shellParts(line)) {
    const margin = lines.length === 0 ? indent : indent + 4;
    if (margin + current.length + 1 + part.length + 2 > columns && current !== '$') {
      lines.push(`${' '.repeat(margin)}${current} \\`);
      current = part;
    } else current = `${current} ${part}`;
  }
  lines.push(`${' '.repeat(lines.length === 0 ? indent : indent + 4)}${current}`);
  return lines.join('\n');
};

export const paragraphs = (...texts: readonly string[]): string =>
  texts.map((text) => `${wrap(text, 0)}\n`).join('\n');
