/** Runs command lines inside a run: each has its own output, all share connections, and none prompts. */
import { PassThrough } from 'node:stream';
import { openTransport } from '../http/transport.ts';
import type { Command } from '../model/command.ts';
import type { Json } from '../model/json.ts';
import { own } from '../model/json.ts';
import { jsonIn, writeJson } from '../model/lossless.ts';
import type { Effect } from '../model/operation.ts';
import type { RunCommand } from '../profiles/candidate.ts';
import { inheritedFrom } from './globals.ts';
import type { Globals } from './globals.ts';
import type { RunParts } from './run-parts.ts';
import type { Interruption } from './interruption.ts';
import type { ItemCheck, ItemRunner, SharedParts } from './item.ts';
import type { OutputSink } from './output.ts';
import { createPool } from './pool.ts';
import { readFileOrInput, withoutInput } from './read-file.ts';
import type { World } from './world.ts';

interface Program {
  /** Returns the command that the words mean, without running it. */
  commandFor(argv: readonly string[]): Promise<Command | undefined>;
  /** Returns the look-up command for the words, without running either. */
  lookUpFor(argv: readonly string[], world: World, shared: SharedParts): Promise<string | undefined>;
  /** Checks the words as far as possible without a request. */
  check(argv: readonly string[], world: World, shared: SharedParts): Promise<ItemCheck>;
  main(argv: readonly string[], world: World, shared: SharedParts): Promise<number>;
}

/** From harmless to dangerous. */
const order: readonly Effect[] = ['read', 'idempotent', 'keyed', 'unsafe'];

/** What an item prints. Only a child process of the item needs a stream. */
interface Capture {
  readonly sink: OutputSink;
  stream(): PassThrough;
  text(): string;
}

const written = Promise.resolve();
const calm = {
  readerGone: () => false,
  probe: () => undefined,
  flush: () => written,
};

const capture = (): Capture => {
  const chunks: Uint8Array[] = [];
  let stream: PassThrough | undefined;
  const push = (chunk: string | Uint8Array): Promise<void> => {
    chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    return written;
  };
  return {
    sink: Object.assign(push, calm),
    stream: () => {
      if (stream === undefined) {
        stream = new PassThrough();
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      }
      return stream;
    },
    text: () => (chunks.length === 0 ? '' : Buffer.concat(chunks).toString('utf8')),
  };
};

const jsonOrText = (text: string): Json => {
  if (text === '' || text.trim() === '') return null;
  const document = jsonIn(text);
  return document === undefined ? text : document;
};

/** Returns the last error on stderr; notes are dropped. */
const errorIn = (text: string): Json => {
  if (text === '') return null;
  for (const line of text.trim().split('\n').toReversed()) {
    const error = own(jsonOrText(line), 'error');
    if (error !== undefined) return error;
  }
  return null;
};

/**
 * The world of all items without its streams, of which every item has its own, and without a terminal to prompt on.
 * Read once, since variables, home and working directory are calls to the system.
 */
const surroundingsOf = (world: World): Omit<World, 'stdout' | 'stderr'> => ({
  env: { ...world.env },
  home: world.home,
  platform: world.platform,
  cwd: world.cwd,
  uid: world.uid,
  stdin: withoutInput(new PassThrough().end(), 'one command of many'),
  now: () => world.now(),
  monotonic: () => world.monotonic(),
  onSignal: (listener) => world.onSignal(listener),
});

/** Milliseconds for which all items share an address and its token: a token command may be slow, or prompt. */
const tokenLife = 60_000;

const keepingTokens = (world: World): RunCommand => {
  const kept = new Map<string, { readonly until: number; readonly output: Promise<Uint8Array> }>();
  return (argv, limits) => {
    const key = JSON.stringify(argv);
    const known = kept.get(key);
    if (known !== undefined && world.monotonic() < known.until) return known.output;
    const output = import('./child.ts').then(({ tokenCommands }) => tokenCommands(world)(argv, limits));
    kept.set(key, { until: world.monotonic() + tokenLife, output });
    // Only the items that waited for it fail: the next one runs the command again.
    output.catch(() => kept.delete(key));
    return output;
  };
};

