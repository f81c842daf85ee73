/** Tests that an object that does not exist is not reported as deleted. */
import { expect, test } from 'vitest';
import { useServers } from '../support/counting-server.ts';
import { useSandbox } from '../support/sandbox.ts';

const bench = useSandbox();
const serve = useServers();

test.each([
  'pki role delete nosuch --yes',
  'aws role delete nosuch --yes',
  'aws static-role delete nosuch --yes',
  'ldap role delete nosuch --yes',
  'ldap static-role delete nosuch --yes',
  'ldap library delete nosuch --yes',
  'message delete nosuch --yes',
])('%s is exit 5, and nothing is sent', async (line) => {
  bench.clear();
  const { code, stdout, stderr } = await bench.trivet(line);
  expect({ code, stdout }, stderr).toEqual({ code: 5, stdout: '' });
  expect(bench.requests().filter(({ method }) => method === 'DELETE')).toEqual([]);
});

test('a token that is not allowed to look gets a note that the server reports success in any case', async () => {
  const server = await serve((request, response) => {
    const denied = request.method === 'GET';
    const body = denied ? '{"errors":["1 error occurred:\\n\\t* permission denied\\n\\n"]}' : undefined;
    response.writeHead(denied ? 403 : 204, { 'content-type': 'application/json' }).end(body);
  });
  const env = { TRIVET_SECRETS_URL: `${server.origin}/v1` };
  const { code, stderr } = await bench.trivet('pki role delete web --yes', { env });
  expect(code, stderr).toBe(0);
  expect(stderr).toContain('reports success for an object that does not exist too');
});
