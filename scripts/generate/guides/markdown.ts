/** Reads the Markdown of README, docs/ and the like. */
import { Marked } from 'marked';
import type { MarkedToken, MarkedExtension, Token, Tokens } from 'marked';

/** GitHub's Markdown. Addresses without marks are examples, such as `https://host…`: no links. */
export const markdownWith = (extension: MarkedExtension): Marked =>
  new Marked({ tokenizer: { url: () => undefined } }, extension);

const reader = markdownWith({});

export const known = (tokens: readonly Token[]): readonly MarkedToken[] => tokens as readonly MarkedToken[];

export const tokensOf = (page: string): readonly MarkedToken[] => known(reader.lexer(page));

/** The blocks of a page, of the items of its lists too, in their order. */
export const markdownBlocks = (page: string): readonly MarkedToken[] => {
  const flat = (tokens: readonly Token[]): readonly MarkedToken[] =>
    known(tokens).flatMap((token) =>
      token.type === 'list' ? token.items.flatMap((item) => flat(item.tokens)) : [token],
    );
  return flat(tokensOf(page));
};

const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/** The text of tokens without marks; of a link what `linkText` makes of its text. */
export const textOfTokens = (
  tokens: readonly Token[],
  linkText: (text: string, link: Tokens.Link) => string = (text) => text,
): string => {
  const plain = (token: MarkedToken): string => {
    if (token.type === 'link') return linkText(textOfTokens(token.tokens, linkText), token);
    if (token.type === 'image') return '';
    if (token.type === 'html') return token.raw.startsWith('<br') ? ' · ' : '';
    if ('tokens' in token && token.tokens !== undefined) return textOfTokens(token.tokens, linkText);
    if (token.type === 'text')
      return token.text.replaceAll(/&(\w+);/g, (whole, name: string) => signs[name] ?? whole);
    return 'text' in token ? token.text : '';
  };
  return known(tokens).map(plain).join('');
};
