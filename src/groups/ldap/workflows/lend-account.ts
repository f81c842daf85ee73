/**
 * Lends a library account: checked out with a finite ttl, and checked in again unless another borrower has it by
 * now.
 */
import { shellWord } from '../../../services/context.ts';
import { wordOf } from '../../../model/text/server-text.ts';
import { Exit, TrivetError } from '../../../model/error.ts';
import { secondsOf } from '../../../model/text/duration.ts';
import type { Borrower, CheckOutEntry, Kept } from '../../lending/workflows/lend-ledger.ts';
import { serverFlags } from '../../../engine/given-globals.ts';
import type { Session } from '../../../engine/session/session.ts';
import { leaseOf, leaseSeconds, isRenewable } from '../../../workflows/lease-note.ts';
import { mountFlag, placeFlags } from '../../../engine/place-flags.ts';
import { accountOf, borrow, finiteTtl } from './borrow.ts';
import type { BorrowContext } from './borrow.ts';
import { giveBack, returnByName, hasEnded } from '../../lending/workflows/give-back.ts';
import { accountsIfReadable, isSameBorrower, mayBeOurs, ownEntity, setOf } from './library-account.ts';
import type {
  Loan,
  NewEntry,
  Returnable,
  Returning,
  Settled,
  TermState,
} from '../../lending/workflows/loan.ts';
import { doneWith } from '../../lending/workflows/settled.ts';
import { isoTime } from '../../../screen/text/time.ts';
import { hasPassed, untilOf } from '../../lending/workflows/server-time.ts';

const namedOf = ({ account, set }: CheckOutEntry): string =>
  account === undefined ? `a check-out of ${set}` : `${wordOf(account)} of ${set}`;

/** The password changed while the command ran, and the account can have another borrower. */
const endedBefore = ({ account, set }: CheckOutEntry): string =>
  `the check-out of ${account ?? 'an account'} of ${set} expired before the command ended, and its password was changed; ` +
  'give it more time with --ttl';

const endText = (until: number): string => {
  const end = until === 0 ? undefined : isoTime(until)?.replace(/\.\d{3}Z$/, 'Z');
  return end === undefined ? 'when the lease ends' : `at ${end}`;
};

/** Somebody else checked it in, and its lease was left to the next borrower; undefined where it has ended. */
const leftLease = async (
  session: Session,
  { lease, until }: CheckOutEntry,
): Promise<{ readonly lease: string; readonly runs: boolean; readonly end: string } | undefined> => {
  if (lease === undefined) return undefined;
  const ended = await hasEnded(session, lease).catch(() => undefined);
  return ended === true ? undefined : { lease, runs: ended === false, end: endText(until) };
};

/** No client can prevent that the server takes the account from its next borrower at the end of our lease. */
const endOfOther = async (session: Session, entry: CheckOutEntry): Promise<string> => {
  const left = await leftLease(session, entry);
  if (left === undefined) return '';
  const { lease, runs, end } = left;
  return runs
    ? `. Its lease ${wordOf(lease)} still runs: the server takes the account from that borrower ${end}`
    : `. Unless its lease ${wordOf(lease)} has ended, the server takes the account from that borrower ${end}`;
};

const endOfNext = async (session: Session, entry: CheckOutEntry): Promise<string | undefined> => {
  const left = await leftLease(session, entry);
  return (
    left &&
    `. Unless its lease has ended, the server takes the account from its next borrower ${left.end}. Before ` +
      `anyone borrows it: trivet lease revoke ${shellWord(left.lease)} --sync${serverFlags(session.globals)}`
  );
};

/** Gives the account back, unless the server shows that it is available or has another borrower by now. */
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
  if (found !== undefined && !isSameBorrower(found, borrower, await ownEntity(session)))
    return done(
      'left',
      `${named} has another borrower by now and was not checked in${await endOfOther(session, entry)}`,
      true,
    );
  const how = await giveBack(session, { mount, set, account, lease, borrower, late });
  if (how === 'ended') return done('ended', ended, true);
  if (how === 'due') return done('would be returned', '');
  return done('returned', how === 'already' ? `${named} was already checked in` : `checked in ${named}`);
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
  const look = `see trivet ldap library status ${set}${placeFlags(session, 'ldap', entry)}`;
  const unknown = (text: string): Settled => ({
    became: [{ name: named, result: 'unproven', text, doubtful: true }],
    left: entry,
  });
  const accounts = await accountsIfReadable(session, { mount, set_name: set });
  if (accounts === undefined || taken === undefined) {
    return unknown(`${named} was requested and no reply came; ${look}`);
  }
  const entity = await ownEntity(session);
  const lent = new Set(
    others.flatMap(({ entry: other }) =>
      other?.kind === 'check-out' && other.mount === mount && other.set === set ? [other.account ?? ''] : [],
    ),
  );
  const ours = accounts.filter((account) => mayBeOurs(account, entity) && !lent.has(account.name));
  const fresh = ours.filter(({ name }) => !Object.hasOwn(taken, name) || taken[name] !== (entity ?? ''));
  const [only] = fresh;
  if (ours.length === 0) return done('ended', `${named} was not made, or has ended`);
  if (only === undefined || fresh.length > 1) {
    const which = ours.map(({ name }) => wordOf(name)).join(', ');
    return unknown(`${named} was requested and no reply came; the account may be one of ${which}: ${look}`);
  }
  if (!releaseUnproven) {
    return unknown(
      `${named} was requested and no reply came; ${wordOf(only.name)} may be it, if nobody else of this identity borrowed it ` +
        `since: ${look}. To check it in: trivet lease recover --release-unproven`,
    );
  }
  if (session.globals.dryRun) return done('would be returned', '');
  const borrower = { entity: only.entity, token: only.token };
  await returnByName(session, { mount, set, account: only.name, borrower });
  return done('returned', `checked in ${wordOf(only.name)} of ${set}, whose check-out got no reply`);
};

export const checkOutOf = (entry: CheckOutEntry): Returnable => {
  const { account, set } = entry;
  return {
    named: namedOf(entry),
    isGiven: account !== undefined,
    endsWithToken: true,
    undo:
      account === undefined
        ? `a check-out of ${set} was sent and its outcome is unknown; check trivet ldap library status ${set}${mountFlag('ldap', entry)}, then run: trivet lease recover`
        : `${wordOf(account)} of ${set} is still checked out; return it with: trivet lease recover`,
    giveBack: ({ session }: Returning, standing: TermState) =>
      standing === 'gone'
        ? Promise.resolve(doneWith(namedOf(entry))('ended', endedBefore(entry), true))
        : settle(session, entry, standing === 'late', endedBefore(entry)),
    recover: async (returning, others) => {
      const { session } = returning;
      if (account === undefined) return settleLost(returning, entry, others);
      const late = await hasPassed(session, entry);
      return settle(session, entry, late, `${namedOf(entry)} has ended by itself`);
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

/** The borrower of each account, by entity (empty: none); undefined where the token is not allowed to see it. */
const takenOf = async ({ session, spoken }: BorrowContext): Promise<CheckOutEntry['taken']> => {
  const accounts = await accountsIfReadable(session, setOf(spoken));
  const taken = accounts?.filter(({ available }) => !available);
  return taken && Object.fromEntries(taken.map(({ name, entity = '' }) => [name, entity]));
};

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
      taken: await takenOf(context),
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
              lookUp: `trivet ldap library status ${set}${placeFlags(context.session, 'ldap', entry)}`,
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
