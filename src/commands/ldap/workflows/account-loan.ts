/** A loan of an account: checked out with a finite ttl, and checked in unless another borrower has it. */
import { readBackAs } from '../../../services/proof.ts';
import { wordOf } from '../../../catalogue/text/server-text.ts';
import { Exit, TrivetError } from '../../../system/error.ts';
import type { Borrower, Ref } from '../../../catalogue/ref.ts';
import { keyOf, refOf, sameRef } from '../../../catalogue/ref.ts';
import { secondsOf } from '../../../catalogue/text/duration.ts';
import { ledger, recordedEnd, secretsOf } from '../../loans/workflows/loan-ledger.ts';
import type { CheckOutEntry, Kept } from '../../loans/workflows/loan-ledger.ts';
import type { Session } from '../../../run/session/session.ts';
import { isRenewable, endOfLease, leaseOf, termFrom } from '../../../run/single/lease-note.ts';
import { suggest } from '../../../run/suggest.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';
import { accountOf, borrow, finiteTtl } from './borrow.ts';
import type { BorrowContext } from './borrow.ts';
import type { AccountClaim } from '../../loans/workflows/give-back.ts';
import { giveBack, leaseClaim, revokePath } from '../../loans/workflows/give-back.ts';
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
import type {
  Loan,
  NewEntry,
  Requests,
  Returnable,
  Settled,
  Suggested,
  TermState,
} from '../../loans/workflows/loan.ts';
import { isUsedBy } from '../../loans/workflows/other-loans.ts';
import { doneWith } from '../../loans/workflows/settled.ts';
import { hasPassed } from '../../loans/workflows/server-time.ts';

const namedOf = ({ account, set }: CheckOutEntry): string =>
  account === undefined ? `a check-out of ${set}` : `${wordOf(account)} of ${set}`;

/** The account may have another borrower. */
const endedBefore = ({ account, set }: CheckOutEntry): string =>
  `the check-out of ${account ?? 'an account'} of ${set} expired before the command ended, and its password was changed; ` +
  'give it more time with --ttl';

/** Two servers may share names; within a mount each account is in one set. */
const accountRef = (entry: CheckOutEntry): Ref => {
  const { service, address, scope } = secretsOf(entry);
  const target = { service, address, scope: { ...scope, mount: entry.mount } };
  return refOf({ kind: 'ldap-account' }, target, entry.account ?? '');
};

/** The account stays as it is, since nothing proves that it is ours. */
const unprovenOf = (entry: CheckOutEntry, text: string): Settled => ({
  became: [{ name: namedOf(entry), result: 'unproven', text, doubtful: true }],
  left: entry,
});

/** The mount comes from the record, since another may be usual at recovery. */
const statusOf = ({ mount, set }: CheckOutEntry, command: Suggested): string =>
  command(`ldap library status ${shellWord(set)}`, { mount });

const lookAt = (session: Session, entry: CheckOutEntry): string =>
  `see ${statusOf(entry, (...words) => suggest(session, ...words))}`;

/** The command for a person who knows the borrower. */
const byHand = (session: Session, { mount, set, account, lease }: CheckOutEntry): string => {
  const words = [
    'ldap library check-in',
    shellWord(set),
    ...(account === undefined ? [] : [shellWord(account)]),
    ...(lease === undefined ? [] : [`--lease-id ${shellWord(lease)}`]),
  ].join(' ');
  return `Whoever ran the command, or the owner of the server by its log, can tell. To check it in: ${suggest(session, words, { mount })}`;
};

const claimOf = async (
  session: Session,
  entry: CheckOutEntry,
  isSame: boolean | undefined,
): Promise<AccountClaim | undefined> => {
  const { mount, set, borrower } = entry;
  const ref = accountRef(entry);
  if (isSame === true && borrower !== undefined) return { ref, proof: { by: 'borrower', ...borrower } };
  // A lenient server would also check in the next borrower's account.
  const isRefused = (await isEnforced(session, { mount, set_name: set })) === true;
  return isRefused ? { ref, proof: { by: 'server' } } : undefined;
};

