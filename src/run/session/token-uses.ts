/** The uses of a token. Its last request ends what it obtained. */
import type { Token } from '../../config/endpoint.ts';

const reported = new WeakMap<Token, number>();

const sent = new WeakMap<Token, number>();

const usesOf = (token: Token | undefined): number | undefined =>
  token === undefined ? undefined : (reported.get(token) ?? token.session?.uses);

/** Whether the uses of a token are limited: a command must not send optional requests with it. */
export const isCounted = (token: Token | undefined): boolean => usesOf(token) !== undefined;

export const requestsWith = (token: Token): number => sent.get(token) ?? 0;

export const countRequest = (token: Token | undefined): void => {
  if (token !== undefined && isCounted(token)) sent.set(token, requestsWith(token) + 1);
};

export const noteUses = (token: Token, left: number): void => {
  reported.set(token, left + requestsWith(token));
};

/** Infinite if uses are not limited. Other runs may have used some of a session's, unless the server was asked. */
export const usesLeft = (token: Token | undefined): number =>
  token === undefined
    ? Number.POSITIVE_INFINITY
    : (usesOf(token) ?? Number.POSITIVE_INFINITY) - requestsWith(token);
