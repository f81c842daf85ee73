/** The doors: the ways in which the change of an example reaches a server. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { objectOf } from '../../src/catalogue/selection/selection.ts';
import { positionalName } from '../../src/catalogue/command.ts';
import { stateKinds } from '../../src/catalogue/kind-name.ts';
import { camelCase } from '../../src/catalogue/text/camel-case.ts';
import { flagsOf } from '../../src/run/flags.ts';
import { program } from '../../src/main.ts';
import type { Io } from '../../src/system/io.ts';
import type { Flag } from '../../src/run/flags.ts';
import { globalOptions } from '../../src/features/library/options.ts';
import { openLibrary } from '../../src/library.ts';
import type { LoggedRequest, ServiceName } from '../support/sandbox-types.ts';
import { allCommands } from '../support/catalogue.ts';
import { openMcp } from '../support/mcp.ts';
import { runCli } from '../support/run-cli.ts';
import type { Stage } from './examples.ts';

/** How a rule sets a run. */
export interface Setting {
  /** Flags of every door that is a command line, as options of the library and for the start of mcp. */
  readonly flags?: Readonly<Record<string, string | true>>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Whether the example keeps its `--yes` and `--confirm`; by default it does. */
  readonly answered?: boolean;
  /** Whether somebody answers where an agent's program asks; by default somebody does. `says yes`: also at a terminal, and types no name. */
  readonly person?: boolean | 'says yes';
  /** Gets each question that is asked on a terminal, to which somebody says no. */
  readonly asked?: (question: string) => void;
  /** Further arguments of an agent's call. */
  readonly given?: Readonly<Record<string, string>>;
  /** The reply to the change is lost. */
  readonly lost?: true;
}

export interface Ended {
  readonly code: number;
  /** All that a person could read. */
  readonly text: string;
}

export interface Door {
  readonly name: string;
  /** What comes before, without a rule; false where the example has no such door. */
  readonly before?: (stage: Stage) => Promise<boolean>;
  /** Undefined where the example has no such door. */
  readonly run: (stage: Stage, setting: Setting) => Promise<Ended | undefined>;
  /** About how many examples change something here. */
  readonly changes: number;
  /** Flags that it does not have. */
  readonly lacks?: readonly string[];
}

/** Flags that answer a question: `--yes`, and with a value. */
const answers = { switches: ['--yes'], valued: ['--confirm', '--on'] };

const isValued = (word: string | undefined): boolean => answers.valued.includes(word ?? '');

const unanswered = (words: readonly string[]): readonly string[] =>
  words.filter(
    (word, index) => !answers.switches.includes(word) && !isValued(word) && !isValued(words[index - 1]),
  );

/** The words of a setting, before those of a child. */
const withFlags = (line: readonly string[], more: readonly string[]): readonly string[] => {
  const end = line.includes('--') ? line.indexOf('--') : line.length;
  return [...line.slice(0, end), ...more, ...line.slice(end)];
};

const flagWords = ({ flags = {} }: Setting): readonly string[] =>
  Object.entries(flags).flatMap(([name, value]) => (value === true ? [`--${name}`] : [`--${name}`, value]));

const envOf = ({ env }: Stage, setting: Setting): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({ ...env, ...setting.env }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );

/** A terminal at which somebody says no. */
const refusing =
  (asked: (question: string) => void): NonNullable<Io['terminal']> =>
  () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    output.on('data', (bytes: Buffer) => asked(bytes.toString('utf8')));
    setImmediate(() => input.write('n\n'));
    return { input, output, close: () => input.destroy() };
  };

const command = async (
  stage: Stage,
  setting: Setting,
  line: readonly string[],
  more: { readonly stdin?: string } = {},
): Promise<Ended> => {
  const { typed, ...options } = stage.options;
  const { person = true } = setting;
  const { code, stdout, stderr } = await runCli(withFlags(line, flagWords(setting)), {
    ...options,
    // A log-in types a password, which is no answer.
    ...(person === 'says yes'
      ? { typed: 'y' }
      : typed !== undefined && (person || typed !== 'y')
        ? { typed }
        : {}),
    ...(setting.asked === undefined ? {} : { tty: true, io: { terminal: refusing(setting.asked) } }),
    ...more,
    env: envOf(stage, setting),
  });
  return { code, text: `${stdout}\n${stderr}` };
};

const argv: Door = {
  name: 'argv',
  changes: 126,
  run: (stage, setting) =>
    command(stage, setting, setting.answered === false ? unanswered(stage.words) : stage.words),
};

const batch: Door = {
  name: 'batch',
  changes: 116,
  run: async (stage, setting) => {
    const line = setting.answered === false ? unanswered(stage.words) : stage.words;
    writeFileSync(join(stage.cwd, 'lines.txt'), `${JSON.stringify(line)}\n`);
    return command(stage, setting, ['batch', 'run', 'lines.txt', '-o', 'jsonl']);
  },
  lacks: ['curl'],
};

