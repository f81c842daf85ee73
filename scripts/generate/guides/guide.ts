/** The pages of docs/ as text for a terminal, and in parts: a heading, its first sentence and its command lines. */
import type { MarkedToken, Token, Tokens } from 'marked';
import { entry, wrap } from '../../../src/cli/help/text.ts';
import { markdownBlocks, known, textOfTokens, tokensOf } from './markdown.ts';
import type { Prompt } from '../../../src/catalogue/prompt.ts';

/** A link to another page names how to read it, one to the web its address. */
const plain = (tokens: readonly Token[]): string =>
  textOfTokens(tokens, (text, { href }) => {
    const [, guide] = /^([a-z-]+)\.md/.exec(href) ?? [];
    if (guide !== undefined) return `${text} (trivet help guide ${guide})`;
    return /^https?:/.test(href) ? `${text} (${href})` : text;
  })
    // A link in parentheses is only the way to its page.
    .replaceAll(/\([^()]+ (\(trivet help guide [a-z-]+\))\)/g, '$1');

const tableText = ({ header, rows }: Tokens.Table): string =>
  rows
    .map(([term, ...cells]) => {
      const texts = cells.flatMap(({ tokens }, index) => {
        const title = header.length > 2 ? `${plain(header[index + 1]?.tokens ?? [])}: ` : '';
        return tokens.length === 0 ? [] : [`${title}${plain(tokens)}`];
      });
      return entry(plain(term?.tokens ?? []), texts.join('; '));
    })
    .join('\n');

const codeText = (text: string, indent: number): string =>
  text
    .split('\n')
    .map((line) => `${' '.repeat(indent)}${line.replaceAll('\t', '  ')}`.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n');

const listText = ({ items, ordered, start, loose }: Tokens.List, indent: number): string =>
  items
    .map(({ tokens }, index) => {
      const mark = ordered ? `${Number(start) + index}. ` : '- ';
      const inner = indent + 2 + mark.length;
      return `${' '.repeat(indent + 2)}${mark}${textOf(tokens, inner).trimStart()}`;
    })
    .join(loose ? '\n\n' : '\n');

const blockText = (token: MarkedToken, indent: number): string => {
  if (token.type === 'heading')
    return token.depth === 1 ? plain(token.tokens) : plain(token.tokens).toUpperCase();
  if (token.type === 'code') return codeText(token.text, indent + 4);
  if (token.type === 'table') return tableText(token);
  if (token.type === 'list') return listText(token, indent);
  return token.type === 'paragraph' || token.type === 'text' ? wrap(plain([token]), indent) : '';
};

const textOf = (tokens: readonly Token[], indent: number): string =>
  known(tokens)
    .map((token) => blockText(token, indent).trimEnd())
    .filter((text) => text !== '')
    .join('\n\n');

/** The page as text: 80 columns, except for code, which stays as it is. */
export const guideText = (page: string): string =>
  `${textOf(tokensOf(page), 0).replaceAll(/[ \t]+$/gm, '')}\n`;

/** What a page is about: its title and the first sentence below it. */
export const guideTitle = (page: string): { readonly title: string; readonly about: string } => {
  const blocks = markdownBlocks(page);
  const title = blocks.find((block) => block.type === 'heading');
  const about = blocks.find((block) => block.type === 'paragraph');
  return {
    title: title === undefined ? '' : plain(title.tokens),
    about:
      about === undefined
        ? ''
        : (plain(about.tokens)
            .replaceAll(/\s+/g, ' ')
            .split(/(?<=[.:]) /)[0]
            ?.replace(/:$/, '.') ?? ''),
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

/** The lines that run trivet, continued lines joined. */
export const commandsIn = (lines: readonly string[]): readonly string[] =>
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
  for (const block of markdownBlocks(page)) {
    if (block.type === 'heading') {
      headings = [...headings.slice(0, block.depth - 1), plain(block.tokens)];
      title = headings.filter(Boolean).join(': ');
      text = [];
    } else if (block.type === 'table') {
      for (const row of block.rows) {
        const lines = row.flatMap((cell) =>
          [...cell.text.matchAll(/`(trivet [^`]+)`/g)].map(([, line = '']) => line),
        );
        const rest = row.map(({ tokens }) => plain(tokens));
        if (lines.length > 0)
          parts.push({ title: `${title}: ${rest[0] ?? ''}`, text: rest.join(' '), lines });
      }
    } else if (block.type === 'code') {
      const shown = block.text.split('\n');
      const lines = commandsIn(shown);
      if (lines.length > 0)
        parts.push({
          title,
          text: [...text, ...shown.filter((line) => line.includes('#'))].join(' '),
          lines,
        });
      text = [];
    } else text = [...text, plain([block])];
  }
  return parts;
};

/** The rows of the table of a page whose first column is called so, as they are written. */
export const guideRows = (page: string, first: string): readonly (readonly string[])[] =>
  markdownBlocks(page).flatMap((block) =>
    block.type === 'table' && block.header[0]?.text === first
      ? block.rows.map((row) => row.map(({ text }) => text))
      : [],
  );

const inCode = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

const placeholders = (lines: readonly string[]): readonly string[] => [
  ...new Set(lines.flatMap((line) => line.match(/\b[A-Z]{2,}\b/g) ?? [])),
];

/**
 * Prompts for agents, from the table of the guide that describes them.
 * @param pages guides by name
 */
export const promptsOf = (pages: ReadonlyMap<string, string>): readonly Prompt[] =>
  [...pages].flatMap(([guide, page]) =>
    guideRows(page, 'prompt').map(([name = '', when = '', look = '', propose = '']) => {
      const looks = inCode(look);
      return {
        name: inCode(name)[0] ?? name,
        when,
        looks,
        propose: propose.replaceAll('`', ''),
        asks: placeholders(looks),
        guide,
      };
    }),
  );