/** Gives the account back, unless it is available or has another borrower. */
const settle = async (
  session: Session,
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
  const claim = await claimOf(session, entry, same);
  if (claim === undefined)
    return unprovenOf(
      entry,
      `${named} is still checked out: nothing shows whether it has another borrower by now; ${lookAt(session, entry)}. ${byHand(session, entry)}`,
    );
  const leased = lease === undefined ? undefined : leaseClaim(claim.ref.target, lease);
  const how = await giveBack(session, { mount, set, account, claim, lease: leased, late });
  if (how === 'other') return leftTo(' and was not checked in');
  if (how === 'taken') return leftTo(', who got it after it was checked in');
  if (how === 'ended') return done('ended', ended, true);
  if (how === 'due') return done('would be returned', '');
  return done('returned', how === 'already' ? `${named} was already checked in` : `checked in ${named}`);
};

/** Empty if the token may not see the leases. */
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

const staysText = (leases: readonly string[]): string => {
  const which =
    leases.length === 0 ? '' : ` (${leases.length > 1 ? 'one of ' : ''}${leases.map(wordOf).join(', ')})`;
  return (
    `the lease of its check-out${which} stays until it ends, and then takes the account from its next borrower. ` +
    notWhileOnLoan
  );
};

/** Somebody else may have checked the account in, and its lease may be left. */
const endedLost = (entry: CheckOutEntry, leases: readonly string[]): Settled => {
  const named = namedOf(entry);
  const stays = leases.length === 0 ? '' : `. Unless another check-out has it, ${staysText(leases)}`;
  return doneWith(named)('ended', `${named} was not made, or has ended${stays}`, stays !== '');
};

/** Nobody got the lease, so nothing proves which account it is for. */
const settleLost = async (
  session: Session,
  entry: CheckOutEntry,
  others: readonly Kept[],
): Promise<Settled> => {
  const { mount, set, taken } = entry;
  const named = namedOf(entry);
  const look = lookAt(session, entry);
  const unknown = (text: string): Settled =>
    unprovenOf(entry, `${named} was requested and the outcome is unknown; ${text}`);
  const accounts = await accountsIfReadable(session, { mount, set_name: set });
  if (accounts === undefined || taken === undefined) return unknown(look);
  const entity = await ownEntity(session);
  const lent = new Set(
    others.flatMap(({ entry: other }) =>
      other?.kind === 'check-out' && other.account !== undefined ? [keyOf(accountRef(other))] : [],
    ),
  );
  const ours = accounts.filter(
    (account) =>
      mayBeOurs(account, entity) && !lent.has(keyOf(accountRef({ ...entry, account: account.name }))),
  );
  const fresh = ours.filter(({ name }) => !Object.hasOwn(taken, name) || taken[name] !== (entity ?? ''));
  const leases = await lostLeases(session, entry, others);
  if (ours.length === 0) return endedLost(entry, leases);
  const [only] = fresh;
  if (only === undefined || fresh.length > 1) {
    const which = ours.map(({ name }) => wordOf(name)).join(', ');
    return unknown(`the account may be one of ${which}: ${look}`);
  }
  const [lease] = leases;
  const found = { ...entry, account: only.name, lease: leases.length === 1 ? lease : undefined };
  const rest = leases.length === 1 ? '' : `; ${staysText(leases)}`;
  return unknown(
    `${wordOf(only.name)} may be it, if nobody else of this identity borrowed it since: ${look}. ` +
      `${byHand(session, found)}${rest}`,
  );
};

export const checkOutOf = (entry: CheckOutEntry): Returnable => {
  const { account, set } = entry;
  return {
    named: namedOf(entry),
    isGiven: account !== undefined,
    ways: [revokePath, `${entry.mount}/library/${set}/check-in`],
    endsWithToken: true,
    requested: (command) =>
      `a check-out of ${set} was sent and its outcome is unknown; check ${statusOf(entry, command)}, then run: ${command('lease recover')}`,
    giveBack: (session, standing: TermState) =>
      standing === 'gone'
        ? Promise.resolve(doneWith(namedOf(entry))('ended', endedBefore(entry), true))
        : settle(session, entry, standing === 'late', endedBefore(entry)),
    recover: async (session, others) => {
      if (account === undefined) return settleLost(session, entry, others);
      // Revoking the lease takes the account from whoever has it.
      const isLentAgain = await isUsedBy(
        await ledger(session.io),
        (other) =>
          other.kind === 'check-out' &&
          other.account !== undefined &&
          sameRef(accountRef(other), accountRef(entry)),
      );
      if (isLentAgain) {
        const name = namedOf(entry);
        const text = `a command that still runs uses ${name}`;
        return { became: [{ name, result: 'in use', text }], left: entry };
      }
      const late = await hasPassed(session, entry);
      return settle(session, entry, late, `${namedOf(entry)} has ended by itself`);
    },
  };
};

