/**
 * Lends a library account: checked out with a finite ttl, and checked in again unless another borrower has it by
 * now.
 */
import { wordOf } from '../../../catalogue/text/server-text.ts';
import { Exit, TrivetError } from '../../../system/error.ts';
import type { Ref } from '../../../catalogue/ref.ts';
import { refOf, sameRef } from '../../../catalogue/ref.ts';
import { secondsOf } from '../../../catalogue/text/duration.ts';
import { ledger } from '../../lending/workflows/lend-ledger.ts';
import type { Borrower, CheckOutEntry, Kept } from '../../lending/workflows/lend-ledger.ts';
import type { Session } from '../../../engine/session/session.ts';
import { leaseOf, leaseSeconds, isRenewable } from '../../../engine/single/lease-note.ts';
import { suggest } from '../../../engine/suggest.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';
import { accountOf, borrow, finiteTtl } from './borrow.ts';
import type { BorrowContext } from './borrow.ts';
import {
  endLease,
  giveBack,
  isOfOther,
  returnByName,
  revokePath,
} from '../../lending/workflows/give-back.ts';
import { endOfNext, endOfOther, leasesSince, notWhileOnLoan } from './left-lease.ts';
import {
  accountsIfReadable,
  countsRequests,
  isEnforced,
  isOurs,
  mayBeOurs,
  ownEntity,
  setOf,
  statusIfReadable,
} from './library-account.ts';
import type { Account } from './library-account.ts';
import type {
  Loan,
  NewEntry,
  Requests,
  Returnable,
  Returning,
  Settled,
  Suggested,
  TermState,
} from '../../lending/workflows/loan.ts';
import { isUsedBy } from '../../lending/workflows/other-lends.ts';
import { doneWith } from '../../lending/workflows/settled.ts';
import { hasPassed, untilOf } from '../../lending/workflows/server-time.ts';

const namedOf = ({ account, set }: CheckOutEntry): string =>
  account === undefined ? `a check-out of ${set}` : `${wordOf(account)} of ${set}`;

/** The password changed while the command ran, and the account can have another borrower. */
const endedBefore = ({ account, set }: CheckOutEntry): string =>
  `the check-out of ${account ?? 'an account'} of ${set} expired before the command ended, and its password was changed; ` +
  'give it more time with --ttl';

/** The set of a check-out: an account is lent of one set, also where two servers have sets of one name. */
const lentSet = ({ baseUrl, namespace = '', mount, set }: CheckOutEntry): Ref =>
  refOf({ kind: 'ldap-set' }, { service: 'secrets', address: baseUrl, scope: { namespace, mount } }, set);

/** A row of what nothing proves to be ours, which stays. */
const unprovenOf = (entry: CheckOutEntry, text: string): Settled => ({
  became: [{ name: namedOf(entry), result: 'unproven', text, doubtful: true }],
  left: entry,
});

/** The mount is that of the record: where it is recovered another one can be usual. */
const statusOf = ({ mount, set }: CheckOutEntry, command: Suggested): string =>
  command(`ldap library status ${shellWord(set)}`, { mount });

const lookAt = (session: Session, entry: CheckOutEntry): string =>
  `see ${statusOf(entry, (...words) => suggest(session, ...words))}`;

const byForce = (session: Session): string => suggest(session, 'lease recover --release-unproven');

/** Gives the account back, unless the server shows that it is available or has another borrower by now. */
const settle = async (
  { session, releaseUnproven }: Returning,
  entry: CheckOutEntry,
  late: boolean,
  ended: string,
): Promise<Settled> => {
  const { mount, set, account = '', lease, borrower } = entry;
  const named = namedOf(entry);
  const done = doneWith(named);
  const accounts = await accountsIfReadable(session, { mount, set_name: set });
  const found = accounts?.find(({ name }) => name === account);
  if (found?.available === true) {
    const next = await endOfNext(session, entry);
    return done('ended', `${named} is already available${next ?? ''}`, next !== undefined);
  }
  const leftTo = async (whose: string): Promise<Settled> =>
    done('left', `${named} has another borrower by now${whose}${await endOfOther(session, entry)}`, true);
  const same = found === undefined ? undefined : await isOurs(session, found, borrower);
  if (same === false) return leftTo(' and was not checked in');
  const proven = same === true && borrower !== undefined;
  // Where the server takes a check-in from anybody, it would not refuse that of the next borrower's account.
  if (!proven && !releaseUnproven && (await isEnforced(session, { mount, set_name: set })) !== true)
    return unprovenOf(
      entry,
      `${named} is still checked out: nothing shows whether it has another borrower by now; ${lookAt(session, entry)}. To check it in: ${byForce(session)}`,
    );
  const how = await giveBack(session, { mount, set, account, lease, borrower, proven, late });
  if (how === 'other') return leftTo(' and was not checked in');
  if (how === 'taken') return leftTo(', who got it after it was checked in');
  if (how === 'ended') return done('ended', ended, true);
  if (how === 'due') return done('would be returned', '');
  return done('returned', how === 'already' ? `${named} was already checked in` : `checked in ${named}`);
};

