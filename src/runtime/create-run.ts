/** Assembles what one command needs: reporter, session, presenter, and the handling of the first signal. */
import { openTransport } from '../http/transport.ts';
import { colorLevel, noColor, painter, toned } from '../render/color.ts';
import type { Painter } from '../render/color.ts';
import { saysJson } from '../render/formats.ts';
import { startProgress } from '../render/progress.ts';
import type { Globals } from './globals.ts';
import { createInterruption } from './interruption.ts';
import type { SharedParts } from './item.ts';
import { createSink } from './output.ts';
import type { OutputSink } from './output.ts';
import { readFileOrInput } from './read-file.ts';
import { createPresenter } from './presenter.ts';
import { createPool } from './pool.ts';
import { createReporter } from './reporter.ts';
import { createSession } from './session.ts';
import type { RunParts } from './run-parts.ts';
import type { Session } from './session.ts';
import type { World } from './world.ts';

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
  return Object.assign(
    (chunk: string | Uint8Array): Promise<void> => {
      clear();
      return sink(chunk);
    },
    { readerGone: () => sink.readerGone(), probe: () => sink.probe(), flush: () => sink.flush() },
  );
};

/** Without colour nothing has to be loaded, since a batch does this for each line. */
export const createRun = (options: RunOptions): RunParts | Promise<RunParts> => {
  const { world, globals, shared } = options;
  // The batch reads what an item prints.
  const isTTY = shared === undefined && world.stderr.isTTY === true;
  const level = shared === undefined ? colorLevel({ flag: globals.color, env: world.env, isTTY }) : 0;
  if (level === 0) return assembled(options, noColor);
  return painter(level).then((brush) => assembled(options, brush));
};

const assembled = ({ world, globals, version, shared }: RunOptions, brush: Painter): RunParts => {
  const isTTY = shared === undefined && world.stderr.isTTY === true;
  const reporter = createReporter({
    version,
    sink: shared?.stderr ?? createSink(world.stderr, 'standard error'),
    quiet: globals.quiet,
    verbose: globals.verbose,
    // The error of an item is data for the batch, whatever the item prints.
    json: shared !== undefined || saysJson(globals.output),
    startProgress:
      shared === undefined
        ? (text) =>
            startProgress({
              stream: world.stderr,
              isTTY: isTTY && !globals.quiet && !saysJson(globals.output) && world.env['TERM'] !== 'dumb',
              text,
              color: brush !== noColor,
            })
        : undefined,
    // A terminal without a known width breaks lines by itself.
    width: () => (isTTY ? world.stderr.columns : undefined),
    paint: (tone, text) => toned(brush, tone === 'error' ? 'bad' : tone === 'warning' ? 'warn' : 'dim')(text),
  });
  const interruption = shared?.interruption ?? createInterruption(world, reporter);
  const pool =
    shared?.pool ??
    createPool({
      world,
      openTransport,
      tokenAccess: {
        readStdin: () => readFileOrInput('-', world),
        runCommand: async (argv, limits) => (await import('./child.ts')).tokenCommands(world)(argv, limits),
      },
      life: Number.POSITIVE_INFINITY,
    });
  const open = (own: Globals): Session =>
    createSession({
      world,
      globals: own,
      reporter,
      pool,
      interruption,
      show: async (prepared, target) => {
        const { showRequest } = await import('./show-request.ts');
        await presenter.write(showRequest(prepared, target, own));
      },
    });
  const session = open(globals);
  const others = new Map<string, Session>();
  const sessionOf = (profile: string | undefined): Session => {
    if (profile === undefined || profile === globals.profile) return session;
    const known = others.get(profile) ?? open({ ...globals, profile });
    others.set(profile, known);
    return known;
  };
  const presenter = createPresenter({
    world,
    globals,
    stdout:
      shared?.stdout ??
      clearing(createSink(world.stdout), world.stdout.isTTY === true, () => reporter.clear()),
    take: shared?.take,
    note: (text) => reporter.note(text),
    writeFile: async (path, bytes) => {
      const { writeSafely } = await import('./safe-file.ts');
      await writeSafely(path, bytes, { mode: 0o600 });
    },
    onOneTime: shared?.onOneTime,
    keep: async (outcome, failure) => (await import('./keep-reply.ts')).keepReply(outcome, failure, world),
  });
  return {
    session,
    sessionOf,
    presenter,
    interruption,
    interrupted: () => {
      const signalled = interruption.signalled();
      return signalled === undefined || shared !== undefined ? undefined : 128 + signalled;
    },
    close: async () => {
      if (shared === undefined) {
        interruption.stop();
        await pool.close();
      }
    },
  };
};
