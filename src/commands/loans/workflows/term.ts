import { lifeBy } from '../../../catalogue/term.ts';
import { sessionKept } from '../../../run/session/keep-session.ts';
import { until } from '../../../system/until.ts';
import type { Next } from '../../../system/until.ts';
import type { Endpoint, Token } from '../../../config/endpoint.ts';
import { Exit, TrivetError } from '../../../system/error.ts';
import { timeOf } from '../../../http/server-time.ts';
import { renew } from '../../lease/operations.ts';
import { rfc3339 } from '../../../documents/rfc3339.ts';
import type { Session } from '../../../run/session/session.ts';
import type { Outcome } from '../../../run/session/outcome.ts';
import { leaseSeconds } from '../../../run/single/lease-note.ts';
import type { Lent, TermState } from './loan.ts';

/** Milliseconds; at most half of the time. */
const warning = 300_000;

const renewalAfter = 1 / 3;

/** Milliseconds, since timers do not count a machine's sleep. */
const tick = 30_000;

export interface TermWatch {
  standing(): TermState;
  stop(): Promise<void>;
}

const stopOf = (stopped: AbortController, done: Promise<void>): (() => Promise<void>) => {
  done.catch(() => undefined);
  return async () => {
    stopped.abort();
    await done;
  };
};

/** Undefined: nothing more is watched. */
const onward = (milliseconds: number | undefined): Next<undefined> =>
  milliseconds === undefined ? { done: undefined } : { again: milliseconds };

const failureOf = (error: TrivetError): { readonly again: boolean; readonly gone: boolean } => {
  const checkedIn = /already checked in/i.test(error.details.server ?? '');
  const passing: readonly number[] = [Exit.unavailable, Exit.unreachable, Exit.unknown, Exit.deadline];
  return { again: passing.includes(error.exit), gone: error.exit === Exit.notFound || checkedIn };
};

interface TermOptions {
  readonly given: Lent;
  /** Whether enough requests remain to give back. */
  readonly mayRenew?: () => Promise<boolean>;
  readonly onRenewed?: (reply: Outcome, life: number) => Promise<void>;
}

/** Watches a term until `stop`; it never ends the command. */
export const watchTerm = (session: Session, { given, mayRenew, onRenewed }: TermOptions): TermWatch => {
  const { io, reporter } = session;
  const { what, ends, lease } = given;
  // The end of the token is watched separately.
  const whole = Math.min(lifeBy(given.term, 'lease'), lifeBy(given.term, 'rotation'));
  const stopped = new AbortController();
  // The monotonic clock stops in sleep, and the other can be set.
  const began = { now: io.now(), monotonic: io.monotonic() };
  const serverTime = timeOf(given.outcome.response, began.now);
  const elapsed = (): number => Math.max(io.now() - began.now, io.monotonic() - began.monotonic);

  const state = {
    life: whole,
    end: whole,
    renewing: lease !== undefined && Number.isFinite(whole),
    renewAt: whole * renewalAfter,
    gone: false,
    warned: false,
  };

  const warn = (): void => {
    state.warned = true;
    const left = Math.max(0, state.end - elapsed());
    const at = rfc3339(serverTime + elapsed() + left);
    const minutes = left >= 60_000 ? `${Math.round(left / 60_000)} min` : `${Math.round(left / 1000)} s`;
    reporter.warn(`${ends} in ${minutes}, at ${at}, while the command still runs`);
  };

  const lost = (error: TrivetError): void => {
    const { again, gone: over } = failureOf(error);
    if (again) {
      state.renewAt = elapsed() + Math.max(1000, Math.min(tick, state.life / 20));
      return;
    }
    state.renewing = false;
    state.gone ||= over;
    reporter.warn(`the lease of ${what} ${over ? 'ended early' : 'cannot be renewed'}: ${error.message}`);
  };

  const renewOnce = async (lease_id: string): Promise<void> => {
    const increment = `${Math.ceil(whole / 1000)}s`;
    try {
      const quiet = { unwrapped: true, blocking: true, signal: stopped.signal } as const;
      const reply = await session.call(renew, { lease_id, increment }, quiet);
      const next = leaseSeconds(reply) * 1000;
      const gained = elapsed() + next - state.end;
      // At the maximum a renewal adds nothing.
      state.renewing = next > 0 && gained >= Math.min(1000, state.life * renewalAfter * 0.5);
      if (next <= 0) return;
      state.life = next;
      state.end = elapsed() + next;
      state.warned = false;
      state.renewAt = elapsed() + next * renewalAfter;
      await onRenewed?.(reply, next);
    } catch (error) {
      if (!(error instanceof TrivetError)) throw error;
      // A request that the stop cut off says nothing.
      if (!stopped.signal.aborted || error.details.status !== undefined) lost(error);
    }
  };

  /** Milliseconds; undefined: nothing more is watched. */
  const next = async (): Promise<number | undefined> => {
    if (state.gone || !Number.isFinite(state.end)) return undefined;
    const warnAt = state.end - Math.min(warning, whole / 2);
    if (state.renewing && lease !== undefined && elapsed() >= state.renewAt) {
      if ((await mayRenew?.()) === false) state.renewing = false;
      else await renewOnce(lease);
      return 0;
    }
    if (!state.warned && elapsed() >= warnAt) warn();
    const now = elapsed();
    if (now >= state.end && !state.renewing) return undefined;
    const due = [
      state.renewing ? state.renewAt : state.end,
      state.warned ? state.end : warnAt,
      state.end,
    ].filter((time) => time > now);
    return Math.max(1, Math.min(tick, ...due.map((time) => time - now)));
  };

  const watch = async (): Promise<void> => {
    await until({ read: next, judge: onward, signal: stopped.signal });
  };

  return {
    standing: () => (state.gone ? 'gone' : elapsed() >= state.end ? 'late' : 'running'),
    stop: stopOf(stopped, watch()),
  };
};

