/** Runs a child with a borrowed account and returns the account however the child ends. */
import { dirname } from 'node:path';
import { timeOf } from '../../http/server-time.ts';
import { Exit, TrivetError } from '../../model/error.ts';
import { secondsOf } from '../../model/duration.ts';
import { becomeOwner, type Ownership } from '../../profiles/owner.ts';
import { tokenVariables } from '../../profiles/token-variables.ts';
import { childEnvironment } from '../../runtime/child-environment.ts';
import { runChild } from '../../runtime/child.ts';
import { findProgram } from '../../runtime/find-program.ts';
import { clearEntry, keepEntry, newLedgerFile } from '../../runtime/lend-ledger.ts';
import type { LedgerEntry } from '../../runtime/lend-ledger.ts';
import type { Session } from '../../runtime/session.ts';
import { accountOf, borrow, finiteTtl, passwordOf } from './borrow.ts';
import type { LendContext } from './borrow.ts';
import { giveBack } from './give-back.ts';
import { leaseOf, leaseSeconds, noteLease } from '../lease-note.ts';
import { accountsIfReadable, setOf } from './library-account.ts';
import { mountFlag } from '../mount-flag.ts';
import { warnOf } from '../reply.ts';

/** Its own failures end with 125: any other code may be the child's. */
const ownFailure = (error: TrivetError, text?: string): TrivetError =>
  error.with({ exit: Exit.own, message: text ?? error.message });

/** The password changed under the command, and somebody else may have the account. */
const endedBefore = ({ account, set }: LedgerEntry): string =>
  `the check-out of ${account ?? 'an account'} of ${set} ended before the command did, and its password was changed; ` +
  'give more time with --ttl';

const undo = (entry: LedgerEntry): string =>
  entry.account === undefined
    ? `a check-out of ${entry.set} was sent and its outcome is not known; see trivet ldap library status ${entry.set}${mountFlag(entry)}, later trivet lease recover`
    : `${entry.account} of ${entry.set} is still borrowed; return it with: trivet lease recover`;

/** An entry of the ledger that is ours. */
interface Lending {
  readonly file: string;
  readonly entry: LedgerEntry;
}

/** Who has which account now, by entity (empty: none); undefined where the token may not see it. */
const takenOf = async (context: LendContext): Promise<LedgerEntry['taken']> => {
  const accounts = await accountsIfReadable(context.session, setOf(context.spoken));
  const taken = accounts?.filter(({ available }) => !available);
  return taken && Object.fromEntries(taken.map(({ name, entity = '' }) => [name, entity]));
};

const returned = async (session: Session, kept: Lending, late: boolean, code: number | undefined) => {
  const { file, entry } = kept;
  const { mount, set, account = '', lease } = entry;
  try {
    const how = await giveBack(session, { mount, set, account, lease, late });
    if (how === 'ended') session.reporter.warn(endedBefore(entry));
    else {
      session.reporter.note(
        how === 'already' ? `${account} of ${set} was checked in already` : `checked in ${account} of ${set}`,
      );
    }
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    const ended = code === undefined ? '' : `; the command itself ended with ${code}`;
    throw new TrivetError(
      'not-returned',
      Exit.own,
      `${account} of ${set} could not be checked in: ${error.message}${ended}`,
      { ...error.details, hint: `It is kept in ${file}. Return it with: trivet lease recover` },
    );
  }
  await clearEntry(kept);
};

/** @throws TrivetError exit 125 for a failure of trivet, 126 or 127 when the command cannot be started */
export const lend = async (context: LendContext): Promise<number> => {
  const { session, tail, input, spoken, options } = context;
  const { world, signal } = session;
  // Nothing is borrowed for a command that cannot be started.
  await findProgram(tail[0] ?? '', world);
  const { mount, set_name: set } = setOf(spoken);
  const { baseUrl, context: where } = await session.endpoint('secrets');
  const removed = input['keep-token'] === true ? (): boolean => false : tokenVariables(world);
  const work = async (ttl: string, taken: LedgerEntry['taken'], file: string, me: Ownership) => {
    const asked = (secondsOf(ttl) ?? 0) * 1000;
    let entry: LedgerEntry = {
      baseUrl,
      namespace: where.namespace?.value,
      mount,
      set,
      account: undefined,
      lease: undefined,
      until: asked === 0 ? 0 : world.now() + asked,
      owner: me.owner,
      taken,
    };
    return session.hold(
      () => undo(entry),
      async () => {
        await keepEntry(file, entry);
        me.beat(file);
        const outcome = await borrow({ ...context, options: { ...options, unwrapped: true } }, ttl).catch(
          async (error: unknown) => {
            // Only an answer that never came leaves something to look after.
            if (!(error instanceof TrivetError) || error.exit !== Exit.unknown) {
              await clearEntry({ file, entry });
            }
            throw error;
          },
        );
        const { document } = outcome;
        // Without a time of its own it is the one that was asked for: 0 is no end.
        const life = leaseSeconds(outcome) * 1000 || asked;
        const end = life === 0 ? Number.POSITIVE_INFINITY : world.now() + life;
        entry = {
          ...entry,
          account: accountOf(document),
          lease: leaseOf(outcome),
          until: life === 0 ? 0 : timeOf(outcome.response, world.now()) + life,
        };
        let code: number | undefined;
        try {
          await keepEntry(file, entry);
          warnOf(context, outcome);
          noteLease(session, outcome);
          // A signal during the check-out: there is nobody left to run it for.
          if (signal.aborted) return Exit.own;
          const given = { LDAP_USERNAME: entry.account, LDAP_PASSWORD: passwordOf(document) };
          const env = childEnvironment(world.env, given, removed);
          code = await runChild(tail, world, { env });
          return code;
        } finally {
          await returned(session, { file, entry }, end <= world.now(), code);
        }
      },
    );
  };
  try {
    const ttl = await finiteTtl(context);
    const taken = await takenOf(context);
    const file = newLedgerFile(world);
    const me = await becomeOwner(dirname(file));
    try {
      return await work(ttl, taken, file, me);
    } finally {
      me.release();
    }
  } catch (error) {
    if (!(error instanceof TrivetError) || error.exit === Exit.own) throw error;
    // 126 and 127 are the child's, as a shell gives them.
    throw error.exit === 126 || error.exit === 127 ? error : ownFailure(error);
  }
};
