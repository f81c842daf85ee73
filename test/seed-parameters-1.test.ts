/**
 * Compares every parameter of the workspace operations with the tables of test/seeds/1-workspaces.md: name, type, default, required,
 * limits.
 */
import { describe, expect, test } from 'vitest';
import type { Parameter } from '../src/catalogue/parameter.ts';
import { documentedName } from '../src/catalogue/parameter.ts';
import { violations } from '../src/catalogue/check.ts';
import { documentedProduct } from '../src/catalogue/product.ts';
import { operationNamed } from './support/catalogue.ts';
import { quotedIn, readSeed, sectionOf, tableOf } from './support/seed.ts';

const seed = readSeed('1-workspaces.md');

const writes = ['workspace.create', 'workspace.update', 'workspace.update-by-name'] as const;

/** The body or query parameter of a documented name; undefined if the operation has none. */
const parameterOf = (id: string, name: string): Parameter | undefined =>
  Object.entries(operationNamed(id).parameters).find(
    ([key, one]) => documentedName(key, one) === name && one.in !== 'path',
  )?.[1];

const types: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'boolean',
  'array of string': 'strings',
  object: 'json-map',
  'object (update: object or null)': 'json',
};

/** Where the catalogue is more precise than the document, and why. */
const finer: Readonly<Record<string, readonly [type: string, why: string]>> = {
  description: ['text', 'prose may come from a file'],
  'auto-destroy-at': ['time', 'a timestamp is checked, and may be relative'],
};

/** Parameters that the document describes outside its tables, and where. */
const elsewhere: Readonly<Record<string, string>> = {
  'data.relationships.project.data.id': 'the relationship to a project is one flag (2.1)',
  tag: 'key-value tags go through the update endpoint (4.5)',
  name: 'creation takes it as a word; the address of an update has it in the path',
};

