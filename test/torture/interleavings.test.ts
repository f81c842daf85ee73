/**
 * Random interleavings of what can happen to a run of many changes (a lost reply, a refusal, a garbled reply, Ctrl-C, a kill,
 * somebody else in between, settle, continue, undo) against what the sandbox says was done: nothing twice, nothing over
 * others, and no receipt that says what is not true.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { JsonObject } from '../../src/documents/json/json.ts';
import { isObject, listAt, textAt } from '../../src/documents/json/json.ts';
import { parseJson } from '../../src/documents/json/lossless.ts';
import type { Sandbox } from '../../src/sandbox/start.ts';
import { startSandbox } from '../../src/sandbox/start.ts';
import type { FakeRequest, FakeServer, Reply } from '../support/fake-server.ts';
import { startFakeServer } from '../support/fake-server.ts';
import { passedOn } from '../support/front.ts';
import type { CliResult } from '../support/run-cli.ts';
import { runCli, words } from '../support/run-cli.ts';
import { environmentOf } from '../support/sandbox.ts';

/** What happens at one change of a run; a kill comes before the server gets it, or before its reply arrives. */
const faults = [
  'lost request',
  'lost reply',
  'refused',
  'garbled',
  'signal',
  'kill before',
  'kill after',
] as const;
type Fault = (typeof faults)[number];

/** A generator of numbers that a seed repeats (mulberry32). */
const randomFrom = (seed: number): ((below: number) => number) => {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
};

/** The files of the receipts, as a kill leaves them: locks are of a process that is gone. */
type Files = ReadonlyMap<string, string>;

const filesOf = (folder: string): Files =>
  new Map(
    (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) =>
      /\.(?:journal|receipt)$/.test(name) ? [[name, readFileSync(join(folder, name), 'utf8')] as const] : [],
    ),
  );

const restore = (folder: string, files: Files): void => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text, { mode: 0o600 });
};

/** A server in front of the sandbox that does something at one of the changes. */
class Front {
  #fault: { readonly fault: Fault; at: number } | undefined;
  #isDead = false;
  #receipts = '';
  /** What the kill left. */
  left: Files | undefined;
  signal: ((number: number) => void) | undefined;
  readonly #sandbox: Sandbox;
  #server: FakeServer | undefined;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  async listen(): Promise<void> {
    this.#server = await startFakeServer((request, _, { incoming }) =>
      this.#answer(request, incoming.socket),
    );
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  get origin(): string {
    return this.#server?.origin ?? '';
  }

  /** @param at the number of the change, from 0; what comes after a kill reaches nobody */
  arm(fault: Fault | undefined, at: number, receipts: string): void {
    this.#fault = fault && { fault, at };
    this.#receipts = receipts;
    this.#isDead = false;
    this.left = undefined;
  }

  #kill(): void {
    this.left ??= filesOf(this.#receipts);
    this.#isDead = true;
  }

  async #answer({ method, url, headers, body }: FakeRequest, socket: Socket): Promise<Reply> {
    const isChange = method !== 'GET' && method !== 'LIST';
    const due =
      isChange && this.#fault !== undefined && this.#fault.at-- === 0 ? this.#fault.fault : undefined;
    if (due === 'kill before') this.#kill();
    if (this.#isDead || due === 'refused') return { status: 400, body: { errors: ['refused'] } };
    const lost = (): undefined => {
      socket.destroy();
      return undefined;
    };
    if (due === 'lost request') return lost();
    if (due === 'signal') this.signal?.(2);
    const reply = await fetch(`${this.#sandbox.origin}${url}`, {
      method,
      headers: passedOn(Object.entries(headers)),
      ...(body === '' ? {} : { body }),
    });
    const bytes = Buffer.from(await reply.arrayBuffer());
    if (due === 'kill after') this.#kill();
    if (due === 'lost reply' || due === 'kill after') return lost();
    return {
      status: reply.status,
      headers: passedOn(reply.headers),
      body: due === 'garbled' ? '{"data":' : bytes,
    };
  }
}

/** An effect on an object, by whom. */
interface Effect {
  readonly by: 'run' | 'undo' | 'other';
  readonly run: string | undefined;
  /** It made a lock free: whoever locks the object after it takes nothing from anybody. */
  readonly isRelease: boolean;
}

interface Row {
  readonly name: string;
  readonly result: string;
  readonly item: number;
}

const workspaces = ['network-dev', 'network-prod', 'dns-prod', 'identity-prod'];
const roles = ['model-1', 'model-2', 'model-3', 'model-4'];

