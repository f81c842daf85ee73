import type { JsonObject } from '../../documents/json/json.ts';
import type { Receipt, Refused } from './read.ts';
import { isRefused, missingSteps } from './read.ts';
import { resultOf } from './change-log.ts';

/** The command that finishes a receipt; undefined if only a person knows what is left. */
export const finishing = ({ id, state, journal, changes, undoes }: Receipt): string | undefined => {
  if (state !== 'open') return undefined;
  if (undoes !== undefined) return `trivet undo ${undoes}`;
  const isInFiles = changes.some((one) => one.evidence !== undefined && resultOf(one.state) === 'unknown');
  // A run that was partly taken back is not continued.
  const isContinued = journal !== undefined && changes.every(({ undone }) => undone === undefined);
  return isContinued || isInFiles ? `trivet changes continue ${id}` : undefined;
};

export const keptOpenBy = (receipt: Receipt): string => {
  const { unknown, failed, left, isCheckDue } = receipt;
  const counts = [
    ...(unknown > 0 ? [`${unknown} of unknown outcome`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(left > 0 ? [`${left} not started`] : []),
  ];
  return counts.length === 0 && isCheckDue ? 'a check that has not passed' : counts.join(', ');
};

const nextOf = (receipt: Receipt): string | null => {
  const { id, state, closed } = receipt;
  if (closed !== undefined && state === 'closed') return `closed at ${closed.at} (${closed.by})`;
  return state === 'open' ? (finishing(receipt) ?? `trivet changes show ${id}`) : null;
};

const objectsOf = ({ items, changes }: Receipt): string => {
  const names = [...new Set((items ?? changes).map(({ name }) => name))];
  const [first = ''] = names;
  return names.length > 1 ? `${first} and ${names.length - 1} more` : first;
};

export const receiptItem = (one: Receipt | Refused): JsonObject => {
  const base = { id: one.id, time: new Date(one.time).toISOString(), command: one.command };
  if (isRefused(one)) {
    const none = {
      object: null,
      objects: null,
      done: null,
      failed: null,
      unknown: null,
      left: null,
      by: null,
    };
    return { ...base, profile: null, origin: null, state: 'refused', ...none, reason: one.reason };
  }
  const { profile, origins, state, objects, done, failed, unknown, left, by } = one;
  return {
    ...base,
    profile: profile ?? null,
    origin: origins.join(', '),
    state,
    object: objectsOf(one),
    objects,
    done,
    failed,
    unknown,
    left,
    by: by ?? null,
    reason: nextOf(one) ?? (missingSteps(one).join(' ') || null),
  };
};
