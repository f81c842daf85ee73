/** How long a request may take, in milliseconds: connect 5 s, one request 60 s or 150 s. */
import type { Deadlines } from '../../catalogue/http.ts';
import type { Operation } from '../../catalogue/operation.ts';

export const maxReplyBytes = 32 * 1024 * 1024;

const seconds = 1000;

const within = (total: number): Deadlines => ({
  connect: Math.min(5 * seconds, total),
  firstByte: total,
  idle: Math.min(30 * seconds, total),
  total,
});

const usual = within(60 * seconds);
const slow = within(150 * seconds);

/** @param timeout the value of `--timeout` in milliseconds, which bounds a request including its retries */
export const deadlinesOf = (operation: Pick<Operation, 'slow'>, timeout: number | undefined): Deadlines => {
  if (timeout !== undefined) return within(timeout);
  return operation.slow === true ? slow : usual;
};

/** Milliseconds that a read beside a change may take. */
export const briefTimeout = 5000;

/**
 * How long a request may take that has a limit of its own: a read beside others no longer than `given`.
 * @param given the value of `--timeout` in milliseconds
 */
export const ownLimit = (
  { timeout, optional }: { readonly timeout?: number | undefined; readonly optional?: true },
  given: number | undefined,
): number | undefined =>
  optional === true && timeout !== undefined ? Math.min(timeout, given ?? timeout) : timeout;
