/** Assembles what one command needs: reporter, session, presenter, and the handling of the first signal. */
import { openTransport } from '../net/transport/transport.ts';
import { colorLevel, noColor, painter, toned } from '../screen/color.ts';
import type { Painter } from '../screen/color.ts';
import { saysJson } from '../screen/formats/formats.ts';
import { startProgress } from '../screen/progress.ts';
import type { Target } from '../net/http.ts';
import type { Globals } from './given-globals.ts';
import type { Interruption } from './interruption.ts';
import { createInterruption } from './interruption.ts';
import type { SharedParts } from './item.ts';
import { createSink } from '../world/output.ts';
import type { OutputSink } from '../world/output.ts';
import { readFileOrInput } from '../world/read-file.ts';
import type { Presenter } from './output/presenter.ts';
import { createPresenter } from './output/presenter.ts';
import type { Pool } from './session/pool.ts';
import { createPool } from './session/pool.ts';
import type { Reporter } from './reporter.ts';
import { createReporter } from './reporter.ts';
import type { RunParts } from './run-parts.ts';
import type { Prepared, Session, SessionParts } from './session/session.ts';
import { createSession } from './session/session.ts';
import type { World } from '../world/world.ts';

interface RunOptions {
  readonly world: World;
  readonly globals: Globals;
  readonly version: string;
  /** What outlives a single run: connections and tokens of a batch. */
  readonly shared?: SharedParts | undefined;
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

const unpainted = (_: string, text: string): string => text;

/** The reporter of a run, or of an item, whose error is data for the batch whatever the item prints. */
const reporterOf = ({ world, globals, version, shared }: RunOptions, brush: Painter): Reporter => {
  const { quiet, verbose } = globals;
  if (shared !== undefined)
    return createReporter({ version, sink: shared.stderr, quiet, verbose, json: true, paint: unpainted });
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

const poolOf = (world: World): Pool =>
  createPool({
    world,
    openTransport,
    tokenAccess: {
      readStdin: () => readFileOrInput('-', world),
      runCommand: async (argv, limits) =>
        (await import('./child/child.ts')).tokenCommands(world)(argv, limits),
    },
    life: Number.POSITIVE_INFINITY,
  });

/** A class, because a batch makes one for each line: an object of closures costs several times as much. */
class OneRun implements RunParts, SessionParts {
  readonly session: Session;
  readonly presenter: Presenter;
  readonly interruption: Interruption;
  readonly world: World;
  readonly reporter: Reporter;
  readonly pool: Pool;
  readonly #options: RunOptions;
  /** Sessions of other profiles. */
  #others: Map<string, Session> | undefined;

  constructor(options: RunOptions, brush: Painter) {
    const { world, globals, shared } = options;
    const reporter = reporterOf(options, brush);
    this.#options = options;
    this.world = world;
    this.reporter = reporter;
    this.interruption = shared?.interruption ?? createInterruption(world, reporter);
    this.pool = shared?.pool ?? poolOf(world);
    this.session = createSession(this, globals);
    this.presenter = createPresenter({
      world,
      globals,
      stdout:
        shared?.stdout ??
        clearing(createSink(world.stdout), world.stdout.isTTY === true, () => reporter.clear()),
      reporter,
      item: shared,
    });
  }

  sessionOf(profile: string | undefined): Session {
    const { globals } = this.#options;
    if (profile === undefined || profile === globals.profile) return this.session;
    this.#others ??= new Map();
    const known = this.#others.get(profile) ?? createSession(this, { ...globals, profile });
    this.#others.set(profile, known);
    return known;
  }

  async show(prepared: Prepared, target: Target, globals: Globals): Promise<void> {
    const { showRequest } = await import('./session/show-request.ts');
    await this.presenter.write(showRequest(prepared, target, globals));
  }

  interrupted(): number | undefined {
    const signalled = this.interruption.signalled();
    return signalled === undefined || this.#options.shared !== undefined ? undefined : 128 + signalled;
  }

  close(): void | Promise<void> {
    if (this.#options.shared !== undefined) return undefined;
    this.interruption.stop();
    return this.pool.close();
  }
}

/** The batch reads what an item prints, so that its lines have no colour, and nothing has to be loaded. */
export const createRun = (options: RunOptions): RunParts | Promise<RunParts> => {
  const { world, globals, shared } = options;
  if (shared !== undefined) return new OneRun(options, noColor);
  const level = colorLevel({ flag: globals.color, env: world.env, isTTY: world.stderr.isTTY === true });
  return level === 0
    ? new OneRun(options, noColor)
    : painter(level).then((brush) => new OneRun(options, brush));
};
