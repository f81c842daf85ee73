/**
 * What the evaluation of a change came to. A job that cannot be placed is accepted as any other: its evaluation is
 * complete, and only lists what has no place.
 */
import { pause } from '../../http/pause.ts';
import { TrivetError } from '../../model/error.ts';
import type { Json } from '../../model/json.ts';
import { isArray, isObject, own, textAt } from '../../model/json.ts';
import { evaluations } from '../../operations/job/placement.ts';
import { failedCount, plural, reasonsOf } from '../../render/placement.ts';
import type { Outcome, Session } from '../../runtime/session.ts';
import { singleWith } from '../single.ts';
import type { OperationContext } from '../workflow.ts';
import { jobText } from './place.ts';

/** Milliseconds before each look: most evaluations are complete at the first. */
const looks = [0, 50, 150, 300, 500];

export interface ChangedJob {
  readonly job_id: string;
  readonly namespace?: string | undefined;
  readonly region?: string | undefined;
}

/**
 * The job that a change was about, in the namespace and region of its file or of the command.
 * @param job what the file holds
 */
export const changedJob = ({ document, input }: Outcome, job: Json = {}): ChangedJob | undefined => {
  const id = textAt(document, 'DispatchedJobID') ?? input['job_id'];
  if (typeof id !== 'string') return undefined;
  const where = (name: 'namespace' | 'region'): string | undefined => {
    const given = input[name];
    if (typeof given === 'string') return given;
    const text = jobText(job, name);
    return name === 'region' && text === 'global' ? undefined : text;
  };
  return { job_id: id, namespace: where('namespace'), region: where('region') };
};

/** The evaluation once it is no longer pending; undefined where it cannot be read, or takes longer. */
const completed = async (session: Session, place: ChangedJob, id: string): Promise<Json | undefined> => {
  for (const wait of looks) {
    if (wait > 0) await pause(wait, session.signal);
    if (session.signal.aborted) return undefined;
    try {
      const { document } = await session.lookUp(evaluations, place);
      const found = isArray(document) ? document.find((one) => textAt(one, 'ID') === id) : undefined;
      if (found !== undefined && textAt(found, 'Status') !== 'pending') return found;
    } catch (error) {
      // It only says more of a change that was made.
      if (error instanceof TrivetError) return undefined;
      throw error;
    }
  }
  return undefined;
};

/** Warns of each task group that has no place; `job` as for `changedJob`. */
export const warnOfPlacement = async (
  outcome: Outcome,
  { session }: Pick<OperationContext, 'session'>,
  job?: Json,
): Promise<void> => {
  const id = textAt(outcome.document, 'EvalID') ?? '';
  const place = changedJob(outcome, job);
  if (session.globals.quiet || id === '' || place === undefined) return;
  const evaluation = await completed(session, place, id);
  const failed = own(evaluation, 'FailedTGAllocs');
  if (!isObject(failed)) return;
  const blocked = (textAt(evaluation, 'BlockedEval') ?? '') !== '';
  for (const [group, metric] of Object.entries(failed)) {
    const reasons = reasonsOf(metric);
    session.reporter.warn(
      `${place.job_id}: task group "${group}": ${plural(failedCount(metric), 'allocation')} cannot be placed now` +
        `${reasons.length === 0 ? '' : `: ${reasons.join('; ')}`}${blocked ? '; placed as soon as there is room' : ''}`,
    );
  }
};

export default singleWith({ after: (outcome, context) => warnOfPlacement(outcome, context) });
