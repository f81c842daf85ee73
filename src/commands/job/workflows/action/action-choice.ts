import { wordOf } from '../../../../catalogue/text/server-text.ts';
import type { Json } from '../../../../documents/json/json.ts';
import { at, own, textAt } from '../../../../documents/json/json.ts';
import { usageError } from '../../../../system/error.ts';
import { actions } from '../../operations/action.ts';
import { allocations } from '../../operations/placement.ts';
import { readRows } from '../../../../run/lists/list.ts';
import type { Session } from '../../../../run/session/session.ts';
import { shellWord } from '../../../../catalogue/text/shell-words.ts';
import { closest } from '../../../../catalogue/text/suggest.ts';
import { suggest } from '../../../../run/suggest.ts';

interface Wanted {
  readonly job: string;
  readonly action: string;
  readonly allocation: string | undefined;
  readonly task: string | undefined;
}

export interface ActionPlace {
  readonly allocation: string;
  readonly task: string;
}

interface Candidate extends ActionPlace {
  readonly line: string;
}

const isWhole = (id: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

const listed = (lines: readonly string[]): string => lines.map((line) => `\n  ${line}`).join('');

const meant = async (session: Session, wanted: Wanted): Promise<readonly Json[]> => {
  const all = await readRows(session, actions, { job_id: wanted.job });
  const found = all.filter(
    (one) =>
      textAt(one, 'Name') === wanted.action &&
      (wanted.task === undefined || textAt(one, 'TaskName') === wanted.task),
  );
  if (found.length > 0) return found;
  const elsewhere = all.filter((one) => textAt(one, 'Name') === wanted.action);
  if (elsewhere.length > 0) {
    const tasks = [...new Set(elsewhere.map((one) => textAt(one, 'TaskName') ?? ''))];
    throw usageError(
      `the task ${wanted.task ?? ''} of ${wanted.job} has no action "${wanted.action}"`,
      `It is an action of ${tasks.map(wordOf).join(', ')}.`,
    );
  }
  const names = [...new Set(all.map((one) => textAt(one, 'Name') ?? ''))];
  const near = closest(wanted.action, names);
  throw usageError(
    `no task of ${wanted.job} has an action "${wanted.action}"`,
    near.length > 0
      ? `Did you mean ${near.map(wordOf).join(' or ')}?`
      : names.length === 0
        ? 'The job defines no actions.'
        : `Its actions are ${names.map(wordOf).join(', ')}.`,
  );
};

const runs = (allocation: Json, task: string): boolean => {
  const state = at(allocation, 'TaskStates', task, 'State');
  return textAt(allocation, 'ClientStatus') === 'running' && (state === undefined || state === 'running');
};

const candidates = async (
  session: Session,
  wanted: Wanted,
  defined: readonly Json[],
): Promise<readonly Candidate[]> => {
  const all = await readRows(session, allocations, { job_id: wanted.job });
  return all.flatMap((allocation) => {
    const id = textAt(allocation, 'ID') ?? '';
    if (wanted.allocation !== undefined && !id.startsWith(wanted.allocation.toLowerCase())) return [];
    const group = textAt(allocation, 'TaskGroup');
    return defined.flatMap((one) => {
      const task = textAt(one, 'TaskName') ?? '';
      const ofGroup = own(one, 'TaskGroupName');
      if ((ofGroup !== undefined && ofGroup !== group) || !runs(allocation, task)) return [];
      const node = textAt(allocation, 'NodeName') ?? '';
      return [{ allocation: id, task, line: `--alloc-id ${id} --task ${task}  ${node}`.trimEnd() }];
    });
  });
};

/** @throws TrivetError usage, if nothing can run it now */
export const placesOfAction = async (
  session: Session,
  wanted: Wanted,
): Promise<readonly [Candidate, ...Candidate[]]> => {
  const { allocation } = wanted;
  const [first, ...more] = await candidates(session, wanted, await meant(session, wanted));
  if (first === undefined) {
    throw usageError(
      `no running allocation of ${wanted.job} ${allocation === undefined ? '' : `that begins with ${allocation} `}has the action "${wanted.action}"`,
      `See its allocations: ${suggest(session, `job allocations ${shellWord(wanted.job)}`)}`,
    );
  }
  return [first, ...more];
};

export const placeOfAction = async (session: Session, wanted: Wanted): Promise<ActionPlace> => {
  const { allocation, task } = wanted;
  if (allocation !== undefined && task !== undefined && isWhole(allocation)) return { allocation, task };
  const found = await placesOfAction(session, wanted);
  if (found.length > 1) {
    throw usageError(
      `more than one running allocation has the action "${wanted.action}"`,
      `Choose one of these, or give --every-allocation:${listed(found.map(({ line }) => line))}`,
    );
  }
  return found[0];
};
