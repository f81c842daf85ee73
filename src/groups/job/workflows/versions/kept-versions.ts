/** The versions of a job that the server keeps, and the choice of one of them. */
import { Exit, TrivetError } from '../../../../model/error.ts';
import type { JsonObject } from '../../../../model/json/json.ts';
import { isObject, listAt, own } from '../../../../model/json/json.ts';
import { versions } from '../../operations/history.ts';
import { diffLines } from '../shown/diff.ts';
import type { Painter } from '../../../../screen/color.ts';
import { serverFlags } from '../../../../engine/given-globals.ts';
import type { Session } from '../../../../engine/session/session.ts';
import { shellWord } from '../../../../services/context.ts';
import { jobDiff } from './job-diff.ts';

interface Kept {
  readonly number: number;
  readonly stable: boolean;
  readonly stopped: boolean;
  readonly job: JsonObject;
}

interface KeptVersions {
  readonly current: Kept;
  /** The versions before the current one, newest first. */
  readonly earlier: readonly Kept[];
}

/** @throws TrivetError when the job is not known */
export const keptVersions = async (
  session: Session,
  place: {
    readonly job_id: string;
    readonly namespace?: string | undefined;
    readonly region?: string | undefined;
  },
): Promise<KeptVersions> => {
  const { job_id, namespace, region } = place;
  const { document } = await session.lookUp(versions, { job_id, namespace, region });
  const all = listAt(document, 'Versions')
    .filter(isObject)
    .map((job) => ({
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

const missing = (session: Session, id: string, message: string): TrivetError =>
  new TrivetError('not-found', Exit.notFound, message, {
    hint: `See which versions are kept: trivet job versions ${shellWord(id)}${serverFlags(session.globals)}`,
  });

/** The version with this number; default: the current one. */
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

/** Returns the version that `--to` means: the one before, or the newest earlier one that was marked as stable. */
export const versionTo = (
  session: Session,
  id: string,
  { current, earlier }: KeptVersions,
  to: 'previous' | 'stable',
): Kept => {
  if (to === 'stable' && current.stable && !current.stopped) {
    throw new TrivetError('refused', Exit.refused, `version ${current.number} of ${id} is already stable`, {
      effect: 'not-sent',
      hint: 'Go back further with --to previous, or name the version.',
    });
  }
  const found = to === 'previous' ? earlier[0] : earlier.find(({ stable }) => stable);
  if (found === undefined)
    throw missing(
      session,
      id,
      `the server keeps no ${to} version of job ${id} before version ${current.number}`,
    );
  return found;
};

/** Returns the difference between two versions as lines; none without a difference. */
export const differenceLines = (
  before: Kept,
  after: Kept,
  paint: Painter,
  reveal: boolean,
): readonly string[] => diffLines(jobDiff(before.job, after.job), { paint, verbose: false, reveal });
