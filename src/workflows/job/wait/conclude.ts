/** The end of a wait: one document on stdout, and the error that says why it is not what was wanted. */
import { Exit, TrivetError } from '../../../model/error.ts';
import type { JsonObject } from '../../../model/json.ts';
import { goals, waitedList, waitedView } from '../../../operations/job/wait.ts';
import type { WaitResult } from '../../../operations/job/wait.ts';
import { serverFlags } from '../../../runtime/globals.ts';
import type { Session } from '../../../runtime/session.ts';
import { shellWord } from '../../../services/context.ts';
import type { WorkflowContext } from '../../workflow.ts';
import type { Waited, WaitFor } from './follow.ts';

const reached: ReadonlySet<WaitResult> = new Set<WaitResult>([...goals, 'registered']);

/** What follows a printed command: the flags of this run, and the place of a job that its file gives. */
const flagsOf = (session: Session, place: WaitFor['place']): string => {
  const { globals } = session;
  const own = (['namespace', 'region'] as const).flatMap((what) => {
    const value = place[what];
    return value === undefined || globals[what] !== undefined ? [] : [` --${what} ${shellWord(value)}`];
  });
  return `${own.join('')}${serverFlags(globals)}`;
};

/** The command that goes on with the wait. */
const goOn = (session: Session, { place, goal }: WaitFor, { job, version }: Waited): string =>
  [
    `trivet job wait ${shellWord(job)}`,
    ...(version === null ? [] : [`--job-version ${version}`]),
    ...(goal === undefined ? [] : [`--for ${goal}`]),
  ].join(' ') + flagsOf(session, place);

type Hint = (name: string, flags: string, deployment: string) => string;

const seeVersions: Hint = (name, flags) => `See what runs now: trivet job versions ${name}${flags}`;

const hints: Readonly<Partial<Record<WaitResult, Hint>>> = {
  'awaiting-promotion': (_, flags, deployment) => {
    const data = shellWord(JSON.stringify({ DeploymentID: deployment, All: true }));
    return `Promote the canaries: trivet api jobs PUT /v1/deployment/promote/${deployment} --data ${data}${flags}`;
  },
  'cannot-be-placed': (name, flags) =>
    `It is placed as soon as there is room: trivet job evaluations ${name}${flags}`,
  reverted: seeVersions,
  overtaken: seeVersions,
  failed: (name, flags) => `See its allocations: trivet job allocations ${name}${flags}`,
};

const hintOf = (session: Session, wanted: WaitFor, waited: Waited): string | undefined => {
  const { result, job, deployment } = waited;
  if (result === 'timeout')
    return `The job goes on without trivet. Wait longer: ${goOn(session, wanted, waited)}`;
  return hints[result]?.(shellWord(job), flagsOf(session, wanted.place), deployment ?? '');
};

const words: Readonly<Partial<Record<WaitResult, string>>> = {
  failed: 'failed',
  reverted: 'failed and was reverted',
  overtaken: 'was overtaken',
  stopped: 'is stopped',
  'cannot-be-placed': 'cannot be placed',
  'awaiting-promotion': 'waits for a promotion',
  unreachable: 'cannot become what was waited for',
  gone: 'is gone',
  timeout: 'is not ready yet: the time to wait is over',
};

/** Why the wait did not end as wanted; undefined where it did, or where a signal ended it. */
export const failureOf = (session: Session, wanted: WaitFor, waited: Waited): TrivetError | undefined => {
  const { job, version, result, reason, error } = waited;
  if (error !== undefined) return error.with({ details: { reason: error.details.reason ?? result } });
  if (reached.has(result) || result === 'interrupted') return undefined;
  const what = `${job}${version === null ? '' : ` version ${version}`} ${words[result] ?? result}`;
  return new TrivetError(
    result === 'timeout' ? 'deadline' : 'wait-failed',
    result === 'timeout' ? Exit.deadline : Exit.failed,
    reason === '' ? what : `${what}: ${reason}`,
    { reason: result, hint: hintOf(session, wanted, waited) },
  );
};

const documentOf = ({ job, namespace, version, deployment, result, reason }: Waited): JsonObject => ({
  job,
  namespace,
  version,
  deployment,
  result,
  reason,
});

/** Of several failures the one whose code a script should see first: a broken wait, a failed one, one that takes long. */
const order = (error: TrivetError): number =>
  error.exit === Exit.failed ? 1 : error.exit === Exit.deadline ? 2 : 0;

/**
 * Prints the document, or the list of several, and ends the command.
 * @throws TrivetError the failure; of several the worst, and the others are warnings
 */
export const conclude = async (
  { session, presenter }: Pick<WorkflowContext, 'session' | 'presenter'>,
  ends: readonly (readonly [WaitFor, Waited])[],
): Promise<number> => {
  const items = ends.map(([, waited]) => documentOf(waited));
  const [only] = items;
  await (only !== undefined && items.length === 1
    ? presenter.showDocument(waitedView, only, items)
    : presenter.showDocument(waitedList, items, items));
  for (const [wanted, waited] of ends) {
    if (waited.result === 'interrupted')
      session.reporter.note(`${waited.job}: to go on waiting: ${goOn(session, wanted, waited)}`);
  }
  const failures = ends.flatMap(([wanted, waited]) => {
    const failure = failureOf(session, wanted, waited);
    return failure === undefined ? [] : [failure];
  });
  const [worst, ...others] = failures.toSorted((left, right) => order(left) - order(right));
  if (worst === undefined) return Exit.ok;
  for (const { message } of others) session.reporter.warn(message);
  await presenter.finish();
  throw worst;
};
