/** Tests what a model is shown: no secret under any name, and nothing that its client would refuse. */
import { expect, test } from 'vitest';
import { conforming } from '../../../src/features/mcp/conforming.ts';
import { hiddenFromModel } from '../../../src/catalogue/shown.ts';

const key = '-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----';

const fields = {
  name: { type: 'text', summary: 'Name' },
  password: { type: 'text', summary: 'Password', sensitive: true },
  keys: { type: 'object', summary: 'Keys' },
  Tasks: { type: 'list', summary: 'Tasks' },
  Fields: { type: 'list', summary: 'Rows of a difference' },
} as const;

const secrets = { fields, also: new Set(['secret_key']), usual: ['Env', 'args'] };

test("secrets are hidden by field, by a product's name for it, by kind and by content", () => {
  expect(
    hiddenFromModel(
      {
        name: 'a',
        password: 'p',
        secret_key: 's',
        keys: { one: key, two: [key, 'plain'], api_token: 't' },
        Tasks: [{ Env: { A: '1', B: '' }, Config: { a: 1 } }],
        Fields: [
          { Name: 'Env[A]', Old: '1', New: '2', Type: 'Edited' },
          { Name: 'Config[args]', Old: '1', New: '2', Type: 'Edited' },
          { Name: 'Config[image]', Old: '1', New: '2', Type: 'Edited' },
        ],
      },
      secrets,
    ),
  ).toEqual({
    name: 'a',
    password: '(hidden)',
    secret_key: '(hidden)',
    keys: { one: '(hidden)', two: ['(hidden)', 'plain'], api_token: '(hidden)' },
    Tasks: [{ Env: { A: '(hidden)', B: '' }, Config: { a: 1 } }],
    Fields: [
      { Name: 'Env[A]', Old: '(hidden)', New: '(hidden)', Type: 'Edited' },
      { Name: 'Config[args]', Old: '(hidden)', New: '(hidden)', Type: 'Edited' },
      { Name: 'Config[image]', Old: '1', New: '2', Type: 'Edited' },
    ],
  });
});

test('whatever the command does not declare is hidden', () => {
  expect(
    hiddenFromModel(
      { name: 'a', token: 't', data: { DB_PASSWORD: 'p', user: 'u' }, keys: { a: 1 } },
      secrets,
    ),
  ).toEqual({
    name: 'a',
    token: '(hidden)',
    data: { DB_PASSWORD: '(hidden)', user: '(hidden)' },
    keys: { a: 1 },
  });
});

const schema = {
  type: 'object',
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          count: { type: ['integer', 'null'] },
          name: { type: ['string', 'null'] },
          vcs: { type: ['object', 'null'], properties: { branch: { type: ['string', 'null'] } } },
        },
      },
    },
  },
};

test('a reply that fits is not changed', () => {
  const items = [{ count: 1, name: null, more: [1], vcs: { branch: 'main' } }];
  expect(conforming(schema, { items })).toEqual({ value: { items }, left: [] });
});

test('what does not fit is omitted and named', () => {
  const items = [{ count: 'many', name: 'a', vcs: { branch: 7, id: 7 } }, 'no object'];
  expect(conforming(schema, { items })).toEqual({
    value: { items: [{ name: 'a', vcs: { id: 7 } }] },
    left: ['items.count', 'items.vcs.branch', 'items'],
  });
});

test('an integer too large for JSON readers becomes text, and is omitted where a number was announced', () => {
  const { value, left } = conforming(schema, { items: [{ count: 2n ** 60n, big: 2n ** 60n }] });
  expect(value).toEqual({ items: [{ big: String(2n ** 60n) }] });
  expect(left).toEqual(['items.count']);
});
