import { defineOperation } from '../../../catalogue/operation.ts';
import type { Changed, Reverse } from '../../../catalogue/operation.ts';
import { show } from './show.ts';
import { workspaceId, workspaceView } from '../parts.ts';
import type { FoundRisk } from '../../../catalogue/risk.ts';
import type { RiskLooking } from '../../../run/single/risk-look.ts';

const shared = {
  source: '1 §4.2',
  service: 'workspaces',
  method: 'POST',
  view: workspaceView,
  lookUp: 'workspace show {workspace_id}',
} as const;

const fields = ['locked', 'locked-reason', 'locked-by'] as const;
const claim = { held: 'locked', reason: 'locked-reason', holder: 'locked-by' } as const;

/** Undone with the reason, but not the holder. */
const lockedAgain = ({ before }: Pick<Changed, 'before'>): Reverse | undefined => {
  if (before === null || before['locked'] !== true) return undefined;
  const [reason, holder] = [before['locked-reason'], before['locked-by']];
  const note =
    typeof holder === 'string'
      ? `You hold the lock now; before, ${holder} held it.`
      : 'You hold the lock now.';
  return {
    command: 'workspace lock',
    input: typeof reason === 'string' && reason !== '' ? { reason } : {},
    note,
  };
};

const missing = { 404: 'the workspace is not found, or the caller is not authorized' } as const;

export const lock = defineOperation({
  ...shared,
  id: 'workspace.lock',
  summary: 'Lock a workspace against runs',
  description:
    'With -- COMMAND the lock is held while COMMAND runs and released when it ends: trivet help loans. The reason then ends with an ID of the loan.',
  path: '/workspaces/{workspace_id}/actions/lock',
  parameters: {
    workspace_id: workspaceId,
    reason: {
      in: 'body',
      type: 'text',
      summary: 'Why it is locked, for others',
      default: 'empty',
      metavar: 'text',
    },
  },
  // A 409 does not name the holder of the lock, so the lock is never taken for ours.
  effect: 'unsafe',
  doneText: 'locked {name}[ ({reason})]',
  objectRead: show,
  undo: {
    fields,
    claim: { ...claim, takenWith: 'reason' },
    reverse: () => ({ command: 'workspace unlock', input: {} }),
  },
  permission: 'Lock/unlock',
  errors: { ...missing, 409: 'already locked' },
  examples: [
    { summary: 'With a reason', argv: 'workspace lock acme/network-prod --reason "maintenance until 18:00"' },
    {
      summary: 'While a command runs',
      argv: 'workspace lock acme/network-prod --reason "nightly move" -- ./move.sh',
    },
  ],
});

export const unlock = defineOperation({
  ...shared,
  id: 'workspace.unlock',
  summary: 'Unlock a workspace',
  description:
    'While the latest state version is not finalized the server refuses (503): trivet retries for a short ' +
    'time, or with --wait until --wait-timeout, and then lists the state versions to inspect.',
  path: '/workspaces/{workspace_id}/actions/unlock',
  parameters: { workspace_id: workspaceId },
  effect: 'unsafe',
  doneText: 'unlocked {name}',
  objectRead: show,
  undo: { fields, claim, reverse: lockedAgain },
  permission: 'Lock/unlock',
  errors: {
    ...missing,
    409: 'already unlocked, or locked by a different user',
    503: 'the latest intermediate state version is not yet finalized',
  },
  examples: [
    { summary: 'Wait for the state to be finalized', argv: 'workspace unlock acme/dns-prod --wait' },
  ],
});

/** Only a question, and the words of a conflict, need the holder. */
export const lockHolder = () => import('../workflows/lock-holder.ts');

const lookAtHolder = async ({ session, input, isAnswered }: RiskLooking): Promise<FoundRisk> => {
  const id = input['workspace_id'];
  if (isAnswered || typeof id !== 'string') return {};
  const { lockOf } = await lockHolder();
  const { holder, words, reason } = await lockOf(session, id);
  return {
    question: 'Break the lock on {workspace_id}{held}?',
    input: { held: holder === undefined ? '' : `, held ${words}` },
    state: { holder: holder ?? null, reason },
  };
};

export const forceUnlock = defineOperation({
  ...shared,
  id: 'workspace.force-unlock',
  summary: 'Unlock a workspace that someone else has locked',
  description: 'Inspect the latest state version first: the lock might protect a run that is still writing.',
  path: '/workspaces/{workspace_id}/actions/force-unlock',
  parameters: { workspace_id: workspaceId },
  effect: 'unsafe',
  doneText: 'broke the lock on {name}',
  objectRead: show,
  undo: { fields, claim, reverse: lockedAgain },
  risks: [
    {
      risk: 'revokes',
      gravity: 'ask',
      question: 'Break the lock on {workspace_id}?',
      look: lookAtHolder,
    },
  ],
  permission: 'Admin on the workspace',
  errors: { ...missing, 409: 'already unlocked' },
  examples: [{ summary: 'In a script', argv: 'workspace force-unlock acme/dns-prod --yes' }],
});
