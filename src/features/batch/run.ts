import { Inside } from '../../run/invocation/inside.ts';
import type { ItemResult } from '../../run/invocation/inside.ts';
import type { Invocation } from '../../run/invocation/invocation.ts';
import { Exit, usageError } from '../../system/error.ts';
import { LineRunner } from './line-runner.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { textAt } from '../../documents/json/json.ts';
import { shellWords, shellWord } from '../../catalogue/text/shell-words.ts';
import type { Globals } from '../../run/given-globals.ts';
import { KnownObjects } from '../../run/known-objects.ts';
import type { Work } from '../../run/plan/plan.ts';
import { resultWord } from '../../run/log/change-log.ts';
import { execute } from '../../run/plan/execute.ts';
import { readText } from '../../system/read-file.ts';
import type { Result } from '../../output/results.ts';
import { showsCellsOnly } from '../../output/results.ts';
import type { Basis } from '../../run/log/proof.ts';
import { ownView } from '../../run/single/own-view.ts';
import type { Workflow, OwnContext } from '../../run/single/workflow.ts';
import { Proof } from '../../run/plan/proof-of-item.ts';
import { isMade, waitAgain } from '../../run/plan/wait-again.ts';
import type { Line, CheckedLines } from './lines.ts';
import { checkLines, linesOf } from './lines.ts';
import type { ReceiptFacts } from '../../run/plan/change-journal.ts';
import type { JournalHead } from '../../run/log/journal.ts';
import { fingerprint } from '../../run/log/journal.ts';

/** The command that continues the receipt repeats these. */
type JournalInput = Readonly<{ file?: string | undefined; resume?: boolean | undefined }>;

const againOf = ({ words, input }: OwnContext<JournalInput>): readonly string[] => {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const more = input.resume === true ? [] : ['--resume'];
  return [...words.slice(0, end), ...more, ...words.slice(end)];
};

function* listed(text: string): Generator<string> {
  for (const { number, argv } of linesOf(text)) yield JSON.stringify([number, ...argv]);
}

const batchHead = (text: string, { count, servers }: CheckedLines): JournalHead => ({
  list: fingerprint(listed(text)),
  items: count,
  servers,
});

const batchFacts = (context: OwnContext<JournalInput>, path: string): Omit<ReceiptFacts, 'what'> => {
  const { input } = context;
  const words = againOf(context);
  return {
    again: () => words.map(shellWord).join(' '),
    words,
    needs: input.file === '-' ? 'with the same lines on standard input' : undefined,
    ...(input.resume === true ? { resumed: path } : { file: path }),
  };
};

type BatchInput = JournalInput &
  Readonly<{
    parallel?: number | bigint | undefined;
    rate?: number | bigint | undefined;
    receipt?: string | undefined;
    'retry-unknown'?: boolean | undefined;
    'stop-on-error'?: boolean | undefined;
  }>;

interface LineEnd extends ItemResult {
  readonly lookedUp?: JsonObject | undefined;
  readonly made?: true | undefined;
}

const lookUp = async (command: string | undefined, runner: LineRunner): Promise<JsonObject | undefined> => {
  const words = command === undefined ? undefined : shellWords(command.replace(/^trivet /, ''));
  if (words === undefined || (await runner.effect(words)) !== 'read') return undefined;
  const { exit, output } = await runner.run(words, false);
  return { command: command ?? null, exit, output };
};

/** Its forms are made on demand, since thousands of lines need one of the two. */
class LineResult implements Result {
  readonly #line: Line;
  readonly #end: LineEnd;

  constructor(line: Line, end: LineEnd) {
    this.#line = line;
    this.#end = end;
  }

