/** Lint of the catalogue: what every operation and command owes its readers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { flagsOf } from '../src/cli/flags.ts';
import { usageOf } from '../src/generate/help.ts';
import { violations } from '../src/model/check.ts';
import { parametersOf } from '../src/model/command.ts';
import type { Command } from '../src/model/command.ts';
import type { Operation } from '../src/model/operation.ts';
import { groups } from '../src/operations/groups.ts';
import { allFlags, globalFlags } from '../src/operations/globals.ts';
import { allCommands, allOperations, parse, requestOf } from './support/catalogue.ts';
import { words } from './support/run-cli.ts';

interface Row {
  readonly id: string;
  readonly doc: string;
  readonly method: string;
  readonly path: string;
  readonly command: string;
}

const rows: readonly Row[] = readFileSync(new URL('operations.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [id = '', doc = '', method = '', path = '', command = ''] = line.split('\t');
    return { id, doc, method, path, command };
  });

/** Documents whose group is in the catalogue. */
const documented = rows.filter((row) => groups.some(({ name }) => name === row.id.split('.')[0]));

/** Operations of groups that are the tool's own: endpoints that every server has and the documents lack. */
const isOwn = ({ id }: { readonly id: string }): boolean => id.startsWith('lease.');

/** The tsv's spelling of a path: `:name`, optional parts in parentheses, the documents' own mounts. */
const asDocumented = (path: string): string =>
  path.replaceAll(/\{\/([^}]+)\}/g, '(/…)').replaceAll(/\{([^}]+)\}/g, ':…');
const asRow = (path: string): string =>
  path
    .replaceAll(/\(\/[^)]+\)/g, '(/…)')
    .replaceAll('{cloud_mount}', '/:…')
    .replace(/^\/(?:pki|ldap)(?=\/)/, '/:…')
    .replaceAll(/:[a-z_]+/g, ':…');

describe('against operations.tsv', () => {
  test('every documented operation is there, and no other', () => {
    const ids = allOperations.filter((one) => !isOwn(one) && one.merges === undefined).map(({ id }) => id);
    expect(ids.sort()).toEqual(documented.map(({ id }) => id).sort());
  });

  test.each(documented.map((row) => [row.id, row] as const))(
    '%s has the documented method, path and command',
    (id, row) => {
      const operation = allOperations.find((one) => one.id === id);
      const command = allCommands.find((one) => one.operations.some((choice) => choice.operation.id === id));
      expect(operation?.doc).toBe(row.doc);
      if (row.method !== 'WebSocket') expect(operation?.method).toBe(row.method);
      if (row.path !== '(not shown)') expect(asDocumented(operation?.path ?? '')).toBe(asRow(row.path));
      const path = row.command.replaceAll(/\s*[<[].*$/g, '');
      expect(command?.path).toBe(path);
    },
  );
});

test('identifiers are unique', () => {
  const ids = allOperations.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const paths = allCommands.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});

test('the first word of a command is its group', () => {
  for (const { path } of allCommands) expect(groups.map(({ name }) => name)).toContain(path.split(' ')[0]);
});

describe.each(allOperations.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  test('has an imperative summary of at most 72 characters without a full stop', () => {
    expect(operation.summary.length).toBeLessThanOrEqual(72);
    expect(operation.summary).toMatch(/^[A-Z][a-z]+ .*[^.]$/);
    expect(operation.summary).not.toMatch(
      /^(?:The|A|An|This|Returns?|Gets|Shows|Lists|Creates|Deletes|Updates) /,
    );
  });

  test('has a view, a document reference, an effect, and a look-up unless it is a read', () => {
    expect(operation.view.kind).toBeTruthy();
    expect(operation.doc).toMatch(isOwn(operation) ? /^own$/ : /^[123] §\d/);
    // A wrapping token works once: nothing is left to look up.
    if (operation.effect === 'read' || operation.id === 'lease.unwrap')
      expect(operation.lookUp).toBeUndefined();
    else expect(operation.lookUp).toBeTruthy();
  });

  test('its look-up is a command whose placeholders are inputs', async () => {
    if (operation.lookUp === undefined) return;
    const filled = operation.lookUp.replaceAll(/\{([^}]+)\}/g, (_all, key: string) => {
      expect(Object.keys(operation.parameters)).toContain(key);
      return key === 'workspace_id' ? 'ws-0123456789abcdef' : 'x';
    });
    const looked = await parse(words(filled));
    expect(looked.operation?.effect ?? 'read').toBe('read');
  });

  test('has an example whose words parse, keep the rules and build a request', async () => {
    expect(operation.examples.length).toBeGreaterThan(0);
    for (const example of operation.examples) {
      const parsed = await parse(words(example.argv));
      expect(parsed.operation?.id).toBe(operation.id);
      const broken = violations(operation.parameters, operation.rules ?? [], parsed.input, 'documented');
      expect(broken).toEqual([]);
      if (parsed.command.workflow === undefined) {
        const request = requestOf(parsed);
        expect(request.path).toMatch(/^\//);
        expect(request.path).not.toContain('{');
      }
    }
  });

  test('its rules name its own parameters', () => {
    const known = new Set(Object.keys(operation.parameters));
    for (const rule of operation.rules ?? []) {
      const named = 'of' in rule ? rule.of : [rule.parameter];
      const conditions = 'when' in rule && rule.when !== undefined ? [rule.when.parameter] : [];
      for (const key of [...named, ...conditions]) expect(known).toContain(key);
    }
  });
});

