/** A loan of a lock: a mark ends the reason, and only our own locks are removed. */
import { leastOf } from '../../../catalogue/term.ts';
import { at, textAt } from '../../../documents/json/json.ts';
import { Exit, TrivetError } from '../../../system/error.ts';
import { lock, unlock } from '../operations/lock.ts';
import { workspaceOf } from '../../loans/workflows/loan-ledger.ts';
import type { LockedWorkspace, LockEntry } from '../../loans/workflows/loan-ledger.ts';
import { forgetLock } from '../../loans/workflows/other-loans.ts';
import type { Session } from '../../../run/session/session.ts';
import type { Outcome } from '../../../run/session/outcome.ts';
import type { Claim } from '../../../catalogue/ref.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';
import { explainLocked, lockOf, readLock } from './lock-holder.ts';
import type { Became, LoanContext, Loan, NewEntry, Returnable, Settled } from '../../loans/workflows/loan.ts';
import { persist } from '../../loans/workflows/persist.ts';
import { suggest } from '../../../run/suggest.ts';
import { dropsMarkOf } from '../../../run/session/dropped-mark.ts';

type Workspace = Pick<LockedWorkspace, 'id' | 'name'>;

const namesOf = (workspaces: readonly Workspace[]): string => workspaces.map(({ name }) => name).join(', ');

const claimOf = (entry: LockEntry, id: string): Claim<'mark'> => ({
  ref: workspaceOf(entry, id),
  proof: { by: 'mark', mark: entry.mark },
});

const isMarked = ({ proof }: Claim<'mark'>, reason: string): boolean => reason.endsWith(proof.mark);

const unlockOurs = (session: Session, claim: Claim<'mark'>, name: string): Promise<string> =>
  persist(session, {
    operation: unlock,
    named: `the lock of ${name}`,
    attempt: async (options) => {
      await session.call(unlock, { workspace_id: claim.ref.name }, options);
      return 'unlocked';
    },
    passing: (error) => error.code === 'state-pending',
    look: async () => {
      const { locked, reason } = await readLock(session, claim.ref.name, { ignoreInterrupt: true });
      if (locked === false) return { done: 'unlocked' };
      return isMarked(claim, reason) ? 'again' : undefined;
    },
  });

const unprovenText = (session: Session, name: string): string =>
  `${name} is locked, and the server does not report the reason, so nothing proves whose lock it is. Whoever ran the ` +
  'command, or the owner of the server by its log, can tell. If no one else has locked it since: ' +
  suggest(session, `workspace unlock ${shellWord(name)}`);

const takeOff = async (
  session: Session,
  claim: Claim<'mark'>,
  { name, held }: LockedWorkspace,
): Promise<Became> => {
  const { locked, reason, words } = await readLock(session, claim.ref.name, { ignoreInterrupt: true });
  if (locked === false) return { name, result: 'ended', text: `${name} is already unlocked` };
  if (!isMarked(claim, reason)) {
    if (held || reason !== '') {
      const text = `${name} is now locked, ${words}, and was not unlocked`;
      return { name, result: 'left', text, doubtful: true };
    }
    return { name, result: 'unproven', text: unprovenText(session, name), doubtful: true };
  }
  if (session.globals.dryRun) return { name, result: 'would be returned', text: '' };
  return { name, result: 'returned', text: `${await unlockOurs(session, claim, name)} ${name}` };
};

const takeOffAll = async (
  session: Session,
  entry: LockEntry,
  workspaces: readonly LockedWorkspace[],
): Promise<Settled> => {
  const became: Became[] = [];
  const stays = new Set<LockedWorkspace>(entry.workspaces);
  const failed: { readonly name: string; readonly error: TrivetError }[] = [];
  for (const workspace of workspaces) {
    const claim = claimOf(entry, workspace.id);
    try {
      const one = await takeOff(session, claim, workspace);
      became.push(one);
      if (one.result !== 'unproven') stays.delete(workspace);
      if (one.result === 'ended' || one.result === 'returned')
        await forgetLock(session, workspace.id, entry.mark);
    } catch (error) {
      if (!(error instanceof TrivetError)) throw error;
      failed.push({ name: workspace.name, error });
    }
  }
  const left = entry.workspaces.filter((workspace) => stays.has(workspace));
  return { became, failed, left: left.length === 0 ? undefined : { ...entry, workspaces: left } };
};

