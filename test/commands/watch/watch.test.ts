/** Tests what `trivet watch` derives from the catalogue, with a kind that trivet does not have, and without a terminal. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { commandKeys, keyFor } from '../../../src/features/watch/about.ts';
import { App } from '../../../src/features/watch/app.ts';
import { Collected } from '../../../src/run/collected.ts';
import { collectingRun } from '../../../src/run/create-run.ts';
import { readGlobals } from '../../../src/run/given-globals.ts';
import { Inside } from '../../../src/run/invocation/inside.ts';
import type { Command } from '../../../src/catalogue/command.ts';
import { commandOf } from '../../../src/catalogue/command.ts';
import { kindNames } from '../../../src/catalogue/kind-name.ts';
import type { ObjectKind } from '../../../src/catalogue/kind.ts';
import { defineOperation } from '../../../src/catalogue/operation.ts';
import { recordView, tableView } from '../../../src/catalogue/view.ts';
import { groups } from '../../../src/commands/groups.ts';
import { program } from '../../../src/main.ts';
import { noColor } from '../../../src/output/color.ts';
import { version } from '../../../src/version.ts';
import type { Answering, FakeServer } from '../../support/fake-server.ts';
import { startFakeServer } from '../../support/fake-server.ts';
import { quietIo } from '../../support/quiet-io.ts';
import { environmentOf, useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox();

/** A kind of things that only this test knows; the names of kinds are closed, so it borrows one. */
const boat = {
  in: 'path',
  type: 'string',
  summary: 'Boat',
  required: true,
  complete: 'message',
  metavar: 'boat',
} as const;
const common = { service: 'jobs', source: '0 §0', examples: [] } as const;
const fields = {
  Name: { type: 'text', summary: 'Boat', rank: 0 },
  State: { type: 'text', summary: 'State', tones: { sunk: 'bad' }, rank: 1 },
  Built: { type: 'time', summary: 'When it was built', rank: 2 },
} as const;
const columns = [
  ['Name', 'name'],
  ['State', 'state'],
  ['Built', 'built'],
] as const;
const show = commandOf(
  'boat show',
  defineOperation({
    ...common,
    id: 'boat.show',
    summary: 'Show a boat',
    method: 'GET',
    path: '/v1/boat/{boat}',
    parameters: { boat },
    effect: 'read',
    view: recordView({ fields, name: 'Name', columns }),
  }),
  { positional: [{ name: 'boat' }] },
);
const list = commandOf(
  'boat list',
  defineOperation({
    ...common,
    id: 'boat.list',
    summary: 'List boats',
    method: 'GET',
    path: '/v1/boats',
    parameters: {},
    effect: 'read',
    view: tableView({ fields, name: 'Name', columns, empty: 'no boats' }),
  }),
);
const crew = commandOf(
  'boat crew',
  defineOperation({
    ...common,
    id: 'boat.crew',
    summary: 'List the crew of a boat',
    method: 'GET',
    path: '/v1/boat/{boat}/crew',
    parameters: { boat },
    effect: 'read',
    view: tableView({
      fields: {
        Sailor: { type: 'text', summary: 'Sailor', rank: 0 },
        Joined: { type: 'time', summary: 'When', rank: 1 },
      },
      name: 'Sailor',
      columns: ['Sailor', ['Joined', 'joined']],
      empty: 'nobody',
    }),
  }),
  { positional: [{ name: 'boat' }] },
);
const sink = commandOf(
  'boat sink',
  defineOperation({
    ...common,
    id: 'boat.sink',
    summary: 'Sink a boat',
    method: 'PUT',
    path: '/v1/boat/{boat}/sink',
    parameters: { boat },
    effect: 'unsafe',
    lookUp: 'trivet boat show {boat}',
    view: { kind: 'message', text: 'sunk' },
  }),
  { positional: [{ name: 'boat' }] },
);
Object.assign(commandKeys, { 'boat sink': 'S' });
const commands: readonly Command[] = [show, list, crew, sink];
const kind: ObjectKind = {
  kind: 'allocation',
  summary: 'boat',
  service: 'jobs',
  scope: [],
  name: { field: 'Name', input: 'boat' },
  fields,
  show,
  list: { command: list, reportsFields: 'all' },
};
// The positional must name the kind.
const named: ObjectKind = { ...kind, kind: 'allocation' };
Object.assign(boat, { complete: 'allocation' });

const boats = [
  { Name: 'Argo', State: 'afloat', Built: '2026-01-02T03:04:05Z' },
  { Name: 'Vasa', State: 'sunk', Built: '2026-01-02T03:04:05Z' },
];

let close: (() => Promise<void>) | undefined;
/** The clock of the screen, milliseconds since the epoch. */
let now: () => number = Date.now;
afterEach(async () => {
  await close?.();
  close = undefined;
  now = Date.now;
});

