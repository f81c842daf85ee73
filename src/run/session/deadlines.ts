/** Milliseconds: connect 5 s, one request 60 s or 150 s. */
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

/** @param timeout `--timeout` in milliseconds, for a request with its retries */
export const deadlinesOf = (operation: Pick<Operation, 'slow'>, timeout: number | undefined): Deadlines => {
  if (timeout !== undefined) return within(timeout);
  return operation.slow === true ? slow : usual;
};

/** @param given `--timeout` in milliseconds */
export const ownLimit = (
  { timeout, optional }: { readonly timeout?: number | undefined; readonly optional?: true },
  given: number | undefined,
): number | undefined =>
  optional === true && timeout !== undefined ? Math.min(timeout, given ?? timeout) : timeout;