/** The world of one item. A class, because it is cheaper to create for each line of a batch. */
class ItemWorld implements World {
  readonly env: World['env'];
  readonly home: World['home'];
  readonly platform: World['platform'];
  readonly cwd: World['cwd'];
  readonly uid: World['uid'];
  readonly stdin: World['stdin'];
  readonly now: World['now'];
  readonly monotonic: World['monotonic'];
  readonly onSignal: World['onSignal'];
  readonly #stdout: Capture;
  readonly #stderr: Capture;

  constructor(surroundings: ReturnType<typeof surroundingsOf>, stdout: Capture, stderr: Capture) {
    this.env = surroundings.env;
    this.home = surroundings.home;
    this.platform = surroundings.platform;
    this.cwd = surroundings.cwd;
    this.uid = surroundings.uid;
    this.stdin = surroundings.stdin;
    this.now = surroundings.now;
    this.monotonic = surroundings.monotonic;
    this.onSignal = surroundings.onSignal;
    this.#stdout = stdout;
    this.#stderr = stderr;
  }

  get stdout(): World['stdout'] {
    return this.#stdout.stream();
  }

  get stderr(): World['stderr'] {
    return this.#stderr.stream();
  }
}

/** Returns a function that calls `make` once for each object. */
const oneForEach = <Key extends object, Value>(): ((key: Key, make: () => Value) => Value) => {
  const known = new WeakMap<Key, Value>();
  return (key, make) => {
    const present = known.get(key);
    if (present !== undefined) return present;
    const made = make();
    known.set(key, made);
    return made;
  };
};

/** What all items share, made when the first of them needs it. */
const commonParts = (world: World, globals: Globals) => {
  const surroundings = surroundingsOf(world);
  const pool = createPool({
    world: { ...surroundings, stdout: world.stdout, stderr: world.stderr },
    // Many requests follow one another, so connections are kept.
    openTransport: () => openTransport('many'),
    tokenAccess: {
      runCommand: keepingTokens(world),
      readStdin: () => readFileOrInput('-', surroundings),
    },
    life: tokenLife,
  });
  return {
    surroundings,
    pool,
    // Results are parsed here, whatever the batch prints; only the error is kept of standard error.
    inherited: { ...inheritedFrom(globals), output: 'json' as const, quiet: true },
    plainGlobals: new Map<Command, Globals>(),
    forChecks: oneForEach<Globals, RunParts | Promise<RunParts>>(),
  };
};

export const createItemRunner = (
  world: World,
  globals: Globals,
  interruption: Interruption,
  program: Program,
): ItemRunner => {
  let parts: ReturnType<typeof commonParts> | undefined;
  let checking: ReturnType<typeof start> | undefined;
  const start = (checked: boolean) => {
    parts ??= commonParts(world, globals);
    const { surroundings, pool, inherited, plainGlobals, forChecks } = parts;
    const stdout = capture();
    const stderr = capture();
    const documents: Json[] = [];
    let once = false;
    const shared: SharedParts = {
      pool,
      interruption,
      inherited,
      plainGlobals,
      forChecks,
      stdout: stdout.sink,
      stderr: stderr.sink,
      take: (document) => {
        documents.push(document);
      },
      onOneTime: () => {
        once = true;
      },
      checked,
    };
    const itemWorld = new ItemWorld(surroundings, stdout, stderr);
    const output = (): Json => {
      const text = stdout.text();
      const [document = null] = documents;
      return text === '' && documents.length < 2
        ? document
        : jsonOrText([...documents.map((one) => writeJson(one)), text].join('\n'));
    };
    return { itemWorld, shared, output, error: () => errorIn(stderr.text()), once: () => once };
  };
  return {
    check: (argv) => {
      checking ??= start(false);
      return program.check(argv, checking.itemWorld, checking.shared);
    },
    effect: async (argv) => {
      const command = await program.commandFor(argv);
      const effects = command?.operations.map(({ operation }) => operation.effect) ?? [];
      if (effects.length === 0) return 'unsafe';
      return order[Math.max(...effects.map((effect) => order.indexOf(effect)))] ?? 'unsafe';
    },
    lookUp: (argv) => {
      const { itemWorld, shared } = start(false);
      return program.lookUpFor(argv, itemWorld, shared);
    },
    run: async (argv, checked) => {
      const { itemWorld, shared, output, error, once } = start(checked);
      const exit = await program.main(argv, itemWorld, shared);
      return { exit, output: output(), error: error(), once: once() };
    },
    close: async () => {
      await parts?.pool.close();
    },
  };
};
