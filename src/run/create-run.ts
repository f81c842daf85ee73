/** Assembles what one command needs, and handles the first signal. */
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
import type { Taker } from './presenter/presenter.ts';
import { Presenter } from './presenter/presenter.ts';
import { RunReview } from './run-review.ts';
import type { KeptConnections, Pool } from './session/pool.ts';
import { createPool, tokenAccess } from './session/pool.ts';
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
  /** Offers a log-in within the command. */
  readonly logIn?: LogIn;
  readonly world: World;
  readonly globals: Globals;
  readonly version: string;
}

export interface Outer {
  readonly world: World;
  readonly interruption: Interruption;
  readonly pool: Pool;
  /** Not asked again inside. */
  readonly review?: Review | undefined;
  /** Shared with the runs inside. */
  readonly receipt: ReceiptOfRun;
  readonly program: Program;
  /** Of the outer run. */
  readonly logIn?: LogIn | undefined;
}

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
    // A terminal without a known width breaks lines itself.
    width: () => (isTTY ? world.stderr.columns : undefined),
    paint: (tone, text) => toned(brush, tone === 'error' ? 'bad' : tone === 'warning' ? 'warn' : 'dim')(text),
  });
};

const poolOf = (world: World, globals?: Globals): Pool =>
  createPool({
    world,
    openTransport,
    tokenAccess: tokenAccess(world, world, globals),
    life: Number.POSITIVE_INFINITY,
  });

interface Made extends Outer {
  readonly globals: Globals;
  readonly reporter: Reporter;
  readonly stdout: OutputSink;
  readonly taker: Taker | undefined;
  /** The outer run owns the rest. */
  readonly inner: boolean;
  readonly part?: PartOfRun | undefined;
}

const confined = (profile: string): TrivetError =>
  new TrivetError(
    'confined',
    Exit.denied,
    `profile ${profile} cannot be used here: only the servers chosen at the start can`,
    { effect: 'not-sent' },
  );

/** A class: a batch makes one for each line, and closures cost several times as much. */
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
  /** By profile. */
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
    this.presenter = new Presenter({ world, globals, stdout, reporter, taker });
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

export const createRun = (options: RunOptions): RunParts | Promise<RunParts> => {
  const { world, globals } = options;
  const level = colorLevel({ flag: globals.color, env: world.env, isTTY: world.stderr.isTTY === true });
  return level === 0 ? printing(options, noColor) : painter(level).then((brush) => printing(options, brush));
};

const poolOver = (world: World, { transport }: KeptConnections): Pool => ({
  ...poolOf(world),
  transport,
  close: async () => undefined,
});

/** @param kept connections that outlast the run; default: its own */
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
