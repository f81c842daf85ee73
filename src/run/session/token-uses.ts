/** How many requests a token is good for, where the server counts them; with the last one it ends what the token obtained. */
import type { Token } from '../../config/endpoint.ts';

/** How many they were when the server was asked, with those that this run had sent before. */
const reported = new WeakMap<Token, number>();

const sent = new WeakMap<Token, number>();

/** Undefined where the server does not count them, or that is not known. */
const usesOf = (token: Token | undefined): number | undefined =>
  token === undefined ? undefined : (reported.get(token) ?? token.session?.uses);

/** Whether a command has to do without the requests that it does not need. */
export const isCounted = (token: Token | undefined): boolean => usesOf(token) !== undefined;

/** Requests of this run with a counted token. */
export const requestsWith = (token: Token): number => sent.get(token) ?? 0;

export const countRequest = (token: Token | undefined): void => {
  if (token !== undefined && isCounted(token)) sent.set(token, requestsWith(token) + 1);
};

/** The server reports that the token is good for so many further requests. */
export const noteUses = (token: Token, left: number): void => {
  reported.set(token, left + requestsWith(token));
};

/** Other runs may have used some of a session's, unless the server was asked; infinite for a token that is not counted. */
export const usesLeft = (token: Token | undefined): number =>
  token === undefined
    ? Number.POSITIVE_INFINITY
    : (usesOf(token) ?? Number.POSITIVE_INFINITY) - requestsWith(token);
