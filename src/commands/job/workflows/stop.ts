import type { Json } from '../../../documents/json/json.ts';
import { TrivetError } from '../../../system/error.ts';
import { isObject, own } from '../../../documents/json/json.ts';
import type { stop } from '../operations/change.ts';
import { show } from '../operations/show.ts';
import { fillTemplate } from '../../../services/context.ts';
import { changed, single } from '../../../run/single/single.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';
import { suggest } from '../../../run/suggest.ts';

const isParent = (job: Json): boolean =>
  (isObject(own(job, 'Periodic')) || isObject(own(job, 'ParameterizedJob'))) &&
  (own(job, 'ParentID') ?? '') === '';

type StopContext = OperationContext<typeof stop, Readonly<{ wait?: boolean | undefined }>>;

/** Allocations of a purged job cannot be seen. */
const stopThenPurge = async (context: StopContext): Promise<number> => {
  const { session, operation, input, options } = context;
  if (session.globals.dryRun || session.globals.curl) return single(context);
  const left = `${input.job_id} is stopped and not purged`;
  const command = fillTemplate('job stop {job_id} --purge --wait', input);
  const hint = `To do both: ${suggest(session, command)}`;
  const stopped = {
    ...context,
    input: changed(input, { purge: undefined }),
    options: { ...options, rest: `${input.job_id} was stopped, and not purged. ${hint}` },
  };
  const code = await single(stopped).catch((error: unknown) => {
    if (!(error instanceof TrivetError) || session.standing().is !== 'done') throw error;
    throw error.with({ message: `${left}: ${error.message}`, details: { hint } });
  });
  if (session.signal.aborted) {
    session.reporter.warn(`${left}. ${hint}`);
    return code;
  }
  await session.call(operation, input, options);
  session.reporter.note(`purged ${input.job_id}`);
  return code;
};

export default async (context: StopContext): Promise<number> => {
  const { session, input } = context;
  const { document } = await session.lookUp(show, { job_id: input.job_id });
  if (own(document, 'Stop') === true) session.reporter.note(`${input.job_id} is already stopped`);
  const purges = input.purge === true && input.wait === true;
  const code = await (purges ? stopThenPurge(context) : single(context));
  if (isParent(document)) {
    const listed = fillTemplate('job list --prefix {job_id}/', input);
    session.reporter.note(`running instances continue; list them: ${suggest(session, listed)}`);
  }
  return code;
};