describe.each(allCommands.map((command) => [command.path, command] as const))('trivet %s', (_, command) => {
  test('no flag collides with a global one or with another of its own', () => {
    const names = flagsOf(command).map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('its workflow loads', async () => {
    const loaded = await command.workflow?.();
    expect(typeof loaded?.default).toBe(command.workflow === undefined ? 'undefined' : 'function');
  });

  test('has a usage line of at most 120 characters and an example', () => {
    expect(usageOf(command).length).toBeLessThanOrEqual(120);
    const examples = command.examples ?? command.operations.flatMap(({ operation }) => operation.examples);
    expect(examples.length).toBeGreaterThan(0);
  });
});

/** Whether a summary is an imperative or a noun phrase that is read at a glance. */
const isShort = (summary: string): boolean =>
  summary.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length <= 8 &&
  /^[^a-z]/.test(summary) &&
  !summary.endsWith('.');

/** It warns: a request that breaks the rules is sent anyway. */
const warning = allFlags['validate']?.summary;

test('summaries of groups, commands, flags and positionals have at most eight words', () => {
  const summaries = [
    ...groups.map(({ name, summary }) => [name, summary] as const),
    ...allCommands.map(({ path, summary }) => [path, summary] as const),
    ...Object.entries(allFlags).map(([key, { summary }]) => [`--${key}`, summary] as const),
    ...allCommands.flatMap((command) =>
      Object.entries(parametersOf(command)).map(([key, { summary }]) => [`${command.path} ${key}`, summary]),
    ),
  ];
  expect(summaries.filter(([, summary = '']) => !isShort(summary) && summary !== warning)).toEqual([]);
});

test('every workflow is used', () => {
  const src = join(import.meta.dirname, '..', 'src');
  const texts = (folder: string): readonly (readonly [string, string])[] =>
    readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => [`${folder}/${name}`, readFileSync(join(src, folder, name), 'utf8')]);
  const named = texts('operations')
    .map(([, text]) => text)
    .join('\n');
  const unnamed = texts('workflows').filter(
    ([name, text]) => /^export default /m.test(text) && !named.includes(`import('../../${name}')`),
  );
  expect(unnamed.map(([name]) => name)).toEqual([]);
});

/** What asks, and what wants the name typed; everything else asks nothing. */
const asks: readonly string[] = [
  'workspace.safe-delete',
  'workspace.safe-delete-by-name',
  'workspace.force-unlock',
  'workspace.consumer.replace',
  'workspace.retention-policy.set',
  'workspace.retention-policy.delete',
  'workspace.update',
  'workspace.update-by-name',
  'pki.revoke',
  'pki.role.write',
  'pki.role.delete',
  'pki.ca.import',
  'pki.root.generate',
  'pki.intermediate.generate',
  'cloud.config.set',
  'cloud.config.rotate-root',
  'ldap.rotate-root',
  'cloud.static-role.write',
  'ldap.static-role.write',
  'cloud.role.delete',
  'ldap.role.delete',
  'ldap.library.delete',
  'cloud.static-role.delete',
  'ldap.static-role.delete',
  'ldap.static-role.rotate',
  'message.delete',
  'ldap.library.write',
  'job.stop',
  'ldap.library.manage.check-in',
];

const wantsTyped: readonly string[] = [
  'workspace.force-delete',
  'workspace.force-delete-by-name',
  'pki.root.delete',
  'ldap.config.delete',
  'job.stop',
];

test('the confirmation table holds', () => {
  const of = (kind: 'ask' | 'type'): readonly string[] =>
    allOperations.filter(({ confirm }) => confirm?.some((one) => one.kind === kind)).map(({ id }) => id);
  const present = (ids: readonly string[]): readonly string[] =>
    ids.filter((id) => allOperations.some((operation) => operation.id === id));
  expect([...of('ask')].sort()).toEqual([...present(asks)].sort());
  expect([...of('type')].sort()).toEqual([...present(wantsTyped)].sort());
});

/** What a template may name: parameters, what the command adds, and the address as it was typed. */
const nameable = (command: Command, operation: Operation): readonly string[] => [
  ...Object.keys(operation.parameters),
  ...Object.keys(command.local ?? {}),
  ...(command.positional ?? []).map(({ name }) => name),
];

test('questions, messages and look-ups name what the command knows: every placeholder is filled', () => {
  const holes = allCommands.flatMap((command) =>
    command.operations.flatMap(({ operation }) => {
      const { confirm = [], view, lookUp = '' } = operation;
      const templates = [
        // What depends on the server's state is asked by a workflow, which knows more.
        ...confirm
          .filter(({ when }) => when !== 'state')
          .flatMap(({ question, name = '' }) => [question, name]),
        view.kind === 'message' ? view.text : '',
        lookUp,
      ];
      const known = nameable(command, operation);
      return templates
        .flatMap((text) => [...text.matchAll(/\{([^}]+)\}/g)].map(([, key = '']) => key))
        .filter((key) => !known.includes(key))
        .map((key) => `${command.path}: {${key}}`);
    }),
  );
  expect(holes).toEqual([]);
});

test('an update asks only when it disconnects a repository or replaces the key-value tags', () => {
  const update = allOperations.find(({ id }) => id === 'workspace.update');
  expect(update?.confirm).toEqual([
    expect.objectContaining({ when: { parameter: 'vcs-repo', unset: true }, kind: 'ask' }),
    expect.objectContaining({ when: { parameter: 'tag' }, kind: 'ask' }),
  ]);
});

test('the global flags are these, and no others', () => {
  expect(Object.keys(globalFlags)).toEqual([
    'output',
    'query',
    'field',
    'fields',
    'out',
    'reveal',
    'profile',
    'base-url',
    'token-file',
    'ca-file',
    'header',
    'product',
    'timeout',
    'yes',
    'no-input',
    'dry-run',
    'curl',
    'validate',
    'verbose',
    'quiet',
    'color',
    'help',
    'version',
  ]);
});
