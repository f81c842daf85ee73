/** Tests that only the declaration of a global flag decides which commands inherit, repeat and refuse it. */
import { describe, expect, expectTypeOf, test } from 'vitest';
import { refusalOf } from '../../src/cli/refuse-flags.ts';
import type { Command } from '../../src/catalogue/command.ts';
import type { Endpoint } from '../../src/config/endpoint.ts';
import type { GlobalFlag } from '../../src/config/global-flag.ts';
import { memberOf } from '../../src/config/global-flag.ts';
import { allFlags, globalFlags, serviceFlags } from '../../src/config/globals.ts';
import { groups } from '../../src/commands/groups.ts';
import type { InputValue } from '../../src/catalogue/parameter.ts';
import type { Globals } from '../../src/run/given-globals.ts';
import {
  inheritedFrom,
  itemWords,
  readGlobals,
  repeatedFlags,
  withoutRepeated,
} from '../../src/run/given-globals.ts';

const command: Command = { path: 'x', summary: 'x', operations: [] };
const entries: readonly (readonly [string, GlobalFlag])[] = Object.entries(allFlags);
const reading = { env: {}, command };

/** A value of the flag's type, as typed. */
const sample = ({ type, enum: allowed }: GlobalFlag): InputValue => {
  if (type === 'boolean') return true;
  if (type === 'strings') return ['a', 'b'];
  if (type === 'duration') return '5s';
  if (type === 'secret-pairs') return [{ key: 'X-A', value: 'hush', source: undefined }];
  return allowed?.[0] ?? 'a';
};
const all: Globals = readGlobals(new Map(entries.map(([key, flag]) => [key, sample(flag)])), reading);
const keysWith = (wanted: (flag: GlobalFlag) => boolean): readonly string[] =>
  entries.filter(([, flag]) => wanted(flag)).map(([key]) => key);

test('the type of the global flags equals the declarations', () => {
  expectTypeOf<Globals['timeout']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Globals['dryRun']>().toEqualTypeOf<boolean>();
  expectTypeOf<Globals['fields']>().toEqualTypeOf<readonly string[] | undefined>();
  expectTypeOf<Globals['color']>().toEqualTypeOf<'auto' | 'always' | 'never'>();
  expectTypeOf<Globals['namesAre']>().toEqualTypeOf<'id' | 'name' | undefined>();
  expectTypeOf<Globals['header']>().toEqualTypeOf<Endpoint['headers']>();
  expect(Object.keys(all).toSorted()).toEqual(entries.map(([key]) => memberOf(key)).toSorted());
});

test('a flag of two services is declared alike for both', () => {
  const declared = [globalFlags, ...Object.values(serviceFlags)].flatMap((flags) => Object.entries(flags));
  for (const [key, { scope, type }] of declared) expect(allFlags[key]).toMatchObject({ scope, type });
});

test('a batch passes on the profile, and flags that concern one operation', () => {
  const inherited = keysWith(({ scope, services }) => scope === 'item' || services === 'all');
  expect(Object.keys(inheritedFrom(all)).toSorted()).toEqual(inherited.map(memberOf).toSorted());
});

test('an inherited value applies if the item has none', () => {
  const inherited = { ...inheritedFrom(all), timeout: 7 };
  expect(readGlobals(new Map(), reading, inherited)).toMatchObject({ timeout: 7, yes: true });
  expect(readGlobals(new Map([['timeout', '1s']]), reading, inherited)).toMatchObject({ timeout: 1000 });
});

test('a printed command repeats the flags that chose the server, and a header without its value', () => {
  expect(repeatedFlags(all).map(({ key }) => key)).toEqual(keysWith(({ scope }) => scope === 'server'));
  const text = repeatedFlags(all)
    .map((flag) => flag.text)
    .join('');
  expect(text).toContain(' --header X-A=env:TRIVET_HEADER_X_A');
  expect(text).not.toContain('hush');
});

