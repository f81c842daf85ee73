import { printsText } from '../../../run/single/prints-text.ts';
import { usageError } from '../../../system/error.ts';
import type { JsonObject } from '../../../documents/json/json.ts';
import type { Recipe } from '../../../catalogue/recipe.ts';
import { guides, recipesFor } from './recipes.ts';
import { ownView } from '../../../run/single/own-view.ts';
import type { OwnContext, Workflow } from '../../../run/single/workflow.ts';
import type { Tried } from './try.ts';
import { triedText, tryLines } from './try.ts';

const most = 3;

const itemOf = ({ title, lines, guide }: Recipe): JsonObject => ({ title, lines, guide: guide ?? null });

const textOf = ({ title, lines, guide }: Recipe, index: number): string =>
  [
    `${index + 1}. ${title}`,
    ...lines.map((line) => `   $ ${line}`),
    ...(guide === undefined ? [] : [`   More: trivet help guide ${guide}`]),
  ].join('\n');

type Asked = Readonly<{ words?: readonly string[] | undefined; try?: number | bigint | undefined }>;

const tryAnswer = async (
  { command, session, presenter }: OwnContext<Asked>,
  recipe: Recipe,
  people: boolean,
): Promise<number> => {
  const { io } = session;
  const ran: Tried[] = [];
  const heading = (): string => (ran.length === 0 ? `${recipe.title} (in a sandbox)\n` : '');
  const begin = async (line: string): Promise<void> => {
    if (people) await presenter.write(`${heading()}\n   $ ${line}\n\n`);
  };
  const shown = people && io.stdout.isTTY === true && session.globals.out === undefined;
  for await (const tried of tryLines({ io, recipe, begin, shown })) {
    if (people && tried.refused !== undefined) await presenter.write(`${heading()}\n   $ ${tried.line}\n`);
    ran.push(tried);
    if (people) await presenter.write(triedText(tried));
  }
  const item = { ...itemOf(recipe), ran: ran.map((tried): JsonObject => ({ ...tried })) };
  if (!people) await presenter.showDocument(ownView(command), [item], [item]);
  return ran.find(({ exit = 0 }) => exit !== 0)?.exit ?? 0;
};

const run: Workflow<Asked> = async (context) => {
  const { command, session, presenter, input } = context;
  const { words = [] } = input;
  const question = words.join(' ');
  const found = question === '' ? guides() : await recipesFor(question, most);
  if (found.length === 0) session.reporter.note(`nothing fits "${question}"; for the guides: trivet how`);
  const people = printsText(session.globals);
  if (input.try !== undefined) {
    const recipe = found[Number(input.try) - 1];
    if (recipe !== undefined && question !== '') return tryAnswer(context, recipe, people);
    throw usageError(
      question === '' ? '--try needs a question' : `--try ${input.try}: there are ${found.length} answers`,
      `See them: trivet how${question === '' ? ' WORDS' : ` ${question}`}`,
    );
  }
  if (people && found.length > 0) await presenter.write(`${found.map(textOf).join('\n\n')}\n`);
  else if (!people) {
    const items = found.map(itemOf);
    await presenter.showDocument(ownView(command), items, items);
  }
  return 0;
};

export default run;
