/** Assembles what one command needs: reporter, session, presenter, and the handling of the first signal. */
import { openTransport } from '../http/transport/transport.ts';
import { colorLevel, noColor, painter, toned } from '../output/color.ts';
import type { Painter } from '../output/color.ts';
import { saysJson } from '../output/formats/formats.ts';
import { startProgress } from '../output/progress.ts';
import { Exit, TrivetError } from '../system/error.ts';
import type { Destination } from '../catalogue/http.ts';
import type { Globals } from './given-globals.ts';
import type { Interruption } from './interruption.ts';
import { createInterruption } from './interruption.ts';
import type { Collected } from './collected.ts';
import { createSink } from '../system/output.ts';
import type { OutputSink } from '../system/output.ts';
import { readFileOrInput } from '../system/read-file.ts';
import type { Presenter, Taker } from './presenter/presenter.ts';
import { createPresenter } from './presenter/presenter.ts';
import { RunReview } from './run-review.ts';
import type { KeptConnections, Pool } from './session/pool.ts';
import { createPool } from './session/pool.ts';
import type { Reporter } from './reporter.ts';
import { createReporter } from './reporter.ts';
import { ReceiptOfRun } from './log/of-run.ts';
import type { PartOfRun, StartedBy } from './log/sending.ts';
import type { RunParts } from './session/session.ts';
import type { SessionParts } from './session/one-session.ts';
import { createSession } from './session/one-session.ts';
import type { Call } from '../services/call.ts';
import type { LogIn, Program, Review, Session } from './session/session.ts';
import type { World } from '../system/world.ts';

interface RunOptions {
  readonly program: Program;
  /** Offers a log-in in the middle of the command. */
  readonly logIn?: LogIn;
  readonly world: World;
  readonly globals: Globals;
  readonly version: string;
}

/** What a run inside another one has of it. */
export interface Outer {
  readonly world: World;
  readonly interruption: Interruption;
  /** Connections and tokens. */
  readonly pool: Pool;
  /** Of the run around it: what was approved there is not asked again. */
  readonly review?: Review | undefined;
  /** Of the run around it: what it leaves of the changes of both. */
  readonly receipt: ReceiptOfRun;
  readonly program: Program;
  /** Of the run around it. */
  readonly logIn?: LogIn | undefined;
}

/** A sink that first erases the spinner, if both are drawn on a terminal. */
const clearing = (sink: OutputSink, isTTY: boolean, clear: () => void): OutputSink => {
  if (!isTTY) return sink;
  return {
    ...sink,
    write: (chunk) => {
      clear();
      return sink.write(chunk);
    },
  };
};

const reporterOf = ({ world, globals, version }: RunOptions, brush: Painter): Reporter => {
  const { quiet, verbose } = globals;
  const isTTY = world.stderr.isTTY === true;
  const json = saysJson(globals.output);
  return createReporter({
    version,
    sink: createSink(world.stderr, 'standard error'),
    quiet,
    verbose,
    json,
    startProgress: (text) =>
      startProgress({
        stream: world.stderr,
        isTTY: isTTY && !quiet && !json && world.env['TERM'] !== 'dumb',
        text,
        color: brush !== noColor,
      }),
    // A terminal without a known width breaks lines by itself.
    width: () => (isTTY ? world.stderr.columns : undefined),
    paint: (tone, text) => toned(brush, tone === 'error' ? 'bad' : tone === 'warning' ? 'warn' : 'dim')(text),
  });
};

/** @param globals of a run whose keepers may ask a person */
const poolOf = (world: World, globals?: Globals): Pool =>
  createPool({
    world,
    openTransport,
    tokenAccess: {
      readStdin: () => readFileOrInput('-', world),
      runCommand: async (argv, limits) =>
        (await import('../config/tokens/token-commands.ts')).tokenCommands(world)(argv, limits),
      readKept: async (kept, of) =>
        (await import('./credential-stores/kept.ts')).keptReader(world, globals)(kept, of),
    },
    life: Number.POSITIVE_INFINITY,
  });

interface Made extends Outer {
  readonly globals: Globals;
  readonly reporter: Reporter;
  readonly stdout: OutputSink;
  /** Takes the results as values; undefined if they are printed. */
  readonly taker: Taker | undefined;
  /** The run is inside another one, which owns the rest. */
  readonly inner: boolean;
  /** Its place in the run around it. */
  readonly part?: PartOfRun | undefined;
}

const confined = (profile: string): TrivetError =>
  new TrivetError(
    'confined',
    Exit.denied,
    `profile ${profile} cannot be used here: only the servers chosen at the start can`,
    { effect: 'not-sent' },
  );

