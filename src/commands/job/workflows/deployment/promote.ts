/**
 * Promotes canaries. The server decides their health once, and replies 200 to a promotion without an effect: trivet
 * looks at the canaries before, and at the deployment after it.
 */
import { Exit, TrivetError } from '../../../../system/error.ts';
import type { GivenInput } from '../../../../catalogue/parameter.ts';
import {
  isArray,
  isObject,
  itemsIn,
  listAt,
  membersOf,
  numberAt,
  own,
  textAt,
} from '../../../../documents/json/json.ts';
import { plural } from '../../../../output/text/plural.ts';
import { reasonText, troubledTasks } from '../../../../output/text/job-cells.ts';
import { changed, singleWith } from '../../../../engine/single/single.ts';
import type { OperationContext } from '../../../../engine/single/workflow.ts';
import type { foundDeployment, promote } from '../../operations/deployment.ts';
import { allocations } from '../../operations/placement.ts';
import type { waiting } from '../../wait-conditions.ts';
import { warnOfPlacement } from '../evaluated.ts';
import type { Deployment } from './active.ts';
import { jobOf } from '../changed-job.ts';
import { activeDeployment, decidedDeployment, nothingToDecide } from './active.ts';

type Context = OperationContext<
  typeof promote,
  GivenInput<typeof foundDeployment> & Partial<GivenInput<ReturnType<typeof waiting>>>
>;

/** The groups whose canaries wait. @throws TrivetError exit 6, when a wanted one does not */
const waitingGroups = (context: Context, { groups }: Deployment): readonly string[] => {
  const { session, input } = context;
  const refuse = (reason: string, message: string): TrivetError =>
    nothingToDecide(session, jobOf(context.input), reason, message);
  const names = input.Groups ?? membersOf(groups).map(([name]) => name);
  const waits = (name: string): boolean =>
    numberAt(groups[name], 'DesiredCanaries') > 0 && own(groups[name], 'Promoted') !== true;
  for (const name of input.Groups ?? []) {
    if (groups[name] === undefined) throw refuse('no-such-group', `its deployment has no group "${name}"`);
    if (waits(name)) continue;
    throw own(groups[name], 'Promoted') === true
      ? refuse('already-promoted', `the canaries of group "${name}" were already promoted`)
      : refuse('no-canaries', `group "${name}" has no canaries`);
  }
  const found = names.filter(waits);
  if (found.length > 0) return found;
  const had = names.some((name) => numberAt(groups[name], 'DesiredCanaries') > 0);
  throw had
    ? refuse('already-promoted', 'its canaries were already promoted')
    : refuse('no-canaries', 'its deployment has no canaries');
};

/** @throws TrivetError exit 6, when a canary is not healthy yet */
const refuseUnhealthy = (context: Context, deployment: Deployment, groups: readonly string[]): void => {
  const short = groups.flatMap((name) => {
    const wanted = numberAt(deployment.groups[name], 'DesiredCanaries');
    const healthy = numberAt(deployment.groups[name], 'HealthyAllocs');
    return healthy >= wanted
      ? []
      : [`group "${name}" has ${healthy} of ${plural(wanted, 'healthy canary', 'healthy canaries')}`];
  });
  if (short.length > 0)
    throw nothingToDecide(context.session, jobOf(context.input), 'canaries-not-healthy', short.join('; '));
};

/** The canaries that failed or were restarted, each with what happened to it. */
const crashedCanaries = async (
  context: Context,
  deployment: Deployment,
  groups: readonly string[],
): Promise<readonly string[]> => {
  const ids = groups.flatMap((name) => listAt(deployment.groups[name], 'PlacedCanaries'));
  const { document } = await context.session.lookUp(allocations, jobOf(context.input));
  return itemsIn(document).flatMap((one) => {
    const id = textAt(one, 'ID') ?? '';
    if (!ids.includes(id)) return [];
    const states = own(one, 'TaskStates');
    const troubled = isObject(states) ? troubledTasks(states) : {};
    const status = textAt(one, 'ClientStatus') ?? '';
    if (status === 'running' && Object.keys(troubled).length === 0) return [];
    const why = reasonText(troubled) || restartsText(troubled);
    return [
      `canary ${id.slice(0, 8)} of group "${textAt(one, 'TaskGroup') ?? ''}" is ${status}${why === '' ? '' : `: ${why}`}`,
    ];
  });
};

const restartsText = (states: ReturnType<typeof troubledTasks>): string =>
  membersOf(states)
    .map(([task, state]) => `${task}: ${plural(numberAt(state, 'Restarts'), 'restart')}`)
    .join('; ');

export default singleWith<Context>({
  before: async (context) => {
    const { session, input, options } = context;
    const deployment = await activeDeployment(session, jobOf(context.input), input.deployment_id);
    const groups = waitingGroups(context, deployment);
    refuseUnhealthy(context, deployment, groups);
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
    const names = isArray(input.Groups) ? input.Groups : membersOf(groups).map(([name]) => name);
    const left = names.filter(
      (name) => numberAt(groups[name], 'DesiredCanaries') > 0 && own(groups[name], 'Promoted') !== true,
    );
    if (left.length === 0) return outcome;
    throw new TrivetError(
      'without-effect',
      Exit.failed,
      `the server accepted the promotion, but it had no effect on ${left.map((name) => `group "${name}"`).join(', ')}`,
      { effect: 'unchanged' },
    );
  },
  after: (outcome, context) => warnOfPlacement(outcome, context),
});