/** Milliseconds. */
const again = 5000;

/** Warns of the end of a token that trivet does not renew. */
const watchToken = async (
  { io, reporter }: Session,
  { source }: Token,
  { ends, term }: Lent,
  signal: AbortSignal,
): Promise<void> => {
  const byToken = io.now() + lifeBy(term, 'token');
  if (!Number.isFinite(byToken)) return;
  const warnAt = byToken - Math.min(warning, (byToken - io.now()) / 2);
  const due = await until({
    read: () => warnAt - io.now(),
    judge: (left) => onward(left <= 0 ? undefined : Math.max(1, Math.min(tick, left))),
    signal,
  });
  if (due.is === 'done') reporter.warn(`${ends} with the token (from ${source}), at ${rfc3339(byToken)}`);
};

/**
 * Watches the session until the result is called; warns at once if it ends before the loan.
 * @param given ends with the token
 */
export const watchSession = (session: Session, endpoint: Endpoint, given: Lent): (() => Promise<void>) => {
  const { io, reporter } = session;
  const stopped = new AbortController();
  const end = io.now() + lifeBy(given.term, 'lease');

  const watch = async (): Promise<void> => {
    const token = await endpoint.token();
    let before = 0;
    let isSaid = false;
    if (token === undefined) return;
    /** Milliseconds; undefined: nothing more is watched. */
    const next = async (): Promise<number | undefined> => {
      const kept = await sessionKept(session, endpoint, token);
      if (kept === undefined) {
        await watchToken(session, token, given, stopped.signal);
        return undefined;
      }
      const { ends, due, lasts } = kept;
      const now = io.now();
      // At its longest life a renewal adds nothing.
      const isLast = !lasts || (before > 0 && ends !== before && ends - before < 1000);
      before = ends;
      if (isLast && !isSaid && (ends < end || ends - now < warning)) {
        isSaid = true;
        reporter.warn(
          `${given.ends} with the session for ${endpoint.service}, at ${rfc3339(ends)}: it cannot be renewed`,
        );
      }
      if (now >= ends) return undefined;
      return Math.max(1, Math.min(tick, due > now && !isLast ? due - now : again));
    };
    await until({ read: next, judge: onward, signal: stopped.signal });
  };

  return stopOf(stopped, watch());
};
