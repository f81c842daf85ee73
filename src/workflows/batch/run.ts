/** Runs the items of a file: bounded, journalled, resumable; nothing is done twice. */
import { usageError } from '../../model/error.ts';
import { Exit } from '../../model/error.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isArray, textAt } from '../../model/json.ts';
import { parseJson, writeJson } from '../../model/lossless.ts';
import { shellWords } from '../../model/shell-words.ts';
import type { Globals } from '../../runtime/globals.ts';
import type { ItemResult, ItemRunner } from '../../runtime/item.ts';
import type { Journal } from '../../runtime/journal.ts';
import { openJournal } from '../../runtime/journal.ts';
import { readText } from '../../runtime/read-file.ts';
import type { Workflow, WorkflowContext } from '../workflow.ts';

type BatchInput = Readonly<{
  file?: string | undefined;
  parallel?: number | bigint | undefined;
  journal?: string | undefined;
  resume?: boolean | undefined;
  'retry-unknown'?: boolean | undefined;
  'stop-on-error'?: boolean | undefined;
}>;

const jsonWords = (line: string, where: string): readonly string[] => {
  let parsed: Json;
  try {
    parsed = parseJson(line);
  } catch {
    throw usageError(`${where} is no JSON array of words`);
  }
  if (isArray(parsed) && parsed.every((word) => typeof word === 'string')) return parsed.map(String);
  throw usageError(`${where} is no JSON array of words`);
};

/** All items are read and split before the first is run. */
const itemsOf = (text: string): readonly (readonly string[])[] =>
  text.split('\n').flatMap((line, index) => {
    const where = `line ${index + 1}`;
    const words = line.trimStart().startsWith('[') ? jsonWords(line, where) : shellWords(line);
    if (words === undefined) throw usageError(`${where} has a quote that is not closed`);
    if (words.length === 0) return [];
    const argv = words[0] === 'trivet' ? words.slice(1) : words;
    if (argv[0] === 'batch' || argv[0] === 'sandbox')
      throw usageError(`${where}: a batch cannot run trivet ${argv[0]}`);
    return [argv];
  });

type Decision = 'run' | 'skip' | 'look';

/** What a resumed run does with an item: never twice what may have been done and is not harmless to repeat. */
const decide = async (
  item: number,
  argv: readonly string[],
  journal: Journal,
  runner: ItemRunner,
  retry: boolean,
): Promise<Decision> => {
  const known = journal.known.get(item);
  if (known === undefined) return 'run';
  if (known.state === 'done' && known.exit === Exit.ok) return 'skip';
  const unknown = known.state === 'started' || known.exit === Exit.unknown;
  if (!unknown || retry) return 'run';
  const effect = await runner.effect(argv);
  return effect === 'read' || effect === 'idempotent' ? 'run' : 'look';
};

/** The look-up command of an item of unknown outcome, run: a read. */
const lookUp = async (command: string | undefined, runner: ItemRunner): Promise<JsonObject> => {
  const words = command === undefined ? undefined : shellWords(command.replace(/^trivet /, ''));
  if (words === undefined || (await runner.effect(words)) !== 'read') return {};
  const { exit, output } = await runner.run(words);
  return { lookUp: { command: command ?? null, exit, output } };
};

interface Tally {
  failed: number;
  done: number;
  skipped: number;
}

const line = (item: number, argv: readonly string[], result: ItemResult, more: JsonObject = {}): string =>
  `${writeJson({ item: item + 1, argv: [...argv], exit: result.exit, output: result.output, error: result.error, ...more })}\n`;

const unknownResult: ItemResult = {
  exit: Exit.unknown,
  output: null,
  error: { code: 'unknown-outcome', message: 'an earlier run sent it and did not learn what became of it' },
};

const runAll = async (
  context: WorkflowContext<BatchInput>,
  items: readonly (readonly string[])[],
  journal: Journal | undefined,
  runner: ItemRunner,
): Promise<Tally> => {
  const { session, presenter, input } = context;
  const tally: Tally = { failed: 0, done: 0, skipped: 0 };
  const busy = session.reporter.busy('batch');
  let next = 0;
  const one = async (item: number, argv: readonly string[]): Promise<void> => {
    const decision =
      journal === undefined
        ? 'run'
        : await decide(item, argv, journal, runner, input['retry-unknown'] === true);
    if (decision === 'skip') {
      tally.skipped += 1;
      return;
    }
    if (decision === 'look') {
      const known = journal?.known.get(item);
      // A run that was killed wrote none.
      const command = (known?.state === 'done' ? known.lookUp : undefined) ?? (await runner.lookUp(argv));
      await presenter.write(line(item, argv, unknownResult, await lookUp(command, runner)));
      tally.failed += 1;
      return;
    }
    await journal?.started(item);
    const result = await runner.run(argv);
    await journal?.finished(item, result.exit, textAt(result.error, 'lookUp'));
    await presenter.write(line(item, argv, result));
    if (result.exit === Exit.ok) tally.done += 1;
    else tally.failed += 1;
  };
  const worker = async (): Promise<void> => {
    while (next < items.length && !session.signal.aborted) {
      if (input['stop-on-error'] === true && tally.failed > 0) return;
      const item = next;
      next += 1;
      await one(item, items[item] ?? []);
      busy.update(next, items.length);
    }
  };
  const width = Math.min(Number(input.parallel ?? 4), items.length);
  try {
    await Promise.all(Array.from({ length: width }, worker));
  } finally {
    busy.end();
  }
  return tally;
};

/** What would silently do nothing, or not what it says. */
const refuseUnfit = ({ dryRun, curl }: Globals, input: BatchInput): void => {
  if ((dryRun || curl) && input.journal !== undefined) {
    throw usageError('--dry-run and --curl do nothing that a journal could hold', 'Leave --journal out.');
  }
  if (input.resume === true && input.journal === undefined) {
    throw usageError('--resume needs --journal FILE');
  }
  if (input['retry-unknown'] === true && input.resume !== true) {
    throw usageError('--retry-unknown needs --resume');
  }
};

const run: Workflow<BatchInput> = async (context) => {
  const { session, input, runner } = context;
  refuseUnfit(session.globals, input);
  const path = input.file ?? '-';
  const items = itemsOf(await readText(path, session.world));
  if (items.length === 0) throw usageError('there is no command in the file');
  const journalPath = input.journal;
  const journal =
    journalPath === undefined ? undefined : await openJournal(journalPath, items, input.resume === true);
  try {
    const { done, failed, skipped } = await runAll(context, items, journal, runner);
    const left = items.length - done - failed - skipped;
    const parts = [`${done} done`, `${failed} failed`];
    if (skipped > 0) parts.push(`${skipped} were done before`);
    if (left > 0) parts.push(`${left} not started`);
    session.reporter.note(parts.join(', '));
    return failed + left > 0 ? Exit.partial : Exit.ok;
  } finally {
    await journal?.close();
    await runner.close();
  }
};

export default run;
