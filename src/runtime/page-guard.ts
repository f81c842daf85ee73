/** Lists that a server never lets end: pages that come again, and more of them than a list can have. */
import { Exit, TrivetError } from '../model/error.ts';
import type { Outcome } from './session.ts';

/** A hundred items each: a million in all. */
const maxPages = 10_000;

/** A server that ignores the parameters of a page sends the same page for ever: the list is incomplete. */
export const notWhole = (message: string): TrivetError =>
  new TrivetError('not-supported', Exit.unavailable, `${message}: the list is incomplete`, {
    hint: 'If trivet knows the product of this server, name it with --product.',
  });

/** More pages than are read, or more bytes than are held. */
export const tooLong = (message: string): TrivetError =>
  new TrivetError('too-large', Exit.unreachable, message, {
    hint: 'Ask for less, with --limit or a filter.',
  });

const digestOf = (bytes: Uint8Array | string): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('base64');

interface PageGuard {
  /**
   * Each page in turn, when it is known that another one follows or went before.
   * @throws TrivetError when it came before, or is one too many
   */
  page(page: Outcome): void;
  /**
   * The token of the next page.
   * @throws TrivetError when it led to a page before
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

/** @throws TrivetError when the server announces more pages than are followed */
export const refusePages = (total: unknown): void => {
  if ((typeof total === 'number' || typeof total === 'bigint') && total > maxPages) {
    throw tooLong(`the server announces ${total} pages, and at most ${maxPages} are read`);
  }
};
