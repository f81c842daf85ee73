/** Holds what must not compile. Each `@ts-expect-error` fails the type check if the line below it compiles. */
import { expect, test } from 'vitest';
import { commandOf, ownCommand, running } from '../src/catalogue/command.ts';
import type { InputOf, Operation } from '../src/catalogue/operation.ts';
import { defineOperation } from '../src/catalogue/operation.ts';
import type { InputRecord } from '../src/catalogue/parameter.ts';
import { stop } from '../src/commands/job/operations/change.ts';
import { dispatch } from '../src/commands/job/operations/dispatch.ts';
import { readList } from '../src/run/lists/list.ts';
import type { Session, WrittenOptions } from '../src/run/session/session.ts';
import { changed } from '../src/run/single/single.ts';
import type { OperationContext, OwnContext, WorkflowContext } from '../src/run/single/workflow.ts';

const common = {
  summary: 'Show a thing',
  source: '1 §1',
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
    ThingID: { in: 'body', type: 'string', summary: 'Thing', required: true, repeatsInput: 'thing_id' },
    mount: { in: 'header', type: 'string', summary: 'Mount', required: true, fallback: 'pki' },
    organization: { in: 'query', type: 'string', summary: 'Org', required: true, context: 'organization' },
  },
});

const readThing = defineOperation({
  ...common,
  id: 'thing.read',
  path: '/things/{thing_id}',
  parameters: { thing_id: thing },
});
const changeThing = defineOperation({
  ...common,
  id: 'thing.change',
  method: 'POST',
  effect: 'unsafe',
  path: '/things/{thing_id}',
  parameters: { thing_id: thing },
});

const wrongWait = { wait: { in: 'local', type: 'string', summary: 'Wait' } } as const;

type ShowInput = InputOf<typeof show>;

/** Only its type matters. */
const input = (value: ShowInput): ShowInput => value;

test('a look-up sends reads only, and a receipt is made of a read', () => {
  const sends = (session: Session): void => {
    void session.lookUp(readThing, { thing_id: '1' });
    // @ts-expect-error it changes something
    void session.lookUp(changeThing, { thing_id: '1' });
  };
  const shown = { objectRead: readThing } satisfies Pick<Operation, 'objectRead'>;
  // @ts-expect-error a change shows no state
  const wrong: Pick<Operation, 'objectRead'> = { objectRead: changeThing };
  expect([sends.length, shown.objectRead.effect, wrong.objectRead?.id]).toEqual([1, 'read', 'thing.change']);
});

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

