/** Checks that every operation and command of the catalogue has what users and help pages need. */
import { meantWord } from '../src/catalogue/aliases.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { flagsOf } from '../src/run/flags.ts';
import { usageOf } from '../src/cli/help/help.ts';
import { violations } from '../src/catalogue/check.ts';
import { documentedProduct } from '../src/catalogue/product.ts';
import { parametersOf } from '../src/catalogue/command.ts';
import type { Command } from '../src/catalogue/command.ts';
import type { Operation } from '../src/catalogue/operation.ts';
import { sentBy, undoOf } from '../src/catalogue/operation.ts';
import { fieldsOf } from '../src/catalogue/view.ts';
import { groups } from '../src/commands/groups.ts';
import { allFlags } from '../src/config/globals.ts';
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

/** The documents whose groups are in the catalogue. */
const documented = rows.filter((row) =>
  groups.some(({ name }) => name === meantWord('groups', row.id.split('.')[0] ?? '')),
);

/** Those that the documents do not describe (docs/adr/0020-beyond-the-documents.md). */
const isOwn = ({ source }: Operation): boolean => typeof source === 'object';

/** A path as operations.tsv spells it: `:name`, optional parts in parentheses, the documents' own mounts. */
const asDocumented = (path: string): string =>
  path.replaceAll(/\{\/([^}]+)\}/g, '(/…)').replaceAll(/\{([^}]+)\}/g, ':…');
const asRow = (path: string): string =>
  path
    .replaceAll(/\(\/[^)]+\)/g, '(/…)')
    .replaceAll('{cloud_mount}', '/:…')
    .replace(/^\/(?:pki|ldap)(?=\/)/, '/:…')
    .replaceAll(/:[a-z_]+/g, ':…');

