/** Puts together what one command needs: reporter, session, presenter, and what the first signal does. */
import { openTransport } from '../http/transport.ts';
import { createBag } from '../model/bag.ts';
import { colorLevel, painter, toned } from '../render/color.ts';
import { saysJson } from '../render/formats.ts';
import { startProgress } from '../render/progress.ts';
import type { Globals } from './globals.ts';
import type { SharedParts } from './item.ts';
import { createSink } from './output.ts';
import type { OutputSink } from './output.ts';
import { keepReply } from './one-time.ts';
import { readFileOrInput } from './read-file.ts';
import { createPresenter } from './presenter.ts';
import type { Presenter } from './presenter.ts';
import { createReporter } from './reporter.ts';
import { createSession } from './session.ts';
import type { Session } from './session.ts';
import type { World } from './world.ts';

export interface RunParts {
  readonly session: Session;
  readonly presenter: Presenter;
  /** 128+n after a signal; a batch wants to know what became of its item, and learns of the signal itself. */
  interrupted(): number | undefined;
  close(): Promise<void>;
}

interface RunOptions {
  readonly world: World;
  readonly globals: Globals;
  readonly version: string;
  /** What outlives the run: connections and tokens of a batch. */
  readonly shared?: SharedParts | undefined;
}

/** Milliseconds that a change in flight gets to be answered after the first signal. */
const grace = 5000;

/** SIGINT: what Ctrl-C sends. */
const interrupt = 2;

/** A sink that takes the spinner away first, where both are drawn on a terminal. */
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

export const createRun = async ({ world, globals, version, shared }: RunOptions): Promise<RunParts> => {
  const level = colorLevel({ flag: globals.color, env: world.env, isTTY: world.stderr.isTTY === true });
  const brush = await painter(level);
  const reporter = createReporter({
    version,
    sink: createSink(world.stderr, 'standard error'),
    quiet: globals.quiet,
    verbose: globals.verbose,
    json: saysJson(globals.output),
    startProgress: (text) =>
      startProgress({
        stream: world.stderr,
        isTTY:
          world.stderr.isTTY === true &&
          !globals.quiet &&
          !saysJson(globals.output) &&
          world.env['TERM'] !== 'dumb',
        text,
        color: level > 0,
      }),
    // A terminal that does not say how wide it is breaks lines by itself.
    width: () => (world.stderr.isTTY === true ? world.stderr.columns : undefined),
    paint: (tone, text) => toned(brush, tone === 'error' ? 'bad' : tone === 'warning' ? 'warn' : 'dim')(text),
  });
  const reading = new AbortController();
  const writing = new AbortController();
  let signalled: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const held = new Set<() => string>();
  const flying = createBag<() => string>();
  const giveGrace = (): void => {
    timer ??= setTimeout(() => writing.abort(), grace);
    timer.unref();
  };
  const leave = (code: number): void => {
    for (const said of [...held, ...flying.items()]) reporter.warn(said());
    // A reader of stderr that takes nothing must not keep the program.
    setTimeout(() => world.exit?.(code), 500).unref();
    void reporter.flush().finally(() => world.exit?.(code));
  };
  const stop = world.onSignal((signal) => {
    if (signalled !== undefined) leave(128 + signal);
    signalled = signal;
    reading.abort();
    if (signal === interrupt && flying.items().length > 0) {
      reporter.clear();
      reporter.note('Waiting for the reply; press Ctrl-C again to give up.');
    }
    if (held.size === 0) giveGrace();
  });
  const session = createSession({
    world,
    globals,
    reporter,
    signal: reading.signal,
    writeSignal: writing.signal,
    openTransport: shared?.openTransport ?? openTransport,
    products: shared?.products,
    show: async (prepared, target) => {
      const { showRequest } = await import('./show-request.ts');
      await presenter.write(showRequest(prepared, target, globals));
    },
    inFlight: (said) => {
      const place = flying.add(said);
      return () => flying.remove(place);
    },
    hold: (undo) => {
      held.add(undo);
      return () => {
        held.delete(undo);
        if (held.size === 0 && signalled !== undefined) giveGrace();
      };
    },
    tokenAccess: {
      readStdin: () => readFileOrInput('-', world),
      runCommand:
        shared?.runTokenCommand ??
        (async (argv, limits) => (await import('./child.ts')).tokenCommands(world)(argv, limits)),
    },
  });
  const presenter = createPresenter({
    world,
    globals,
    stdout: clearing(createSink(world.stdout), world.stdout.isTTY === true, () => reporter.clear()),
    note: (text) => reporter.note(text),
    writeFile: async (path, bytes) => {
      const { writeSafely } = await import('./safe-file.ts');
      await writeSafely(path, bytes, { mode: 0o600 });
    },
    onOneTime: shared?.onOneTime,
    keep: (outcome, failure) => keepReply(outcome, failure, world),
  });
  return {
    session,
    presenter,
    interrupted: () => (signalled === undefined || shared !== undefined ? undefined : 128 + signalled),
    close: async () => {
      stop();
      clearTimeout(timer);
      if (shared === undefined) await session.close();
      await reporter.flush();
    },
  };
};