interface Watched {
  readonly app: App;
  readonly lines: (columns?: number) => string;
  readonly until: (pattern: RegExp) => Promise<string>;
  readonly ran: readonly string[];
  readonly copied: readonly string[];
  readonly left: () => number | undefined;
  /** What was drawn last. */
  readonly drawn: () => string;
}

const watching = async (env: Readonly<Record<string, string>>, made: boolean): Promise<Watched> => {
  const io = quietIo(env, '/nonexistent-home');
  const globals = readGlobals(new Map(Object.entries({ output: 'json', quiet: true, 'no-input': true })), {
    env,
    command: list,
  });
  const parts = collectingRun(program, io, globals, new Collected(version));
  const end = new AbortController();
  const inside = new Inside({
    session: parts.session,
    interruption: { ...parts.interruption, signal: end.signal },
  });
  const waiting = new Set<() => void>();
  const [ran, copied]: [string[], string[]] = [[], []];
  let exit: number | undefined;
  let defect: unknown;
  let drawn = '';
  const size = { columns: 90, rows: 24 };
  const app = new App({
    catalogue: made
      ? {
          kind: () => Promise.resolve(named),
          groups: [{ name: 'boat', summary: 'Boats', load: () => Promise.resolve(commands) }],
        }
      : program.catalogue,
    inside,
    globals,
    canvas: {
      size: () => size,
      draw: (lines) => {
        drawn = lines.join('\n');
        for (const check of waiting) check();
      },
      copy: (text) => copied.push(text),
      lend: (work) => work(),
    },
    paint: noColor,
    unicode: false,
    now: () => now(),
    signal: end.signal,
    place: { text: '[sea] host', guarded: false },
    leave: (code) => {
      exit = code;
    },
    broken: (error) => {
      defect = error;
    },
    runLine: (line) => {
      ran.push(line);
      return Promise.resolve(0);
    },
  });
  close = async () => {
    end.abort();
    await inside.close();
    await parts.close();
    if (defect !== undefined) throw defect;
  };
  const lines = (columns = size.columns): string => app.lines(columns, size.rows).join('\n');
  return {
    app,
    lines,
    ran,
    copied,
    left: () => exit,
    drawn: () => drawn,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (!pattern.test(lines())) return;
          waiting.delete(check);
          clearTimeout(timer);
          resolve(lines());
        };
        const timer = setTimeout(
          () => reject(new Error(`no ${String(pattern)} on the screen:\n${lines()}`)),
          120_000,
        );
        waiting.add(check);
        check();
      }),
  };
};

let server: FakeServer | undefined;
/** @param ofList replies to requests for the list */
const ofBoats = async (ofList?: Answering): Promise<Watched> => {
  server = await startFakeServer((request, before, raw) => {
    const { path, method } = request;
    if (method !== 'GET') return { status: 500, body: 'a change was sent' };
    if (path === '/v1/boats')
      return ofList === undefined ? { status: 200, body: boats } : ofList(request, before, raw);
    if (path.endsWith('/crew'))
      return { status: 200, body: [{ Sailor: 'Jason', Joined: '2026-01-02T04:00:00Z' }] };
    return { status: 200, body: boats.find(({ Name }) => path.endsWith(Name)) ?? {} };
  });
  const env = { TRIVET_JOBS_URL: server.origin, TRIVET_JOBS_TOKEN: 't', TRIVET_JOBS_PRODUCT: 'generic' };
  const watched = await watching(env, true);
  const before = close;
  close = async () => {
    await before?.();
    await server?.close();
  };
  const globals = readGlobals(new Map([['output', 'json']]), { env, command: list });
  watched.app.openKinds([named], () => [globals]);
  return watched;
};

test('a kind that nobody has seen gets a list, with what hurts first', async () => {
  const { until } = await ofBoats();
  const shown = await until(/Argo/);
  expect(shown).toMatch(/^\[sea\] host {2}allocation +2 rows/);
  expect(shown).toMatch(/\n>! {2}Vasa +sunk .*\n {4}Argo +afloat/);
});

test('its objects get their fields, a timeline and their parts; keys run its commands after the line was seen', async () => {
  const { app, until, ran, copied } = await ofBoats();
  await until(/Vasa/);
  await app.key('enter');
  const now = await until(/state +sunk/);
  expect(now).toContain('[1 now] 2 timeline  3 crew');
  await app.key('2');
  const line = await until(/crew joined|crew +Jason/);
  expect(line).toMatch(/2026-01-02T04:00:00Z +crew +Jason[\s\S]*2026-01-02T03:04:05Z +boat +Vasa {2}sunk/);
  await app.key('tab');
  await until(/\[3 crew\][\s\S]*Jason/);
  await app.key('y');
  expect(copied).toEqual(['trivet boat show Vasa']);
  await app.key('S');
  await until(/\$ trivet boat sink Vasa_/);
  await app.key('escape');
  expect(ran).toEqual([]);
  await app.key('S');
  await app.key('enter');
  expect(ran).toEqual(['trivet boat sink Vasa']);
  await app.key('a');
  expect(await until(/commands for boat Vasa/)).toMatch(/S +trivet boat sink Vasa +changes/);
  // The view itself only reads.
  expect(server?.received.every(({ method }) => method === 'GET')).toBe(true);
});