/** The values that a text in backticks allows: "One of `a`, `b`". */
const oneOf = (rules: string): readonly string[] | undefined => {
  const found = /One of ((?:`[^`]+`(?: \([^)]*\))?(?:, )?)+)/.exec(rules)?.[1];
  return found === undefined ? undefined : quotedIn(found);
};

const attributes = tableOf(sectionOf(seed, '2.1'), 'Attribute').map((row) => ({
  name: row['Attribute'] ?? '',
  type: row['Type'] ?? '',
  onCreation: row['C'] ?? '',
  rules: row['Rules'] ?? '',
}));

test('the whole table of attributes is read', () => {
  expect(attributes).toHaveLength(23);
});

describe('attributes of section 2.1', () => {
  test.each(attributes)('include $name as documented', ({ name, type, onCreation, rules }) => {
    for (const id of writes) {
      const creation = id === 'workspace.create';
      const parameter = parameterOf(id, name);
      if (name === 'vcs-repo' && creation) {
        // The document refuses an object without two of its keys (2.2), so creation has only flags for the keys.
        expect(parameter).toBeUndefined();
        continue;
      }
      if (rules.startsWith('Creation only.') && !creation) {
        expect(parameter).toBeUndefined();
        continue;
      }
      expect([id, parameter?.type]).toEqual([id, finer[name]?.[0] ?? types[type]]);
      expect(parameter?.in).toBe('body');
      expect(parameter?.required).toBe(creation && onCreation === 'required' ? true : undefined);
      expect(parameter?.enum).toEqual(oneOf(rules));
      expect(parameter?.deprecated !== undefined).toBe(rules.startsWith('Deprecated'));
      // The document resets this in an update; trivet keeps it.
      const kept = !creation && name === 'assessments-enabled';
      const onUpdate = kept ? undefined : /(?:Update default: |new name \(default )([^.)]+)/.exec(rules)?.[1];
      const preset = onCreation === 'none' || onCreation === 'required' ? undefined : onCreation;
      expect([id, parameter?.default]).toEqual([id, creation ? preset : onUpdate]);
      if (type.endsWith('or null)')) expect(parameter?.nullable).toBe(true);
    }
  });

  test('creation and update have no other attributes', () => {
    const known = new Set([
      ...attributes.map(({ name }) => name),
      ...Object.keys(elsewhere),
      ...tableOf(sectionOf(seed, '2.2'), 'Key').map((row) => `vcs-repo.${row['Key']}`),
    ]);
    for (const id of writes) {
      const names = Object.entries(operationNamed(id).parameters)
        .filter(([, one]) => one.in !== 'path')
        .map(([key, one]) => documentedName(key, one));
      expect(names.filter((name) => !known.has(name))).toEqual([]);
    }
  });
});

describe('attributes of section 2.2', () => {
  const keys = tableOf(sectionOf(seed, '2.2'), 'Key').map((row) => ({
    name: row['Key'] ?? '',
    type: row['Type'] ?? '',
    preset: row['Default'] ?? '',
    rules: row['Rules'] ?? '',
  }));

  test.each(keys)('include $name as documented', ({ name, type, preset, rules }) => {
    for (const id of writes) {
      const creation = id === 'workspace.create';
      const parameter = parameterOf(id, `vcs-repo.${name}`);
      if (rules.startsWith('Update only.') && creation) {
        expect(parameter).toBeUndefined();
        continue;
      }
      expect([id, parameter?.type]).toEqual([id, types[type]]);
      expect(parameter?.pointer).toBe(`/data/attributes/vcs-repo/${name}`);
      expect(parameter?.required).toBeUndefined();
      // In an update an object changes only the keys that it contains.
      expect([id, parameter?.default]).toEqual([id, creation && preset !== 'none' ? preset : undefined]);
    }
  });

  test('the table has six keys', () => {
    expect(keys).toHaveLength(6);
  });
});

describe('rules of the attributes', () => {
  const broken = (id: string, input: Parameters<typeof violations>[2]) =>
    violations(operationNamed(id).parameters, operationNamed(id).rules ?? [], input, documentedProduct);

  test.each(writes)('hold for %s', (id) => {
    const name = id === 'workspace.create' ? 'name' : 'new-name';
    for (const good of ['a', 'A-1_b', 'ws-']) expect(broken(id, { [name]: good })).toEqual([]);
    for (const bad of ['', 'a b', 'a.b', 'ä', 'a/b']) expect(broken(id, { [name]: bad })).toHaveLength(1);
    for (const good of ['1d', '9999h', '14d', '10h']) {
      expect(broken(id, { 'auto-destroy-activity-duration': good })).toEqual([]);
    }
    for (const bad of ['0d', '10000d', '5m', 'd', '1', '-1d', '1.5h', '01d']) {
      expect(broken(id, { 'auto-destroy-activity-duration': bad })).toHaveLength(1);
    }
    const pool = { 'agent-pool-id': 'apool-1' };
    expect(broken(id, { 'execution-mode': 'agent', ...pool })).toEqual([]);
    expect(broken(id, { 'execution-mode': 'agent' })).toHaveLength(1);
    for (const mode of ['remote', 'local']) {
      expect(broken(id, { 'execution-mode': mode, ...pool })).toHaveLength(1);
    }
    expect(broken(id, { operations: true, ...pool })).toHaveLength(1);
    expect(broken(id, { operations: false, 'execution-mode': 'local' })).toHaveLength(1);
    const overwrites = (value: boolean) => ({ 'setting-overwrites': { 'execution-mode': value } });
    expect(broken(id, overwrites(true))).toHaveLength(1);
    expect(broken(id, { ...overwrites(true), 'execution-mode': 'remote' })).toEqual([]);
    expect(broken(id, overwrites(false))).toEqual([]);
  });
});

describe('parameters of the list', () => {
  const rows = tableOf(sectionOf(seed, '4.1'), 'Parameter').map((row) => ({
    name: row['Parameter'] ?? '',
    meaning: row['Meaning'] ?? '',
  }));

  /** One flag holds both of a pair: each value belongs to the key of the same index. */
  const paired = 'filter[tagged][i][value]';

  test.each(rows)('include $name as documented', ({ name, meaning }) => {
    const parameter = parameterOf('workspace.list', name === paired ? 'filter[tagged][i][key]' : name);
    expect(parameter?.in).toBe('query');
    expect(parameter?.required).toBeUndefined();
    if (name.startsWith('filter[tagged]')) {
      expect(parameter?.type).toBe('pairs');
      const sent = parameter?.sentAs?.([{ key: 'env', value: 'prod' }], '--tagged');
      expect(Object.keys(sent ?? {})).toContain(name.replace('[i]', '[0]'));
      return;
    }
    const listed = meaning.includes('comma-separated');
    expect(parameter?.type).toBe(name.startsWith('page[') ? 'integer' : listed ? 'strings' : 'string');
    const preset = /[Dd]efault (first page|20)\b/.exec(meaning)?.[1];
    if (preset !== undefined) expect(parameter?.default).toBe(preset);
    const sorts = oneOf(meaning);
    // A prefix of - reverses the order.
    expect(parameter?.enum).toEqual(sorts?.flatMap((key) => [key, `-${key}`]));
  });

  test('are the eleven of the table, and include', () => {
    expect(rows).toHaveLength(11);
    const names = Object.entries(operationNamed('workspace.list').parameters)
      .filter(([, one]) => one.in === 'query')
      .map(([key, one]) => documentedName(key, one));
    expect(names.sort()).toEqual(
      [...rows.map(({ name }) => name).filter((name) => name !== paired), 'include'].sort(),
    );
  });
});

test('include has the eleven documented values', () => {
  const text = sectionOf(seed, '2.5').split('naming related resources:')[1] ?? '';
  expect(quotedIn(text)).toHaveLength(11);
  for (const id of ['workspace.show', 'workspace.show-by-name', 'workspace.list']) {
    expect(parameterOf(id, 'include')).toMatchObject({ in: 'query', type: 'strings', enum: quotedIn(text) });
  }
});

test('the reason of a lock is text, by default empty', () => {
  expect(sectionOf(seed, '4.2')).toContain('`reason` (string, default empty)');
  expect(parameterOf('workspace.lock', 'reason')).toMatchObject({
    in: 'body',
    type: 'text',
    default: 'empty',
  });
  expect(operationNamed('workspace.lock').body).toBeUndefined();
});

test('consumers and tags are listed in pages', () => {
  expect(sectionOf(seed, '4.4')).toContain('`page[number]`, `page[size]` (default 20)');
  // Section 4.5 has no paging of tags, but real servers page them, and trivet reads whole lists.
  for (const id of ['workspace.consumer.list', 'workspace.tag.list']) {
    expect(parameterOf(id, 'page[number]')).toMatchObject({
      in: 'query',
      type: 'integer',
      limits: { minimum: 1 },
    });
    expect(parameterOf(id, 'page[size]')).toMatchObject({ in: 'query', type: 'integer', default: '20' });
  }
});

test('consumers and tags are lists of resource identifiers', () => {
  expect(sectionOf(seed, '4.4')).toContain('array `data[]` of objects with `type` = `workspaces` and `id`');
  for (const verb of ['add', 'replace', 'remove']) {
    const parameter = parameterOf(`workspace.consumer.${verb}`, 'data[]');
    expect(parameter).toMatchObject({ type: 'strings', pointer: '/data' });
    expect(parameter?.sentAs?.(['ws-1'], '')).toEqual([{ type: 'workspaces', id: 'ws-1' }]);
  }
  expect(sectionOf(seed, '4.5')).toContain('`type` = `tags` (required) and one of `id` or `attributes.name`');
  for (const verb of ['add', 'remove']) {
    for (const [name, sent] of [
      ['attributes.name', { type: 'tags', attributes: { name: 'a' } }],
      ['id', { type: 'tags', id: 'a' }],
    ] as const) {
      const parameter = parameterOf(`workspace.tag.${verb}`, name);
      expect(parameter).toMatchObject({ type: 'strings', pointer: '/data' });
      expect(parameter?.sentAs?.(['a'], '')).toEqual([sent]);
    }
  }
});

test('an SSH key is assigned by ID and removed by null', () => {
  expect(sectionOf(seed, '4.3')).toContain('`data.attributes.id` = SSH key ID');
  expect(parameterOf('workspace.ssh-key.assign', 'data.attributes.id')).toMatchObject({
    type: 'string',
    required: true,
    pointer: '/data/attributes/id',
  });
  expect(operationNamed('workspace.ssh-key.unassign').body).toEqual({
    '/data/type': 'workspaces',
    '/data/attributes/id': null,
  });
});

test('operations name the permissions of section 5', () => {
  const wanted: Readonly<Record<string, RegExp>> = {
    'View workspaces': /Read/,
    'Change settings, force-unlock': /Admin on the workspace/,
    'Lock, unlock': /Lock\/unlock/,
    'Create workspace': /team owner, Manage all workspaces, or an organization token/,
    'Force delete': /organization owner, or workspace admin where the organization allows it/,
    'Replace remote state consumers': /manage all workspaces of the organization/,
  };
  const needing: Readonly<Record<string, readonly string[]>> = {
    'View workspaces': ['workspace.list', 'workspace.show', 'workspace.show-by-name'],
    'Change settings, force-unlock': [
      'workspace.update',
      'workspace.force-unlock',
      'workspace.ssh-key.assign',
    ],
    'Lock, unlock': ['workspace.lock', 'workspace.unlock'],
    'Create workspace': ['workspace.create'],
    'Force delete': ['workspace.force-delete', 'workspace.force-delete-by-name'],
    'Replace remote state consumers': ['workspace.consumer.replace'],
  };
  const actions = tableOf(seed, 'Action').map((row) => row['Action'] ?? '');
  expect(actions).toEqual(Object.keys(wanted));
  for (const action of actions) {
    for (const id of needing[action] ?? [])
      expect(operationNamed(id).permission).toMatch(wanted[action] ?? /^$/);
  }
});

describe('errors of section 7', () => {
  const operations: Readonly<Record<string, readonly string[]>> = {
    'safe delete': ['workspace.safe-delete', 'workspace.safe-delete-by-name'],
    'force delete': ['workspace.force-delete', 'workspace.force-delete-by-name'],
    lock: ['workspace.lock'],
    unlock: ['workspace.unlock'],
    'force-unlock': ['workspace.force-unlock'],
    'remote state consumers POST, PATCH, DELETE': [
      'workspace.consumer.add',
      'workspace.consumer.replace',
      'workspace.consumer.remove',
    ],
    'tags POST, DELETE': ['workspace.tag.add', 'workspace.tag.remove'],
  };
  const rows = tableOf(seed, 'Operation').map(
    (row) => [row['Operation'] ?? '', Number(row['Status'])] as const,
  );

  test.each(rows)('%s %i has its name', (operation, status) => {
    for (const id of operations[operation] ?? ['none']) {
      expect(Object.keys(operationNamed(id).errors ?? {}).map(Number)).toContain(status);
    }
  });

  test('are fourteen', () => {
    expect(rows).toHaveLength(14);
  });
});
