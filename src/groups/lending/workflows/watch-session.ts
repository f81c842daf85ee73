/** Keeps the session alive with which something was lent: what ends with its token would end before its own time. */
import { sessionKept } from '../../../engine/session/keep-session.ts';
import type { Session } from '../../../engine/session/session.ts';
import { pause } from '../../../net/pause.ts';
import type { Endpoint } from '../../../profiles/endpoint.ts';
import { isoTime } from '../../../screen/text/time.ts';
import type { Lent } from './loan.ts';

/** The longest timer in milliseconds: timers do not count the time that a machine slept. */
const tick = 30_000;

/** Milliseconds before the end of a session at which a warning comes. */
const warning = 300_000;

/** Milliseconds between two looks at a session that could not be renewed just now. */
const again = 5000;

/**
 * Renews the session until the result is called; says at once where it ends before what was lent.
 * @param given lent with the token of the endpoint, and ended by the server with it
 */
export const watchSession = (session: Session, endpoint: Endpoint, given: Lent): (() => Promise<void>) => {
  const { world, reporter } = session;
  const stopped = new AbortController();
  const end = given.life === 0 ? Number.POSITIVE_INFINITY : world.now() + given.life;

  const watch = async (): Promise<void> => {
    const token = await endpoint.token();
    let before = 0;
    let isSaid = false;
    while (token !== undefined && !stopped.signal.aborted) {
      const kept = await sessionKept(session, endpoint, token);
      if (kept === undefined) return;
      const { ends, since, lasts } = kept;
      const now = world.now();
      // At the longest life of a token a renewal grants nothing more.
      const isLast = !lasts || (before > 0 && ends !== before && ends - before < 1000);
      before = ends;
      if (isLast && !isSaid && (ends < end || ends - now < warning)) {
        isSaid = true;
        const at = isoTime(ends)?.replace(/\.\d{3}Z$/, 'Z') ?? '';
        reporter.warn(
          `${given.what} ends with the session for ${endpoint.service}, at ${at}: it cannot be renewed`,
        );
      }
      if (now >= ends) return;
      const due = Date.parse(since) + (ends - Date.parse(since)) * (2 / 3);
      await pause(Math.max(1, Math.min(tick, due > now && !isLast ? due - now : again)), stopped.signal);
    }
  };

  const done = watch();
  // The caller of the result gets the error of a defect.
  done.catch(() => undefined);
  return async () => {
    stopped.abort();
    await done;
  };
};
