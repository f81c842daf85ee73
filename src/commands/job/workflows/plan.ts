/** Plans: a tree for people, the document for programs, exit codes for pipelines. */
import { Exit, usageError } from '../../../system/error.ts';
import { painter } from '../../../output/color.ts';
import { cannotPlace, hasChanges, planText } from './format/plan.ts';
import { writeJson } from '../../../documents/json/lossless.ts';
import type { plan } from '../operations/register.ts';
import { isSecretName } from '../../../catalogue/shown.ts';
import { hiddenDiff } from './format/diff.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';
import { isSource } from './file/flag-values.ts';
import { readJobFile } from './file/file.ts';
import type { VariableInput } from './file/file.ts';
import { jobText } from '../../../services/jobs/job-text.ts';
import { jobAsSent } from './file/job-as-sent.ts';
import { jobPlaceOf } from './file/place.ts';
import { showReply } from '../../../run/single/reply.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';
import { printsText } from '../../../run/single/prints-text.ts';
import { suggest } from '../../../run/suggest.ts';

/** There is an ID only if it replaces that of the file. */
type PlanContext = OperationContext<
  typeof plan,
  VariableInput &
    Readonly<{
      Job?: string | undefined;
      job_id?: string | undefined;
      full?: boolean | undefined;
      'detailed-exitcode'?: boolean | undefined;
    }>
>;

/** Values of variables and secrets are left out, since the output can be a log. */
const registerWords = (
  file: string,
  index: string,
  { input, options: { extra = [] }, presenter }: PlanContext,
): string =>
  [
    `job register ${shellWord(file)} --check-index ${index}`,
    ...(input['var-file'] ?? []).map((name) => `--var-file ${shellWord(name)}`),
    ...Object.entries(input.var ?? {}).map(([name, value]) =>
      presenter.options.reveal || isSource(value)
        ? `--var ${shellWord(`${name}=${value}`)}`
        : `--var ${shellWord(name)}=…`,
    ),
    ...extra
      .filter(([pointer]) => pointer.startsWith('/Job/'))
      .map(([pointer, value]) =>
        presenter.options.reveal || !isSecretName(pointer.split('/').at(-1) ?? '')
          ? `--set ${shellWord(`${pointer}=${writeJson(value)}`)}`
          : `--set ${shellWord(pointer)}=…`,
      ),
    ...(input.PolicyOverride === true ? ['--policy-override'] : []),
  ].join(' ');

export default async (context: PlanContext): Promise<number> => {
  const { session, presenter, operation, input } = context;
  const file = input.Job ?? '';
  const { job: inFile } = await readJobFile(session, file, input);
  const { job, options } = jobAsSent(operation, inFile, context.options);
  const id = input.job_id ?? jobText(job, 'ID');
  if (id === undefined) throw usageError('the job file has no ID');
  const place = await jobPlaceOf(session, job);
  const outcome = await session.call(
    operation,
    { Diff: true, ...input, ...place, Job: job, job_id: id },
    options,
  );
  if (printsText(session.globals)) {
    const { colorLevel, now, reveal } = presenter.options;
    const paint = await painter(colorLevel);
    await presenter.write(
      planText(outcome.document, {
        paint,
        now,
        reveal,
        register: (index) => suggest(session, registerWords(file, index, context)),
        full: input.full === true,
      }),
    );
  } else {
    const document = presenter.options.reveal ? outcome.document : hiddenDiff(outcome.document);
    await showReply(context, { ...outcome, document });
  }
  if (input['detailed-exitcode'] !== true) return Exit.ok;
  if (cannotPlace(outcome.document)) return Exit.failed;
  return hasChanges(outcome.document) ? Exit.changes : Exit.ok;
};
