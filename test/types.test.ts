/** Holds what must not compile. Each `@ts-expect-error` fails the type check if the line below it compiles. */
import { expect, test } from 'vitest';
import { commandOf } from '../src/model/catalogue/command.ts';
import type { Command } from '../src/model/catalogue/command.ts';
import type { InputOf } from '../src/model/catalogue/operation.ts';
import { defineOperation } from '../src/model/catalogue/operation.ts';
import type { Session } from '../src/engine/session/session.ts';

const common = {
  summary: 'Show a thing',
  doc: '1 §1',
  service: 'workspaces',
  method: 'GET',
  effect: 'read',
  view: { kind: 'record', fields: {}, name: 'id', columns: [] },
  examples: [],
} as const;

const thing = { in: 'path', type: 'string', summary: 'Thing', required: true } as const;

const show = defineOperation({
  ...common,
  id: 'thing.show',
  path: '/things/{thing_id}{/part}',
  parameters: {
    thing_id: thing,
    part: { in: 'path', type: 'string', summary: 'Part' },
    mode: { in: 'query', type: 'string', summary: 'Mode', enum: ['fast', 'slow'] },
    include: { in: 'query', type: 'strings', summary: 'Include', enum: ['a', 'b'] },
    count: { in: 'query', type: 'integer', summary: 'Count' },
    name: { in: 'body', type: 'string', summary: 'Name', required: true },
    until: { in: 'body', type: 'time', summary: 'Until', nullable: true },
    ThingID: { in: 'body', type: 'string', summary: 'Thing', required: true, from: 'thing_id' },
    mount: { in: 'header', type: 'string', summary: 'Mount', required: true, fallback: 'pki' },
    organization: { in: 'query', type: 'string', summary: 'Org', required: true, context: 'organization' },
  },
});

type ShowInput = InputOf<typeof show>;

/** Only its type matters. */
const input = (value: ShowInput): ShowInput => value;

test('a name in the path needs a path parameter', () => {
  // @ts-expect-error `{other}` has no parameter
  defineOperation({ ...common, id: 'a', path: '/things/{other}', parameters: {} });
  // @ts-expect-error the optional last segment needs one as well
  defineOperation({ ...common, id: 'a', path: '/things{/part}', parameters: {} });
  const query = { in: 'query', type: 'string', summary: 'Thing' } as const;
  // @ts-expect-error a query parameter of that name is not a path parameter
  defineOperation({ ...common, id: 'a', path: '/things/{thing_id}', parameters: { thing_id: query } });
  const fine = defineOperation({
    ...common,
    id: 'a',
    path: '/things/{thing_id}',
    parameters: { thing_id: thing },
  });
  expect(fine.path).toBe('/things/{thing_id}');
});

test('types, effects, methods and views are closed lists', () => {
  const base = { ...common, id: 'a', path: '/a' } as const;
  // @ts-expect-error not a type of parameter
  defineOperation({ ...base, parameters: { x: { in: 'query', type: 'float', summary: '' } } });
  // @ts-expect-error not a place of a parameter
  defineOperation({ ...base, parameters: { x: { in: 'cookie', type: 'string', summary: '' } } });
  // @ts-expect-error not an effect
  defineOperation({ ...base, effect: 'maybe', parameters: {} });
  // @ts-expect-error not a method
  defineOperation({ ...base, method: 'BREW', parameters: {} });
  // @ts-expect-error a table says what is shown when it is empty
  defineOperation({ ...base, view: { kind: 'table', name: 'id', columns: [] }, parameters: {} });
  // @ts-expect-error an operation has a view
  defineOperation({ ...base, view: undefined, parameters: {} });
  expect(show.effect).toBe('read');
});

test('a positional is a parameter', () => {
  // @ts-expect-error `thingid` is not one
  const wrong = commandOf('thing show', show, { positional: [{ name: 'thingid' }] });
  const right = commandOf('thing show', show, { positional: [{ name: 'thing_id' }] });
  const own = commandOf('thing show', show, {
    local: { force: { in: 'local', type: 'boolean', summary: 'Force' } },
    positional: [{ name: 'thing_id' }, { name: 'force' }],
  });
  expect([wrong, right, own].map(({ path }) => path)).toEqual(Array.from({ length: 3 }, () => 'thing show'));
});

test('a command names a workflow that reads such an input', () => {
  const naming = (workflow: NonNullable<Command['workflow']>) => ({
    path: 'thing',
    summary: '',
    operations: [],
    workflow,
  });
  // @ts-expect-error the file does not exist
  const missing = naming(() => import('../src/workflows/job/frobnicate.ts'));
  // @ts-expect-error its default export is not a workflow
  const other = naming(() => Promise.resolve({ default: (text: string) => Promise.resolve(text.length) }));
  // @ts-expect-error it has no default export
  const none = naming(() => import('../src/workflows/workflow.ts'));
  const right = naming(() => import('../src/groups/job/workflows/stop.ts'));
  // @ts-expect-error the workflow reads `job_id`, which no parameter of the operation gives
  const unread = commandOf('thing stop', show, {
    workflow: () => import('../src/groups/job/workflows/stop.ts'),
  });
  expect([missing, other, none, right, unread]).toHaveLength(5);
});

test('a required input must be given', () => {
  // @ts-expect-error `name` is missing
  input({ thing_id: 'a' });
  // @ts-expect-error `thing_id` is missing
  input({ name: 'a' });
  // @ts-expect-error required means that it is not undefined
  input({ thing_id: 'a', name: undefined });
  // Values that the context, a fallback or another input supplies may be absent.
  expect(input({ thing_id: 'a', name: 'b' })).toEqual({ thing_id: 'a', name: 'b' });
});

test('a value has its type and is one of its enum', () => {
  const good = { thing_id: 'a', name: 'b' } as const;
  // @ts-expect-error not in the enum
  input({ ...good, mode: 'medium' });
  // @ts-expect-error one item is not in the enum
  input({ ...good, include: ['a', 'c'] });
  // @ts-expect-error text is not an integer
  input({ ...good, count: '3' });
  // @ts-expect-error only nullable parameters may be null
  input({ ...good, mode: null });
  // @ts-expect-error a parameter that repeats a path input has no input of its own
  input({ ...good, ThingID: 'a' });
  // @ts-expect-error not a parameter
  input({ ...good, colour: 'red' });
  expect(input({ ...good, mode: 'fast', include: ['a'], count: 3n, until: null, mount: 'x' })).toHaveProperty(
    'mount',
  );
});

test('a look-up has the input of its operation', () => {
  const lookUp = async (session: Session): Promise<void> => {
    // @ts-expect-error `name` is missing
    await session.lookUp(show, { thing_id: 'a' });
    await session.lookUp(show, { thing_id: 'a', name: 'b' });
  };
  expect(lookUp).toBeTypeOf('function');
});
