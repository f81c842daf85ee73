/** Checks that fields of replies are declared, and found where a real server sent them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replyFieldsOf } from '../src/catalogue/command.ts';
import { fieldAt } from '../src/catalogue/field.ts';
import { parseJson } from '../src/documents/json/lossless.ts';
import { at, isArray, isObject, textAt } from '../src/documents/json/json.ts';
import type { Json } from '../src/documents/json/json.ts';
import { kindNames } from '../src/catalogue/kind-name.ts';
import { fieldsOf } from '../src/catalogue/view.ts';
import { program } from '../src/main.ts';
import { groups } from '../src/commands/groups.ts';
import { columnsOf } from '../src/output/formats/columns.ts';
import { serviceOf } from '../src/services/index.ts';
import { productOf } from '../src/services/products.ts';

const commands = (await Promise.all(groups.map((group) => group.load()))).flat();
const operations = new Map(
  commands.flatMap((command) => command.operations.map(({ operation }) => [operation.id, operation])),
);
/** Recorded under their operation, but sent to another endpoint. */
const elsewhere = ['job.deployment.promote.json', 'job.periodic.force.evaluation-names-child.json'];
const folder = join(import.meta.dirname, 'recordings');

interface Recorded {
  readonly name: string;
  readonly operation: string;
  readonly document: Json;
}

const recorded: readonly Recorded[] = ['workspaces', 'secrets', 'jobs'].flatMap((service) =>
  readdirSync(join(folder, service))
    .filter((name) => name.endsWith('.json') && !elsewhere.includes(name))
    .flatMap((name) => {
      const recording = parseJson(readFileSync(join(folder, service, name), 'utf8'));
      const operation = textAt(recording, 'operation') ?? '';
      const status = at(recording, 'response', 'status');
      const document = at(recording, 'response', 'body', 'json');
      const read =
        typeof status === 'number' && status < 300 && document !== undefined && operations.has(operation);
      return read ? [{ name, operation, document }] : [];
    }),
);

/** IDs that `--include` replaced by the whole object, and a wrapped reply. */
const isOwn = (document: Json): boolean => !isObject(at(document, 'wrap_info'));

describe('replies and their fields', () => {
  test.each(recorded.map(({ name, operation, document }) => [name, operation, document] as const))(
    '%s has only declared fields',
    async (_, id, document) => {
      const operation = operations.get(id);
      if (operation === undefined || !isOwn(document)) return;
      const { view } = operation;
      if (view.kind === 'message' || view.kind === 'bytes') return;
      const products = await Promise.all(
        (['otf', 'openbao', 'nomad'] as const).map((name) =>
          productOf(operation.service, { product: name }).catch(() => undefined),
        ),
      );
      const wire = new Map(
        products.flatMap((product) =>
          Object.entries(product?.wire ?? {}).map(([key, name]) => [name, key] as const),
        ),
      );
      const missing = serviceOf(operation.service)
        .readItems(document, view)
        .flatMap((item) => Object.keys(item))
        .filter((key) => fieldAt(fieldsOf(view), key) === undefined && !wire.has(key));
      expect([...new Set(missing)]).toEqual([]);
    },
  );

  test('a field is found by its own key, or below a field that allows any key', () => {
    const fields = fieldsOf(operations.get('workspace.show')?.view ?? { kind: 'message', text: '' });
    expect(fieldAt(fields, 'vcs-repo.branch')?.type).toBe('text');
    expect(fieldAt(fields, 'vcs-repo.brunch')).toBeUndefined();
    expect(fieldAt(fields, 'current-run.status')?.refers).toBe('run');
    expect(fieldAt(fields, 'name.first')).toBeUndefined();
    expect(fieldAt(fields, 'nam')).toBeUndefined();
  });

  test('every column names a field, and the name column is never dropped or cut', () => {
    for (const command of commands) {
      const views = [
        ...command.operations.map(({ operation }) => operation.view),
        ...(command.view ? [command.view] : []),
      ];
      for (const view of views) {
        const columns = columnsOf(view);
        for (const { path, rank, narrowest } of columns) {
          expect(fieldAt(fieldsOf(view), path), `${command.path} ${path}`).toBeDefined();
          if ('name' in view && path === view.name && narrowest !== 'whole') expect(rank).toBe(0);
        }
      }
    }
  });

  test('summaries are noun phrases of one line', () => {
    for (const command of commands) {
      for (const [key, { summary }] of Object.entries(replyFieldsOf(command))) {
        expect(summary, `${command.path} ${key}`).toMatch(/^[^\n]{2,80}[^.\n]$/);
      }
    }
  });
});

describe('kinds', () => {
  test.each(kindNames)('%s has a list and a show that read, and that return its fields', async (name) => {
    const kind = await program.catalogue.kind(name);
    expect(kind?.kind).toBe(name);
    if (kind === undefined) return;
    for (const command of [kind.show, ...(kind.list === undefined ? [] : [kind.list.command])]) {
      for (const { operation } of command.operations) expect(operation.effect).toBe('read');
    }
    const listed = kind.list === undefined ? {} : replyFieldsOf(kind.list.command);
    const gives = kind.list?.reportsFields ?? 'all';
    if (isArray(gives)) for (const key of gives) expect(listed).toHaveProperty([key]);
    for (const input of Object.values(kind.list?.filter ?? {})) {
      expect(kind.list?.command.operations.some(({ operation }) => input in operation.parameters)).toBe(true);
    }
  });
});