  get #reason(): string | null {
    const { error, warnings = [] } = this.#end;
    return textAt(error, 'message') ?? (warnings.join('; ') || null);
  }

  get once(): boolean {
    return this.#end.once;
  }

  get failed(): boolean {
    return resultWord(this.#end.exit) !== 'done';
  }

  get value(): JsonObject {
    const { number: item, argv } = this.#line;
    const { exit, output, error, lookedUp: lookUp } = this.#end;
    const result = resultWord(exit);
    return { item, argv, exit, output, error, lookUp, result, reason: this.#reason };
  }

  get cells(): JsonObject {
    const { number: item, argv } = this.#line;
    const { exit } = this.#end;
    const command = argv.map(shellWord).join(' ');
    return { item, exit, command, result: resultWord(exit), reason: this.#reason };
  }
}

const unknownError: Json = {
  code: 'unknown-outcome',
  message: 'an earlier run sent it, and nothing proves whether it was made',
};

const workOf = ({
  runner,
  proof,
  inside,
}: {
  readonly runner: LineRunner;
  readonly proof: Proof;
  readonly inside: Inside;
}): Work<Line, LineEnd> => {
  const run = async ({ argv, number }: Line, basis: Basis | undefined): Promise<LineEnd> => {
    const change = basis && ((invocation: Invocation) => proof.marked(invocation, basis));
    const end = await runner.run(argv, true, change, number);
    if (end.error === null) return end;
    const invocation = await runner.invocation(argv);
    return { ...end, made: invocation && (await isMade(inside.outer.program.catalogue, end, invocation)) };
  };
  return {
    prove: async ({ argv }, id) => {
      const invocation = await runner.invocation(argv);
      return invocation && proof.basis(invocation, id);
    },
    run,
    isHarmless: async ({ argv }) => {
      const invocation = await runner.invocation(argv);
      return invocation === undefined || proof.isHarmless(invocation);
    },
    lookUp: async (line, known) => {
      const { argv } = line;
      const invocation = await runner.invocation(argv);
      const verdict = await proof.verdict(invocation, known);
      if (verdict === 'again') return run(line, known.basis);
      const end = { output: null, lookUp: undefined, once: false };
      if (verdict === 'done')
        return (
          (invocation && (await waitAgain(inside, invocation))) ?? { ...end, exit: Exit.ok, error: null }
        );
      // The log of a killed run has no look-up command.
      const command = known.lookUp;
      const lookedUp = await lookUp(command ?? (await runner.lookUp(argv)), runner);
      return { ...end, exit: Exit.unknown, error: unknownError, lookedUp };
    },
  };
};

const refuseUnfit = ({ dryRun, curl }: Globals, input: BatchInput): void => {
  if ((dryRun || curl) && input.receipt !== undefined) {
    throw usageError('--dry-run and --curl do nothing that a receipt could record', 'Leave --receipt out.');
  }
  if (input.resume === true && input.receipt === undefined) {
    throw usageError('--resume needs --receipt FILE');
  }
  if (input['retry-unknown'] === true && input.resume !== true) {
    throw usageError('--retry-unknown needs --resume');
  }
};

const run: Workflow<BatchInput> = async (context) => {
  const { session, presenter, command, input } = context;
  const { output } = session.globals;
  refuseUnfit(session.globals, input);
  const text = await readText(input.file ?? '-', session.io);
  const once = showsCellsOnly(output)
    ? `the server gives its reply only once, and -o ${output ?? ''} would not show it`
    : undefined;
  const inside = new Inside(context);
  const runner = new LineRunner(inside);
  // An earlier run confirmed them, so only a protected server asks again.
  if (input.resume === true) session.review.approve('ask');
  try {
    const checked = await checkLines(text, (argv) => runner.check(argv, input.resume !== true), once);
    const { count } = checked;
    session.receipt.add({ command: 'batch run', strict: true });
    const { receipt: path } = input;
    const proof = new Proof(inside);
    return await execute(context, {
      what: 'batch run',
      waves: [{ parts: [{ items: linesOf(text), count }], names: [] }],
      limits: {
        parallel: Number(input.parallel ?? 4),
        rate: Number(input.rate ?? 0) || undefined,
        stopAt: input['stop-on-error'] === true ? 'failure' : undefined,
        retryUnknown: input['retry-unknown'] === true,
      },
      receipt:
        path === undefined ? undefined : { facts: batchFacts(context, path), head: batchHead(text, checked) },
      work: () => workOf({ runner, proof, inside }),
      rows: () =>
        presenter.results(ownView(command), {
          known: KnownObjects.none,
          what: 'batch-run',
          durable: path !== undefined,
          append: input.resume === true,
        }),
      result: (line, end) => new LineResult(line, end),
    });
  } finally {
    await inside.close();
  }
};

export default run;