const many: Door = {
  name: 'many',
  changes: 48,
  run: async (stage, setting) => {
    const place = objectOf(stage.command)?.place;
    const name = stage.typed.positionals.find(({ key }) => key === place)?.words[0];
    if (place === undefined || name === undefined || name === '-') return undefined;
    const at = stage.words.indexOf(name);
    const line = [...stage.words.slice(0, at), '-', ...stage.words.slice(at + 1)];
    const plain = unanswered(line);
    return command(stage, setting, setting.answered === false ? plain : withFlags(plain, ['--yes']), {
      stdin: `${name}\n`,
    });
  },
};

/** The JSON of the words of a flag or a positional. */
const valueOf = (type: string, given: readonly string[]): unknown => {
  const [first = ''] = given;
  const pairs = given.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]);
  switch (type) {
    case 'strings':
      return given.flatMap((word) => (word === '' ? [] : word.split(',')));
    case 'pairs':
    case 'secret-pairs':
    case 'conditions':
      return given;
    case 'map':
      return Object.fromEntries(pairs);
    case 'json-map':
      return Object.fromEntries(pairs.map(([key, value = '']) => [key, JSON.parse(value)]));
    case 'json':
      return first.startsWith('@') ? first : JSON.parse(first);
    case 'boolean':
      return given.at(-1) === 'true';
    case 'integer':
      return Number(given.at(-1));
    default:
      return given.at(-1);
  }
};

/** The values of an example by the names of flags and positionals. */
const valuesOf = (
  { command: about, typed }: Stage,
  takes: (flag: Flag) => boolean,
): Readonly<Record<string, unknown>> => {
  const unset = flagsOf(about).find(({ key, scope }) => key === 'unset' && scope === 'command');
  const flags = [...typed.flags].flatMap(([flag, given]): readonly (readonly [string, unknown])[] => {
    if (flag === unset) return given.flatMap((one) => one.split(',')).map((name) => [name, null]);
    return takes(flag) ? [[flag.name, valueOf(flag.parameter.type, given)]] : [];
  });
  const places = typed.positionals.map(({ key, words }): readonly [string, unknown] => {
    const type = about.operations.map(({ operation }) => operation.parameters[key]?.type).find(Boolean);
    const list = about.positional?.some(({ name, variadic }) => name === key && variadic === true) === true;
    return [
      positionalName(about, key),
      list ? words : valueOf(about.local?.[key]?.type ?? type ?? 'string', words),
    ];
  });
  return Object.fromEntries([...flags, ...places]);
};

const isAnswer = ({ name }: Flag): boolean => ['yes', 'confirm', 'on'].includes(name);

interface Form {
  readonly requestedSchema: { readonly properties: object };
}

/** A person who agrees to everything, and types the name that a form asks for. */
export const consent = ({
  requestedSchema: { properties },
}: Form): { readonly action: string; readonly content: object } => ({
  action: 'accept',
  content: Object.fromEntries(
    Object.entries(properties).map(([key, { title = '' }]: [string, { title?: string }]) => [
      key,
      key === 'name' ? /^Type (.*) to confirm$/.exec(title)?.[1] : true,
    ]),
  ),
});

/** A person who says yes, and types it where a form asks for a name. */
const sayYes = ({
  requestedSchema: { properties },
}: Form): { readonly action: string; readonly content: object } => ({
  action: 'accept',
  content: Object.fromEntries(Object.keys(properties).map((key) => [key, key === 'name' ? 'yes' : true])),
});

/** Calls tools of one path; undefined where it is not for agents. */
const callTool = async (
  stage: Stage,
  setting: Setting,
  path: string,
  calls: readonly Readonly<Record<string, unknown>>[],
): Promise<Ended | undefined> => {
  const [group = ''] = path.split(' ');
  const start = ['--toolset', group, '--allow', path, '--reveal', ...flagWords(setting)];
  const options = {
    ...stage.options,
    // A start with an organization confines what follows.
    env: envOf(stage, { env: { TRIVET_ORGANIZATION: undefined, ...setting.env } }),
    ...(setting.person === false ? {} : { answer: setting.person === 'says yes' ? sayYes : consent }),
  };
  const session = await openMcp(start, options).catch(() => undefined);
  if (session === undefined) return undefined;
  const ends: Ended[] = [];
  for (const given of calls) {
    try {
      const { failed, texts } = await session.call(path.replaceAll(' ', '_'), { ...given, ...setting.given });
      ends.push({ code: failed ? 1 : 0, text: texts.join('\n') });
    } catch (error) {
      ends.push({ code: 2, text: String(error) });
    }
  }
  await session.end();
  return { code: ends.at(-1)?.code ?? 0, text: ends.map(({ text }) => text).join('\n') };
};