/** The borrower, since at the end only this borrower's account is checked in. */
const borrowerOf = async (session: Session, entry: CheckOutEntry): Promise<Borrower | undefined> => {
  const { mount, set, account } = entry;
  const accounts = await accountsIfReadable(session, { mount, set_name: set });
  const found = accounts?.find(({ name, available }) => name === account && !available);
  return found === undefined || (found.entity === undefined && found.token === undefined)
    ? undefined
    : { entity: found.entity, token: found.token };
};

type SetBefore = Pick<CheckOutEntry, 'taken' | 'since'>;

/** Whether the server enforces it, or why that cannot be read. */
const enforcementOf = async (
  session: Session,
  set: ReturnType<typeof setOf>,
): Promise<boolean | TrivetError | undefined> => {
  try {
    return await isEnforced(session, set, {});
  } catch (error) {
    if (error instanceof TrivetError && error.exit !== Exit.notFound) return error;
    throw error;
  }
};

/**
 * Reads the set, unless the token's requests are limited.
 * @throws TrivetError exit 4 or 7, if nothing would prove at the end who borrowed the account
 */
const setBefore = async ({ session, spoken, input }: BorrowContext): Promise<SetBefore> => {
  if (await countsRequests(session)) return { taken: undefined, since: undefined };
  const set = setOf(spoken);
  const status = await statusIfReadable(session, set);
  const enforced = status === undefined ? await enforcementOf(session, set) : true;
  if (enforced !== true) {
    const isAway = enforced instanceof TrivetError;
    const scope = { mount: input.mount };
    const name = shellWord(set.set_name);
    throw new TrivetError(
      'unprovable',
      isAway ? Exit.unavailable : Exit.denied,
      `the token may not read the status of ${set.set_name}, and ` +
        (enforced === false
          ? 'the set lets anyone check in'
          : 'whether the set refuses the check-in of an account to others could not be read') +
        ': when the command ends, nothing would prove whose the account is',
      {
        hint:
          `Check it out, run the command, and check it in: ${suggest(session, `ldap library check-out ${name}`, scope)} and ` +
          `${suggest(session, `ldap library check-in ${name} ACCOUNT`, scope)}
` +
          `Or use a token with path "${set.mount}/library/${set.set_name}/status" { capabilities = ["read"] }.`,
      },
    );
  }
  const taken = status?.accounts.filter(({ available }) => !available);
  return {
    taken: taken && Object.fromEntries(taken.map(({ name, entity = '' }) => [name, entity])),
    since: status?.at,
  };
};

/** The status shows the account; its lease gives it back, or its name if the token may not revoke. */
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
      until: asked === 0 ? 0 : session.io.now() + asked,
      ...(await setBefore(context)),
    };
    return {
      entry,
      get: async (keep) => {
        const outcome = await borrow({ ...context, options: { ...options, unwrapped: true } }, ttl);
        if (accountOf(outcome.document) === '') {
          const failure = new TrivetError(
            'unknown-outcome',
            Exit.unknown,
            `the reply to the check-out of ${set} names no account`,
            { lookUp: statusOf(entry, (...words) => suggest(session, ...words)) },
          );
          throw readBackAs(undefined, failure);
        }
        // By default the time is the requested one; 0 means no end.
        const term = termFrom(session, outcome, [endOfLease(outcome, asked)]);
        const lent = {
          ...entry,
          account: accountOf(outcome.document),
          lease: leaseOf(outcome),
          until: recordedEnd(term),
        };
        await keep(lent);
        const borrower = await borrowerOf(session, lent);
        if (borrower !== undefined) await keep({ ...lent, borrower });
        const what = namedOf(lent);
        const more = input.ttl === undefined && isRenewable(outcome);
        return {
          outcome,
          what,
          ends: `the check-out of ${what} ends`,
          term,
          lease: more ? lent.lease : undefined,
        };
      },
    };
  };
