/** The pages of docs/ as text for a terminal, and in parts: a heading, its first sentence and its command lines. */
import { entry, wrap } from './text.ts';

/** A piece of a page: what stands between blank lines, a block of code, or a table. */
type Piece =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'code'; readonly lines: readonly string[] }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: 'item' | 'text'; readonly text: string };

const cellsOf = (line: string): readonly string[] =>
  line
    .replaceAll(String.raw`\|`, '\0')
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.replaceAll('\0', '|').trim());

const isTable = (lines: readonly string[]): boolean => /^\|[\s:|-]+\|$/.test(lines[1] ?? '');

/** The pieces of lines without code: paragraphs, items of lists, tables and headings. */
const piecesOfText = (text: string): readonly Piece[] =>
  text.split(/\n{2,}/).flatMap((block): readonly Piece[] => {
    const lines = block.split('\n').filter((line) => line.trim() !== '');
    const [first = ''] = lines;
    const heading = /^(#+) (.*)$/.exec(first);
    if (heading !== null) {
      const title: Piece = { kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' };
      return [title, ...piecesOfText(lines.slice(1).join('\n'))];
    }
    if (isTable(lines)) return [{ kind: 'table', head: cellsOf(first), rows: lines.slice(2).map(cellsOf) }];
    const items = block.split(/\n(?=(?:[-*]|\d+\.) )/).filter((one) => one.trim() !== '');
    return items.map((one) => ({
      kind: /^\s*(?:[-*]|\d+\.) /.test(one) ? 'item' : 'text',
      text: one.replace(/^\s*[-*] /, ''),
    }));
  });

const piecesOf = (page: string): readonly Piece[] =>
  page
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .split(/^(```.*\n[\s\S]*?^```)$/m)
    .flatMap((part): readonly Piece[] =>
      part.startsWith('```') ? [{ kind: 'code', lines: part.split('\n').slice(1, -1) }] : piecesOfText(part),
    );

/** Without marks: a link to another page names how to read it, one to the web its address. */
const plain = (text: string): string =>
  text
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\((https?:[^)]*)\)/g, '$1 ($2)')
    .replaceAll(/\(\[[^\]]*\]\(([a-z-]+)\.md[^)]*\)\)/g, '(trivet help guide $1)')
    .replaceAll(/\[([^\]]*)\]\(([a-z-]+)\.md[^)]*\)/g, '$1 (trivet help guide $2)')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*([^*]+)\*\*/g, '$1')
    .replaceAll('`', '');

const tableText = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows
    .map(([term = '', ...cells]) => {
      const texts = cells.flatMap((cell, index) => {
        const title = head.length > 2 ? `${plain(head[index + 1] ?? '')}: ` : '';
        return cell === '' ? [] : [`${title}${plain(cell)}`];
      });
      return entry(plain(term), texts.join('; '));
    })
    .join('\n');

const pieceText = (piece: Piece): string => {
  switch (piece.kind) {
    case 'heading':
      return piece.level === 1 ? plain(piece.text) : plain(piece.text).toUpperCase();
    case 'code':
      return piece.lines
        .map((line) => `    ${line.replaceAll('\t', '  ')}`.trimEnd())
        .join('\n')
        .replaceAll(/\n{3,}/g, '\n\n');
    case 'table':
      return tableText(piece.head, piece.rows);
    case 'item': {
      const mark = /^\d+\. /.exec(piece.text)?.[0] ?? '- ';
      const text = piece.text.slice(mark === '- ' ? 0 : mark.length);
      return `  ${mark}${wrap(plain(text), 2 + mark.length).trimStart()}`;
    }
    case 'text':
      return wrap(plain(piece.text), 0);
    default:
      return piece satisfies never;
  }
};

/** The page as text: 80 columns, except for code, which stays as it is. */
export const guideText = (page: string): string => {
  const texts = piecesOf(page)
    .map((piece) => ({ piece, text: pieceText(piece) }))
    .filter(({ text }) => text.trim() !== '');
  return texts
    .map(({ piece, text }, index) => {
      const next = texts[index + 1]?.piece;
      const tight = (piece.kind === 'item' && next?.kind === 'item') || piece.kind === 'heading';
      return `${text}\n${next === undefined || (tight && piece.kind === 'item') ? '' : '\n'}`;
    })
    .join('')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n');
};

/** What a page is about: its title and the first sentence below it. */
export const guideTitle = (page: string): { readonly title: string; readonly about: string } => {
  const pieces = piecesOf(page);
  const title = pieces.find(({ kind }) => kind === 'heading');
  const about = pieces.find(({ kind }) => kind === 'text');
  return {
    title: title?.kind === 'heading' ? plain(title.text) : '',
    about:
      about?.kind === 'text'
        ? (plain(about.text)
            .replaceAll(/\s+/g, ' ')
            .split(/(?<=[.:]) /)[0]
            ?.replace(/:$/, '.') ?? '')
        : '',
  };
};

/** A part of a page that says how something is done. */
interface GuidePart {
  /** The headings above it. */
  readonly title: string;
  /** The text around its command lines. */
  readonly text: string;
  /** Its lines that run trivet, continued lines joined. */
  readonly lines: readonly string[];
}

const commandsIn = (lines: readonly string[]): readonly string[] =>
  lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:- |\$ )*/, '').replace(/\s{2,}#.*$/, ''))
    .filter((line) => /^(?:\w+=\S+ )*trivet /.test(line));

/** The parts of a page with command lines: each block of code with the text before it. */
export const guideParts = (page: string): readonly GuidePart[] => {
  const parts: GuidePart[] = [];
  let title = '';
  let headings: readonly string[] = [];
  let text: readonly string[] = [];
  for (const piece of piecesOf(page)) {
    if (piece.kind === 'heading') {
      headings = [...headings.slice(0, piece.level - 1), plain(piece.text)];
      title = headings.filter(Boolean).join(': ');
      text = [];
    } else if (piece.kind === 'table') {
      for (const row of piece.rows) {
        const lines = row.flatMap((cell) =>
          [...cell.matchAll(/`(trivet [^`]+)`/g)].map(([, line = '']) => line),
        );
        const rest = row.map(plain);
        if (lines.length > 0)
          parts.push({ title: `${title}: ${rest[0] ?? ''}`, text: rest.join(' '), lines });
      }
    } else if (piece.kind === 'code') {
      const lines = commandsIn(piece.lines);
      if (lines.length > 0)
        parts.push({
          title,
          text: [...text, ...piece.lines.filter((line) => line.includes('#'))].join(' '),
          lines,
        });
      text = [];
    } else text = [...text, plain(piece.text)];
  }
  return parts;
};

/** The rows of the table of a page whose first column is called so, as they are written. */
export const guideRows = (page: string, first: string): readonly (readonly string[])[] =>
  piecesOf(page).flatMap((piece) => (piece.kind === 'table' && piece.head[0] === first ? piece.rows : []));
