/** `lease recover`: returns what lends left behind, and clears the ledger. */
import { Exit, TrivetError } from '../../model/error.ts';
import { clearEntry, ledger } from '../../runtime/lend-ledger.ts';
import type { LedgerEntry } from '../../runtime/lend-ledger.ts';
import type { Session } from '../../runtime/session.ts';
import { giveBack } from '../lending/give-back.ts';
import { accountsIfReadable, mayBeOurs, ownEntity } from '../lending/library-account.ts';
import { refuseShowing } from '../own-change.ts';
import type { Workflow } from '../workflow.ts';

/** Milliseconds after which a check-out that ends by itself is taken to have ended. */
const margin = 60_000;

const here = async (session: Session, entry: LedgerEntry): Promise<boolean> => {
  const { baseUrl, context } = await session.endpoint('secrets');
  return entry.baseUrl === baseUrl && entry.namespace === context.namespace?.value;
};

/** @returns what became of it, and whether the entry may go */
const settle = async (
  session: Session,
  entry: LedgerEntry,
): Promise<{ readonly text: string; readonly done: boolean }> => {
  const { world } = session;
  const { mount, set, account, lease, until } = entry;
  const named = account === undefined ? `a check-out of ${set}` : `${account} of ${set}`;
  if (until !== 0 && until + margin < world.now())
    return { text: `${named} has ended by itself`, done: true };
  if (account === undefined) {
    return {
      text: `${named} was asked for and never answered; see trivet ldap library status ${set} --mount ${mount}`,
      done: false,
    };
  }
  const accounts = await accountsIfReadable(session, { mount, set_name: set });
  const found = accounts?.find(({ name }) => name === account);
  if (found?.available === true) return { text: `${named} is available already`, done: true };
  if (found !== undefined && !mayBeOurs(found, await ownEntity(session))) {
    return { text: `${named} is somebody else's by now and was left alone`, done: true };
  }
  const how = await giveBack(session, { mount, set, account, lease, until });
  return { text: how === 'ended' ? `${named} has ended by itself` : `checked in ${named}`, done: true };
};

const run: Workflow = async ({ session }) => {
  const { world, reporter } = session;
  refuseShowing(session.globals);
  const all = await ledger(world);
  if (all.length === 0) reporter.note('nothing was left behind');
  let left = 0;
  for (const { file, entry } of all) {
    if (entry === undefined) {
      reporter.warn(`${file} cannot be read as an entry and was left alone`);
      left += 1;
      continue;
    }
    if (world.processes?.isAlive(entry.pid) === true) {
      reporter.note(`${entry.account ?? 'an account'} of ${entry.set} is in use by process ${entry.pid}`);
      continue;
    }
    if (!(await here(session, entry))) {
      reporter.note(`${entry.account ?? 'an account'} of ${entry.set} belongs to ${entry.baseUrl}`);
      continue;
    }
    try {
      const { text, done } = await settle(session, entry);
      reporter.note(text);
      if (done) await clearEntry(file);
      else left += 1;
    } catch (error) {
      if (!(error instanceof TrivetError)) throw error;
      reporter.warn(`${entry.account ?? 'an account'} of ${entry.set}: ${error.message}`);
      left += 1;
    }
  }
  return left === 0 ? Exit.ok : Exit.refused;
};

export default run;
