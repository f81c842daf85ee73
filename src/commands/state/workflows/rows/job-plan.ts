/** Compares a job by the scheduler's own plan. */
import { counts } from '../objects/compare.ts';
import type { Choice } from '../objects/compare.ts';
import { settingsIn } from '../objects/desired.ts';
import { Exit, TrivetError } from '../../../../system/error.ts';
import type { Json, JsonObject } from '../../../../documents/json/json.ts';
import { isObject, listAt, own, textAt } from '../../../../documents/json/json.ts';
import { plan } from '../../../job/operations/register.ts';
import { jobField } from '../../../../services/jobs/job-text.ts';
import { readObject } from '../objects/live.ts';
import type { Wanted } from '../files/wanted.ts';

export interface JobPlan {
  readonly job: JsonObject;
  readonly document: Json;
  /** With this index exactly this job is registered. */
  readonly index: number | bigint;
  readonly exists: boolean;
  readonly fields: readonly string[];
}

const differs = (node: Json): boolean => textAt(node, 'Type') !== 'None';

/** Added and deleted objects are named as a whole. */
const pathsIn = (node: Json, prefix: string): readonly string[] => {
  const named = (one: Json): string => `${prefix}${textAt(one, 'Name') ?? ''}`;
  const fields = listAt(node, 'Fields').filter(differs).map(named);
  const inner = (key: string, label: string): readonly string[] =>
    listAt(node, key).flatMap((one) => {
      const path = `${prefix}${label}${textAt(one, 'Name') ?? ''}`;
      if (!differs(one)) return [];
      return textAt(one, 'Type') === 'Edited' ? pathsIn(one, `${path}.`) : [path];
    });
  const below = [...inner('TaskGroups', 'TaskGroups.'), ...inner('Tasks', 'Tasks.'), ...inner('Objects', '')];
  return [...new Set([...fields, ...below])];
};

/** Keeps counts that an autoscaler or a person set. */
const withCounts = (job: JsonObject, present: JsonObject): JsonObject => {
  const before = new Map(
    listAt(present, 'TaskGroups').map((group) => [textAt(group, 'Name'), own(group, 'Count')]),
  );
  const groups = listAt(job, 'TaskGroups').map((group) => {
    const count = before.get(textAt(group, 'Name'));
    return isObject(group) && count !== undefined ? { ...group, Count: count } : group;
  });
  return { ...job, TaskGroups: groups };
};

/** Servers report zeros for unset values, and copy them into groups, where they are invalid. */
const withoutZeros = (job: JsonObject): JsonObject => {
  const { Update: update } = job;
  if (!isObject(update)) return job;
  return { ...job, Update: Object.fromEntries(Object.entries(update).filter(([, value]) => Boolean(value))) };
};

interface PlanChoice extends Choice {
  readonly preserveCounts: boolean;
}

const merged = (wanted: Wanted, present: JsonObject | undefined, choice: PlanChoice): JsonObject => {
  const { object, state, submission } = wanted;
  const { kind, name, scope } = object;
  const whole = submission !== undefined;
  const base = present === undefined ? {} : withoutZeros(settingsIn(kind, present));
  const managed = Object.entries(state.settings).filter(([key]) => counts(key, choice));
  const chosen = choice.only !== undefined || choice.ignored !== undefined;
  // These fields are not part of the choice.
  const kept = whole
    ? chosen
      ? Object.entries(base).filter(([key]) => !counts(key, choice))
      : []
    : Object.entries(base);
  const job = Object.fromEntries([...kept, ...managed].filter(([, value]) => value !== null));
  const named = {
    ...job,
    ID: name,
    Name: jobField(job, 'Name') ?? name,
    ...(scope.namespace === undefined ? {} : { Namespace: scope.namespace }),
  };
  return choice.preserveCounts && present !== undefined ? withCounts(named, present) : named;
};

const explained = (error: unknown): unknown =>
  error instanceof TrivetError && error.exit === Exit.denied
    ? error.with({
        details: {
          hint: 'Jobs are compared by a plan; the token needs plan-job (or submit-job) in the namespace.',
        },
      })
    : error;

export const planJob = async (wanted: Wanted, choice: PlanChoice): Promise<JobPlan> => {
  const { session, object, submission } = wanted;
  const chosen = choice.only !== undefined || choice.ignored !== undefined || choice.preserveCounts;
  const live = submission === undefined || chosen ? await readObject(session, object) : undefined;
  const job = merged(wanted, live?.item, choice);
  const input = { job_id: object.name, namespace: object.scope.namespace, Job: job, Diff: true };
  const { document } = await session.lookUp(plan, input).catch((error: unknown) => {
    throw explained(error);
  });
  const index = own(document, 'JobModifyIndex');
  const diff = own(document, 'Diff') ?? null;
  const exists = textAt(diff, 'Type') !== 'Added';
  return {
    job,
    document,
    index: typeof index === 'number' || typeof index === 'bigint' ? index : 0,
    exists,
    // All of a new job is new.
    fields: exists && differs(diff) ? pathsIn(diff, '') : [],
  };
};
