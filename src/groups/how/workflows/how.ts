/** Answers a question with the ways that fit it best, or lists the guides. */
import { choosesOfDocument } from '../../../engine/given-globals.ts';
import type { JsonObject } from '../../../model/json/json.ts';
import type { Way } from '../../../model/way.ts';
import { traitsOf } from '../../../screen/formats/formats.ts';
import { guides, waysFor } from '../../../workflows/ways.ts';
import { ownView } from '../../../workflows/own-view.ts';
import type { Workflow } from '../../../workflows/workflow.ts';

/** Answers that are shown. */
const most = 3;

const itemOf = ({ title, lines, guide }: Way): JsonObject => ({ title, lines, guide: guide ?? null });

const textOf = ({ title, lines, guide }: Way, index: number): string =>
  [
    `${index + 1}. ${title}`,
    ...lines.map((line) => `   $ ${line}`),
    ...(guide === undefined ? [] : [`   More: trivet help guide ${guide}`]),
  ].join('\n');

const run: Workflow<Readonly<{ words?: readonly string[] | undefined }>> = async (context) => {
  const { command, session, presenter, input } = context;
  const { words = [] } = input;
  const question = words.join(' ');
  const found = question === '' ? guides() : await waysFor(question, most);
  if (found.length === 0) session.reporter.note(`nothing fits "${question}"; for the guides: trivet how`);
  const { globals } = session;
  const people =
    (globals.output === undefined || traitsOf(globals.output).forPeople === true) &&
    !choosesOfDocument(globals);
  if (people && found.length > 0) await presenter.write(`${found.map(textOf).join('\n\n')}\n`);
  else if (!people) {
    const items = found.map(itemOf);
    await presenter.showDocument(ownView(command), items, items);
  }
  return 0;
};

export default run;
