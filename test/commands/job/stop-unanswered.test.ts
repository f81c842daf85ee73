/** Tests that a stop whose reply was lost is not sent again: somebody could have started the job meanwhile. */
import { expect, test } from 'vitest';
import { runCli, words } from '../../support/run-cli.ts';
import { smallServer } from '../../support/small-server.ts';

test('a stop that a gateway answers with 503 is sent once, and its outcome is unknown', async () => {
  const job = { ID: 'web', Namespace: 'default', Type: 'service', Status: 'running', JobModifyIndex: 5 };
  const { env, received } = await smallServer(({ method }) =>
    method === 'DELETE' ? { status: 503, headers: { 'Retry-After': '0' } } : { body: job },
  );
  const { code, stderr } = await runCli(words('job stop web --yes'), { env });
  expect(code, stderr).toBe(9);
  expect(stderr).toContain('trivet job show web');
  expect(received.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});
