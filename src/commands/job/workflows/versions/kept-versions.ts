import { Exit, TrivetError } from '../../../../system/error.ts';
import type { JsonObject } from '../../../../documents/json/json.ts';
import { own, textAt } from '../../../../documents/json/json.ts';
import { phraseOf } from '../../../../catalogue/text/job-server-phrases.ts';
import { versions } from '../../operations/history.ts';
import { deployments } from '../../operations/placement.ts';
import { deploymentOfVersion } from '../wait/group-verdict.ts';
import { seenDeployment } from '../wait/observed.ts';
import type { JobAt } from '../../job-at.ts';
import { readRows } from '../../../../run/lists/list.ts';
import type { Session } from '../../../../run/session/session.ts';
import { shellWord } from '../../../../catalogue/text/shell-words.ts';
import { jobDiff } from './job-diff.ts';
import { suggest } from '../../../../run/suggest.ts';

interface Kept {
  readonly number: number;
  readonly stable: boolean;
  readonly stopped: boolean;
  readonly job: JsonObject;
}

interface KeptVersions {
  readonly current: Kept;
  readonly earlier: readonly Kept[];
}

export const keptVersions = async (
  session: Session,
  { job_id, namespace, region }: JobAt,
): Promise<KeptVersions> => {
  const rows = await readRows(session, versions, { job_id, namespace, region });
  const all = rows.map((job) => ({
    number: Number(own(job, 'Version') ?? 0),
    stable: own(job, 'Stable') === true,
    stopped: own(job, 'Stop') === true,
    job,
  }));
  const [current, ...earlier] = all.toSorted((left, right) => right.number - left.number);
  if (current === undefined)
    throw new TrivetError('not-found', Exit.notFound, `the server keeps no version of job ${job_id}`);
  return { current, earlier };
};

const missing = (
  session: Session,
  id: string,
  message: string,
  hint = `See which versions are kept: ${suggest(session, `job versions ${shellWord(id)}`)}`,
): TrivetError => new TrivetError('not-found', Exit.notFound, message, { hint });

export const versionNumbered = (
  session: Session,
  id: string,
  { current, earlier }: KeptVersions,
  number: number | undefined,
): Kept => {
  const found = number === undefined ? current : [current, ...earlier].find((one) => one.number === number);
  if (found === undefined)
    throw missing(session, id, `the server keeps no version ${number ?? ''} of job ${id}`);
  return found;
};

const failedVersions = async (
  session: Session,
  place: JobAt,
  { job }: Kept,
): Promise<Map<number, string>> => {
  const rows = await readRows(session, deployments, place);
  const created = own(job, 'CreateIndex');
  // Deployments of an earlier job with this ID have its version numbers.
  const all = rows.filter((one) => (own(one, 'JobCreateIndex') ?? created) === created).map(seenDeployment);
  return new Map(
    all.flatMap(({ version }) => {
      const last = deploymentOfVersion(all, version);
      return last?.status === 'failed' ? [[version, last.description] as const] : [];
    }),
  );
};

const isOtherThan =
  (current: Kept) =>
  ({ job }: Kept): boolean =>
    textAt(jobDiff(current.job, job), 'Type') !== 'None';

/**
 * The newest earlier version that ran, whose deployment did not fail, and that differs from the current one (a stop
 * and a start make versions, too). Warns of skipped versions, and if only another one is marked as stable.
 */
const versionBefore = async (
  session: Session,
  place: JobAt,
  { current, earlier }: KeptVersions,
): Promise<Kept> => {
  const { job_id: id } = place;
  const failed = await failedVersions(session, place, current);
  // A stop makes a version of its own.
  const ran = earlier.filter(({ stopped }) => !stopped);
  const good = ran.filter(({ number }) => !failed.has(number));
  const found = good.find(isOtherThan(current)) ?? good[0];
  const passed = (found === undefined ? ran : ran.slice(0, ran.indexOf(found))).filter(({ number }) =>
    failed.has(number),
  );
  const [newest] = passed;
  if (found === undefined && newest !== undefined) {
    throw missing(
      session,
      id,
      `the deployments of all versions of job ${id} before version ${current.number} failed`,
      `To go back to one of them anyway: ${suggest(session, `job revert ${shellWord(id)} ${newest.number}`)}`,
    );
  }
  for (const { number } of passed) {
    const why = failed.get(number) ?? '';
    session.reporter.warn(
      `version ${number} of ${id} was passed over: its deployment failed${why === '' ? '' : ` (${phraseOf(why)})`}`,
    );
  }
  if (found === undefined) throw noVersion(session, id, 'previous', current);
  const stable = ran.find((one) => one.stable);
  if (!found.stable && stable !== undefined)
    session.reporter.warn(
      `version ${found.number} of ${id} is not marked as stable; the newest earlier one that is: ${stable.number}`,
    );
  return found;
};

const noVersion = (session: Session, id: string, kind: string, { number }: Kept): TrivetError =>
  missing(session, id, `the server keeps no ${kind} version of job ${id} before version ${number}`);

export const versionTo = async (
  session: Session,
  place: JobAt,
  kept: KeptVersions,
  to: 'previous' | 'stable',
): Promise<Kept> => {
  const { current, earlier } = kept;
  const { job_id: id } = place;
  if (to === 'previous') return versionBefore(session, place, kept);
  if (current.stable && !current.stopped) {
    throw new TrivetError('refused', Exit.refused, `version ${current.number} of ${id} is already stable`, {
      effect: 'not-sent',
      hint: 'Go back further with --to previous, or name the version.',
    });
  }
  const found = earlier.find(({ stable, stopped }) => stable && !stopped);
  if (found === undefined) throw noVersion(session, id, 'stable', current);
  return found;
};
