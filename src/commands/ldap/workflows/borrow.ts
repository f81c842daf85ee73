/** Borrows an account, always with a finite ttl; a refusal names the borrowers. */
import { at } from '../../../documents/json/json.ts';
import type { Json } from '../../../documents/json/json.ts';
import { secondsOf } from '../../../catalogue/text/duration.ts';
import { TrivetError } from '../../../system/error.ts';
import type { checkOut } from '../operations/check-out.ts';
import { show } from '../operations/library.ts';
import type { Outcome } from '../../../run/session/outcome.ts';
import { snapshot } from '../../../run/snapshot.ts';
import { accountsIfReadable, countsRequests, holders, setOf } from './library-account.ts';
import { waitingWith, waitUntilDone } from '../../../run/single/waiting.ts';
import type { WaitInput } from '../../../run/single/waiting.ts';
import type { LoanContext } from '../../loans/workflows/loan.ts';

export type BorrowContext = LoanContext<typeof checkOut, WaitInput>;

/** The documented ttl, if the set has none or cannot be read. */
const usual = '24h';

const asSeconds = (value: Json | undefined): number => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? (secondsOf(value) ?? 0) : 0;
};

/**
 * Returns a ttl, unlimited only on request.
 * @throws TrivetError for an unknown set
 */
export const finiteTtl = async ({ session, input, spoken }: BorrowContext): Promise<string> => {
  const given = input.ttl;
  if (given !== undefined && given !== '') {
    if (secondsOf(given) === 0) {
      session.reporter.warn(
        'a TTL of 0 is unlimited, unless the server has a limit: the account stays borrowed until someone checks it in',
      );
    }
    return given;
  }
  // The server shortens it to the set's.
  if (await countsRequests(session)) return usual;
  const found = await snapshot(session, show, setOf(spoken));
  if (found.kind !== 'data') return usual;
  const seconds = asSeconds(found.data['ttl']) || asSeconds(found.data['max_ttl']);
  if (seconds > 0) return `${seconds}s`;
  session.reporter.note(`the set has no TTL; the check-out ends after ${usual} (change it with --ttl)`);
  return usual;
};

const poolEmpty = (error: TrivetError): boolean => error.code === 'pool-empty';

/** Milliseconds. */
const betweenTries = 2000;

/** @throws TrivetError `pool-empty` (exit 6) with the borrowers, 124 when the wait times out */
export const borrow = async (context: BorrowContext, ttl: string): Promise<Outcome> => {
  const { session, operation, input, spoken, options } = context;
  const set = setOf(spoken);
  const attempt = (): Promise<Outcome> => session.call(operation, { ...input, ttl }, options);
  try {
    const waiting = waitingWith(input, {
      pause: betweenTries,
      passing: poolEmpty,
      what: `no account of ${set.set_name} is available`,
    });
    return waiting === undefined ? await attempt() : await waitUntilDone(session, attempt, waiting);
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    const over = error.code === 'deadline' && error.details.reason === 'pool-empty';
    if (!poolEmpty(error) && !over) throw error;
    const taken = (await accountsIfReadable(session, set))?.filter((account) => !account.available) ?? [];
    const who = taken.length === 0 ? 'the server does not report who borrowed them' : holders(taken);
    const late = over ? '; the wait timed out' : '';
    throw error.with({
      message: `no account of ${set.set_name} is available${late}: ${who}`,
      details: {
        hint: over ? 'Wait longer with --wait-timeout.' : 'To wait for one: --wait --wait-timeout 10m',
      },
    });
  }
};

export const accountOf = (document: Json): string => {
  const name = at(document, 'data', 'service_account_name');
  return typeof name === 'string' ? name : '';
};
