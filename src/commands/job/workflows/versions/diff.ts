import { Exit } from '../../../../system/error.ts';
import { isObject, textAt } from '../../../../documents/json/json.ts';
import { diffLines, hiddenDiff } from '../format/diff.ts';
import { painter } from '../../../../output/color.ts';
import { printsText } from '../../../../run/single/prints-text.ts';
import { ownView } from '../../../../run/single/own-view.ts';
import type { Workflow } from '../../../../run/single/workflow.ts';
import { jobDiff } from './job-diff.ts';
import { keptVersions, versionNumbered } from './kept-versions.ts';

type DiffInput = Readonly<{
  job_id?: string | undefined;
  from?: number | bigint | undefined;
  to?: number | bigint | undefined;
  full?: boolean | undefined;
  'detailed-exitcode'?: boolean | undefined;
}>;

const run: Workflow<DiffInput> = async ({ session, presenter, command, input }) => {
  const id = input.job_id ?? '';
  const kept = await keptVersions(session, { job_id: id });
  const after = versionNumbered(session, id, kept, input.to === undefined ? undefined : Number(input.to));
  // One version is compared with the current one; without any, the current one with the one before.
  const from = input.from === undefined ? kept.earlier[0]?.number : Number(input.from);
  const before = versionNumbered(session, id, kept, from);
  const diff = jobDiff(before.job, after.job);
  const differs = textAt(diff, 'Type') !== 'None';
  const { reveal, colorLevel } = presenter.options;
  if (printsText(session.globals)) {
    const paint = await painter(colorLevel);
    const lines = diffLines(diff, { paint, full: input.full === true, reveal });
    const only = input.from === undefined && input.to === undefined && kept.earlier.length === 0;
    const none = only
      ? `${id} has only version ${after.number}`
      : `versions ${before.number} and ${after.number} do not differ`;
    await presenter.write(`${lines.length === 0 ? none : lines.join('\n')}\n`);
  } else {
    const whole = { From: before.number, To: after.number, ...diff };
    const document = reveal ? whole : hiddenDiff(whole);
    await presenter.showDocument(ownView(command), document, [isObject(document) ? document : {}]);
  }
  return input['detailed-exitcode'] === true && differs ? Exit.changes : Exit.ok;
};

export default run;
