/** The doors: the ways in which the change of an example reaches a server. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectOf } from '../../src/catalogue/selection/selection.ts';
import { positionalName } from '../../src/catalogue/command.ts';
import { camelCase } from '../../src/catalogue/text/camel-case.ts';
import { flagsOf } from '../../src/engine/flags.ts';
import type { Flag } from '../../src/engine/flags.ts';
import { globalOptions } from '../../src/features/library/options.ts';
import { openLibrary } from '../../src/library.ts';
import type { ServiceName } from '../../src/sandbox/contract.ts';
import type { LoggedRequest } from '../../src/sandbox/request-log.ts';
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
  /** Whether somebody says yes where an agent's program asks; by default somebody does. */
  readonly person?: boolean;
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
    ...(typed !== undefined && (person || typed !== 'y') ? { typed } : {}),
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

const mcp: Door = {
  name: 'mcp',
  changes: 111,
  run: async (stage, setting) => {
    const { command: about } = stage;
    const [group = ''] = about.path.split(' ');
    const given = valuesOf(stage, (flag) => flag.scope !== 'global' && !isAnswer(flag));
    const start = ['--toolset', group, '--allow', about.path, '--reveal', ...flagWords(setting)];
    const options = {
      ...stage.options,
      // A start with an organization confines what follows.
      env: envOf(stage, { env: { TRIVET_ORGANIZATION: undefined, ...setting.env } }),
      ...(setting.person === false
        ? {}
        : {
            answer: ({
              requestedSchema: { properties },
            }: {
              readonly requestedSchema: { readonly properties: object };
            }) => ({
              action: 'accept',
              content: Object.fromEntries(
                Object.entries(properties).map(([key, { title = '' }]: [string, { title?: string }]) => [
                  key,
                  key === 'name' ? /^Type (.*) to confirm$/.exec(title)?.[1] : true,
                ]),
              ),
            }),
          }),
    };
    let session;
    try {
      session = await openMcp(start, options);
    } catch {
      // It is not for agents.
      return undefined;
    }
    try {
      const { failed, texts } = await session.call(about.path.replaceAll(' ', '_'), given);
      return { code: failed ? 1 : 0, text: texts.join('\n') };
    } catch (error) {
      return { code: 2, text: String(error) };
    } finally {
      await session.end();
    }
  },
  lacks: ['dry-run', 'curl'],
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
  lacks: ['curl'],
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

/** The words of `trivet api` for a request. */
const rawWords = ({ method, path, query, headers, body }: LoggedRequest): readonly string[] => {
  const [service, base] = isJobs(path)
    ? (['jobs', ''] as const)
    : (bases.find(([, start]) => path.startsWith(start)) ?? (['jobs', ''] as const));
  const namespace = headers['x-vault-namespace'];
  return [
    'api',
    service,
    method,
    `${path.slice(base.length)}${query === '' ? '' : `?${query}`}`,
    ...(body.length > 0 ? ['--data', body.toString('utf8')] : []),
    ...(namespace === undefined ? [] : ['--namespace', namespace]),
  ];
};

/** What the raw requests of a stage are, by its example. */
const sent = new WeakMap<Stage, readonly LoggedRequest[]>();

const api: Door = {
  name: 'api',
  changes: 123,
  before: async (stage) => {
    if (stage.command.raw === true) return false;
    await argv.run(stage, {});
    const found = changing(stage);
    sent.set(stage, found);
    return found.length > 0;
  },
  run: async (stage, setting) => {
    const confirm = stage.words.indexOf('--confirm');
    const name = confirm === -1 ? [] : ['--confirm', stage.words[confirm + 1] ?? ''];
    const ends: Ended[] = [];
    for (const request of sent.get(stage) ?? [])
      ends.push(
        await command(stage, setting, [
          ...rawWords(request),
          ...(setting.answered === false ? [] : name.length > 0 ? name : ['--yes']),
        ]),
      );
    return { code: ends.at(-1)?.code ?? 0, text: ends.map(({ text }) => text).join('\n') };
  },
};

export const doors: readonly Door[] = [argv, batch, many, mcp, library, api];
