/** Against lists that a server never ends. */
import { Exit, TrivetError } from '../../system/error.ts';
import type { Outcome } from '../session/outcome.ts';

/** A hundred items each. */
const maxPages = 10_000;

/** A server that ignores paging sends one page forever. */
export const notWhole = (message: string): TrivetError =>
  new TrivetError('not-supported', Exit.unavailable, `${message}: the list is incomplete`, {
    hint: 'If trivet knows the product of this server, name it with --product.',
  });

/** More pages than are read, or more bytes than fit in memory. */
export const tooLong = (message: string): TrivetError =>
  new TrivetError('too-large', Exit.unreachable, message, {
    hint: 'Ask for less, with --limit or a filter.',
  });

const digestOf = (bytes: Uint8Array | string): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('base64');

interface PageGuard {
  /**
   * Once there are several pages.
   * @throws TrivetError if the page was sent before, or is one too many
   */
  page(page: Outcome): void;
  /** @throws TrivetError if the token led to an earlier page */
  token(token: string): void;
}

export const createPageGuard = (): PageGuard => {
  const known = new Set<string>();
  let pages = 0;
  const isNew = (text: Uint8Array | string): boolean => {
    const before = known.size;
    return known.add(digestOf(text)).size > before;
  };
  return {
    page: ({ response }) => {
      pages += 1;
      if (pages > maxPages) throw tooLong(`the list has more than ${maxPages} pages`);
      if (!isNew(response.body)) throw notWhole(`the server sent page ${pages} twice`);
    },
    token: (token) => {
      if (!isNew(`token ${token}`)) throw notWhole('the server sent the same page token twice');
    },
  };
};

export const refusePages = (total: unknown): void => {
  if ((typeof total === 'number' || typeof total === 'bigint') && total > maxPages) {
    throw tooLong(`the server announces ${total} pages, and at most ${maxPages} are read`);
  }
};
