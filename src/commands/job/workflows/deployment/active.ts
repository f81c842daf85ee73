import { readBackAs } from '../../../../services/proof.ts';
import { Exit, TrivetError } from '../../../../system/error.ts';
import { isObject, textAt } from '../../../../documents/json/json.ts';
import { readRows } from '../../../../run/lists/list.ts';
import type { Session } from '../../../../run/session/session.ts';
import { quoted, wordOf } from '../../../../catalogue/text/server-text.ts';
import { shellWord } from '../../../../catalogue/text/shell-words.ts';
import { deployment as newest, deployments } from '../../operations/placement.ts';
import { show } from '../../operations/show.ts';
import type { JobAt } from '../../job-at.ts';
import { isUnderWay } from '../wait/group-verdict.ts';
import { seenDeployment } from '../wait/observed.ts';
import type { SeenDeployment } from '../wait/observed.ts';
import { suggest } from '../../../../run/suggest.ts';

const newestDeployment = async (session: Session, place: JobAt): Promise<SeenDeployment | undefined> => {
  const { document } = await session.lookUp(newest, place);
  return isObject(document) ? seenDeployment(document) : undefined;
};

/** @throws TrivetError exit 6, before anything is sent */
export const nothingToDecide = (
  session: Session,
  place: JobAt,
  reason: string,
  message: string,
): TrivetError =>
  new TrivetError('conflict', Exit.conflict, `job ${place.job_id}: ${message}`, {
    reason,
    hint: `Show its deployments: ${suggest(session, `job deployments ${shellWord(place.job_id)}`, place)}`,
  });

/**
 * The deployment that has not ended.
 * @param wanted its ID, or the first characters
 * @throws TrivetError exit 6, if there is none, or it has ended or is another
 */
export const activeDeployment = async (
  session: Session,
  place: JobAt,
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

/** Also finds it if the job has a newer one. @throws TrivetError exit 9, if unreadable: the effect is unknown */
export const decidedDeployment = async (
  session: Session,
  place: JobAt,
  id: string | undefined,
): Promise<SeenDeployment> => {
  try {
    const all = await readRows(session, deployments, place);
    const found = all.find((one) => textAt(one, 'ID') === id);
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
