/** From a flag, else the file, else the context. Real servers prefer the query, so nothing is sent for the file's. */
import type { Json } from '../../../../documents/json/json.ts';
import type { Sourced } from '../../../../config/endpoint.ts';
import type { Session } from '../../../../run/session/session.ts';
import { jobText } from '../../../../services/jobs/job-text.ts';

/** `null` keeps the context's value from being sent. */
const chosen = (
  session: Session,
  what: 'namespace' | 'region',
  file: string | undefined,
  context: Sourced<string> | undefined,
): null | undefined => {
  const flag = session.globals[what];
  if (flag !== undefined) {
    if (file !== undefined && file !== flag) {
      session.reporter.note(`using --${what} ${flag}, not the ${what} ${file} of the file`);
    }
    return undefined;
  }
  if (file === undefined) return undefined;
  if (context !== undefined && context.value !== file) {
    session.reporter.note(`using the file's ${what} ${file}, not ${context.value} from ${context.source}`);
  }
  return null;
};

export interface JobPlace {
  readonly namespace: null | undefined;
  readonly region: null | undefined;
}

export const jobPlaceOf = async (session: Session, job: Json): Promise<JobPlace> => {
  const { context } = await session.endpoint('jobs');
  const region = jobText(job, 'Region');
  return {
    namespace: chosen(session, 'namespace', jobText(job, 'Namespace'), context.namespace),
    // Servers add the region global to every job without one.
    region: chosen(session, 'region', region === 'global' ? undefined : region, context.region),
  };
};
