/** Finds the deployment that a person decides about. */
import { readBackAs } from '../../../../services/proof.ts';
import { Exit, TrivetError } from '../../../../system/error.ts';
import { isObject, itemsIn, textAt } from '../../../../documents/json/json.ts';
import type { Session } from '../../../../run/session/session.ts';
import { quoted, wordOf } from '../../../../catalogue/text/server-text.ts';
import { shellWord } from '../../../../catalogue/text/shell-words.ts';
import { deployment as newest, deployments } from '../../operations/placement.ts';
import { show } from '../../operations/show.ts';
import type { ChangedJob } from '../changed-job.ts';
import { isUnderWay } from '../wait/group-verdict.ts';
import { seenDeployment } from '../wait/observed.ts';
import type { SeenDeployment } from '../wait/observed.ts';
import { suggest } from '../../../../run/suggest.ts';

/** Reads the newest deployment of a job; undefined where it has none. */
const newestDeployment = async (session: Session, place: ChangedJob): Promise<SeenDeployment | undefined> => {
  const { document } = await session.lookUp(newest, place);
  return isObject(document) ? seenDeployment(document) : undefined;
};

/** @throws TrivetError exit 6, before anything is sent */
export const nothingToDecide = (
  session: Session,
  place: ChangedJob,
  reason: string,
  message: string,
): TrivetError =>
  new TrivetError('conflict', Exit.conflict, `job ${place.job_id}: ${message}`, {
    reason,
    hint: `Show its deployments: ${suggest(session, `job deployments ${shellWord(place.job_id)}`, place)}`,
  });

/**
 * Returns the newest deployment, which has not ended.
 * @param wanted the ID that it must have, or the first characters of it
 * @throws TrivetError exit 6, when there is none, when it has ended, or when it is another one
 */
export const activeDeployment = async (
  session: Session,
  place: ChangedJob,
  wanted: string | undefined,
): Promise<SeenDeployment> => {
  const found = await newestDeployment(session, place);
  if (found === undefined) {
    await session.lookUp(show, place);
    throw nothingToDecide(session, place, 'no-deployment', 'it has no deployment');
  }
  const { id, status, description } = found;
  const short = id.slice(0, 8);
  if (wanted !== undefined && !id.startsWith(wanted.toLowerCase())) {
    throw nothingToDecide(
      session,
      place,
      'other-deployment',
      `its newest deployment is ${short}, not ${wanted}`,
    );
  }
  if (!isUnderWay(status)) {
    const why = description === '' ? '' : `: ${quoted(description)}`;
    throw nothingToDecide(
      session,
      place,
      'deployment-ended',
      `deployment ${short} has ended: ${wordOf(status)}${why}`,
    );
  }
  return found;
};

/**
 * Reads the deployment that was decided about, also when the job has a newer one by now.
 * @throws TrivetError exit 9, when it cannot be read: it is not known whether the decision had an effect
 */
export const decidedDeployment = async (
  session: Session,
  place: ChangedJob,
  id: string | undefined,
): Promise<SeenDeployment> => {
  try {
    const { document } = await session.lookUp(deployments, place);
    const found = itemsIn(document).find((one) => textAt(one, 'ID') === id);
    if (found === undefined)
      throw nothingToDecide(session, place, 'no-deployment', 'the deployment is not listed');
    return seenDeployment(found);
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    const failure = error.with({
      code: 'unknown-outcome',
      exit: Exit.unknown,
      message: `the server accepted the request, but its effect cannot be read: ${error.message}`,
      details: {
        lookUp: suggest(session, `job deployments ${shellWord(place.job_id)}`, place),
        hint: undefined,
        cause: error,
      },
    });
    throw readBackAs(undefined, failure);
  }
};
