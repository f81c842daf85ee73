/** Lends locks of workspaces: their reason ends with a mark of the lend, and only our own locks are removed. */
import { at, textAt } from '../../../documents/json/json.ts';
import { Exit, TrivetError } from '../../../system/error.ts';
import type { lock } from '../operations/lock.ts';
import { unlock } from '../operations/lock.ts';
import { ledger, workspaceOf } from '../../lending/workflows/lend-ledger.ts';
import type { LockedWorkspace, LockEntry } from '../../lending/workflows/lend-ledger.ts';
import { forgetLock, isUsedBy } from '../../lending/workflows/other-lends.ts';
import type { Session } from '../../../engine/session/session.ts';
import type { Outcome } from '../../../engine/session/outcome.ts';
import { sameRef } from '../../../catalogue/ref.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';
import { explainLocked, readLock } from './lock-holder.ts';
import type {
  Became,
  LendContext,
  Loan,
  NewEntry,
  Returnable,
  Returning,
  Settled,
} from '../../lending/workflows/loan.ts';
import { persist } from '../../lending/workflows/persist.ts';
import { suggest } from '../../../engine/suggest.ts';

type Workspace = Pick<LockedWorkspace, 'id' | 'name'>;

const namesOf = (workspaces: readonly Workspace[]): string => workspaces.map(({ name }) => name).join(', ');

const unlockOurs = (session: Session, { mark }: LockEntry, { id, name }: Workspace): Promise<string> =>
  persist(session, {
    operation: unlock,
    named: `the lock of ${name}`,
    attempt: async (options) => {
      await session.call(unlock, { workspace_id: id }, options);
      return 'unlocked';
    },
    passing: (error) => error.code === 'state-pending',
    look: async () => {
      const { locked, reason } = await readLock(session, id, { uninterrupted: true });
      if (locked === false) return { done: 'unlocked' };
      return reason.endsWith(mark) ? 'again' : undefined;
    },
  });

/**
 * Whether a lend that runs has the lock, or has asked for it: the lock is then not the one of this entry. @param which a
 * lend that ends itself has the lock unless a later one has
 */
const isLentAgain = async (
  { world }: Session,
  entry: LockEntry,
  id: string,
  which: 'later' | 'any',
): Promise<boolean> => {
  const all = await ledger(world);
  const mine = all.findIndex(({ entry: one }) => one?.kind === 'lock' && one.mark === entry.mark);
  return isUsedBy(
    which === 'any' ? all.filter((_, index) => index !== mine) : all.slice(mine + 1),
    (other) =>
      other.kind === 'lock' &&
      other.workspaces.some((one) => sameRef(workspaceOf(other, one.id), workspaceOf(entry, id))),
  );
};

const takeOff = async (
  { session, releaseUnproven }: Returning,
  entry: LockEntry,
  workspace: LockedWorkspace,
  which: 'later' | 'any',
): Promise<Became> => {
  const { id, name } = workspace;
  const { locked, reason, words } = await readLock(session, id, { uninterrupted: true });
  if (locked === false) return { name, result: 'ended', text: `${name} is already unlocked` };
  const shown = reason.endsWith(entry.mark);
  if (!shown && (entry.marked || reason !== '')) {
    const text = `${name} is now locked, ${words}, and was not unlocked`;
    return { name, result: 'left', text, doubtful: true };
  }
  // The record of a running lend is written before its request, so it is there once its lock can be seen.
  if (!shown && (await isLentAgain(session, entry, id, which)))
    return {
      name,
      result: 'in use',
      text: `a command that still runs uses the lock of ${name}`,
      doubtful: true,
    };
  if (!shown && !releaseUnproven) {
    const text =
      `${name} is locked, and the server does not report the reason, so nothing proves whose lock it is. If no one ` +
      `else has locked it since: ${suggest(session, `workspace unlock ${shellWord(name)}`)}`;
    return { name, result: 'unproven', text, doubtful: true };
  }
  if (session.globals.dryRun) return { name, result: 'would be returned', text: '' };
  return { name, result: 'returned', text: `${await unlockOurs(session, entry, workspace)} ${name}` };
};

/** Removes all locks that it can. */
const takeOffAll = async (
  returning: Returning,
  entry: LockEntry,
  workspaces: readonly LockedWorkspace[],
  which: 'later' | 'any',
): Promise<Settled> => {
  const { session } = returning;
  const became: Became[] = [];
  const stays = new Set<LockedWorkspace>(entry.workspaces);
  const failed: { readonly name: string; readonly error: TrivetError }[] = [];
  for (const workspace of workspaces) {
    try {
      const one = await takeOff(returning, entry, workspace, which);
      became.push(one);
      if (one.result !== 'unproven' && one.result !== 'in use') stays.delete(workspace);
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
    undo: (command) =>
      [
        ...(held.length > 0
          ? [`${namesOf(held)} is still locked; unlock it with: ${command('lease recover')}`]
          : []),
        ...(asked.length > 0
          ? [
              `a lock of ${namesOf(asked)} was sent and its outcome is unknown; run later: ${command('lease recover')}`,
            ]
          : []),
      ].join('; '),
    giveBack: (returning) => takeOffAll(returning, entry, held, 'later'),
    recover: (returning) => takeOffAll(returning, entry, workspaces, 'any'),
  };
};

const unprovable =
  'this server does not report the reasons of locks: at the end nothing proves whose lock it is, so it stays locked, ' +
  'unless --release-unproven is given';

/** Locks one after the other; when one cannot be locked, the entry holds the earlier ones, to be given back. */
export const lockLoan =
  (context: LendContext<typeof lock>, wanted: readonly Workspace[]) =>
  (common: NewEntry, lend: string): Promise<Loan> => {
    const { session, operation, input, options } = context;
    const mark = `(trivet lend ${lend})`;
    const reason = [input.reason ?? '', mark].filter(Boolean).join(' ');
    const start: LockEntry = { kind: 'lock', ...common, until: 0, mark, marked: false, workspaces: [] };
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
          entry = {
            ...before,
            marked: shown.endsWith(mark),
            workspaces: [...before.workspaces, { ...workspace, held: true }],
          };
          await keep(entry);
          await forgetLock(session, workspace.id, mark);
          session.reporter.note(`locked ${workspace.name}`);
        }
        if (!entry.marked && input['release-unproven'] !== true) session.reporter.warn(unprovable);
        if (last === undefined) throw new TypeError('nothing to lock');
        const what = `the lock of ${namesOf(wanted)}`;
        return { outcome: last, what, ends: `${what} ends`, life: 0 };
      },
    });
  };
