/** Invocations inside a run share connections and tokens, never prompt, and return values. */
import type { Command } from '../../catalogue/command.ts';
import type { Effect } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import { serviceNames } from '../../catalogue/product.ts';
import type { Gravity } from '../../catalogue/risk.ts';
import type { RunCommand } from '../../config/candidate.ts';
import type { Endpoint, Sourced } from '../../config/endpoint.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { textAt } from '../../documents/json/json.ts';
import { openTransport } from '../../http/transport/transport.ts';
import { lookUpOf } from '../../services/call.ts';
import type { Product } from '../../services/product.ts';
import { TrivetError, usageError } from '../../system/error.ts';
import { withoutInput } from '../../system/read-file.ts';
import { hasTerminal } from '../../system/may-ask.ts';
import type { Surroundings } from '../../system/surroundings.ts';
import { memoize } from '../../system/values/memoize.ts';
import type { Io } from '../../system/io.ts';
import { version } from '../../version.ts';
import { Collected } from '../collected.ts';
import type { Outer } from '../create-run.ts';
import { innerRun } from '../create-run.ts';
import { errorFacts } from '../error-facts.ts';
import type { Globals } from '../given-globals.ts';
import { inheritedFrom, repeatedFlags } from '../given-globals.ts';
import type { Interruption } from '../interruption.ts';
import type { PartOfRun } from '../log/sending.ts';
import { mayBeOneTime } from '../presenter/one-time-secrets.ts';
import { createPool, tokenAccess } from '../session/pool.ts';
import type { Session, RunParts } from '../session/session.ts';
import { choose } from './choose-operation.ts';
import { filledInput } from './filled.ts';
import type { Defaults, Invocation } from './invocation.ts';
import { withEffect } from '../effect.ts';
import { aboutMany, selects, strayOf } from './invocation.ts';
import { invoke } from './invoke.ts';
import { checkCommand, gravityOf, refuseUnanswered } from './run.ts';
import { Readable, Writable } from 'node:stream';

const serverOf = memoize(({ service, baseUrl, socketPath, context }: Endpoint): JsonObject => {
  const { organization, namespace, region, mounts } = context;
  const named: readonly (readonly [string, Sourced<string> | undefined])[] = [
    ['organization', organization],
    ['namespace', namespace],
    ['region', region],
    ...Object.entries(mounts)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([engine, mount]) => [`mount.${engine}`, mount] as const),
  ];
  return {
    service,
    url: socketPath ?? baseUrl,
    ...Object.fromEntries(
      named.flatMap(([name, found]) => (found === undefined ? [] : [[name, found.value]])),
    ),
  };
});

export interface ItemCheck {
  readonly server: Json | undefined;
  readonly once: boolean;
}

export interface ItemResult {
  readonly exit: number;
  /** Null if nothing was printed; a text if the format is for people. */
  readonly output: Json;
  readonly error: Json;
  readonly lookUp: string | undefined;
  readonly once: boolean;
  readonly warnings?: readonly string[];
}

export const refusedItem = (error: TrivetError): ItemResult => ({
  exit: error.exit,
  output: null,
  error: errorFacts(error, (text) => text),
  lookUp: undefined,
  once: false,
});

const order: readonly Effect[] = ['read', 'harmless', 'keyed', 'idempotent', 'unsafe'];

/** Returns the most dangerous effect of a command; `unsafe` if it has no operations. */
export const effectOfCommand = ({ operations }: Command): Effect => {
  const effects = operations.map(({ operation }) => order.indexOf(operation.effect));
  return order[Math.max(...effects)] ?? 'unsafe';
};

/** Milliseconds: a token command may be slow, or prompt. */
const tokenLife = 60_000;

const keepingTokens = (io: Io, runCommand: RunCommand): RunCommand => {
  const kept = new Map<string, { readonly until: number; readonly output: Promise<Uint8Array> }>();
  return (argv, limits) => {
    const key = JSON.stringify(argv);
    const known = kept.get(key);
    if (known !== undefined && io.monotonic() < known.until) return known.output;
    const output = runCommand(argv, limits);
    kept.set(key, { until: io.monotonic() + tokenLife, output });
    // Only waiting items fail: the next one runs the command again.
    output.catch(() => kept.delete(key));
    return output;
  };
};

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * An `Io` without streams and terminal. The variables are copied, since each read of them is a system call.
 * @param what runs without standard input, in messages
 */
export const ioInside = (
  io: Surroundings &
    Pick<
      Io,
      | 'now'
      | 'monotonic'
      | 'onSignal'
      | 'confined'
      | 'mayRead'
      | 'tookFile'
      | 'mayUseVariable'
      | 'refuseScope'
    >,
  what: string,
): Io => ({
  // Limits of the run also hold inside.
  ...(io.readOnly === undefined ? {} : { readOnly: io.readOnly }),
  ...(io.confined === undefined ? {} : { confined: io.confined }),
  ...(io.refuseServer === undefined ? {} : { refuseServer: io.refuseServer }),
  ...(io.refuseScope === undefined
    ? {}
    : { refuseScope: (service, scope) => io.refuseScope?.(service, scope) }),
  mayRead: (path) => io.mayRead?.(path) !== false,
  ...(io.tookFile === undefined ? {} : { tookFile: (content) => io.tookFile?.(content) }),
  mayUseVariable: (name) => io.mayUseVariable?.(name) !== false,
  env: { ...io.env },
  home: io.home,
  platform: io.platform,
  cwd: io.cwd,
  uid: io.uid,
  stdin: withoutInput(Readable.from([]), what),
  stdout: nowhere(),
  stderr: nowhere(),
  now: () => io.now(),
  monotonic: () => io.monotonic(),
  onSignal: (listener) => io.onSignal(listener),
});