describe('the refused global flags', () => {
  const refused = (traits: Partial<Command>, child = false): readonly string[] =>
    keysWith(
      (flag) => flag.program !== true && refusalOf({ ...command, ...traits }, flag, child) !== undefined,
    );
  const ofOneServer = keysWith(({ scope, services }) => scope === 'server' && services !== 'all');
  const ofRequest = keysWith(({ request }) => request === true);
  const ofDocument = keysWith(({ scope, of }) => scope === 'output' && of === 'document');

  test('are for every command those about the program', () => {
    expect(keysWith(({ program }) => program === true)).toEqual(['version']);
    expect(refusalOf(command, globalFlags.version, false)).toHaveProperty('hint');
  });

  test('do not exist for a command that sends a request and prints the reply', () =>
    expect(refused({})).toEqual([]));

  test('are those about servers and requests for a command that sends nothing', () => {
    expect(ofRequest).toEqual(expect.arrayContaining(['curl', 'dry-run', 'header']));
    expect(new Set(refused({ requests: 'none' }))).toEqual(new Set([...ofOneServer, ...ofRequest]));
    expect(refused({ requests: 'resolved' })).toEqual(ofRequest);
  });

  test('are those that show requests, or need one reply, for a command whose requests cannot be shown', () => {
    const shown = keysWith(
      ({ request, reply, scope }) => reply === true || (request === true && scope === 'item'),
    );
    expect(shown).toEqual(expect.arrayContaining(['dry-run', 'curl', 'wrap-ttl', 'fail-on-warning']));
    expect(refused({ requests: 'own' })).toEqual(shown);
  });

  test('are those about one server or parts of a document for a batch', () => {
    expect(refused({ requests: 'items' })).toEqual(ofOneServer);
    expect(refused({ prints: 'text' })).toEqual(ofDocument);
  });

  test('are those about parts of a document and the format for a script for a shell', () => {
    const ofMessages = keysWith(({ scope, of }) => scope === 'output' && of === 'messages');
    expect(ofMessages).toContain('output');
    expect(refused({ prints: 'script' }).toSorted()).toEqual([...ofMessages, ...ofDocument].toSorted());
  });

  test('are those about the output for a loan, except the format of messages', () => {
    expect(refused({}, true)).toEqual(keysWith(({ scope, of }) => scope === 'output' && of !== 'messages'));
  });
});

test('every flag about output says what it concerns, and each command declares what it accepts', async () => {
  for (const [key, { scope, of }] of entries) {
    expect({ key, of: of !== undefined }).toEqual({ key, of: scope === 'output' });
  }
  const commands = (await Promise.all(groups.map((group) => group.load()))).flat();
  for (const key of commands.flatMap((command) => Object.keys(command.globals ?? {})))
    expect(Object.keys(allFlags)).toContain(key);
  // Without an operation only the command itself knows what it sends.
  const silent = commands.filter(
    ({ operations, requests }) => operations.length === 0 && requests === undefined,
  );
  expect(silent.map(({ path }) => path)).toEqual([]);
});

test('a run that continues another gives its own flags in place of the earlier ones', () => {
  const given = new Map<string, InputValue>([
    ['profile', 'mine'],
    ['token-file', 'token'],
    ['timeout', '5s'],
    ['yes', true],
    ['validate', false],
    ['header', [{ key: 'X-A', value: 'hush', source: '@gate' }]],
  ]);
  const more = itemWords(readGlobals(given, reading), '/at');
  expect(more.toSorted()).toEqual([
    '--header=X-A=@/at/gate',
    '--no-validate',
    '--profile=mine',
    '--timeout=5000ms',
    '--token-file=/at/token',
    '--yes',
  ]);
  const words = [
    'apply',
    '--yes',
    '--wait',
    '--profile',
    'old',
    '--check',
    'x --yes',
    '--timeout=1m',
    '--validate',
  ];
  expect(withoutRepeated(words, more)).toEqual(['apply', '--wait', '--check', 'x --yes']);
  const letters = ['batch', 'run', '-y', '-p', 'old', '-q', '-pold', '-p=old', '-o', 'json', '--', '-y'];
  expect(withoutRepeated(letters, more)).toEqual(['batch', 'run', '-q', '-o', 'json', '--', '-y']);
  expect(itemWords(readGlobals(new Map(), reading), '/at')).toEqual([]);
});
