/** How long a request may take, in milliseconds: connect 5 s, one request 60 s or 150 s. */
import { limits } from '../../system/limits.ts';
import type { Deadlines } from '../../catalogue/http.ts';
import type { Operation } from '../../catalogue/operation.ts';

export const maxReplyBytes = 32 * 1024 * 1024;

const within = (total: number): Deadlines => ({
  connect: Math.min(limits.connect, total),
  firstByte: total,
  idle: Math.min(limits.idle, total),
  total,
});

const usual = within(limits.request);
const slow = within(limits.slowRequest);

/** @param timeout the value of `--timeout` in milliseconds, which bounds a request including its retries */
export const deadlinesOf = (operation: Pick<Operation, 'slow'>, timeout: number | undefined): Deadlines => {
  if (timeout !== undefined) return within(timeout);
  return operation.slow === true ? slow : usual;
};

/**
 * How long a request may take that has a limit of its own: a read beside others no longer than `given`.
 * @param given the value of `--timeout` in milliseconds
 */
export const ownLimit = (
  { timeout, optional }: { readonly timeout?: number | undefined; readonly optional?: true },
  given: number | undefined,
): number | undefined =>
  optional === true && timeout !== undefined ? Math.min(timeout, given ?? timeout) : timeout;
