import { usageError } from '../../../system/error.ts';
import type { Json } from '../../../documents/json/json.ts';
import { isUnreachable } from '../parts.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';
import { readJobFile } from './file/file.ts';
import type { VariableInput } from './file/file.ts';
import { jobAsSent } from './file/job-as-sent.ts';
import type { JobPlace } from './file/place.ts';
import { jobText } from '../../../services/jobs/job-text.ts';
import { jobPlaceOf } from './file/place.ts';
import type { Outcome } from '../../../run/session/outcome.ts';
import type { register, update } from '../operations/register.ts';
import { show } from '../operations/show.ts';
import { own } from '../../../documents/json/json.ts';
import { TrivetError } from '../../../system/error.ts';
import { printsSentence } from '../../../run/single/prints-sentence.ts';
import { showOutcome } from '../../../run/single/reply.ts';
import { changed, singleWith } from '../../../run/single/single.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';
import { changedJob } from '../job-at.ts';
import { warnOfPlacement } from './evaluated.ts';

type RegisterContext = OperationContext<
  typeof register | typeof update,
  VariableInput &
    Readonly<{
      Job?: Json | undefined;
      job_id?: string | undefined;
      namespace?: string | null | undefined;
      region?: string | null | undefined;
    }>
>;

const fromFile = (job: Json, place: JobPlace): readonly string[] =>
  (['namespace', 'region'] as const).flatMap((what) => {
    const value = place[what] === null ? jobText(job, what) : undefined;
    return value === undefined ? [] : [`--${what} ${shellWord(value)}`];
  });

/** The reply does not report the version. Undefined if the job cannot be read. */
const sentenceFor = async (outcome: Outcome, context: RegisterContext): Promise<string | undefined> => {
  const place = changedJob(outcome);
  if (place === undefined || !printsSentence(context, outcome)) return undefined;
  try {
    const { document } = await context.session.lookUp(show, place);
    const [now, sent] = [own(document, 'JobModifyIndex'), own(outcome.document, 'JobModifyIndex')];
    const version = own(document, 'Version');
    if (typeof now !== 'number' || typeof sent !== 'number' || typeof version !== 'number') return undefined;
    if (now < sent) return '{job_id}: unchanged, no new version';
    return now === sent ? `{job_id}: version ${version} registered[, evaluation {EvalID:8}]` : undefined;
  } catch (error) {
    if (error instanceof TrivetError) return undefined;
    throw error;
  }
};

export default singleWith<RegisterContext>({
  show: async (outcome, context) => showOutcome(context, outcome, await sentenceFor(outcome, context)),
  after: warnOfPlacement,
  before: async (context) => {
    const { session, operation, input } = context;
    const { job: inFile, submission } = await readJobFile(
      session,
      typeof input.Job === 'string' ? input.Job : '',
      input,
    );
    const { job, options } = jobAsSent(operation, inFile, context.options);
    const id = jobText(job, 'ID');
    const wanted = input.job_id;
    const { validate } = session.globals;
    if (wanted !== undefined && id !== undefined && id !== wanted && validate) {
      throw usageError(`the file defines job "${id}", not "${wanted}"`);
    }
    if (id !== undefined && isUnreachable(id) && validate) {
      throw usageError(
        `job ID "${id}" ends like an API route: it could be registered but never read or stopped`,
        'Use another ID, or --no-validate to send the request anyway.',
      );
    }
    const place = await jobPlaceOf(session, job);
    return {
      operation: { ...operation, lookUp: ['job show {job_id}', ...fromFile(job, place)].join(' ') },
      options,
      // Without a Submission, real servers attach another version's source.
      input: changed(input, {
        Submission: input.Submission === undefined ? submission : input.Submission,
        ...place,
        Job: job,
        job_id: wanted ?? id,
      }),
    };
  },
});
