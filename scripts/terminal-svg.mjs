// Draws the pictures of docs/: the real output on a terminal of 80 columns, with its colours.
//   --check  writes nothing; exits 1 if a picture would change
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openSandbox, root, run, steady } from './terminal.mjs';

/** The name of a picture in docs/ -> the lines that are typed, and the files that they use. */
const pictures = {
  'terminal.svg': {
    lines: [
      "trivet workspace list --where 'name~dns-*' --fields name,locked,holder",
      "trivet workspace lock --where 'name~dns-*' --where locked=false --reason C-1 --parallel 1 --yes --quiet",
      'trivet changes --fields command,state,objects,done',
      'trivet undo "$(trivet changes -o name)" --yes --quiet --fields operation,result',
      "trivet workspace list --where 'name~dns-*' --fields name,locked,holder",
    ],
  },
  'terminal-status.svg': {
    lines: ['trivet job status broken', 'trivet job status web'],
    // What differs from run to run.
    fixed: [
      [/\b[0-9a-f]{8}\b/g, '5e03a6c5'],
      [/(?:just now|\d+ (?:second|minute|hour)s? ago)/g, '57 minutes ago'],
    ],
  },
  'terminal-scaling.svg': {
    lines: [
      ...[3, 5, 2].flatMap((count) => [`trivet job scale web app ${count} --wait --quiet -o name`]),
      'trivet job scale-status web --fields group,Desired,Running,Healthy,Events',
    ],
  },
  'terminal-apply.svg': {
    files: {
      'infra/platform.yaml': `kind: workspace
name: network-prod
settings: { engine-version: '1.10.2' }
tags: [prod, eu]
---
kind: workspace
name: network-dr
settings: { execution-mode: remote }
---
kind: pki-role
name: web
settings: { ttl: 48h }
`,
    },
    lines: [
      'cat infra/platform.yaml',
      'trivet diff infra --full',
      'trivet apply infra --yes --quiet --parallel 1 --fields name,action,result',
      'trivet diff infra --detailed-exitcode',
    ],
  },
};
/** Font names without quotation marks, because some viewers skip a quoted name that is not the first. */
const fonts = [
  'ui-monospace',
  'SFMono-Regular',
  'Menlo',
  'Consolas',
  'DejaVu Sans Mono',
  'Liberation Mono',
  'Courier New',
  'monospace',
].join(', ');
const columns = 80;
const cell = { width: 8.4, height: 19 };
const colours = {
  31: '#ff7b72',
  32: '#7ee787',
  33: '#e3b341',
  34: '#79c0ff',
  35: '#d2a8ff',
  36: '#76e3ea',
  90: '#8b949e',
};

const sequence = new RegExp(String.raw`(\u001b\[[0-9;?]*[A-Za-z])`);
const colour = new RegExp(String.raw`^\u001b\[([0-9;]*)m$`);

/** A line of text with its colours as spans, without text that a carriage return overwrote. */
const spansOf = (line) => {
  const spans = [];
  let style = { fill: undefined, bold: false, dim: false };
  for (const part of line.slice(line.lastIndexOf('\r') + 1).split(sequence)) {
    const codes = colour.exec(part)?.[1];
    if (codes !== undefined) {
      for (const code of codes.split(';').map(Number)) {
        if (code === 0) style = { fill: undefined, bold: false, dim: false };
        else if (code === 1) style = { ...style, bold: true };
        else if (code === 2) style = { ...style, dim: true };
        else if (code === 22) style = { ...style, bold: false, dim: false };
        else if (code === 39) style = { ...style, fill: undefined };
        else if (colours[code] !== undefined) style = { ...style, fill: colours[code] };
      }
    } else if (part !== '' && !part.startsWith('\u001b')) spans.push({ text: part, ...style });
  }
  return spans;
};

