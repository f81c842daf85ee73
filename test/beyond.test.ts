/** Compares what is declared beyond the documents with the generated page, and tries it on products that lack it. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serverProductOf } from '../src/catalogue/product.ts';
import type { ServerCondition } from '../src/catalogue/product.ts';
import { defineOperation } from '../src/catalogue/operation.ts';
import { declaredOperations } from './support/catalogue.ts';
import { loadServices, productNamed } from '../scripts/generate/services.ts';
import { lacking, lackingInputs } from '../src/services/products.ts';
import { loadService } from '../src/services/index.ts';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/coverage.md'), 'utf8');

const onText = (on: readonly ServerCondition[] = []): string =>
  on
    .map((one) =>
      typeof one === 'string'
        ? one
        : `${one.family} (${'supports' in one ? one.supports : `without ${one.lacks}`})`,
    )
    .join(', ');

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

test('docs/coverage.md lists every operation and parameter beyond the documents', async () => {
  const operations = await declaredOperations();
  expect(operations.length).toBeGreaterThan(120);
  const rows = operations.flatMap(({ id, method, path, source, parameters }) => [
    ...(typeof source === 'string'
      ? []
      : [row(`\`${id}\``, `\`${method} ${path}\``, source.page, onText(source.servers))]),
    ...Object.entries(parameters).flatMap(([key, { name, source: beyond }]) =>
      beyond === undefined
        ? []
        : [row(`\`${id}\``, `\`${name ?? key}\``, beyond.page, onText(beyond.servers))],
    ),
  ]);
  const table = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.replaceAll(/ +/g, ' '));
  // A row that is missing is of an operation that no command names: scripts/generate/operations.ts lists their files.
  expect(table).toEqual([...new Set(rows)].sort());
});

describe('what is beyond the documents', () => {
  const seal = defineOperation({
    id: 'mfa.show',
    summary: 'Show the second factor',
    source: { page: 'https://example.com/mfa', servers: [{ family: 'vault', supports: 'mfa' }] },
    service: 'secrets',
    method: 'GET',
    path: '/mfa',
    parameters: {
      factor: {
        in: 'query',
        type: 'string',
        summary: 'Factor',
        source: { page: 'https://example.com/mfa', servers: [{ family: 'vault', supports: 'mfa' }] },
      },
    },
    effect: 'read',
    view: { kind: 'record', fields: {}, name: 'id', columns: [] },
    examples: [],
  });

  test('is sent as documented and to the products that have it, and refused for others in a sentence', async () => {
    await loadServices();
    const has = [productNamed('secrets', 'generic'), productNamed('secrets', 'vault')];
    for (const product of has) {
      expect(lacking(product, seal)).toBeUndefined();
      expect(lackingInputs(product, seal, { factor: 'x' })).toEqual([]);
    }
    const productFrom = (await loadService('secrets')).products;
    const lacks = productFrom(serverProductOf({ product: 'openbao', version: '2.6.2' }));
    expect(lacking(lacks, seal)).toBe('OpenBao 2.6.2 cannot show the second factor: only vault can');
    expect(lackingInputs(lacks, seal, { factor: 'x' })).toEqual(['factor']);
    expect(lackingInputs(lacks, seal, {})).toEqual([]);
  });

  test('is in a document or on a page of a vendor, and not both', () => {
    const common = {
      id: 'a',
      summary: 'Show a thing',
      service: 'secrets',
      method: 'GET',
      path: '/a',
      parameters: {},
      effect: 'read',
      view: { kind: 'record', fields: {}, name: 'id', columns: [] },
      examples: [],
    } as const;
    const source = { page: 'https://example.com/a', servers: ['vault'] } as const;
    // @ts-expect-error neither a document nor a page
    defineOperation({ ...common });
    // @ts-expect-error servers that have it, and no page
    defineOperation({ ...common, source: { ...source, page: undefined } });
    // @ts-expect-error a page, and nobody that has it
    defineOperation({ ...common, source: source.page });
    expect(defineOperation({ ...common, source }).source).toBe(source);
  });
});