test('a filter takes text and conditions, and refuses a field that rows do not have', async () => {
  const { app, until, lines } = await ofBoats();
  await until(/Vasa/);
  const type = async (text: string): Promise<void> => {
    await app.key('/');
    await app.key('ctrl-u');
    for (const key of [...Array.from(text), 'enter']) await app.key(key);
  };
  await type('State=afloat');
  expect(lines()).toMatch(/where State=afloat +1 row /);
  expect(lines()).not.toContain('Vasa');
  await type('Depth=3');
  expect(lines()).toContain('there is no field "Depth"');
  await type('vas');
  expect(lines()).toMatch(/where vas +1 row /);
  expect(lines()).toContain('Vasa');
  expect(lines()).not.toContain('Argo');
  await type('vas State=afloat');
  expect(lines()).toMatch(/where vas State=afloat +0 rows/);
  await type('');
  expect(lines()).toContain('Vasa');
});

test('the rows of all services open the objects that they are about', async () => {
  const env = Object.fromEntries(
    Object.entries((await import('../../support/sandbox.ts')).environmentOf(bench.sandbox())),
  );
  const { app, until, left } = await watching(env, false);
  const status = (await groups.find(({ name }) => name === 'status')?.load())?.find(
    ({ path }) => path === 'status',
  );
  if (status === undefined) throw new Error('no status');
  const globals = readGlobals(new Map([['output', 'json']]), { env, command: status });
  app.home = ['workspaces', 'jobs'].map((service) =>
    app.source(service, status, { service: [service] }, globals),
  );
  app.openHome();
  await until(/identity-prod/);
  await until(/broken/);
  for (const key of '/name=broken') await app.key(key);
  await app.key('enter');
  await app.key('enter');
  expect(await until(/namespace +default/)).toMatch(
    /worst first > job broken[\s\S]*detail +work 0\/1 running/,
  );
  await app.key('2');
  expect(await until(/Exit Code: 2/)).toContain('Not Restarting');
  await app.key('q');
  expect(left()).toBe(0);
});

test('the keys name the fields that a filter takes here', async () => {
  const { app, until, lines } = await ofBoats();
  await until(/Vasa/);
  await app.key('?');
  expect(lines().replaceAll(/\s+/g, ' ')).toContain(
    'as --where does: Name~web-*. The fields here are Name, State, Built',
  );
});

test('the filters of the docs fit what they are shown for', async () => {
  const text = readFileSync(new URL('../../../docs/incident.md', import.meta.url), 'utf8');
  const row = text.split('\n').find((line) => line.startsWith('| `/`')) ?? '';
  const filters = [...row.matchAll(/`([^`]*=[^`]*)`/g)].map(([, filter]) => filter ?? '');
  expect(filters).toHaveLength(2);
  const env = environmentOf(bench.sandbox());
  const { app, until, lines } = await watching(env, false);
  const job = await program.catalogue.kind('job');
  const status = (await groups.find(({ name }) => name === 'status')?.load())?.[0];
  if (job?.list === undefined || status === undefined) throw new Error('no list');
  const globals = readGlobals(new Map([['output', 'json']]), { env, command: job.list.command });
  app.home = [app.source('jobs', status, { service: ['jobs'] }, globals)];
  app.openHome();
  await until(/broken/);
  const type = async (filter: string): Promise<void> => {
    for (const key of ['/', ...Array.from(filter), 'enter']) await app.key(key);
  };
  await type(filters[0] ?? '');
  expect(lines()).toContain(`where ${filters[0]}`);
  app.openKinds([job], () => [globals]);
  await until(/cache/);
  await type(filters[1] ?? '');
  expect(lines()).toContain(`where ${filters[1]}`);
});

test('a server that is down is named with the reason and since when, and the other rows stay', async () => {
  const { app, until, drawn } = await ofBoats();
  await until(/Vasa/);
  await server?.close();
  await app.key('r');
  expect(await until(/! allocation, /)).toMatch(/! allocation, for \d+ seconds?: .*refused[\s\S]*Vasa/);
  // It is cut without a sign that this terminal does not have.
  app.draw();
  expect(drawn()).toMatch(/! allocation, .*~$/m);
  expect(drawn()).not.toContain('…');
});