test('a parameter has no member that nothing reads', () => {
  const odd = { in: 'query', type: 'string', summary: 'Odd', odd: true } as const;
  // @ts-expect-error of an operation
  defineOperation({ ...common, id: 'a', path: '/a', parameters: { odd } });
  // @ts-expect-error of a command
  commandOf('thing read', readThing, { local: { odd: { ...odd, in: 'local' } } });
  const run = () => Promise.resolve({ default: () => Promise.resolve(0) });
  // @ts-expect-error of a command of trivet's own
  ownCommand({ path: 'thing own', summary: 'Own', local: { odd: { ...odd, in: 'local' } }, workflow: run });
  expect(odd.odd).toBe(true);
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
  const text = () => Promise.resolve({ default: (given: string) => Promise.resolve(given.length) });
  const ofStop = () => import('../src/commands/job/workflows/stop.ts');
  const versions = () => import('../src/commands/job/workflows/versions/current.ts');
  const ofList = () => import('../src/commands/manifest/workflows/print.ts');
  // @ts-expect-error the file does not exist
  const ofNothing = () => import('../src/commands/job/workflows/frobnicate.ts');
  const missing = commandOf('a', stop, { workflow: ofNothing });
  // @ts-expect-error its default export is not a workflow
  const other = commandOf('a', stop, { workflow: text });
  // @ts-expect-error it has no default export
  const none = commandOf('a', stop, { workflow: () => import('../src/run/single/workflow.ts') });
  const right = commandOf('a', stop, { workflow: ofStop });
  // @ts-expect-error the workflow reads `job_id`, which no parameter of the operation gives
  const unread = commandOf('a', show, { workflow: ofStop });
  // @ts-expect-error the workflow is that of another operation with a `job_id`
  const unlike = commandOf('a', dispatch, { workflow: ofStop });
  // @ts-expect-error the workflow reads `wait` as a flag that is given or not
  const local = commandOf('a', stop, { local: wrongWait, workflow: ofStop });
  // @ts-expect-error the workflow of an operation is not one of a command of its own
  const own = ownCommand({ path: 'a', summary: '', workflow: ofStop });
  const plain = ownCommand({ path: 'a', summary: '', workflow: ofList });
  // @ts-expect-error the function is that of another command
  const picked = commandOf('a', stop, { workflow: () => versions().then(running('submitted')) });
  // @ts-expect-error the file has no such function
  const absent = commandOf('a', stop, { workflow: () => versions().then(running('frobnicated')) });
  expect([missing, other, none, right, unread, unlike, local, own, plain, picked, absent]).toHaveLength(11);
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

test('a request has the input of its operation', () => {
  const send = async (session: Session): Promise<void> => {
    // @ts-expect-error `name` is missing
    await session.call(show, { thing_id: 'a' });
    // @ts-expect-error `name` is missing
    await session.lookUp(show, { thing_id: 'a' });
    // @ts-expect-error `name` is missing
    await session.prepare(show, { thing_id: 'a' });
    await session.call(show, { thing_id: 'a', name: 'b' });
  };
  expect(send).toBeTypeOf('function');
});

test('a slip in a key or a value of a request does not compile', () => {
  const good = { thing_id: 'a', name: 'b' } as const;
  const send = async (session: Session, general: Operation, given: InputRecord): Promise<void> => {
    // @ts-expect-error not a parameter
    await session.call(show, { ...good, nmae: 'b' });
    // @ts-expect-error not a parameter
    await session.lookUp(show, { ...good, cuont: 3 });
    // @ts-expect-error not a parameter
    await session.prepare(show, { ...good, colour: 'red' });
    const wider = { ...good, colour: 'red' };
    // @ts-expect-error not a parameter, also in what was made before
    await session.call(show, wider);
    // @ts-expect-error text is not an integer
    await session.call(show, { ...good, count: '3' });
    // @ts-expect-error not in the enum
    await session.call(show, { ...good, mode: 'medium' });
    // @ts-expect-error only a parameter with a context may be null
    await session.call(show, { ...good, count: null });
    // @ts-expect-error any input is not the input of this operation
    await session.call(show, given);
    // @ts-expect-error not a parameter of the list
    readList(session, show, { ...good, colour: 'red' });
    await session.call(show, { ...good, mode: 'fast', include: ['a'], organization: null });
    await session.call(general, { ...given, whatever: 'x' });
    await session.call(show, { thing_id: 'a' }, { base: { name: 'b' }, extra: [] });
    // @ts-expect-error a body does not give what is in the path
    await session.call(show, {}, { base: { name: 'b' }, extra: [] });
  };
  expect(send).toBeTypeOf('function');
});

test('a workflow sends the input of its command, and changes only what it has', () => {
  type Context = OperationContext<typeof show, { readonly wait?: boolean | undefined }>;
  const run = async ({ session, operation, input, options }: Context): Promise<void> => {
    await session.call(operation, input, options);
    await session.call(operation, { ...input, count: 3 }, options);
    // @ts-expect-error neither a parameter of the operation nor of the command
    await session.call(operation, { ...input, cuont: 3 }, options);
    // @ts-expect-error without a body, `name` may be missing
    await session.call(operation, input);
    // @ts-expect-error neither a parameter of the operation nor of the command
    changed(input, { cuont: 3 });
    // @ts-expect-error text is not an integer
    changed(input, { count: '3' });
    changed(input, { count: 3, wait: undefined });
  };
  expect(run).toBeTypeOf('function');
});

test('a command of its own has no operation, and nothing to send with one', () => {
  const run = (context: OwnContext): void => {
    const nothing: undefined = context.operation;
    // @ts-expect-error `--body` and `--set` belong to an operation
    expect([nothing, context.options]).toEqual([]);
  };
  const both = (context: WorkflowContext): WrittenOptions | undefined =>
    context.operation === undefined ? undefined : context.options;
  expect([run, both]).toHaveLength(2);
});