/** A class, because a batch makes one for each line: an object of closures costs several times as much. */
class OneRun implements RunParts, SessionParts {
  readonly session: Session;
  readonly presenter: Presenter;
  readonly interruption: Interruption;
  readonly world: World;
  readonly reporter: Reporter;
  readonly pool: Pool;
  readonly review: Review;
  readonly receipt: ReceiptOfRun;
  readonly program: Program;
  readonly logIn: LogIn | undefined;
  readonly part: PartOfRun | undefined;
  readonly #made: Made;
  /** Sessions of other profiles. */
  #others: Map<string, Session> | undefined;

  constructor(made: Made) {
    const { world, globals, reporter, stdout, taker } = made;
    this.#made = made;
    this.world = world;
    this.reporter = reporter;
    this.interruption = made.interruption;
    this.pool = made.pool;
    this.review = new RunReview(made, globals, made.review);
    this.receipt = made.receipt;
    this.program = made.program;
    this.logIn = made.logIn;
    this.part = made.part;
    this.session = createSession(this, globals);
    this.presenter = createPresenter({ world, globals, stdout, reporter, taker });
  }

  sessionOf(profile: string | undefined): Session {
    const { globals } = this.#made;
    if (profile === undefined || profile === globals.profile) return this.session;
    if (this.world.confined === true) throw confined(profile);
    this.#others ??= new Map();
    const known = this.#others.get(profile) ?? createSession(this, { ...globals, profile });
    this.#others.set(profile, known);
    return known;
  }

  async show(call: Call, target: Destination, globals: Globals): Promise<void> {
    const { requestDocument, requestText } = await import('./session/show-request.ts');
    const document = requestDocument(call, target, globals);
    await (document === undefined
      ? this.presenter.write(requestText(call, target, globals))
      : this.presenter.showJson(document));
  }

  interrupted(): number | undefined {
    const signalled = this.interruption.signalled();
    return signalled === undefined || this.#made.inner ? undefined : 128 + signalled;
  }

  async close(): Promise<void> {
    if (this.#made.inner) return;
    this.interruption.stop();
    await this.pool.close();
    await this.receipt.close();
  }
}

const startedBy = ({ env, stderr, confined }: World): StartedBy => {
  if (confined === true) return 'agent';
  if ((env['CI'] ?? '') !== '') return 'ci';
  return stderr.isTTY === true ? 'terminal' : 'script';
};

/** A run with connections of its own that prints its results. */
const printing = (options: RunOptions, brush: Painter): RunParts => {
  const { world, globals } = options;
  const reporter = reporterOf(options, brush);
  return new OneRun({
    world,
    globals,
    reporter,
    interruption: createInterruption(world, reporter),
    pool: poolOf(world, globals),
    receipt: new ReceiptOfRun(world, startedBy(world)),
    program: options.program,
    logIn: options.logIn,
    stdout: clearing(createSink(world.stdout), world.stdout.isTTY === true, () => reporter.clear()),
    taker: undefined,
    inner: false,
  });
};

/** The run of a command line, which prints its results. */
export const createRun = (options: RunOptions): RunParts | Promise<RunParts> => {
  const { world, globals } = options;
  const level = colorLevel({ flag: globals.color, env: world.env, isTTY: world.stderr.isTTY === true });
  return level === 0 ? printing(options, noColor) : painter(level).then((brush) => printing(options, brush));
};

/** A pool whose connections outlast it. */
const poolOver = (world: World, { transport }: KeptConnections): Pool => ({
  ...poolOf(world),
  transport,
  close: async () => undefined,
});

/**
 * A run whose results are values.
 * @param kept its connections; by default, it has its own
 */
export const collectingRun = (
  program: Program,
  world: World,
  globals: Globals,
  collected: Collected,
  kept?: KeptConnections,
): RunParts =>
  new OneRun({
    program,
    world,
    globals,
    reporter: collected,
    interruption: createInterruption(world, collected),
    pool: kept === undefined ? poolOf(world) : poolOver(world, kept),
    receipt: new ReceiptOfRun(world, world.confined === true ? 'agent' : 'program'),
    stdout: collected,
    taker: collected,
    inner: false,
  });

/** A run inside another one, whose results are values. */
export const innerRun = (
  { program, world, interruption, pool, review, receipt, logIn }: Outer,
  globals: Globals,
  collected: Collected,
  part?: PartOfRun,
): RunParts =>
  new OneRun({
    world,
    globals,
    reporter: collected,
    interruption,
    pool,
    review,
    receipt,
    program,
    logIn,
    part,
    stdout: collected,
    taker: collected,
    inner: true,
  });