/** What a person reads within ten seconds, at every width: the line about a service, and the age in the bar. */
const saysStale = (text: string, seconds: number): boolean =>
  text.includes(`for ${seconds} seconds`) && (text.split('\n')[0] ?? '').endsWith(` ${seconds} seconds ago`);
const widths = Array.from({ length: 200 - 28 }, (_, at) => 28 + at);

test('a server that stops to reply is named within seconds, with the age of what is shown, at every width', async () => {
  const start = Date.now();
  now = () => start;
  const asked: number[] = [];
  const { app, until, lines } = await ofBoats(() => {
    asked.push(now());
    return asked.length === 1 ? { body: boats } : undefined;
  });
  await until(/Vasa/);
  expect(lines()).toMatch(/ just now\n/);
  await app.key('r');
  await expect.poll(() => asked.length).toBe(2);
  now = () => start + 2999;
  expect(lines()).not.toContain('no reply');
  expect(widths.filter((width) => !/ 2 seconds ago\n/.test(lines(width)))).toEqual([]);
  now = () => start + 6000;
  expect(lines()).toMatch(/! allocation, for 6 seconds: no reply\n[\s\S]*Vasa/);
  expect(widths.filter((width) => !saysStale(lines(width), 6))).toEqual([]);
  // Asking once more does not make it fresh.
  await app.key('r');
  await expect.poll(() => asked.length).toBe(3);
  expect(saysStale(lines(40), 6)).toBe(true);
});

test('a server that waits for a change counts as live as long as it was asked to wait, and no longer', async () => {
  const start = Date.now();
  now = () => start;
  const waits: (string | undefined)[] = [];
  const { until, lines } = await ofBoats(({ query }) => {
    waits.push(query['wait']);
    return waits.length === 1 ? { headers: { 'x-sea-index': '7' }, body: boats } : undefined;
  });
  await until(/Vasa/);
  await expect.poll(() => waits).toEqual([undefined, '5s']);
  now = () => start + 8000;
  expect(widths.filter((width) => !/ live\n/.test(lines(width)))).toEqual([]);
  now = () => start + 9000;
  expect(widths.filter((width) => !saysStale(lines(width), 9))).toEqual([]);
});

test('a list that always takes long is slow, and its server does not hang', async () => {
  const start = Date.now();
  let passed = 0;
  now = () => start + passed;
  let asked = 0;
  const { app, until, lines } = await ofBoats(() => {
    asked += 1;
    // It took four seconds.
    passed += 4000;
    return asked === 1 ? { body: boats } : undefined;
  });
  await until(/Vasa/);
  const before = passed;
  await app.key('r');
  await expect.poll(() => asked).toBe(2);
  passed = before + 7000;
  expect(lines()).not.toContain('no reply');
  passed = before + 8001;
  expect(lines()).toContain('no reply');
});

test('what was read for a screen is not read on when it is closed', async () => {
  const { app, until } = await ofBoats();
  await until(/Vasa/);
  await app.key('enter');
  await until(/state +sunk/);
  const [record] = app.sources;
  await app.key('escape');
  const ofObject = (): number => server?.received.filter(({ path }) => path === '/v1/boat/Vasa').length ?? 0;
  const before = ofObject();
  record?.refresh();
  const lists = server?.received.length ?? 0;
  await app.key('r');
  await expect.poll(() => server?.received.length ?? 0).toBeGreaterThan(lists);
  expect(ofObject()).toBe(before);
});

test('no command has a key of the view, or that of another command of its group', async () => {
  const own = new Set(Array.from('jkgGqar/y?123456789'));
  for (const group of groups) {
    const keys = (await group.load()).flatMap((command) => keyFor(command) ?? []);
    for (const key of keys) expect(Array.from(key)).toHaveLength(1);
    expect(keys.filter((key) => own.has(key))).toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
  }
  expect(kindNames.length).toBeGreaterThan(10);
});

test('the list of jobs marks what status says needs a person, and puts it first', async () => {
  const env = Object.fromEntries(Object.entries(environmentOf(bench.sandbox())));
  const { app, until } = await watching(env, false);
  const status = (await groups.find(({ name }) => name === 'status')?.load())?.find(
    ({ path }) => path === 'status',
  );
  const kind = await program.catalogue.kind('job');
  if (status === undefined || kind === undefined) throw new Error('no status');
  const globals = readGlobals(new Map([['output', 'json']]), { env, command: status });
  app.home = [app.source('jobs', status, { service: ['jobs'] }, globals)];
  app.openKinds([kind], () => [globals]);
  const shown = await until(/!  huge +.*running/);
  expect(shown).toMatch(/!  broken +.*dead/);
  expect(shown).toMatch(/\n    api +.*running/);
});
