/** Tests that hints of errors are commands that can be run as they stand. */
import { expect, test } from 'vitest';
import { runCli, words } from './support/run-cli.ts';
import { useServers } from './support/counting-server.ts';

const serve = useServers();

test('the command in a hint has the names, and the flags that chose the server', async () => {
  const server = await serve((_, response) =>
    response.writeHead(400).end('job scaling blocked due to active deployment'),
  );
  const result = await runCli(words('job scale web api 2 --namespace "team a" --product nomad'), {
    env: { TRIVET_JOBS_URL: server.origin, TRIVET_JOBS_TOKEN: 't' },
  });
  expect(result.code).toBe(6);
  expect(result.stderr).toMatch(
    /trivet job deployment web --watch --namespace 'team a' --product nomad|trivet job deployment web --watch --product nomad --namespace 'team a'/,
  );
  expect(result.stderr).not.toMatch(/\bJOB\b/);
});

test('a change of many that finds nothing says what an empty list may mean', async () => {
  const server = await serve((_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/vnd.api+json' })
      .end('{"data":[],"meta":{"pagination":{"current-page":1,"total-pages":1,"total-count":0}}}'),
  );
  const result = await runCli(
    words('workspace lock --where locked=false --yes --organization acme --product otf'),
    {
      env: { TRIVET_WORKSPACES_URL: `${server.origin}/api/v2`, TRIVET_WORKSPACES_TOKEN: 't' },
    },
  );
  expect(result.code).toBe(0);
  expect(result.stderr).toContain('no workspace matches: nothing to change');
  expect(result.stderr).toContain('that the token cannot see');
});

test('a condition that certificates do not answer is never to be left out of a revocation', async () => {
  const server = await serve((request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        data: request.url?.includes('/certs') === true ? { keys: ['0a:1b'] } : { certificate: 'x' },
      }),
    ),
  );
  const { code, stderr } = await runCli(words("pki revoke --where 'common_name~h1*' --yes"), {
    env: { TRIVET_SECRETS_URL: `${server.origin}/v1`, TRIVET_SECRETS_TOKEN: 't' },
  });
  expect(code).toBe(7);
  expect(stderr).not.toContain('Leave');
  expect(stderr).toContain("trivet pki inventory --where 'common_name~h1*' -o name | trivet pki revoke -");
});
