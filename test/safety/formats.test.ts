/** Tests every sensitive field of every view, and private keys in any field, in every output format. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/documents/json/json.ts';
import { fieldsOf } from '../../src/catalogue/view.ts';
import type { View } from '../../src/catalogue/view.ts';
import { columnsOf } from '../../src/output/formats/columns.ts';
import { formatNames, traitsOf } from '../../src/output/formats/formats.ts';
import type { FormatName } from '../../src/output/formats/formats.ts';
import { find } from '../../src/output/text/item.ts';
import type { RenderOptions } from '../../src/output/formats/options.ts';
import { present } from '../../src/output/present.ts';
import { allOperations } from '../support/catalogue.ts';
import { isSecretField } from '../../src/catalogue/shown.ts';

/** These formats show secrets on request. All others hide them, including formats added later. */
const showing: ReadonlySet<string> = new Set([
  'json',
  'jsonl',
  'yaml',
  'env',
  'export',
  'credential-process',
]);

const canary = 'canary-4f1d';
const key = `-----BEGIN PRIVATE KEY-----\n${canary}\n-----END PRIVATE KEY-----\n`;

const nested = (path: string, value: string): JsonObject =>
  path
    .split('.')
    .toReversed()
    .reduce<JsonObject | string>((inner, name) => ({ [name]: inner }), value) as JsonObject;

interface Case {
  readonly name: string;
  readonly view: View;
  readonly item: JsonObject;
  /** Its place in the item. */
  readonly path: string;
}

/** A reply for each sensitive field with a secret in it, and for each other field with a private key in it. */
const cases: readonly Case[] = allOperations.flatMap(({ id, view }) => {
  const columns = columnsOf(view);
  const fields = fieldsOf(view);
  const secrets = Object.keys(fields).filter((path) => isSecretField(fields, path));
  const others = columns.filter(
    ({ sensitive, format }) => sensitive !== true && (format ?? 'text') === 'text',
  );
  const named =
    'name' in view ? [{ name: `${id} name`, view, item: nested(view.name, key), path: view.name }] : [];
  return [
    ...secrets.map((path) => ({ name: `${id} ${path}`, view, item: nested(path, canary), path })),
    ...others.slice(0, 3).map(({ path }) => ({ name: `${id} ${path}`, view, item: nested(path, key), path })),
    ...named,
    ...(view.kind === 'bytes' ? [{ name: id, view, item: { pem: key }, path: 'pem' }] : []),
  ];
});

const options: RenderOptions = {
  format: 'table',
  reveal: false,
  terminal: false,
  width: 80,
  colorLevel: 0,
  now: 0,
};

const shown = async ({ view, item }: Case, some: Partial<RenderOptions>): Promise<string> => {
  let text = '';
  const document = view.kind === 'table' ? [item] : view.kind === 'bytes' ? item : { data: item };
  await present({ view, document, items: [item] }, { ...options, ...some }, (chunk) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1');
    return Promise.resolve();
  });
  return text;
};

const fitting = (format: FormatName): readonly Case[] =>
  cases.filter(({ view }) => traitsOf(format).needs?.met(view) !== false);

test('the catalogue has sensitive fields', () => {
  expect(cases.length).toBeGreaterThan(100);
  expect(cases.filter(({ item }) => !JSON.stringify(item).includes('PRIVATE')).length).toBeGreaterThan(5);
});

describe.each(formatNames.filter((format) => !showing.has(format)))('-o %s', (format) => {
  test.each([false, true])('hides every secret (terminal: %s)', async (terminal) => {
    const leaks: string[] = [];
    for (const one of fitting(format)) {
      const wholes = [
        {},
        ...(traitsOf(format).takes.includes('fields')
          ? [{ fields: [...new Set([...Object.keys(one.item), one.path])] }]
          : []),
      ];
      for (const chosen of one.view.kind === 'bytes' ? [{}] : wholes) {
        if ((await shown(one, { format, terminal, ...chosen })).includes(canary)) leaks.push(one.name);
      }
    }
    expect(leaks).toEqual([]);
  });

  test('shows them with --reveal', async () => {
    const writes = ({ view, item }: Case): boolean =>
      traitsOf(format).names === true
        ? 'name' in view && Object.hasOwn(item, view.name)
        : view.kind === 'bytes' || columnsOf(view).some(({ path }) => find(item, path) !== undefined);
    const lost: string[] = [];
    for (const one of fitting(format).filter(writes)) {
      if (!(await shown(one, { format, reveal: true })).includes(canary)) lost.push(one.name);
    }
    expect(lost).toEqual([]);
  });
});

test.each([...showing])('-o %s shows secrets', (format) => {
  expect(formatNames).toContain(format);
  expect(traitsOf(formatNames.find((name) => name === format) ?? 'table').secrets).toBe('shown');
});

test('--field and --query show secrets', async () => {
  const [one] = cases.filter(({ view }) => view.kind === 'credentials');
  if (one === undefined) throw new Error('no credentials');
  const path = Object.keys(one.item)[0] ?? '';
  expect(await shown(one, { field: path })).toBe(canary);
  expect(await shown(one, { query: `data.${path}`, format: 'tsv' })).toBe(`${canary}\n`);
});
