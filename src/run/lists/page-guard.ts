/** Guards against lists that a server never ends: repeated pages, and more pages than a list can have. */
import { Exit, TrivetError } from '../../system/error.ts';
import type { Outcome } from '../session/outcome.ts';

/** A hundred items each: a million in total. */
const maxPages = 10_000;

/** A server that ignores paging parameters sends one page forever: the list is incomplete. */
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
   * Checks each page, once it is known that there are several.
   * @throws TrivetError if it was sent before, or is one too many
   */
  page(page: Outcome): void;
  /**
   * Checks the token of the next page.
   * @throws TrivetError if it led to a page before
   */
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

/** @throws TrivetError if the server announces more pages than are read */
export const refusePages = (total: unknown): void => {
  if ((typeof total === 'number' || typeof total === 'bigint') && total > maxPages) {
    throw tooLong(`the server announces ${total} pages, and at most ${maxPages} are read`);
  }
};