const serviceGiven = ({ requests }: Command, { service }: InputRecord): ServiceName | undefined =>
  requests === undefined || requests === 'raw' ? serviceNames.find((name) => name === service) : undefined;

const manyInBatch = ({ path }: Command): Error =>
  usageError(
    'a line of a batch changes one object, but this one selects many',
    `Run it outside of the batch: trivet ${path}`,
  );

const refuseMany = async (invocation: Invocation): Promise<never> => {
  const stray = strayOf(invocation);
  throw stray === undefined || selects(invocation) ? manyInBatch(invocation.command) : aboutMany(stray);
};

export class Inside {
  readonly outer: Outer;
  readonly defaults: Defaults;
  readonly #checking = new WeakMap<Globals, RunParts>();

  constructor({
    session: { io, globals, review, receipt, program, logIn },
    interruption,
  }: {
    readonly session: Pick<Session, 'io' | 'globals' | 'receipt' | 'program'> &
      Partial<Pick<Session, 'logIn' | 'review'>>;
    readonly interruption: Interruption;
  }) {
    const placeOfOutput = globals.out ?? io.placeOfOutput;
    const inside: Io = {
      ...ioInside(io, 'one command of many'),
      whyUnasked: () =>
        hasTerminal(io, globals) ? 'the commands of a run are not asked about one by one' : undefined,
      ...(placeOfOutput === undefined ? {} : { placeOfOutput }),
    };
    const access = tokenAccess(io, inside);
    const pool = createPool({
      io: inside,
      openTransport: () => openTransport('many'),
      tokenAccess: { ...access, runCommand: keepingTokens(io, access.runCommand) },
      life: tokenLife,
    });
    this.outer = { io: inside, interruption, pool, review, receipt, program, logIn };
    this.defaults = {
      inherited: { ...inheritedFrom(globals), output: 'json', quiet: true },
      plain: new Map(),
    };
  }

  /** @throws TrivetError, like a run */
  async check(invocation: Invocation): Promise<ItemCheck> {
    if (selects(invocation) || strayOf(invocation) !== undefined) return refuseMany(invocation);
    const { command, given, tail = [] } = invocation;
    const parts = this.#checkingWith(given.globals);
    const { session } = parts;
    const chosen = await checkCommand({ command, given, tail }, parts);
    const service = chosen?.operation.service ?? serviceGiven(command, given.input);
    const once = chosen !== undefined && mayBeOneTime(chosen.operation);
    if (service === undefined) return { server: undefined, once };
    const { endpoint } = await session.server(service);
    return { server: serverOf(endpoint), once };
  }

  #checkingWith(globals: Globals): RunParts {
    const known = this.#checking.get(globals);
    if (known !== undefined) return known;
    const parts = innerRun(this.outer, globals, new Collected(version));
    this.#checking.set(globals, parts);
    return parts;
  }

  async refuseUnanswered(invocation: Invocation, looks: boolean): Promise<void> {
    const { session } = this.#checkingWith(invocation.given.globals);
    try {
      await refuseUnanswered(invocation, session, looks);
    } catch (error) {
      throw error instanceof TrivetError ? withEffect(error, invocation.command, session.standing()) : error;
    }
  }

  gravityOf(invocation: Invocation): Promise<Gravity> {
    return gravityOf(
      invocation,
      innerRun(this.outer, invocation.given.globals, new Collected(version)).session,
    );
  }

  /** @param checked whether `check` has passed */
  async run(invocation: Invocation, checked: boolean, part?: PartOfRun): Promise<ItemResult> {
    const collected = new Collected(version);
    const parts = innerRun(this.outer, invocation.given.globals, collected, part);
    const { exit, error } = await invoke(invocation, { parts, checked, inside: true });
    const { output, once, warnings } = collected;
    if (error === undefined) return { exit, output, error: null, lookUp: undefined, once, warnings };
    const facts = collected.facts(error);
    return { exit, output, error: facts, lookUp: textAt(facts, 'lookUp'), once, warnings };
  }

  product({ given }: Invocation, service: ServiceName): Promise<Product> {
    return innerRun(this.outer, given.globals, new Collected(version)).session.product(service);
  }

  async lookUp({ command, given }: Invocation): Promise<string | undefined> {
    const chosen = choose(command, given.input, given.by);
    if (chosen === undefined) return undefined;
    const { operation } = chosen;
    const { session } = innerRun(this.outer, given.globals, new Collected(version));
    try {
      const input = await filledInput(session, command, operation, chosen.input);
      return lookUpOf({ operation, input, serverFlags: repeatedFlags(given.globals) });
    } catch (error) {
      if (error instanceof TrivetError) return undefined;
      throw error;
    }
  }

  close(): Promise<void> {
    return this.outer.pool.close();
  }
}
