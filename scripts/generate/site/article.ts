/** A page of the documentation as HTML, and what of it can be found and linked. */
import type { Tokens } from 'marked';
import { commandsIn } from '../guides/guide.ts';
import { known, markdownWith, textOfTokens, tokensOf } from '../guides/markdown.ts';
import { anchorsOf, codeBlock, escaped, heading, link, table } from './html.ts';

interface Heading {
  readonly depth: number;
  readonly id: string;
  readonly text: string;
}

/** A row of a table: a word with its meaning, a message with its remedy. */
interface Row {
  readonly id: string;
  readonly title: string;
  readonly says: string;
  readonly lines: readonly string[];
}

/** What stands below one heading. */
export interface Section extends Heading {
  /** The headings above it, without that of the page. */
  readonly above: readonly string[];
  readonly says: string;
  /** Its command lines. */
  readonly lines: readonly string[];
  readonly rows?: readonly Row[];
}

export interface Article {
  readonly title: string;
  /** The first paragraph. */
  readonly about: string;
  readonly html: string;
  readonly sections: readonly Section[];
}

/** Where the links of a page lead. */
export interface Links {
  /** undefined: no page of the site, and its text stays. */
  readonly hrefOf: (target: string) => string | undefined;
  /** The page of the command that a line runs. */
  readonly commandHref: (line: string) => string | undefined;
  /** Width and height of a picture, and its address. */
  readonly pictureOf: (target: string) => {
    readonly src: string;
    readonly width: number;
    readonly height: number;
  };
}

const sectionsOf = (page: string): readonly Section[] => {
  const anchor = anchorsOf();
  const rowAnchor = anchorsOf();
  const rowOf = (cells: readonly Tokens.TableCell[]): Row => {
    const texts = cells.map(({ tokens }) => textOfTokens(tokens));
    const title = texts[0] ?? '';
    const lines = cells.flatMap(({ text }) =>
      [...text.matchAll(/`(trivet [^`]+)`/g)].map(([, line = '']) => line),
    );
    return { id: rowAnchor(`row ${title.slice(0, 60)}`), title, says: texts.slice(1).join(' '), lines };
  };
  const sections: Section[] = [];
  let above: readonly string[] = [];
  for (const token of tokensOf(page)) {
    if (token.type === 'heading') {
      const text = textOfTokens(token.tokens);
      above = [...above.slice(0, token.depth - 1), text];
      sections.push({
        depth: token.depth,
        id: anchor(text),
        text,
        above: above.slice(1, -1).filter(Boolean),
        says: '',
        lines: [],
      });
      continue;
    }
    const last = sections.at(-1);
    if (last === undefined) continue;
    const rows = token.type === 'table' ? token.rows.map(rowOf) : [];
    const lines = token.type === 'code' ? commandsIn(token.text.split('\n')) : [];
    sections[sections.length - 1] = {
      ...last,
      says: `${last.says} ${textOfTokens([token])}`.trim(),
      lines: [...last.lines, ...lines],
      rows: [...(last.rows ?? []), ...rows],
    };
  }
  return sections;
};

/** @throws Error for HTML other than line breaks: nothing else is shown on GitHub, in the program and here alike */
const htmlOf = (raw: string): string => {
  if (raw.startsWith('<!--')) return '';
  if (/^<br\s*\/?>$/.test(raw)) return '<br>';
  throw new Error(`HTML in a page: ${raw}`);
};

export const articleOf = (page: string, { hrefOf, commandHref, pictureOf }: Links): Article => {
  const sections = sectionsOf(page);
  const ids = sections.map(({ id }) => id);
  const rowIds = sections.flatMap(({ rows = [] }) => rows.map(({ id }) => id));
  let inLink = false;
  const marked = markdownWith({
    renderer: {
      heading({ depth, tokens }) {
        inLink = true;
        const html = this.parser.parseInline(tokens);
        inLink = false;
        return heading(depth, ids.shift() ?? '', html);
      },
      code: ({ text, lang }) => codeBlock(text, lang),
      html: ({ raw }: Tokens.HTML | Tokens.Tag) => htmlOf(raw.trim()),
      codespan: ({ text }) => {
        const html = `<code>${escaped(text)}</code>`;
        const href = inLink ? undefined : commandHref(text);
        return href === undefined ? html : link(href, html);
      },
      link({ href, tokens }) {
        const outer = inLink;
        inLink = true;
        const html = this.parser.parseInline(tokens);
        inLink = outer;
        const target = hrefOf(href);
        return target === undefined ? html : link(target, html);
      },
      image: ({ href, text }) => {
        const { src, width, height } = pictureOf(href);
        return `<span class="picture"><img src="${escaped(src)}" alt="${escaped(text)}" width="${width}" height="${height}"></span>`;
      },
      table({ header, rows }) {
        const cell = ({ tokens }: Tokens.TableCell): string => this.parser.parseInline(tokens);
        return table(
          header.map(cell),
          rows.map((row) => row.map(cell)),
          rowIds.splice(0, rows.length),
        );
      },
    },
  });
  const tokens = tokensOf(page);
  const about = tokens.find((token) => token.type === 'paragraph');
  return {
    title: sections[0]?.text ?? '',
    about: about === undefined ? '' : textOfTokens(known(about.tokens ?? [])).replaceAll(/\s+/g, ' '),
    html: marked.parser([...tokens]),
    sections,
  };
};