/** Splits lines to the width of the terminal, at spaces if possible; continuation lines are indented. */
const broken = (spans) => {
  const cells = spans.flatMap(({ text, ...style }) =>
    Array.from(text, (character) => ({ character, style })),
  );
  const rows = [];
  let rest = cells;
  while (rest.length > columns) {
    const blank = rest.slice(0, columns + 1).findLastIndex(({ character }) => character === ' ');
    const indent = rest.slice(0, blank).every(({ character }) => character === ' ');
    const end = blank <= 0 || indent ? columns : blank;
    rows.push(rest.slice(0, end));
    const more = rest.slice(rest[end].character === ' ' ? end + 1 : end);
    rest = [...Array.from({ length: 4 }, () => ({ character: ' ', style: {} })), ...more];
  }
  return [...rows, rest];
};

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Words of one style, each with the column where it begins. */
const wordsOf = (row) => {
  const words = [];
  row.forEach(({ character, style }, column) => {
    if (character === ' ') return;
    const last = words.at(-1);
    const joined =
      last !== undefined && last.column + last.characters.length === column && last.style === style;
    if (joined) last.characters.push(character);
    else words.push({ column, style, characters: [character] });
  });
  return words;
};

const left = 20;
const round = (number) => Math.round(number * 10) / 10;

/** Gives each character its own place, so that columns line up in any font. */
const drawn = ({ column, style: { fill, bold, dim }, characters }, y) => {
  const places = characters.map((_, index) => round(left + (column + index) * cell.width)).join(' ');
  const attributes = [
    ...(fill === undefined ? [] : [` fill="${fill}"`]),
    ...(bold === true ? [' font-weight="bold"'] : []),
    ...(dim === true ? [' opacity="0.65"'] : []),
  ].join('');
  return `<text x="${places}" y="${y}"${attributes}>${escaped(characters.join(''))}</text>`;
};

/** The rows of a terminal after typing the lines, each an array of characters with their styles. */
const rowsOf = async ({ files = {}, lines, fixed = [] }) => {
  const sandbox = await openSandbox();
  const rows = [];
  try {
    for (const [name, text] of Object.entries(files)) {
      const path = join(sandbox.cwd, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    for (const line of lines) {
      const { text } = await run(line, { ...sandbox, columns, color: true });
      rows.push(
        ...broken([
          { text: '$ ', fill: colours[32], bold: true },
          { text: line, bold: true },
        ]),
      );
      const same = fixed.reduce(
        (shown, [pattern, text]) => shown.replaceAll(pattern, text),
        steady(text, sandbox.env),
      );
      for (const one of same.split('\n')) rows.push(...broken(spansOf(one)));
      while (rows.at(-1).length === 0) rows.pop();
      rows.push([]);
    }
  } finally {
    await sandbox.close();
  }
  rows.pop();
  return rows;
};

const pictureOf = (rows, label) => {
  const width = Math.ceil(columns * cell.width + 40);
  const height = rows.length * cell.height + 64;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(label)}">
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<circle cx="20" cy="18" r="6" fill="#ff5f57"/><circle cx="40" cy="18" r="6" fill="#febc2e"/><circle cx="60" cy="18" r="6" fill="#28c840"/>
<g font-family="${fonts}" font-size="14" fill="#e6edf3">
${rows.flatMap((row, index) => wordsOf(row).map((word) => drawn(word, 52 + index * cell.height))).join('\n')}
</g>
</svg>
`;
};

const check = process.argv.includes('--check');
for (const [name, picture] of Object.entries(pictures)) {
  const svg = pictureOf(await rowsOf(picture), `A terminal: ${picture.lines[0]}, and what it shows`);
  const path = join(root, 'docs', name);
  let before = '';
  try {
    before = readFileSync(path, 'utf8');
  } catch {
    // The picture does not exist yet.
  }
  if (before === svg) continue;
  process.stderr.write(`${check ? 'differs' : 'written'}: docs/${name}\n`);
  if (check) process.exitCode = 1;
  else writeFileSync(path, svg);
}
