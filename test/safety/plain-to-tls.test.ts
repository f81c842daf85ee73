/** Tests plain HTTP to a port of TLS, in the words of Go's servers and of nginx: it is another address, not a refusal. */
import { describe, expect, test } from 'vitest';
import { answering } from '../support/answering.ts';

const go = 'Client sent an HTTP request to an HTTPS server.\n';
const nginx =
  '<html><head><title>400 The plain HTTP request was sent to HTTPS port</title></head><body></body></html>';

const env = (origin: string): Readonly<Record<string, string>> => ({
  TRIVET_WORKSPACES_URL: `${origin}/api/v2`,
  TRIVET_SECRETS_URL: `${origin}/v1`,
  TRIVET_JOBS_URL: origin,
  TRIVET_WORKSPACES_TOKEN: 'a-token',
  TRIVET_SECRETS_TOKEN: 'a-token',
  TRIVET_JOBS_TOKEN: 'a-token',
});

describe.each([
  ['Go', go],
  ['nginx', nginx],
])('plain HTTP to a TLS port of %s', (_, body) => {
  test.each(['job list', 'pki role show web', 'job stop web --yes', 'doctor jobs', 'doctor secrets'])(
    'is exit 8 for %s, which names the address',
    async (line) => {
      const { code, stderr } = await answering(line, env, () => ({ status: 400, body }));
      expect(code, stderr).toBe(8);
      expect(stderr).toMatch(
        /speaks TLS, but the request was plain HTTP\n {2}Write https:\/\/ in the base URL\./,
      );
    },
  );
});