/** The positionals of a command by the names of a tool's arguments. */
const named = (
  path: string,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const about = allCommands.find((one) => one.path === path);
  if (about === undefined) throw new Error(`there is no command ${path}`);
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [positionalName(about, key), value]),
  );
};

const mcp: Door = {
  name: 'mcp',
  changes: 111,
  run: (stage, setting) =>
    callTool(stage, setting, stage.command.path, [
      valuesOf(stage, (flag) => flag.scope !== 'global' && !isAnswer(flag)),
    ]),
  lacks: ['dry-run', 'curl', 'verbose'],
};

type Callable = { (...args: readonly unknown[]): Promise<unknown> } & { readonly [word: string]: Callable };

const library: Door = {
  name: 'library',
  changes: 109,
  run: async (stage, setting) => {
    const { answered = true, flags = {} } = setting;
    const notes: string[] = [];
    const values = valuesOf(
      stage,
      (flag) => (flag.scope !== 'global' || globalOptions.has(flag.name)) && (answered || !isAnswer(flag)),
    );
    const connection = (await openLibrary({
      env: envOf(stage, setting),
      cwd: stage.cwd,
      onNote: (text: string) => notes.push(text),
      ...Object.fromEntries(Object.entries(flags).map(([name, value]) => [camelCase(name), value])),
    })) as Callable;
    const call = stage.command.path
      .split(' ')
      .reduce((found, word) => found[camelCase(word)] as Callable, connection);
    try {
      const result = await call(
        Object.fromEntries(Object.entries(values).map(([name, value]) => [camelCase(name), value])),
      );
      return { code: 0, text: [JSON.stringify(result), ...notes].join('\n') };
    } catch (error) {
      return { code: 1, text: [JSON.stringify(error), String(error), ...notes].join('\n') };
    }
  },
  lacks: ['curl', 'verbose'],
};

/** The requests of a run that changed something. */
const changing = (stage: Stage): readonly LoggedRequest[] => {
  const changed = new Set(stage.effects().map(({ method, path }) => `${method} ${path}`));
  return stage.requests().filter(({ method, path }) => changed.has(`${method} ${path}`));
};

const bases: readonly (readonly [ServiceName, string])[] = [
  ['workspaces', '/api/v2'],
  ['secrets', '/v1'],
];

const isJobs = (path: string): boolean =>
  /^\/v1\/(?:jobs?|allocations?|client|evaluations?|deployments?|nodes?|namespaces?|system|validate)\b/.test(
    path,
  );

interface Raw {
  readonly service: ServiceName;
  readonly method: string;
  readonly path: string;
  readonly data?: string;
}

/** A request as `trivet api` takes it. */
const rawOf = ({ method, path, query, headers, body }: LoggedRequest): Raw => {
  const [service, base] = isJobs(path)
    ? (['jobs', ''] as const)
    : (bases.find(([, start]) => path.startsWith(start)) ?? (['jobs', ''] as const));
  const namespace = headers['x-vault-namespace'];
  const below = namespace === undefined ? '' : `/${namespace.replace(/\/$/, '')}`;
  return {
    service,
    method,
    path: `${below}${path.slice(base.length)}${query === '' ? '' : `?${query}`}`,
    ...(body.length > 0 ? { data: body.toString('utf8') } : {}),
  };
};

const rawWords = ({ service, method, path, data }: Raw): readonly string[] => [
  'api',
  service,
  method,
  path,
  ...(data === undefined ? [] : ['--data', data]),
];

/** What the raw requests of a stage are, by its example. */
const sent = new WeakMap<Stage, readonly Raw[]>();

const takeRequests = async (stage: Stage): Promise<boolean> => {
  if (stage.command.requests === 'raw') return false;
  await argv.run(stage, {});
  const found = changing(stage).map(rawOf);
  sent.set(stage, found);
  return found.length > 0;
};

const api: Door = {
  name: 'api',
  changes: 123,
  before: takeRequests,
  run: async (stage, setting) => {
    const confirm = stage.words.indexOf('--confirm');
    const name = confirm === -1 ? ['--yes'] : ['--confirm', stage.words[confirm + 1] ?? ''];
    const ends: Ended[] = [];
    for (const raw of sent.get(stage) ?? [])
      ends.push(
        await command(stage, setting, [...rawWords(raw), ...(setting.answered === false ? [] : name)]),
      );
    return { code: ends.at(-1)?.code ?? 0, text: ends.map(({ text }) => text).join('\n') };
  },
};

const apiTool: Door = {
  name: 'api of an agent',
  changes: 123,
  before: takeRequests,
  run: (stage, setting) =>
    callTool(
      stage,
      setting,
      'api',
      (sent.get(stage) ?? []).map(({ data, ...raw }) => ({
        ...named('api', { ...raw }),
        ...(data === undefined ? {} : { data: JSON.parse(data) as unknown }),
      })),
    ),
  lacks: ['dry-run', 'curl', 'verbose'],
};

