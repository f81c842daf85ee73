/** Tests a token such as `root`, of a development server, which is also a word in trivet's texts. */
import { expect, test } from 'vitest';
import { runCli, words } from '../support/run-cli.ts';
import { smallServer } from '../support/small-server.ts';

const failing = async (token: string, flags = '') => {
  const { env } = await smallServer(() => ({
    status: 500,
    body: { errors: [`could not fetch the CA certificate: token ${token}, chroot and ${token}s`] },
  }));
  return runCli(words(`pki role show web ${flags}`), {
    env: { TRIVET_SECRETS_URL: `${env['TRIVET_JOBS_URL']}/v1`, TRIVET_SECRETS_TOKEN: token },
  });
};

test.each(['', '-o json', '-v'])(
  "a short token is hidden in the server's words, and not in hints %s",
  async (flags) => {
    const { stderr } = await failing('root', flags);
    expect(stderr).toContain('trivet pki root generate');
    expect(stderr).toContain('token [hidden], chroot and roots');
  },
);

test('a token of the usual length is hidden everywhere', async () => {
  const { stderr } = await failing('hvs.canary-canary');
  expect(stderr).not.toContain('canary');
});
