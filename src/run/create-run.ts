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
import type { Io } from '../system/io.ts';

interface RunOptions {
  readonly program: Program;
  readonly logIn?: LogIn;
  readonly io: Io;
  readonly globals: Globals;
  readonly version: string;
}

export interface Outer {
  readonly io: Io;
  readonly interruption: Interruption;
  readonly pool: Pool;
  /** The review of the outer run; runs inside it do not ask again. */
  readonly review?: Review | undefined;
  readonly receipt: ReceiptOfRun;
  readonly program: Program;
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

const reporterOf = ({ io, globals, version }: RunOptions, brush: Painter): Reporter => {
  const { quiet, verbose } = globals;
  const isTTY = io.stderr.isTTY === true;
  const json = saysJson(globals.output);
  return createReporter({
    version,
    sink: createSink(io.stderr, 'standard error'),
    quiet,
    verbose,
    json,
    startProgress: (text) =>
      startProgress({
        stream: io.stderr,
        isTTY: isTTY && !quiet && !json && io.env['TERM'] !== 'dumb',
        text,
        color: brush !== noColor,
      }),
    // If the width of a terminal is unknown, the terminal breaks the lines.
    width: () => (isTTY ? io.stderr.columns : undefined),
    paint: (tone, text) => toned(brush, tone === 'error' ? 'bad' : tone === 'warning' ? 'warn' : 'dim')(text),
  });
};

const poolOf = (io: Io, globals?: Globals): Pool =>
  createPool({
    io,
    openTransport,
    tokenAccess: tokenAccess(io, io, globals),
    life: Number.POSITIVE_INFINITY,
  });

interface Made extends Outer {
  readonly globals: Globals;
  readonly reporter: Reporter;
  readonly stdout: OutputSink;
  readonly taker: Taker | undefined;
  /** Whether an outer run owns the interruption, the pool and the receipt. */
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
  readonly io: Io;
  readonly reporter: Reporter;
  readonly pool: Pool;
  readonly review: Review;
  readonly receipt: ReceiptOfRun;
  readonly program: Program;
  readonly logIn: LogIn | undefined;
  readonly part: PartOfRun | undefined;
  readonly #made: Made;
  #others: Map<string, Session> | undefined;

  constructor(made: Made) {
    const { io, globals, reporter, stdout, taker } = made;
    this.#made = made;
    this.io = io;
    this.reporter = reporter;
    this.interruption = made.interruption;
    this.pool = made.pool;
    this.review = new RunReview(made, globals, made.review);
    this.receipt = made.receipt;
    this.program = made.program;
    this.logIn = made.logIn;
    this.part = made.part;
    this.session = createSession(this, globals);
    this.presenter = new Presenter({ io, globals, stdout, reporter, taker });
  }

  sessionOf(profile: string | undefined): Session {
    const { globals } = this.#made;
    if (profile === undefined || profile === globals.profile) return this.session;
    if (this.io.confined === true) throw confined(profile);
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

const startedBy = ({ env, stderr, confined }: Io): StartedBy => {
  if (confined === true) return 'agent';
  if ((env['CI'] ?? '') !== '') return 'ci';
  return stderr.isTTY === true ? 'terminal' : 'script';
};

const printing = (options: RunOptions, brush: Painter): RunParts => {
  const { io, globals } = options;
  const reporter = reporterOf(options, brush);
  return new OneRun({
    io,
    globals,
    reporter,
    interruption: createInterruption(io, reporter),
    pool: poolOf(io, globals),
    receipt: new ReceiptOfRun(io, startedBy(io)),
    program: options.program,
    logIn: options.logIn,
    stdout: clearing(createSink(io.stdout), io.stdout.isTTY === true, () => reporter.clear()),
    taker: undefined,
    inner: false,
  });
};

export const createRun = (options: RunOptions): RunParts | Promise<RunParts> => {
  const { io, globals } = options;
  const level = colorLevel({ flag: globals.color, env: io.env, isTTY: io.stderr.isTTY === true });
  return level === 0 ? printing(options, noColor) : painter(level).then((brush) => printing(options, brush));
};

const poolOver = (io: Io, { transport }: KeptConnections): Pool => ({
  ...poolOf(io),
  transport,
  close: async () => undefined,
});

/** @param kept connections that outlast the run */
export const collectingRun = (
  program: Program,
  io: Io,
  globals: Globals,
  collected: Collected,
  kept?: KeptConnections,
): RunParts =>
  new OneRun({
    program,
    io,
    globals,
    reporter: collected,
    interruption: createInterruption(io, collected),
    pool: kept === undefined ? poolOf(io) : poolOver(io, kept),
    receipt: new ReceiptOfRun(io, io.confined === true ? 'agent' : 'program'),
    stdout: collected,
    taker: collected,
    inner: false,
  });

export const innerRun = (
  { program, io, interruption, pool, review, receipt, logIn }: Outer,
  globals: Globals,
  collected: Collected,
  part?: PartOfRun,
): RunParts =>
  new OneRun({
    io,
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