/** The leases that can be that of a check-out whose reply was lost; none where the token is not allowed to see them. */
const lostLeases = async (
  session: Session,
  { mount, set, since }: CheckOutEntry,
  others: readonly Kept[],
): Promise<readonly string[]> => {
  if (since === undefined) return [];
  const known = new Set(others.map(({ entry }) => (entry?.kind === 'check-out' ? entry.lease : undefined)));
  const leases = await leasesSince(session, { mount, set_name: set }, since);
  return leases.filter((lease) => !known.has(lease));
};

/** What to do about a lease that stays, which is one of these. */
const staysText = (leases: readonly string[]): string => {
  const which =
    leases.length === 0 ? '' : ` (${leases.length > 1 ? 'one of ' : ''}${leases.map(wordOf).join(', ')})`;
  return (
    `the lease of its check-out${which} stays until it ends, and then takes the account from its next borrower. ` +
    notWhileOnLoan
  );
};

/** The check-out has no account; its lease may be left nevertheless, if somebody else checked it in. */
const endedLost = (entry: CheckOutEntry, leases: readonly string[], why: string): Settled => {
  const named = namedOf(entry);
  const stays = leases.length === 0 ? '' : `. Unless another check-out has it, ${staysText(leases)}`;
  return doneWith(named)('ended', `${named} was not made, or has ended${why}${stays}`, stays !== '');
};

/** Checks in the account of a check-out whose reply was lost, and ends its lease if only one can be it. */
const returnLost = async (
  session: Session,
  entry: CheckOutEntry,
  { name: account, entity, token }: Account,
  others: readonly Kept[],
): Promise<Settled> => {
  const { mount, set } = entry;
  const done = doneWith(namedOf(entry));
  const lent = { mount, set, account, borrower: { entity, token } };
  const leases = await lostLeases(session, entry, others);
  try {
    await returnByName(session, lent);
  } catch (error) {
    if (!isOfOther(error)) throw error;
    return endedLost(entry, leases, `: ${wordOf(account)} has another borrower`);
  }
  const text = `checked in ${wordOf(account)} of ${set}, whose check-out got no reply`;
  const [lease] = leases;
  const end = lease === undefined || leases.length > 1 ? undefined : await endLease(session, lease, lent);
  if (end === 'ended') return done('returned', `${text}, and revoked its lease`);
  if (end === 'taken')
    return done('returned', `${text}${await endOfOther(session, { lease, until: 0 })}`, true);
  return done('returned', `${text}; ${staysText(leases)}`, true);
};

/**
 * Handles a check-out whose reply was lost: it is the one account that we have now, did not have before, and no
 * other lend has.
 */
const settleLost = async (
  { session, releaseUnproven }: Returning,
  entry: CheckOutEntry,
  others: readonly Kept[],
): Promise<Settled> => {
  const { mount, set, taken } = entry;
  const named = namedOf(entry);
  const done = doneWith(named);
  const look = lookAt(session, entry);
  const unknown = (text: string): Settled => unprovenOf(entry, text);
  const accounts = await accountsIfReadable(session, { mount, set_name: set });
  if (accounts === undefined || taken === undefined) {
    return unknown(`${named} was requested and no reply came; ${look}`);
  }
  const entity = await ownEntity(session);
  const lent = new Set(
    others.flatMap(({ entry: other }) =>
      other?.kind === 'check-out' && sameRef(lentSet(other), lentSet(entry)) ? [other.account ?? ''] : [],
    ),
  );
  const ours = accounts.filter((account) => mayBeOurs(account, entity) && !lent.has(account.name));
  const fresh = ours.filter(({ name }) => !Object.hasOwn(taken, name) || taken[name] !== (entity ?? ''));
  const [only] = fresh;
  if (ours.length === 0) return endedLost(entry, await lostLeases(session, entry, others), '');
  if (only === undefined || fresh.length > 1) {
    const which = ours.map(({ name }) => wordOf(name)).join(', ');
    return unknown(`${named} was requested and no reply came; the account may be one of ${which}: ${look}`);
  }
  if (!releaseUnproven) {
    return unknown(
      `${named} was requested and no reply came; ${wordOf(only.name)} may be it, if nobody else of this identity borrowed it ` +
        `since: ${look}. To check it in: ${byForce(session)}`,
    );
  }
  if (session.globals.dryRun) return done('would be returned', '');
  return returnLost(session, entry, only, others);
};

