/** Runs command lines inside a run: own output, shared connections, nobody is asked anything. */
import { PassThrough } from 'node:stream';
import { openTransport } from '../http/transport.ts';
import type { Transport } from '../http/http.ts';
import type { Command } from '../model/command.ts';
import type { Json } from '../model/json.ts';
import { own } from '../model/json.ts';
import { parseJson } from '../model/lossless.ts';
import type { Effect } from '../model/operation.ts';
import type { RunCommand } from '../profiles/candidate.ts';
import { inheritedFrom } from './globals.ts';
import type { Globals, Inherited } from './globals.ts';
import type { ItemCheck, ItemRunner, SharedParts } from './item.ts';
import { withoutInput } from './read-file.ts';
import type { World } from './world.ts';

interface Program {
  /** The command that words mean, without running it. */
  commandFor(argv: readonly string[]): Promise<Command | undefined>;
  /** The command that shows what became of it, without running either. */
  lookUpFor(argv: readonly string[], world: World, inherited: Inherited): Promise<string | undefined>;
  /** What is known of the words before anything is sent. */
  check(argv: readonly string[], world: World, shared: SharedParts): Promise<ItemCheck>;
  main(argv: readonly string[], world: World, shared: SharedParts): Promise<number>;
}

/** From the harmless to the sharp. */
const order: readonly Effect[] = ['read', 'idempotent', 'keyed', 'unsafe'];

const collect = (): { readonly stream: PassThrough; text(): string } => {
  const chunks: Buffer[] = [];
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
};

const jsonOrText = (text: string): Json => {
  if (text.trim() === '') return null;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
};

/** The last line of stderr that is an error; the notes before it are dropped. */
const errorIn = (text: string): Json => {
  for (const line of text.trim().split('\n').toReversed()) {
    const error = own(jsonOrText(line), 'error');
    if (error !== undefined) return error;
  }
  return null;
};

const noInput = (): World['stdin'] => withoutInput(new PassThrough().end());

/**
 * The same world without a terminal to ask on, but for the streams, of which every item has its own. Asked once: the
 * system is behind every variable, the home and the working directory.
 */
const itemWorld = (world: World): Omit<World, 'stdin' | 'stdout' | 'stderr'> => ({
  env: { ...world.env },
  home: world.home,
  platform: world.platform,
  cwd: world.cwd,
  uid: world.uid,
  now: () => world.now(),
  monotonic: () => world.monotonic(),
  onSignal: (listener) => world.onSignal(listener),
});

/** Milliseconds for which what a token command printed serves all items: it may take a second, or ask a person. */
const tokenLife = 60_000;

const keepingTokens = (world: World): RunCommand => {
  const kept = new Map<string, { readonly until: number; readonly output: Promise<Uint8Array> }>();
  return (argv, limits) => {
    const key = JSON.stringify(argv);
    const known = kept.get(key);
    if (known !== undefined && world.monotonic() < known.until) return known.output;
    const output = import('./child.ts').then(({ tokenCommands }) => tokenCommands(world)(argv, limits));
    kept.set(key, { until: world.monotonic() + tokenLife, output });
    // A failure is that of the items that waited for it: the next one asks again.
    output.catch(() => kept.delete(key));
    return output;
  };
};

export const createItemRunner = (world: World, globals: Globals, program: Program): ItemRunner => {
  let surroundings: ReturnType<typeof itemWorld> | undefined;
  const worldWith = (streams: Pick<World, 'stdin' | 'stdout' | 'stderr'>): World => {
    surroundings ??= itemWorld(world);
    return { ...surroundings, ...streams };
  };
  let opened: Promise<Transport> | undefined;
  const shared: SharedParts = {
    // Many requests follow one another: all of them go over kept connections.
    openTransport: () => (opened ??= openTransport('many')),
    runTokenCommand: keepingTokens(world),
    products: new Map(),
    // Results are read here, whatever the batch itself prints.
    inherited: { ...inheritedFrom(globals), output: 'json' },
  };
  const silent = (): World =>
    worldWith({ stdin: noInput(), stdout: collect().stream, stderr: collect().stream });
  return {
    check: (argv) => program.check(argv, silent(), shared),
    effect: async (argv) => {
      const command = await program.commandFor(argv);
      const effects = command?.operations.map(({ operation }) => operation.effect) ?? [];
      if (effects.length === 0) return 'unsafe';
      return order[Math.max(...effects.map((effect) => order.indexOf(effect)))] ?? 'unsafe';
    },
    lookUp: (argv) => program.lookUpFor(argv, silent(), shared.inherited),
    run: async (argv) => {
      const stdout = collect();
      const stderr = collect();
      let once = false;
      const exit = await program.main(
        argv,
        worldWith({ stdin: noInput(), stdout: stdout.stream, stderr: stderr.stream }),
        {
          ...shared,
          onOneTime: () => {
            once = true;
          },
        },
      );
      return { exit, output: jsonOrText(stdout.text()), error: errorIn(stderr.text()), once };
    },
    close: async () => {
      await (await opened)?.close();
    },
  };
};
