/** Tests each decision of a comparison with a kind that has a setting of every sort, and with real kinds. */
import { describe, expect, test } from 'vitest';
import type { Choice, Comparison } from '../../src/commands/state/workflows/objects/compare.ts';
import {
  clearedTo,
  compare,
  counts,
  movedIn,
  secretsAlong,
} from '../../src/commands/state/workflows/objects/compare.ts';
import { flattened, nested, settingsIn } from '../../src/commands/state/workflows/objects/desired.ts';
import cloudKinds from '../../src/commands/aws/kinds.ts';
import pkiKinds from '../../src/commands/pki/kinds.ts';
import { program } from '../../src/main.ts';
import type { KindName } from '../../src/catalogue/kind-name.ts';
import type { ValueType } from '../../src/catalogue/change.ts';
import type { Field } from '../../src/catalogue/field.ts';
import { settingsOf } from '../../src/catalogue/kind-settings.ts';
import type { ObjectKind, ObjectPart } from '../../src/catalogue/kind.ts';
import type { Parameter } from '../../src/catalogue/parameter.ts';
import type { Rule } from '../../src/catalogue/rule.ts';
import type { Json, JsonObject } from '../../src/documents/json/json.ts';

const kindNamed = async (name: KindName): Promise<ObjectKind> => {
  const kind = await program.catalogue.kind(name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  return kind;
};

const base = cloudKinds.find(({ kind }) => kind === 'cloud-static-role');
const readOnly = pkiKinds.find(({ kind }) => kind === 'pki-certificate');
const known = base?.write?.update;
const choice = known?.operations[0];
if (base?.write === undefined || known === undefined || choice === undefined) throw new Error('no such kind');
const { write } = base;
const { operation } = choice;

const body = (more: Partial<Parameter> = {}): Parameter => ({
  in: 'body',
  type: 'string',
  summary: 'x',
  ...more,
});

const both: Readonly<Record<string, Parameter>> = {
  text: body(),
  time: body({ type: 'duration' }),
  on: body({ type: 'boolean', default: 'true' }),
  list: body({ type: 'strings' }),
  bits: body({ type: 'integer', zero: { parameter: 'text', values: { rsa: 256 } } }),
  renamed_input: body({ name: 'renamed' }),
  'group.one': body(),
  id: body(),
  key: body({ sensitive: true }),
  pass: body({ sensitive: true }),
};
const first: Readonly<Record<string, Parameter>> = { fixed: body(), once: body() };
const shown = ['text', 'time', 'on', 'list', 'bits', 'renamed', 'group.one', 'id', 'fixed'];
const field = (more: Partial<Field> = {}): Field => ({ type: 'text', summary: 'x', ...more });
const part = (name: string, shape: ObjectPart['shape'], when?: ObjectPart['when']): ObjectPart => ({
  part: name,
  summary: 'x',
  shape,
  field: name,
  add: { command: known },
  remove: { command: known },
  ...(when === undefined ? {} : { when }),
});

interface Sort {
  readonly omitted?: 'kept' | 'reset';
  readonly whole?: string;
  readonly rules?: readonly Rule[];
  readonly rotates?: {
    readonly text: string;
    readonly unlessSetting?: string;
    readonly growingList?: string;
  };
}

const kindOf = ({ omitted = 'kept', whole, rules, rotates }: Sort = {}): ObjectKind => {
  const { rules: _, ...plain } = operation;
  const { rotates: __, ...written } = write;
  const commandOf = (parameters: Readonly<Record<string, Parameter>>) => ({
    ...known,
    operations: [
      { ...choice, operation: { ...plain, ...(rules === undefined ? {} : { rules }), parameters } },
    ],
  });
  return {
    ...base,
    fields: {
      ...Object.fromEntries(shown.map((key) => [key, field()])),
      recorded: field({ source: 'recorded', default: 'usual' }),
      bare: field({ source: 'recorded' }),
    },
    parts: [
      part('names', 'names'),
      part('one', 'text'),
      part('settings', 'settings'),
      part('while', 'names', { field: 'on', value: false }),
    ],
    write: {
      ...written,
      create: commandOf({ ...both, ...first }),
      update: commandOf(both),
      omitted,
      ...(whole === undefined ? {} : { documentParameter: whole }),
      ...(rotates === undefined ? {} : { rotates }),
    },
  };
};

interface Given extends Sort {
  readonly now?: JsonObject;
  readonly nowParts?: JsonObject;
  readonly wanted?: JsonObject;
  readonly parts?: JsonObject;
  readonly choice?: Choice;
}

const found = ({ now, nowParts = {}, wanted = {}, parts = {}, choice, ...sort }: Given): Comparison =>
  compare(kindOf(sort), now && { settings: now, parts: nowParts }, { settings: wanted, parts }, choice);

const same: Comparison = {
  action: 'same',
  changes: [],
  refused: [],
  unread: [],
  unknown: [],
  rotates: undefined,
};
const changed = (key: string, from: Json, to: Json, type: ValueType = 'string'): Comparison => ({
  ...same,
  action: 'update',
  changes: [{ key, type, from, to }],
});
const made = (key: string, to: Json, type: ValueType = 'string'): Comparison => ({
  ...changed(key, null, to, type),
  action: 'create',
});
const unknownFor = (key: string, why: string): Comparison => ({
  ...same,
  action: 'unknown',
  unknown: [{ key, why }],
});
const unread = (...keys: readonly string[]): Comparison => ({ ...same, unread: keys });
const lost = (...keys: readonly string[]): readonly string[] =>
  keys.map((key) => `would lose ${key}, which cannot be read: refer to it with env:NAME or file:PATH`);

const ignored = 'the server ignores it';
const together: readonly Rule[] = [
  { rule: 'atMostOne', keys: ['pass', 'text'] },
  { rule: 'together', keys: ['id', 'key'] },
];

const rows: Readonly<Record<string, readonly [Given, Comparison]>> = {
  'a value, and none': [{ now: { text: 'a' }, wanted: { text: 'b' } }, changed('text', 'a', 'b')],
  'none, and a value': [{ now: {}, wanted: { text: 'b' } }, changed('text', null, 'b')],
  'of an object that is made': [{ wanted: { text: 'b', list: [] } }, made('text', 'b')],
  'a group that the file clears, of an object that is made': [
    { wanted: { group: null } },
    { ...same, action: 'create' },
  ],
  'a group that the file clears': [
    { now: { 'group.one': 'a' }, wanted: { group: null } },
    changed('group.one', 'a', null),
  ],
  'a group of which the file says something else': [
    { now: { 'group.one': 'a' }, wanted: { group: {} } },
    same,
  ],
  'a group that is cleared and filled': [
    { now: { 'group.one': 'a' }, wanted: { group: null, 'group.one': 'b' } },
    changed('group.one', 'a', 'b'),
  ],
  'a zero in place of its value': [{ now: { text: 'rsa', bits: 256 }, wanted: { bits: 0 } }, same],
  'a zero in place of the value after the change': [
    { now: { text: 'ec', bits: 256 }, wanted: { text: 'rsa', bits: 0 } },
    changed('text', 'ec', 'rsa'),
  ],
  'a zero in place of a value that is not its own after the change': [
    { now: { text: 'rsa', bits: 256 }, wanted: { text: 'any', bits: 0 } },
    {
      ...same,
      action: 'update',
      changes: [
        { key: 'text', type: 'string', from: 'rsa', to: 'any' },
        { key: 'bits', type: 'integer', from: 256, to: 0 },
      ],
    },
  ],
  'a zero where the other setting is not known': [
    { now: { bits: 256 }, wanted: { bits: 0 } },
    changed('bits', 256, 0, 'integer'),
  ],
  'what only a creation takes': [{ now: { text: 'a' }, wanted: { once: 'b' } }, same],
  'what only a creation takes, of an object that is made': [{ wanted: { once: 'b' } }, made('once', 'b')],
  'what cannot be changed, and was never set': [{ now: {}, wanted: { fixed: 'b' } }, same],
  'what cannot be changed': [
    { now: { fixed: 'a' }, wanted: { fixed: 'b' } },
    { ...same, action: 'update', refused: ['fixed cannot be changed'] },
  ],
  'what cannot be changed, beside a change': [
    { now: { fixed: 'a', text: 'a' }, wanted: { fixed: 'b', text: 'b' } },
    { ...changed('text', 'a', 'b'), refused: ['fixed cannot be changed'] },
  ],
  'a secret of an object that exists': [{ now: {}, wanted: { pass: 'env:A' } }, unread('pass')],
  'a secret of an object that is made': [{ wanted: { pass: 'env:A' } }, made('pass', '(secret)')],
  'a secret that is written too': [
    { now: {}, wanted: { pass: 'env:A' }, choice: { secrets: true } },
    changed('pass', null, '(secret)'),
  ],
  'a secret that is not compared': [
    { now: {}, wanted: { pass: 'env:A' }, choice: { ignored: new Set(['pass']) } },
    same,
  ],
  'what the server drops': [
    { now: {}, wanted: { text: 'b' }, choice: { forgotten: ['text'] } },
    unknownFor('text', ignored),
  ],
  'what the server drops, by the name of its input': [
    { now: {}, wanted: { renamed: 'b' }, choice: { forgotten: ['renamed_input'] } },
    unknownFor('renamed', ignored),
  ],
  'what the server drops, by its key': [
    { now: {}, wanted: { recorded: 'b' }, choice: { forgotten: ['recorded'] } },
    unknownFor('recorded', ignored),
  ],
  'what the server drops, of an object that is made': [
    { wanted: { text: 'b', list: ['a'] }, choice: { forgotten: ['text'] } },
    { ...made('list', ['a'], 'strings'), unknown: [{ key: 'text', why: ignored }] },
  ],
  'what the server drops, of an object that is made without it': [
    { wanted: { text: '' }, choice: { forgotten: ['text'] } },
    { ...same, action: 'create' },
  ],
  'what the server drops, and was not set': [
    { now: {}, wanted: { text: '' }, choice: { forgotten: ['text'] } },
    same,
  ],
  'what the server drops otherwise, and reports': [
    { now: { text: 'a' }, wanted: { text: 'b' }, choice: { forgotten: ['text'] } },
    changed('text', 'a', 'b'),
  ],
  'what the server drops, in a group': [
    { now: {}, wanted: { 'group.one': 'b' }, choice: { forgotten: ['group.one'] } },
    unknownFor('group.one', ignored),
  ],
  'what the server drops otherwise, in a group that is clear': [
    { now: { group: null }, wanted: { 'group.one': 'b' }, choice: { forgotten: ['group.one'] } },
    changed('group.one', null, 'b'),
  ],
  'what is not known, beside a change': [
    { now: {}, wanted: { text: 'b', time: '1h' }, choice: { forgotten: ['text'] } },
    { ...changed('time', null, '1h', 'duration'), unknown: [{ key: 'text', why: ignored }] },
  ],
  'names as a set': [{ now: {}, nowParts: { names: ['b', 'a'] }, parts: { names: ['a', 'b'] } }, same],
  'other names': [
    { now: {}, nowParts: { names: ['a'] }, parts: { names: ['b'] } },
    changed('names', ['a'], ['b'], 'strings'),
  ],
  'names of an object that is made': [{ parts: { names: ['a'] } }, made('names', ['a'], 'strings')],
  'another text': [{ now: {}, nowParts: { one: 'a' }, parts: { one: 'b' } }, changed('one', 'a', 'b')],
  'text that is cleared': [
    { now: {}, nowParts: { one: 'a' }, parts: { one: null } },
    changed('one', 'a', null),
  ],
  'other settings of a part': [
    { now: {}, nowParts: { settings: { a: 1 } }, parts: { settings: { a: 2 } } },
    changed('settings', { a: 1 }, { a: 2 }, 'json'),
  ],
  'a part that the server does not have': [
    { now: {}, parts: { one: 'a' }, choice: { forgotten: ['one'] } },
    unknownFor('one', 'the server does not have it'),
  ],
  'a part that no server of an object that is made has': [
    { parts: { one: 'a' }, choice: { forgotten: ['one'] } },
    { ...unknownFor('one', 'the server does not have it'), action: 'create' },
  ],
  'a part that the server does not have, and is not wanted': [
    { now: {}, parts: { one: null }, choice: { forgotten: ['one'] } },
    same,
  ],
  'a part that the server has after all': [
    { now: {}, nowParts: { one: 'a' }, parts: { one: 'b' }, choice: { forgotten: ['one'] } },
    changed('one', 'a', 'b'),
  ],
  'a part beside one that the server does not have': [
    { now: {}, parts: { one: 'a' }, choice: { forgotten: ['names'] } },
    changed('one', null, 'a'),
  ],
  'a part that is not compared': [
    { now: {}, nowParts: { one: 'a' }, parts: { one: 'b' }, choice: { only: new Set(['text']) } },
    same,
  ],
  'a part that exists while a setting is off': [
    { now: { on: false }, parts: { while: ['a'] } },
    changed('while', null, ['a'], 'strings'),
  ],
  'a part that exists while a setting is off, which the file turns off': [
    { now: { on: true }, wanted: { on: false }, parts: { while: ['a'] } },
    {
      ...same,
      action: 'update',
      changes: [
        { key: 'on', type: 'boolean', from: true, to: false },
        { key: 'while', type: 'strings', from: null, to: ['a'] },
      ],
    },
  ],
  'a part that does not exist while a setting is on': [
    { now: { on: true }, parts: { while: ['a'] } },
    unknownFor('while', 'exists only while on is false'),
  ],
  'a part that does not exist, and is not wanted': [{ now: { on: true }, parts: { while: [] } }, same],
  'a part that exists while a setting is off, of an object that is made': [
    { parts: { while: ['a'] } },
    made('while', ['a'], 'strings'),
  ],
  'a secret that a write resets': [
    { omitted: 'reset', now: { text: 'a' }, wanted: { text: 'b' } },
    { ...changed('text', 'a', 'b'), refused: lost('key', 'pass') },
  ],
  'a secret that a write resets, and the file names': [
    { omitted: 'reset', now: { text: 'a' }, wanted: { text: 'b', pass: 'env:A', key: null } },
    { ...changed('text', 'a', 'b'), unread: ['key', 'pass'] },
  ],
  'a secret that nothing resets, since nothing is written': [{ omitted: 'reset', now: { text: 'a' } }, same],
  'a secret that a change of a part does not reset': [
    { omitted: 'reset', now: {}, nowParts: { one: 'a' }, parts: { one: 'b' } },
    changed('one', 'a', 'b'),
  ],
  'a secret that a write needs': [
    { now: { text: 'a' }, wanted: { text: 'b' }, choice: { required: new Set(['pass']) } },
    { ...changed('text', 'a', 'b'), refused: lost('pass') },
  ],
  'no secret of an object that is made': [{ omitted: 'reset', wanted: { text: 'b' } }, made('text', 'b')],
  'a secret of which the partner changes': [
    { rules: together, now: { id: 'a' }, wanted: { id: 'b' } },
    { ...changed('id', 'a', 'b'), refused: lost('key') },
  ],
  'a secret of which no partner changes': [
    { rules: together, now: { id: 'a', text: 'a' }, wanted: { text: 'b' } },
    changed('text', 'a', 'b'),
  ],
  'a secret that a write resets, with its partner set': [
    { omitted: 'reset', rules: together, now: { id: 'a', text: 'a' }, wanted: { text: 'b' } },
    { ...changed('text', 'a', 'b'), refused: lost('key', 'pass') },
  ],
  'a secret that a write resets, without its partner': [
    { omitted: 'reset', rules: together, now: { text: 'a' }, wanted: { text: 'b' } },
    { ...changed('text', 'a', 'b'), refused: lost('pass') },
  ],
  'a secret that a write resets, with one of its partners set': [
    {
      omitted: 'reset',
      rules: [{ rule: 'together', keys: ['id', 'key', 'text'] }],
      now: { id: 'a', time: '1h' },
      wanted: { time: '2h' },
    },
    { ...changed('time', '1h', '2h', 'duration'), refused: lost('key', 'pass') },
  ],
  'a recorded value': [
    { now: { recorded: 'a' }, wanted: { recorded: 'b' } },
    changed('recorded', 'a', 'b', 'text'),
  ],
  'credentials of an object that is made': [
    { rotates: { text: 'makes a key' }, wanted: { text: 'b' } },
    { ...made('text', 'b'), rotates: 'makes a key' },
  ],
  'credentials of an object that is made without them': [
    { rotates: { text: 'makes a key', unlessSetting: 'on' }, wanted: { on: true } },
    made('on', true, 'boolean'),
  ],
  'credentials of an object that is made, with them': [
    { rotates: { text: 'makes a key', unlessSetting: 'on' }, wanted: { text: 'b', on: false } },
    {
      ...made('text', 'b'),
      changes: [...made('text', 'b').changes, ...made('on', false, 'boolean').changes],
      rotates: 'makes a key',
    },
  ],
  'what is switched off in an object that is made': [
    { wanted: { on: false, list: [] } },
    made('on', false, 'boolean'),
  ],
  'a duration of nothing, spelled with its unit': [{ now: { time: 0 }, wanted: { time: '0s' } }, same],
  'a duration of nothing, not set by the server': [{ now: {}, wanted: { time: '0h' } }, same],
  'a duration of nothing in place of another': [
    { now: { time: 3600 }, wanted: { time: '0s' } },
    changed('time', 3600, '0s', 'duration'),
  ],
  'credentials of an object that changes': [
    { rotates: { text: 'makes a key' }, now: { text: 'a' }, wanted: { text: 'b' } },
    changed('text', 'a', 'b'),
  ],
  'credentials of a new entry': [
    {
      rotates: { text: 'makes a key', growingList: 'list' },
      now: { list: ['a'] },
      wanted: { list: ['a', 'b'] },
    },
    { ...changed('list', ['a'], ['a', 'b'], 'strings'), rotates: 'makes a key' },
  ],
  'credentials of the first entry': [
    { rotates: { text: 'makes a key', growingList: 'list' }, now: {}, wanted: { list: ['b'] } },
    { ...changed('list', null, ['b'], 'strings'), rotates: 'makes a key' },
  ],
  'credentials of an entry that goes': [
    {
      rotates: { text: 'makes a key', growingList: 'list' },
      now: { list: ['a', 'b'] },
      wanted: { list: ['a'] },
    },
    changed('list', ['a', 'b'], ['a'], 'strings'),
  ],
  'credentials where another setting changes': [
    { rotates: { text: 'makes a key', growingList: 'list' }, now: { list: ['a'] }, wanted: { text: 'b' } },
    changed('text', null, 'b'),
  ],
  'credentials where the list becomes no list': [
    { rotates: { text: 'makes a key', growingList: 'list' }, now: { list: ['a'] }, wanted: { list: null } },
    changed('list', ['a'], null, 'strings'),
  ],
};

test.each(Object.entries(rows).map(([name, [given, is]]) => [name, given, is] as const))(
  'is compared: %s',
  (_, given, is) => {
    expect(found(given)).toEqual(is);
  },
);

describe('a setting that a file clears', () => {
  const cleared = (sort: Sort, key: string): Json | undefined => {
    const kind = kindOf(sort);
    const setting = settingsOf(kindOf({ omitted: 'reset' })).find((one) => one.key === key);
    if (setting === undefined) throw new Error(`no ${key}`);
    return clearedTo(kind, setting);
  };

  test.each<[string, Sort, string, Json]>([
    ['null where a write keeps', { omitted: 'kept' }, 'on', null],
    ['its default where a write resets', { omitted: 'reset' }, 'on', true],
    ['null without a default', { omitted: 'reset' }, 'text', null],
    ['the recorded value', { omitted: 'reset' }, 'recorded', 'usual'],
    ['null without a recorded value', { omitted: 'reset' }, 'bare', null],
    ['null in a whole document', { omitted: 'reset', whole: 'Job' }, 'on', null],
  ])('is %s', (_, sort, key, value) => {
    expect(cleared(sort, key)).toBe(value);
  });

  test('is null of a kind that nothing writes', () => {
    const [setting] = settingsOf(kindOf());
    if (readOnly === undefined || setting === undefined) throw new Error('no setting');
    expect(clearedTo(readOnly, setting)).toBe(null);
  });
});

test('secrets go along with a write of other settings, but for those that change themselves', () => {
  const along = (changes: readonly string[], wanted: JsonObject = {}): readonly string[] =>
    secretsAlong(
      kindOf({ omitted: 'reset' }),
      { settings: {}, parts: {} },
      { settings: wanted, parts: {} },
      new Set(changes),
      new Set(),
    ).map(({ key }) => key);
  expect(along([])).toEqual([]);
  expect(along(['text'])).toEqual(['key', 'pass']);
  expect(along(['pass', 'text'])).toEqual(['key']);
  expect(along(['text'], { key: null })).toEqual(['pass']);
});

test.each<[string, Choice, boolean]>([
  ['a.b', {}, true],
  ['a.b', { only: new Set(['a']) }, true],
  ['a.b', { only: new Set(['a.b']) }, true],
  ['a.b', { only: new Set(['b']) }, false],
  ['a.b', { ignored: new Set(['a']) }, false],
  ['a.b', { ignored: new Set(['b']) }, true],
  ['a.b', { only: new Set(['a']), ignored: new Set(['a.b']) }, false],
])('a key counts, or its parent: %s, %o', (key, choice, is) => {
  expect(counts(key, choice)).toBe(is);
});

test.each<
  [Json, Json, { readonly removed: readonly string[]; readonly added: readonly string[] } | undefined]
>([
  [['a'], ['a', 'b'], { removed: [], added: ['b'] }],
  [null, ['b'], { removed: [], added: ['b'] }],
  [['a'], null, { removed: ['a'], added: [] }],
  [[1], [1, 2], { removed: [], added: ['2'] }],
  ['a', 'b', undefined],
  ['ab', ['c'], { removed: [], added: ['c'] }],
  [['c'], 'ab', { removed: ['c'], added: [] }],
  [['a', { x: 1 }], ['b'], undefined],
  [['a'], ['b', { x: 1 }], undefined],
  [['a'], [['b']], undefined],
  [[['a']], null, undefined],
  [null, [{ x: 1 }], undefined],
])('entries move from %j to %j', (from, to, moved) => {
  expect(movedIn({ key: 'list', type: 'strings', from, to })).toEqual(moved);
});

test.each<[KindName, JsonObject | undefined, JsonObject, string | undefined]>([
  ['cloud-static-role', undefined, { username: 'a' }, 'makes a new access key'],
  ['cloud-static-role', { rotation_period: 60 }, { rotation_period: 120 }, undefined],
  ['ldap-static-role', undefined, { username: 'a' }, 'rotates the password'],
  ['ldap-static-role', undefined, { username: 'a', skip_import_rotation: true }, undefined],
  [
    'ldap-set',
    { service_account_names: ['a'] },
    { service_account_names: ['a', 'b'] },
    'gives new accounts new passwords',
  ],
  ['ldap-set', { service_account_names: ['a', 'b'] }, { service_account_names: ['a'] }, undefined],
  ['pki-role', undefined, { ttl: 60 }, undefined],
])('a change of settings may rotate passwords or keys of a %s', async (name, now, settings, rotates) => {
  const kind = await kindNamed(name);
  const before = now && { settings: now, parts: {} };
  expect(compare(kind, before, { settings, parts: {} }).rotates).toBe(rotates);
});

test('nested settings are flattened for the comparison', async () => {
  const kind = await kindNamed('workspace');
  const item = {
    name: 'a',
    'auto-apply': true,
    'vcs-repo': { branch: 'x', identifier: 'a/b', 'webhook-url': 'z' },
    locked: true,
  };
  const flat = settingsIn(kind, item);
  expect(flat).toEqual({ 'auto-apply': true, 'vcs-repo.branch': 'x', 'vcs-repo.identifier': 'a/b' });
  expect(nested(kind, flat)).toEqual({ 'auto-apply': true, 'vcs-repo': { branch: 'x', identifier: 'a/b' } });
  expect(flattened(kind, nested(kind, flat))).toEqual(flat);
  expect(settingsIn(kind, { 'vcs-repo': null })).toEqual({ 'vcs-repo': null });
});