let sandbox: Sandbox;
let front: Front;
/** The name of an object in an effect. */
const nameOf = new Map<string, string>();

beforeAll(async () => {
  sandbox = await startSandbox({});
  front = new Front(sandbox);
  await front.listen();
  const env = environmentOf(sandbox);
  for (const name of roles)
    await runCli(words(`pki role write ${name} --allowed-domains example.com`), { env });
  for (const name of workspaces) {
    const { stdout } = await runCli(words(`workspace show ${name} --field id`), { env });
    nameOf.set(stdout.trim(), name);
  }
});

afterAll(async () => {
  await front.close();
  await sandbox.close();
});

const isFreed = ({ by, isRelease }: Effect): boolean => by === 'other' && isRelease;

/** A lock and the settings of an object are changed apart. */
const aspectOf = (name: string, isLock: boolean): string => `${isLock ? 'lock' : 'settings'} of ${name}`;

class Sequence {
  readonly #random: (below: number) => number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'trivet-interleaving-'));
  /** By the name of the object, in order. */
  readonly #effects = new Map<string, Effect[]>();
  /** What was done, for the message of a failure. */
  readonly steps: string[] = [];
  /** The names of the objects of each run whose outcome nobody can know. */
  readonly #doubtful = new Map<string, Set<string>>();
  #latest: readonly string[] = [...workspaces, ...roles];
  /** Values are of one sequence: a run that changes nothing says done. */
  #count: number;

  constructor(seed: number) {
    this.#count = seed * 100;
    this.#random = randomFrom(seed);
    mkdirSync(this.receipts, { recursive: true, mode: 0o700 });
  }