/** The kind of object that an example is about, which files can hold. */
const kindOf = async ({ command: { path } }: Stage): Promise<string | undefined> => {
  const kinds = await Promise.all(stateKinds.map((name) => program.catalogue.kind(name)));
  const fitting = kinds.flatMap((kind) => {
    const words = kind?.show.path.split(' ').slice(0, -1).join(' ');
    return kind !== undefined && `${path} `.startsWith(`${words} `) ? [{ kind, words }] : [];
  });
  const [best] = fitting.toSorted((a, b) => (b.words?.length ?? 0) - (a.words?.length ?? 0));
  return best?.kind.kind;
};

/** Leaves a file of what the example makes, and the servers as they were. */
const describeAfter = async (stage: Stage): Promise<boolean> => {
  const kind = await kindOf(stage);
  if (kind === undefined) return false;
  await argv.run(stage, {});
  const place = stage.command.positional?.[0]?.name;
  const name = stage.typed.positionals.find(({ key }) => key === place)?.words[0];
  const flags = [...stage.typed.flags].flatMap(([flag, [value = '']]) =>
    ['organization', 'mount'].includes(flag.name) ? [`--${flag.name}`, value] : [],
  );
  const object = name === undefined ? kind : `${kind}:${name}`;
  const { code } = await command(stage, {}, ['export', object, ...flags, '--dir', 'after']);
  await stage.keep('as they were');
  return code === 0;
};

/** Flags of an apply and an undo that are no answer. */
const permitting = (setting: Setting): readonly string[] => [
  '--allow-rotation',
  ...(setting.answered === false ? [] : ['--yes']),
];

const apply: Door = {
  name: 'apply',
  changes: 35,
  before: describeAfter,
  run: (stage, setting) => command(stage, setting, ['apply', 'after', ...permitting(setting)]),
  lacks: ['curl'],
};

const applyTool: Door = {
  name: 'apply of an agent',
  changes: 35,
  before: describeAfter,
  run: (stage, setting) =>
    callTool(stage, setting, 'apply', [{ ...named('apply', { files: ['after'] }), 'allow-rotation': true }]),
  lacks: ['dry-run', 'curl', 'verbose'],
};

const plan: Door = {
  name: 'plan',
  changes: 35,
  before: async (stage) => {
    if (!(await describeAfter(stage))) return false;
    await command(stage, {}, ['diff', 'after', '--plan-out', 'doors.json']);
    await stage.keep('as they were');
    return true;
  },
  run: (stage, setting) => command(stage, setting, ['apply', 'doors.json', ...permitting(setting)]),
  lacks: ['curl'],
};

/** The ID of the newest receipt. */
const receiptOf = ({ cwd }: Stage): string | undefined => {
  const folder = join(cwd, 'config', 'receipts');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const ids = names
    .toSorted((a, b) => (a < b ? -1 : 1))
    .flatMap((name) => /-([0-9a-f]{8})\./.exec(name)?.[1] ?? []);
  return ids.at(-1);
};

const undo: Door = {
  name: 'undo',
  changes: 43,
  before: async (stage) => {
    if (stage.command.operations.length === 0) return false;
    await argv.run(stage, {});
    await stage.keep('as they are');
    return receiptOf(stage) !== undefined;
  },
  run: (stage, setting) => command(stage, setting, ['undo', receiptOf(stage) ?? '', ...permitting(setting)]),
  lacks: ['curl'],
};

/** The reply to it is lost, which stops a batch before the line of the example. */
const stopping = ['workspace', 'tag', 'add', 'demo/dns-qa', 'door'];

const goOn: Door = {
  name: 'continue',
  changes: 107,
  before: async (stage) => {
    if (stage.command.operations.length === 0) return false;
    const lines = [stopping, stage.words].map((line) => JSON.stringify(line));
    writeFileSync(join(stage.cwd, 'stopped.txt'), `${lines.join('\n')}\n`);
    await stage.sandbox.ask('PUT /-/faults', '{"faults":["lost:1@POST /"]}');
    const flags = ['--parallel', '1', '--stop-on-error', '--journal', 'stopped.journal'];
    await command(stage, {}, ['batch', 'run', 'stopped.txt', ...flags]);
    await stage.keep('as they are');
    return receiptOf(stage) !== undefined;
  },
  run: (stage, setting) =>
    command(stage, setting, ['changes', 'continue', receiptOf(stage) ?? '', '--retry-unknown']),
  lacks: ['curl'],
};

export const doors: readonly Door[] = [
  argv,
  batch,
  many,
  mcp,
  library,
  api,
  apiTool,
  apply,
  applyTool,
  plan,
  undo,
  goOn,
];
