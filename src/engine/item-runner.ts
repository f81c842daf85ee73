/** Runs command lines inside a run: each has its own output, all share connections, and none prompts. */
import { PassThrough } from 'node:stream';
import { openTransport } from '../net/transport/transport.ts';
import type { Command } from '../model/catalogue/command.ts';
import type { Json } from '../model/json/json.ts';
import { own, textAt } from '../model/json/json.ts';
import { joined, none } from '../model/values/list.ts';
import { jsonIn, writeJson } from '../model/json/lossless.ts';
import type { Effect } from '../model/catalogue/operation.ts';
import type { RunCommand } from '../profiles/candidate.ts';
import { inheritedFrom } from './given-globals.ts';
import type { Globals } from './given-globals.ts';
import type { RunParts } from './run-parts.ts';
import type { Interruption } from './interruption.ts';
import type { ItemCheck, ItemResult, ItemRunner, SharedParts } from './item.ts';
import type { OutputSink } from '../world/output.ts';
import { createPool } from './session/pool.ts';
import { readFileOrInput, withoutInput } from '../world/read-file.ts';
import type { World } from '../world/world.ts';

interface Program {
  /** Returns the command that the words mean, without running it. */
  commandFor(argv: readonly string[]): Promise<Command | undefined>;
  /** Returns the look-up command for the words, without running either. */
  lookUpFor(argv: readonly string[], world: World, shared: SharedParts): Promise<string | undefined>;
  /** Checks the words as far as possible without a request. */
  check(argv: readonly string[], world: World, shared: SharedParts): ItemCheck | Promise<ItemCheck>;
  main(argv: readonly string[], world: World, shared: SharedParts): Promise<number>;
}

/** From harmless to dangerous. */
const order: readonly Effect[] = ['read', 'idempotent', 'keyed', 'unsafe'];

const written = Promise.resolve();

/** What an item prints. Only a child process of the item needs a stream. */
class Capture implements OutputSink {
  #chunks: Uint8Array[] | undefined;
  #stream: PassThrough | undefined;

  write(chunk: string | Uint8Array): Promise<void> {
    this.#chunks ??= [];
    this.#chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    return written;
  }

  readerGone(): boolean {
    return false;
  }

  probe(): void {
    // Nothing reads it before the item has ended.
  }

  flush(): Promise<void> {
    return written;
  }

  get stream(): PassThrough {
    if (this.#stream === undefined) {
      this.#stream = new PassThrough();
      this.#stream.on('data', (chunk: Buffer) => void this.write(chunk));
    }
    return this.#stream;
  }

  get text(): string {
    return this.#chunks === undefined ? '' : Buffer.concat(this.#chunks).toString('utf8');
  }
}

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

type Common = Omit<World, 'stdout' | 'stderr'>;

/**
 * The world of all items without its streams, of which every item has its own, and without a terminal to prompt on.
 * Read once, since variables, home and working directory are calls to the system.
 */
const surroundingsOf = (world: World): Common => ({
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
    const output = import('./child/child.ts').then(({ tokenCommands }) => tokenCommands(world)(argv, limits));
    kept.set(key, { until: world.monotonic() + tokenLife, output });
    // Only the items that waited for it fail: the next one runs the command again.
    output.catch(() => kept.delete(key));
    return output;
  };
};

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
const commonParts = (world: World, globals: Globals, interruption: Interruption) => {
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
    interruption,
    pool,
    // Results are parsed here, whatever the batch prints; only the error is kept of standard error.
    inherited: { ...inheritedFrom(globals), output: 'json' as const, quiet: true },
    plainGlobals: new Map<Command, Globals>(),
    forChecks: oneForEach<Globals, RunParts | Promise<RunParts>>(),
  };
};

type CommonParts = ReturnType<typeof commonParts>;

/** The world of one item. */
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
  readonly #item: Item;

  constructor({ env, home, platform, cwd, uid, stdin, now, monotonic, onSignal }: Common, item: Item) {
    this.env = env;
    this.home = home;
    this.platform = platform;
    this.cwd = cwd;
    this.uid = uid;
    this.stdin = stdin;
    this.now = now;
    this.monotonic = monotonic;
    this.onSignal = onSignal;
    this.#item = item;
  }

  get stdout(): World['stdout'] {
    return this.#item.stdout.stream;
  }

  get stderr(): World['stderr'] {
    return this.#item.stderr.stream;
  }
}

/** A class, like the world above, because a batch makes one for each line. */
class Item implements SharedParts {
  readonly pool: SharedParts['pool'];
  readonly interruption: SharedParts['interruption'];
  readonly inherited: SharedParts['inherited'];
  readonly plainGlobals: SharedParts['plainGlobals'];
  readonly forChecks: SharedParts['forChecks'];
  readonly checked: boolean;
  readonly stdout = new Capture();
  readonly stderr = new Capture();
  readonly world: World;
  #documents: readonly Json[] = none;
  #once = false;

  constructor(parts: CommonParts, checked: boolean) {
    this.pool = parts.pool;
    this.interruption = parts.interruption;
    this.inherited = parts.inherited;
    this.plainGlobals = parts.plainGlobals;
    this.forChecks = parts.forChecks;
    this.checked = checked;
    this.world = new ItemWorld(parts.surroundings, this);
  }

  take(document: Json): void {
    this.#documents = joined(this.#documents, [document]);
  }

  onOneTime(): void {
    this.#once = true;
  }

  result(exit: number): ItemResult {
    const error = errorIn(this.stderr.text);
    return { exit, output: this.#output(), error, lookUp: textAt(error, 'lookUp'), once: this.#once };
  }

  #output(): Json {
    const { text } = this.stdout;
    const [document = null] = this.#documents;
    return text === '' && this.#documents.length < 2
      ? document
      : jsonOrText([...this.#documents.map((one) => writeJson(one)), text].join('\n'));
  }
}

export const createItemRunner = (
  world: World,
  globals: Globals,
  interruption: Interruption,
  program: Program,
): ItemRunner => {
  let parts: CommonParts | undefined;
  let checking: Item | undefined;
  const start = (checked: boolean): Item => {
    parts ??= commonParts(world, globals, interruption);
    return new Item(parts, checked);
  };
  return {
    check: (argv) => {
      checking ??= start(false);
      return program.check(argv, checking.world, checking);
    },
    effect: async (argv) => {
      const command = await program.commandFor(argv);
      const effects = command?.operations.map(({ operation }) => operation.effect) ?? [];
      if (effects.length === 0) return 'unsafe';
      return order[Math.max(...effects.map((effect) => order.indexOf(effect)))] ?? 'unsafe';
    },
    lookUp: (argv) => {
      const item = start(false);
      return program.lookUpFor(argv, item.world, item);
    },
    run: async (argv, checked) => {
      const item = start(checked);
      return item.result(await program.main(argv, item.world, item));
    },
    close: async () => {
      await parts?.pool.close();
    },
  };
};