  get receipts(): string {
    return join(this.#folder, 'config', 'receipts');
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    const one = list[this.#random(list.length)];
    if (one === undefined) throw new Error('an empty list');
    return one;
  }

  async #trivet(line: readonly string[], stdin?: string): Promise<CliResult> {
    const plain = environmentOf(sandbox);
    const env = Object.fromEntries(
      Object.entries(plain).map(([name, value]) => [name, value.replace(sandbox.origin, front.origin)]),
    );
    this.steps.push(`trivet ${line.join(' ')}`);
    const result = await runCli([...line], {
      env: { ...env, TRIVET_CONFIG_DIR: join(this.#folder, 'config') },
      cwd: this.#folder,
      ...(stdin === undefined ? {} : { stdin }),
      onStart: (signal) => {
        front.signal = signal;
      },
    });
    if (front.left !== undefined) restore(this.receipts, front.left);
    this.steps.push(
      `  ${front.left === undefined ? result.code : 'killed'} ${result.stderr.trim().replaceAll('\n', ' | ')}`,
    );
    return result;
  }

  /** Takes the effects since, as those of somebody; returns the names of their objects. */
  #taken(by: Effect['by'], run?: string): readonly string[] {
    const found = sandbox.effects.list().flatMap(({ what }) => {
      const [, verb = '', id = ''] =
        /^(?:workspace|role)\.(locked|unlocked|updated|written|force-unlocked)\b.*\s(\S+)$/.exec(what) ?? [];
      const name = aspectOf(nameOf.get(id) ?? id, verb.includes('lock'));
      return id === '' ? [] : [{ name, isRelease: verb.includes('unlocked') }];
    });
    sandbox.effects.clear();
    for (const { name, isRelease } of found) {
      const all = this.#effects.get(name) ?? [];
      this.#effects.set(name, all);
      all.push({ by, run, isRelease });
    }
    const names = found.map(({ name }) => name);
    if (names.length > 0) this.steps.push(`  effects: ${names.join(' ')}`);
    return names;
  }

  /** The receipts of runs, the newest first. */
  async #listed(): Promise<readonly JsonObject[]> {
    const { stdout } = await this.#quiet(['changes', '-o', 'json']);
    const all = parseJson(stdout);
    return Array.isArray(all)
      ? all.filter((one) => isObject(one) && textAt(one, 'command') !== 'undo').filter(isObject)
      : [];
  }

  async #quiet(line: readonly string[]): Promise<CliResult> {
    return runCli([...line], {
      env: { ...environmentOf(sandbox), TRIVET_CONFIG_DIR: join(this.#folder, 'config') },
      cwd: this.#folder,
    });
  }

  async #rows(id: string): Promise<readonly Row[]> {
    const { stdout } = await this.#quiet(['changes', 'show', id, '-o', 'json']);
    const document = parseJson(stdout);
    const isLock = textAt(document, 'command') === 'workspace lock';
    const rows = listAt(document, 'changes').map((row) => ({
      name: aspectOf((textAt(row, 'name') ?? '').replace(/^.*\//, ''), isLock),
      result: textAt(row, 'result') ?? '',
      item: isObject(row) ? Number(row['item'] ?? 0) : 0,
    }));
    // An object has a row for each request; the last one says what became of it.
    return [...new Map(rows.map((row) => [row.name, row])).values()];
  }

  #by(name: string, run: string): readonly Effect[] {
    return (this.#effects.get(name) ?? []).filter((effect) => effect.run === run);
  }

  /** Whether somebody else changed the object after the run did, or after all of its effects. */
  #isOthers(name: string, run: string): boolean {
    const all = this.#effects.get(name) ?? [];
    const own = all.findLastIndex((effect) => effect.run === run && effect.by === 'run');
    return own !== -1 && all.slice(own + 1).some(({ by }) => by === 'other');
  }

  /** What the receipts say is true. */
  async #check(): Promise<void> {
    for (const one of await this.#listed()) {
      const id = textAt(one, 'id') ?? '';
      const rows = await this.#rows(id);
      for (const { name, result } of rows) {
        const made = this.#by(name, id).filter(({ by }) => by === 'run').length;
        const most = 1 + (this.#effects.get(name) ?? []).filter(isFreed).length;
        this.#says(made <= most, `${name} was changed ${made} times by ${id}`);
        if (result === 'done' || result === 'undone')
          this.#says(made > 0, `${id} says ${result} of ${name}, which it did not change`);
        if (result === 'failed' || result === 'not started')
          this.#says(made === 0, `${id} says ${result} of ${name}, which it changed`);
        if (result === 'unknown')
          this.#says(this.#doubtful.get(id)?.has(name) === true, `${id} does not know of ${name}`);
      }
    }
  }

  #says(holds: boolean, what: string): void {
    if (holds) return;
    const files = [...filesOf(this.receipts)].map(([name, text]) => `${name}\n${text}`);
    throw new Error([what, ...this.steps, ...files].join('\n'));
  }

  async #run(): Promise<void> {
    this.#count += 1;
    const isRole = this.#random(3) === 0;
    const names = (isRole ? roles : workspaces).filter(() => this.#random(4) > 0);
    if (names.length === 0) return;
    this.#latest = names;
    const change = isRole
      ? ['pki', 'role', 'update', '-', '--max-ttl', `${100 + this.#count}h`]
      : this.#random(2) === 0
        ? ['workspace', 'lock', '-', '--reason', `run ${this.#count}`]
        : ['workspace', 'update', '-', '--description', `run ${this.#count}`];
    const fault = this.#random(4) === 0 ? undefined : this.#pick(faults);
    const at = this.#random(names.length);
    this.steps.push(`fault: ${fault ?? 'none'} at ${at}, objects ${names.join(' ')}`);
    front.arm(fault, at, this.receipts);
    const before = new Set(filesOf(this.receipts).keys());
    await this.#trivet(
      [...change, '--parallel', String(1 + this.#random(3)), '--rate', '0', '--yes'],
      names.join('\n'),
    );
    front.arm(undefined, 0, this.receipts);
    const file = [...filesOf(this.receipts).keys()].find((name) => !before.has(name));
    const id = /-([0-9a-f]{8})\./.exec(file ?? '')?.[1];
    this.#taken('run', id);
    if (id === undefined) return;
    const isDoubtful = fault !== undefined && fault !== 'refused';
    const aspects = names.map((name) => aspectOf(name, change.includes('lock')));
    this.#doubtful.set(id, new Set(isDoubtful ? aspects : []));
  }

  /** Mostly at an object of the latest run. */
  async #other(): Promise<void> {
    const near = this.#random(4) > 0 ? this.#latest : [...workspaces, ...roles];
    const line = this.#pick([
      ...workspaces
        .filter((name) => near.includes(name))
        .flatMap((name) => [
          `workspace force-unlock ${name} --yes`,
          `workspace lock ${name} --reason mine`,
          `workspace update ${name} --description other-${this.#random(1000)}`,
        ]),
      ...roles
        .filter((name) => near.includes(name))
        .map((name) => `pki role update ${name} --max-ttl ${1 + this.#random(50)}h`),
    ]);
    this.steps.push(`other: ${line}`);
    await this.#asOther(line);
    this.#taken('other');
  }

  async #asOther(line: string): Promise<void> {
    await runCli(words(line), {
      env: { ...environmentOf(sandbox), TRIVET_CONFIG_DIR: join(this.#folder, 'other') },
      cwd: this.#folder,
    });
  }

  /** Somebody else makes the same change of an object of unknown outcome, and the run is continued. */
  async #provoke(): Promise<void> {
    for (const one of await this.#listed()) {
      const id = textAt(one, 'id') ?? '';
      const unknown = (await this.#rows(id)).find(({ result }) => result === 'unknown');
      if (unknown === undefined) continue;
      const [aspect, name = ''] = unknown.name.split(' of ');
      const value = this.#random(1000);
      if (aspect === 'lock') {
        await this.#asOther(`workspace force-unlock ${name} --yes`);
        this.#taken('other');
        await this.#asOther(`workspace lock ${name} --reason mine-${value}`);
      } else if (roles.includes(name)) await this.#asOther(`pki role update ${name} --max-ttl ${value}h`);
      else await this.#asOther(`workspace update ${name} --description other-${value}`);
      this.steps.push(`other: the same change of ${name}`);
      this.#taken('other');
      await this.#continue(id);
      return;
    }
  }

  async #continue(given?: string): Promise<void> {
    const open = (await this.#listed()).filter((one) => textAt(one, 'state') === 'open');
    if (open.length === 0) return;
    const id = given ?? textAt(this.#pick(open), 'id') ?? '';
    const begun = new Map((await this.#rows(id)).map(({ name, result }) => [name, result]));
    await this.#trivet(['changes', 'continue', id, '--yes']);
    for (const name of this.#taken('run', id)) {
      const all = this.#effects.get(name) ?? [];
      const before = all.slice(0, -1);
      const isOver =
        begun.get(name) === 'unknown' && before.at(-1)?.by === 'other' && before.at(-1)?.isRelease !== true;
      this.#says(!isOver || this.#by(name, id).length <= 1, `${id} went over ${name}`);
    }
  }

  /** A person who knows says what became of what is unknown. */
  async #settle(): Promise<void> {
    for (const one of await this.#listed()) {
      const id = textAt(one, 'id') ?? '';
      const unknown = (await this.#rows(id)).find(({ result }) => result === 'unknown');
      if (unknown === undefined) continue;
      const made = this.#by(unknown.name, id).some(({ by }) => by === 'run');
      await this.#trivet(['changes', 'settle', id, String(unknown.item), made ? 'done' : 'retry']);
      return;
    }
  }

  async #undo(): Promise<void> {
    const all = await this.#listed();
    if (all.length === 0) return;
    const id = textAt(this.#pick(all), 'id') ?? '';
    const others = new Set([...this.#effects.keys()].filter((name) => this.#isOthers(name, id)));
    await this.#trivet(['undo', id, '--yes']);
    for (const name of this.#taken('undo', id))
      this.#says(!others.has(name), `the undo of ${id} went over ${name}`);
  }

  async run(): Promise<void> {
    for (const name of workspaces) await this.#asOther(`workspace force-unlock ${name} --yes`);
    sandbox.effects.clear();
    await this.#run();
    await this.#check();
    for (let left = 3 + this.#random(4); left > 0; left -= 1) {
      const step = this.#random(10);
      if (step < 2) await this.#run();
      else if (step < 4) await this.#other();
      else if (step < 5) await this.#provoke();
      else if (step < 7) await this.#continue();
      else if (step < 8) await this.#settle();
      else await this.#undo();
      await this.#check();
    }
  }
}

/** Sequences of which each has its seed; `npm test` runs the first ones. Each part has a time limit of its own. */
const parts = inject('whole') ? 50 : 1;
const from = Number(process.env['TRIVET_TEST_SEED'] ?? 0);
const seedsOf = (part: number): readonly number[] =>
  from > 0 ? [from] : Array.from({ length: 40 }, (_, index) => part * 40 + index + 1);

test.each(Array.from({ length: from > 0 ? 1 : parts }, (_, part) => part))(
  'whatever happens in between, nothing is done twice or over others, and receipts say the truth (part %d)',
  async (part) => {
    const untrue: string[] = [];
    for (const seed of seedsOf(part)) {
      const sequence = new Sequence(seed);
      await sequence.run().catch((error: unknown) => untrue.push(`seed ${seed}: ${String(error)}`));
      sequence.close();
      if (untrue.length > 0) break;
    }
    expect(untrue).toEqual([]);
  },
);
