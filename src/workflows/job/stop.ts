/** Stop: real servers answer 200 for a job that they do not know, so it is read first. */
import type { Json } from '../../model/json.ts';
import { isObject, own } from '../../model/json.ts';
import type { GivenOf } from '../../model/operation.ts';
import type { stop } from '../../operations/job/change.ts';
import { show } from '../../operations/job/show.ts';
import { serverFlags } from '../../runtime/globals.ts';
import { fillTemplate } from '../../services/context.ts';
import { single } from '../single.ts';
import type { OperationContext } from '../workflow.ts';

const isParent = (job: Json): boolean =>
  (isObject(own(job, 'Periodic')) || isObject(own(job, 'ParameterizedJob'))) &&
  (own(job, 'ParentID') ?? '') === '';

type StopContext = OperationContext<GivenOf<typeof stop> & Readonly<{ wait?: boolean | undefined }>>;

/** What becomes of the allocations of a purged job cannot be seen, so its stop is waited for first. */
const stopThenPurge = async (context: StopContext): Promise<number> => {
  const { session, operation, input, options } = context;
  if (session.globals.dryRun || session.globals.curl) return single(context);
  const code = await single({ ...context, input: { ...input, purge: undefined } });
  if (session.signal.aborted) return code;
  await session.call(operation, input, options);
  session.reporter.note(`purged ${input.job_id}`);
  return code;
};

export default async (context: StopContext): Promise<number> => {
  const { session, input } = context;
  const { document } = await session.lookUp(show, { job_id: input.job_id });
  if (own(document, 'Stop') === true) session.reporter.note(`${input.job_id} is stopped already`);
  const code = await (input.purge === true && input.wait === true ? stopThenPurge : single)(context);
  if (isParent(document)) {
    const listed = fillTemplate('job list --prefix {job_id}/', input);
    session.reporter.note(`instances that run go on: trivet ${listed}${serverFlags(session.globals)}`);
  }
  return code;
};