export const checkOutOf = (entry: CheckOutEntry): Returnable => {
  const { account, set } = entry;
  return {
    named: namedOf(entry),
    isGiven: account !== undefined,
    ways: [revokePath, `${entry.mount}/library/${set}/check-in`],
    endsWithToken: true,
    undo: (command) =>
      account === undefined
        ? `a check-out of ${set} was sent and its outcome is unknown; check ${statusOf(entry, command)}, then run: ${command('lease recover')}`
        : `${wordOf(account)} of ${set} is still checked out; return it with: ${command('lease recover')}`,
    giveBack: (returning: Returning, standing: TermState) =>
      standing === 'gone'
        ? Promise.resolve(doneWith(namedOf(entry))('ended', endedBefore(entry), true))
        : settle(returning, entry, standing === 'late', endedBefore(entry)),
    recover: async (returning, others) => {
      const { session } = returning;
      if (account === undefined) return settleLost(returning, entry, others);
      // A lease that is revoked takes the account from whoever has it.
      const isLentAgain = await isUsedBy(
        await ledger(session.world),
        (other) =>
          other.kind === 'check-out' && sameRef(lentSet(other), lentSet(entry)) && other.account === account,
      );
      if (isLentAgain) {
        const name = namedOf(entry);
        const text = `a command that still runs uses ${name}`;
        return { became: [{ name, result: 'in use', text }], left: entry };
      }
      const late = await hasPassed(session, entry);
      return settle(returning, entry, late, `${namedOf(entry)} has ended by itself`);
    },
  };
};

/** Who has the account after its check-out: at the end only the same borrower's is checked in. */
const borrowerOf = async (session: Session, entry: CheckOutEntry): Promise<Borrower | undefined> => {
  const { mount, set, account } = entry;
  const accounts = await accountsIfReadable(session, { mount, set_name: set });
  const found = accounts?.find(({ name, available }) => name === account && !available);
  return found === undefined || (found.entity === undefined && found.token === undefined)
    ? undefined
    : { entity: found.entity, token: found.token };
};

/** The state of the set before the check-out, where the token is allowed to see it. */
const before = async ({
  session,
  spoken,
}: BorrowContext): Promise<Pick<CheckOutEntry, 'taken' | 'since'>> => {
  if (await countsRequests(session)) return { taken: undefined, since: undefined };
  const status = await statusIfReadable(session, setOf(spoken));
  const taken = status?.accounts.filter(({ available }) => !available);
  return {
    taken: taken && Object.fromEntries(taken.map(({ name, entity = '' }) => [name, entity])),
    since: status?.at,
  };
};

const unprovable =
  'the token may read neither the status of the set nor whether the server refuses the check-in of an account to others: at the ' +
  'end nothing proves whose the account is, so it stays checked out, unless --release-unproven is given';

/** Whether the server will show at the end that the account is somebody else's; it was checked out already. */
const showsBorrower = async (session: Session, of: Parameters<typeof isEnforced>[1]): Promise<boolean> => {
  try {
    return (await isEnforced(session, of)) === true;
  } catch (error) {
    if (error instanceof TrivetError) return false;
    throw error;
  }
};

/** Shown by the status of the set, and given back by its lease, or by name where the token is not allowed to revoke. */
export const checkOutRequests: Requests = { taking: 2, returning: 3 };

export const checkOutLoan =
  (context: BorrowContext) =>
  async (common: NewEntry): Promise<Loan> => {
    const { session, input, options, spoken } = context;
    const { mount, set_name: set } = setOf(spoken);
    const ttl = await finiteTtl(context);
    const asked = (secondsOf(ttl) ?? 0) * 1000;
    const entry: CheckOutEntry = {
      kind: 'check-out',
      ...common,
      mount,
      set,
      account: undefined,
      lease: undefined,
      borrower: undefined,
      until: asked === 0 ? 0 : session.world.now() + asked,
      ...(await before(context)),
    };
    return {
      entry,
      get: async (keep) => {
        const outcome = await borrow({ ...context, options: { ...options, unwrapped: true } }, ttl);
        if (accountOf(outcome.document) === '')
          throw new TrivetError(
            'unknown-outcome',
            Exit.unknown,
            `the reply to the check-out of ${set} names no account`,
            {
              effect: 'unknown',
              lookUp: statusOf(entry, (...words) => suggest(session, ...words)),
            },
          );
        // A reply without a time has the one that was requested; 0 means no end.
        const life = leaseSeconds(outcome) * 1000 || asked;
        const lent = {
          ...entry,
          account: accountOf(outcome.document),
          lease: leaseOf(outcome),
          until: untilOf(session, outcome, life),
        };
        await keep(lent);
        const borrower = await borrowerOf(session, lent);
        if (borrower !== undefined) await keep({ ...lent, borrower });
        else if (
          input['release-unproven'] !== true &&
          !(await countsRequests(session)) &&
          !(await showsBorrower(session, { mount, set_name: set }))
        )
          session.reporter.warn(unprovable);
        const what = namedOf(lent);
        const more = input.ttl === undefined && isRenewable(outcome);
        return {
          outcome,
          what,
          ends: `the check-out of ${what} ends`,
          life,
          lease: more ? lent.lease : undefined,
        };
      },
    };
  };
