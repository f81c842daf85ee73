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