export const heldLocksOf = (entry: LockEntry): Returnable => {
  const { workspaces } = entry;
  const held = workspaces.filter((one) => one.held);
  const asked = workspaces.filter((one) => !one.held);
  return {
    named: `the lock of ${namesOf(workspaces)}`,
    isGiven: held.length > 0,
    ways: [],
    endsWithToken: false,
    requested: (command) =>
      `a lock of ${namesOf(asked)} was sent, and the server has not shown it as ours; run later: ${command('lease recover')}`,
    giveBack: (session) => takeOffAll(session, entry, held),
    recover: (session) => takeOffAll(session, entry, workspaces),
  };
};

/**
 * Refuses the loan if nothing would prove the holder.
 * @throws TrivetError exit 7, if the server keeps no reason
 */
export const refuseUnmarked = async (session: Session, wanted: readonly Workspace[]): Promise<void> => {
  const title = await dropsMarkOf(session, lock);
  if (title === undefined) return;
  const [name, ...others] = wanted.map((one) => shellWord(one.name));
  const object = name === undefined || others.length > 0 ? 'NAME' : name;
  throw new TrivetError(
    'unprovable',
    Exit.unavailable,
    `${title} does not report the reasons of locks: when the command ends, nothing would prove whose lock it is`,
    {
      hint:
        `Lock it, run the command, and unlock it: ${suggest(session, `workspace lock ${object}`)} and ` +
        suggest(session, `workspace unlock ${object}`),
    },
  );
};

/** The reason is not shown, so the lock stays. */
const unmarked = (session: Session, name: string): TrivetError =>
  new TrivetError(
    'unproven',
    Exit.own,
    `${name} was locked and stays locked, and the command was not started: the server does not report the reason, so ` +
      'at the end nothing would prove whose lock it is',
    { hint: `If it is yours: ${suggest(session, `workspace unlock ${shellWord(name)}`)}` },
  );

/** On failure the entry holds the earlier locks, so that they are given back. */
export const lockLoan =
  (context: LoanContext<typeof lock>, wanted: readonly Workspace[]) =>
  (common: NewEntry, loan: string): Promise<Loan> => {
    const { session, operation, input, options } = context;
    const mark = `(trivet loan ${loan})`;
    const reason = [input.reason ?? '', mark].filter(Boolean).join(' ');
    const start: LockEntry = { kind: 'lock', ...common, until: 0, mark, workspaces: [] };
    return Promise.resolve({
      entry: start,
      get: async (keep) => {
        let entry = start;
        let last: Outcome | undefined;
        for (const workspace of wanted) {
          const before = entry;
          await keep({ ...before, workspaces: [...before.workspaces, { ...workspace, held: false }] });
          try {
            last = await session.call(operation, { ...input, workspace_id: workspace.id, reason }, options);
          } catch (error) {
            if (!(error instanceof TrivetError)) throw error;
            if (error.exit !== Exit.unknown) await keep(before);
            throw error.code === 'conflict' ? await explainLocked(error, session, workspace) : error;
          }
          const shown = textAt(at(last.document, 'data', 'attributes'), 'locked-reason') ?? '';
          const claim = claimOf(before, workspace.id);
          if (!isMarked(claim, shown) && !isMarked(claim, (await lockOf(session, workspace.id)).reason))
            throw unmarked(session, workspace.name);
          entry = { ...before, workspaces: [...before.workspaces, { ...workspace, held: true }] };
          await keep(entry);
          await forgetLock(session, workspace.id, mark);
          session.reporter.note(`locked ${workspace.name}`);
        }
        if (last === undefined) throw new TypeError('nothing to lock');
        const what = `the lock of ${namesOf(wanted)}`;
        return { outcome: last, what, ends: `${what} ends`, term: leastOf(0, []) };
      },
    });
  };
