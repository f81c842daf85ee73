/** Tests that a deletion of a mount's keys says all that it destroys, and destroys nothing that nobody was shown. */
import { expect, test } from 'vitest';
import { answering, secretsAt } from '../../support/answering.ts';

const keysReply = (keys: readonly string[]) => ({ status: 200, body: { data: { keys } } });
const missing = { status: 404, body: { errors: [] } };

const run = (later: 'issuers' | 'keys' | undefined, line = '') => {
  const read = { issuers: 0, keys: 0 };
  return answering(
    `pki root delete --mount pki --product openbao${line}`,
    secretsAt,
    ({ method, path }) => {
      if (method === 'DELETE') return { status: 204, body: '' };
      const what = /\/pki\/(issuers|keys)\b/.exec(path)?.[1];
      if (what !== 'issuers' && what !== 'keys') return missing;
      if (method === 'GET') read[what] += 1;
      const isNew = what === later && method === 'GET' && read[what] > 1;
      return keysReply(['id-a', 'id-b', ...(isNew ? ['id-new'] : [])]);
    },
    { typed: 'pki' },
  );
};

const deletions = ({ asked }: Awaited<ReturnType<typeof run>>): readonly string[] =>
  asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path);

test('all issuers and keys are counted before the answer', async () => {
  const result = await run(undefined);
  expect(result.stderr).toContain(
    'this server deletes every issuer and every key of pki: 2 issuers and 2 keys',
  );
  expect([result.code, deletions(result)]).toEqual([0, ['/v1/pki/root']]);
});

test.each(['issuers', 'keys'] as const)('%s that are new after the answer are not deleted', async (later) => {
  const result = await run(later);
  expect([result.code, deletions(result)]).toEqual([6, []]);
  expect(result.stderr).toContain(`pki was changed while the question was open (${later})`);
});
