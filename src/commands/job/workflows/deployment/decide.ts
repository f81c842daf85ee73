/** The server decides health once, and replies 200 to a decision without effect: trivet looks before and after. */
import { readBackAs } from '../../../../services/proof.ts';
import { Exit, TrivetError } from '../../../../system/error.ts';
import type { GivenInput } from '../../../../catalogue/parameter.ts';
import { isArray, listAt, membersOf, numberAt, own } from '../../../../documents/json/json.ts';
import { plural } from '../../../../output/text/plural.ts';
import { reasonText, troubledTasks } from '../../../../output/text/job-cells.ts';
import { readRows } from '../../../../run/lists/list.ts';
import { changed, singleWith } from '../../../../run/single/single.ts';
import type { OperationContext } from '../../../../run/single/workflow.ts';
import type { fail, foundDeployment, promote } from '../../operations/deployment.ts';
import { allocations } from '../../operations/placement.ts';
import type { waiting } from '../../wait-conditions.ts';
import { warnOfPlacement } from '../evaluated.ts';
import { areWaiting, canariesOf } from '../wait/canaries.ts';
import { isWell } from '../wait/group-verdict.ts';
import { allocationsIn } from '../wait/observed.ts';
import type { SeenAllocation, SeenDeployment, SeenGroup } from '../wait/observed.ts';
import { jobOf } from '../../job-at.ts';
import { activeDeployment, decidedDeployment, nothingToDecide } from './active.ts';

type Context = OperationContext<
  typeof promote,
  GivenInput<typeof foundDeployment> & Partial<GivenInput<ReturnType<typeof waiting>>>
>;

const waitingGroups = (context: Context, { groups }: SeenDeployment): readonly SeenGroup[] => {
  const { session, input } = context;
  const refuse = (reason: string, message: string): TrivetError =>
    nothingToDecide(session, jobOf(context.input), reason, message);
  const wanted = input.Groups;
  for (const name of wanted ?? []) {
    const group = groups.find((one) => one.name === name);
    if (group === undefined) throw refuse('no-such-group', `its deployment has no group "${name}"`);
    if (areWaiting(group)) continue;
    throw canariesOf(group) === 'promoted'
      ? refuse('already-promoted', `the canaries of group "${name}" were already promoted`)
      : refuse('no-canaries', `group "${name}" has no canaries`);
  }
  const found = groups.filter((one) => (wanted?.includes(one.name) ?? true) && areWaiting(one));
  if (found.length > 0) return found;
  throw groups.some((one) => canariesOf(one) === 'promoted')
    ? refuse('already-promoted', 'its canaries were already promoted')
    : refuse('no-canaries', 'its deployment has no canaries');
};

const refuseUnhealthy = (context: Context, groups: readonly SeenGroup[]): void => {
  const short = groups
    .filter((one) => canariesOf(one) === 'not-healthy')
    .map(
      ({ name, canaries, healthy }) =>
        `group "${name}" has ${healthy} of ${plural(canaries, 'healthy canary', 'healthy canaries')}`,
    );
  if (short.length > 0)
    throw nothingToDecide(context.session, jobOf(context.input), 'canaries-not-healthy', short.join('; '));
};

const crashedCanaries = async (
  context: Context,
  { served }: SeenDeployment,
  groups: readonly SeenGroup[],
): Promise<readonly string[]> => {
  const ids = groups.flatMap(({ name }) => listAt(served[name], 'PlacedCanaries'));
  const placed = await readRows(context.session, allocations, jobOf(context.input));
  return allocationsIn(placed).flatMap((one) => {
    const trouble = ids.includes(one.id) ? canaryTrouble(one) : '';
    return trouble === '' ? [] : [`canary ${one.id.slice(0, 8)} of group "${one.group}" is ${trouble}`];
  });
};

/** Returns `failed: main: exit code 1`; empty if the canary is up. */
const canaryTrouble = (one: SeenAllocation): string => {
  if (isWell(one)) return '';
  const troubled = troubledTasks(one.tasks);
  const why = [reasonText(troubled) || restartsText(troubled), one.idle].filter(Boolean).join('; ');
  return `${one.status}${why === '' ? '' : `: ${why}`}`;
};

const restartsText = (states: ReturnType<typeof troubledTasks>): string =>
  membersOf(states)
    .map(([task, state]) => `${task}: ${plural(numberAt(state, 'Restarts'), 'restart')}`)
    .join('; ');

export const promoting = singleWith<Context>({
  before: async (context) => {
    const { session, input, options } = context;
    const deployment = await activeDeployment(session, jobOf(context.input), input.deployment_id);
    const groups = waitingGroups(context, deployment);
    refuseUnhealthy(context, groups);
    const crashed = await crashedCanaries(context, deployment, groups);
    for (const text of crashed) session.reporter.warn(text);
    const some = crashed.length === 1 ? 'one of them has' : 'some of them have';
    const risks = (context.operation.risks ?? []).map((risk) => ({
      ...risk,
      question: `Promote the canaries of job {job_id} although ${some} crashed?`,
    }));
    const judged = { ...options, risks: crashed.length === 0 ? [] : risks };
    return {
      input: changed(input, { deployment_id: deployment.id }),
      options:
        input.Groups === undefined
          ? { ...judged, extra: [['/All', true] as const, ...(options.extra ?? [])] }
          : judged,
    };
  },
  settle: async (outcome, context) => {
    const { session, input } = context;
    const { groups } = await decidedDeployment(session, jobOf(context.input), input.deployment_id);
    const wanted = isArray(input.Groups) ? input.Groups : groups.map(({ name }) => name);
    const left = groups.filter((one) => wanted.includes(one.name) && areWaiting(one));
    if (left.length === 0) return outcome;
    const failure = new TrivetError(
      'without-effect',
      Exit.failed,
      `the server accepted the promotion, but it had no effect on ${left.map(({ name }) => `group "${name}"`).join(', ')}`,
    );
    throw readBackAs('nothing', failure);
  },
  after: warnOfPlacement,
});

type FailContext = OperationContext<typeof fail, GivenInput<typeof foundDeployment>>;

export const failing = singleWith<FailContext>({
  before: async (context) => {
    const { id } = await activeDeployment(context.session, jobOf(context.input), context.input.deployment_id);
    return { input: changed(context.input, { deployment_id: id }) };
  },
  settle: async (outcome, context) => {
    const after = await decidedDeployment(context.session, jobOf(context.input), context.input.deployment_id);
    if (after.status === 'failed') return outcome;
    const failure = new TrivetError(
      'without-effect',
      Exit.failed,
      `the server accepted the request, but deployment ${after.id.slice(0, 8)} is ${after.status}`,
    );
    throw readBackAs('nothing', failure);
  },
  after: ({ document }, { session, input }) => {
    const version = own(document, 'RevertedJobVersion');
    session.reporter.note(
      typeof version === 'number'
        ? `job ${input.job_id} was reverted to version ${version}`
        : `job ${input.job_id} keeps its version`,
    );
  },
});