describe('the catalogue and operations.tsv', () => {
  test('list the same operations', () => {
    const ids = allOperations.filter((one) => !isOwn(one) && sentBy(one) === one).map(({ id }) => id);
    expect(ids.sort()).toEqual(documented.map(({ id }) => id).sort());
  });

  test.each(documented.map((row) => [row.id, row] as const))(
    'agree on method, path and command of %s',
    (id, row) => {
      const operation = allOperations.find((one) => one.id === id);
      const command = allCommands.find((one) => one.operations.some((choice) => choice.operation.id === id));
      expect(operation?.source).toBe(row.doc);
      if (row.method !== 'WebSocket') expect(operation?.method).toBe(row.method);
      if (row.path !== '(not shown)') expect(asDocumented(operation?.path ?? '')).toBe(asRow(row.path));
      const path = row.command.replaceAll(/\s*[<[].*$/g, '');
      expect(command?.path).toBe(path);
    },
  );
});

test('operation IDs are unique', () => {
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

  test('is taken back by something, or says why nothing does it', () => {
    const { effect, undo } = operation;
    if (effect === 'read') return;
    expect(undo).toBeDefined();
    // It stands before a full stop, and after "the object: ".
    if (undo !== undefined && 'because' in undo) expect(undo.because).toMatch(/^[a-z].*[^.]$/);
  });

  test('has a view, a document reference, an effect, and a look-up unless it is a read', () => {
    expect(operation.view.kind).toBeTruthy();
    const { source } = operation;
    expect(typeof source === 'string' ? source : source.page).toMatch(
      isOwn(operation) ? /^https:/ : /^\d §\d/,
    );
    // A wrapping token works only once, so nothing can be looked up afterwards.
    if (operation.effect === 'read' || operation.id === 'lease.unwrap')
      expect(operation.lookUp).toBeUndefined();
    else expect(operation.lookUp).toBeTruthy();
  });

  test('has a look-up command whose placeholders are inputs', async () => {
    if (operation.lookUp === undefined) return;
    const filled = operation.lookUp.replaceAll(/\{([^}]+)\}/g, (_all, key: string) => {
      expect(Object.keys(operation.parameters)).toContain(key);
      return key === 'workspace_id' ? 'ws-0123456789abcdef' : 'x';
    });
    const looked = await parse(words(filled));
    expect(looked.operation?.effect ?? 'read').toBe('read');
  });

  test('has an example that parses, passes its rules and builds a request', async () => {
    expect(operation.examples.length).toBeGreaterThan(0);
    for (const example of operation.examples) {
      const parsed = await parse(words(example.argv));
      expect(parsed.operation?.id).toBe(operation.id);
      const broken = violations(operation.parameters, operation.rules ?? [], parsed.input, documentedProduct);
      expect(broken).toEqual([]);
      if (parsed.command.workflow === undefined) {
        const request = requestOf(parsed);
        expect(request.path).toMatch(/^\//);
        expect(request.path).not.toContain('{');
      }
    }
  });

  test('names only its own parameters, and fields of its object, in rules, risks and undo', () => {
    const { rules = [], risks = [], returnedOnce } = operation;
    const known = new Set(Object.keys(operation.parameters));
    for (const rule of rules) {
      for (const key of 'keys' in rule ? rule.keys : [rule.parameter]) expect(known).toContain(key);
      if (rule.rule === 'notLonger') expect(known).toContain(rule.than);
    }
    for (const { when } of [...rules.flatMap((rule) => ('when' in rule ? [rule] : [])), ...risks])
      if (when !== undefined) expect(known).toContain(when.parameter);
    if (typeof returnedOnce === 'object') expect(known).toContain(returnedOnce.parameter);
    const { keptParameters = [], omittedParameters = [] } = undoOf(operation) ?? {};
    for (const key of [...keptParameters, ...omittedParameters]) expect(known).toContain(key);
    const { objectRead, undo } = operation;
    const shown = objectRead === undefined ? [] : Object.keys(fieldsOf(objectRead.view));
    const { held, reason, holder } = undo?.claim ?? {};
    for (const key of [...(undo?.fields ?? []), ...(undo?.counters ?? []), held, reason, holder])
      if (key !== undefined && objectRead !== undefined) expect(shown).toContain(key);
  });
});

describe.each(allCommands.map((command) => [command.path, command] as const))('trivet %s', (_, command) => {
  test('has no flag that collides with a global flag or another of its own', () => {
    const names = flagsOf(command).map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('has no flag that is read before its command', () => {
    const names = flagsOf(command).flatMap(({ name, scope }) => (scope === 'command' ? [name] : []));
    // `--version` and `--help` are the program's, wherever they stand.
    expect(names.filter((name) => name === 'version' || name === 'help')).toEqual([]);
  });

  test('has a workflow that loads', async () => {
    const loaded = await command.workflow?.();
    expect(typeof loaded?.default).toBe(command.workflow === undefined ? 'undefined' : 'function');
  });

  test('has a usage line of at most 120 characters and an example', () => {
    expect(usageOf(command).length).toBeLessThanOrEqual(120);
    const examples = command.examples ?? command.operations.flatMap(({ operation }) => operation.examples);
    expect(examples.length).toBeGreaterThan(0);
  });
});

/** Whether a summary is an imperative or a noun phrase that can be read at a glance. */
const isShort = (summary: string): boolean =>
  summary.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length <= 8 &&
  /^[^a-z]/.test(summary) &&
  !summary.endsWith('.');

/** Only warns: a request that breaks the rules is sent anyway. */
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
  const working = ([name]: readonly [string, string]): boolean => /^features\/|workflows\//.test(name);
  const files = [...texts('commands'), ...texts('features')];
  const named = new Set(
    files.flatMap(([name, text]) =>
      [...text.matchAll(/(?:import\(|from )'([^']+)'/g)].map(([, from = '']) => join(dirname(name), from)),
    ),
  );
  const unnamed = files.filter(
    (file) => working(file) && /^export default /m.test(file[1]) && !named.has(file[0]),
  );
  expect(unnamed.map(([name]) => name)).toEqual([]);
});

/** The commands that ask for confirmation, and those that want the name typed. No other command asks. */
const asks: readonly string[] = [
  'lease.revoke',
  'workspace.safe-delete',
  'workspace.safe-delete-by-name',
  'workspace.force-unlock',
  'workspace.consumer.replace',
  'workspace.retention-policy.set',
  'workspace.retention-policy.delete',
  'workspace.update',
  'workspace.update-by-name',
  'pki.revoke',
  'pki.crl.config.set',
  'pki.role.write',
  'pki.role.delete',
  'pki.ca.import',
  'pki.root.generate',
  'pki.intermediate.generate',
  'cloud.config.set',
  'cloud.config.rotate-root',
  'ldap.config.set',
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
  'job.register',
  'job.update',
  'job.revert',
  'job.restart',
  'job.promote',
  'job.fail',
  'ldap.library.manage.check-in',
];

const wantsTyped: readonly string[] = [
  'workspace.force-delete',
  'workspace.force-delete-by-name',
  'pki.root.delete',
  'ldap.config.delete',
  'job.stop',
];

test('exactly the commands of the confirmation table ask', () => {
  const of = (kind: 'ask' | 'type'): readonly string[] =>
    allOperations.filter(({ risks }) => risks?.some((one) => one.gravity === kind)).map(({ id }) => id);
  const present = (ids: readonly string[]): readonly string[] =>
    ids.filter((id) => allOperations.some((operation) => operation.id === id));
  expect([...of('ask')].sort()).toEqual([...present(asks)].sort());
  expect([...of('type')].sort()).toEqual([...present(wantsTyped)].sort());
});

/** The placeholders of a template: parameters, what the command adds, and the address as it was typed. */
const nameable = (command: Command, operation: Operation): readonly string[] => [
  ...Object.keys(operation.parameters),
  ...Object.keys(command.local ?? {}),
  ...(command.positional ?? []).map(({ name }) => name),
];

test('every placeholder of questions, messages and look-ups is filled', () => {
  const holes = allCommands.flatMap((command) =>
    command.operations.flatMap(({ operation }) => {
      const { risks = [], view, lookUp = '' } = operation;
      const templates = [
        // A look fills the words of its question.
        ...risks
          .filter(({ look, uncertain }) => look === undefined && uncertain !== true)
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

test('an update asks only if it disconnects a repository, replaces the key-value tags or destroys later', () => {
  const update = allOperations.find(({ id }) => id === 'workspace.update');
  expect(update?.risks).toEqual([
    expect.objectContaining({ when: { parameter: 'vcs-repo', unset: true }, gravity: 'ask' }),
    expect.objectContaining({ when: { parameter: 'tag' }, gravity: 'ask' }),
    expect.objectContaining({ when: { parameter: 'auto-destroy-at' }, gravity: 'ask' }),
    expect.objectContaining({ when: { parameter: 'auto-destroy-activity-duration' }, gravity: 'ask' }),
  ]);
});
