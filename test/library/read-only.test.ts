/** A connection that may only read stays one, whatever a call says. */
import { expect, test } from 'vitest';
import { openLibrary } from '../../src/library.ts';
import { environmentOf, useSandbox } from '../support/sandbox.ts';

const { sandbox, requests } = useSandbox({ fresh: true });

type Locking = { readonly workspace: { lock(name: string, options?: object): Promise<unknown> } };

const opened = async (readOnly: unknown): Promise<Locking> =>
  (await openLibrary({ env: environmentOf(sandbox()), readOnly })) as Locking;

test.each([true, 'true', 1, 'yes'])('a connection with readOnly %j changes nothing', async (readOnly) => {
  const { workspace } = await opened(readOnly);
  for (const options of [{}, { readOnly: false }, { readOnly: undefined }])
    await expect(workspace.lock('dns-qa', options)).rejects.toMatchObject({
      code: 'read-only',
      exit: 4,
      effect: 'not-sent',
    });
  expect(requests().filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a call can be stricter than its connection', async () => {
  const { workspace } = await opened(false);
  await expect(workspace.lock('dns-qa', { readOnly: true })).rejects.toMatchObject({ exit: 4 });
  await expect(workspace.lock('dns-qa')).resolves.toMatchObject({ locked: true });
});

test('the refusal names what allows only reads', async () => {
  const hintOf = async (call: Promise<unknown>): Promise<unknown> => {
    const error: unknown = await call.catch((caught: unknown) => caught);
    expect(String(error)).not.toContain('TRIVET_READ_ONLY');
    return error;
  };
  const always = (await opened(true)).workspace;
  expect(await hintOf(always.lock('dns-qa'))).toMatchObject({
    message: expect.stringContaining('readOnly of connect() allows reads only'),
    hint: 'Leave out readOnly of connect() to allow changes.',
  });
  const { workspace } = await opened(undefined);
  expect(await hintOf(workspace.lock('dns-qa', { readOnly: true }))).toMatchObject({
    message: expect.stringContaining('readOnly of this call allows reads only'),
    hint: 'Leave out readOnly of this call to allow changes.',
  });
  const env = { ...environmentOf(sandbox()), TRIVET_READ_ONLY: '1' };
  const byVariable = (await openLibrary({ env })) as Locking;
  await expect(byVariable.workspace.lock('dns-qa')).rejects.toMatchObject({
    hint: 'Unset TRIVET_READ_ONLY to allow changes.',
  });
});
