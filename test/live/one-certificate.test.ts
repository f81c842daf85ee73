/**
 * One certificate, five commands, on a real OpenBao in a namespace of its own: TRIVET_LIVE_BAO_URL and
 * TRIVET_LIVE_BAO_TOKEN. `npm run test:live`
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judgeFiveCommands } from '../support/five-commands.ts';
import { runCli, words } from '../support/run-cli.ts';

const url = process.env['TRIVET_LIVE_BAO_URL'] ?? '';
const token = process.env['TRIVET_LIVE_BAO_TOKEN'] ?? '';

test.skipIf(url !== '')('skipped: TRIVET_LIVE_BAO_URL is not set', () => {
  expect(url).toBe('');
});

describe.skipIf(url === '')('a real OpenBao', () => {
  const namespace = `trivet-five-${process.pid}-${Date.now()}`;
  const call = async (method: string): Promise<void> => {
    const headers = { 'x-vault-token': token };
    const reply = await fetch(`${url}/sys/namespaces/${namespace}`, { method, headers });
    if (!reply.ok) throw new Error(`${method}: ${reply.status} ${await reply.text()}`);
  };
  beforeAll(() => call('POST'));
  afterAll(() => call('DELETE'));
  const server = {
    TRIVET_SECRETS_URL: url,
    TRIVET_SECRETS_TOKEN: token,
    TRIVET_SECRETS_NAMESPACE: namespace,
  };
  judgeFiveCommands((line, env) => runCli(words(line), { env: { ...server, ...env } }), true);
});
