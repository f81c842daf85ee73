/** Tests credentials of which the server left a part empty: they are not shown as new ones, and no command starts. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useConfigFolder } from '../../support/config-folder.ts';
import { useServers } from '../../support/counting-server.ts';

const { trivet, path } = useConfigFolder();
const serve = useServers();

const environment = async (data: object) => {
  const server = await serve((request, response) => {
    const set = { ttl: 60, service_account_names: ['svc-01'], disable_check_in_enforcement: false };
    const isSet = /\/library\/[^/]+$/.test(request.url ?? '');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ lease_id: 'l', lease_duration: 60, data: isSet ? set : data }));
  });
  return { TRIVET_SECRETS_URL: `${server.origin}/v1`, TRIVET_SECRETS_TOKEN: 't' };
};

test.each([
  ['ldap library check-out team-a', { service_account_name: '', password: 'p' }, 'service_account_name'],
  ['ldap library check-out team-a', { service_account_name: 'svc-01', password: '' }, 'password'],
  ['ldap creds dynamic', { username: '', password: 'p' }, 'username'],
  ['aws creds deploy', { access_key: 'AKIA', secret_key: '' }, 'secret_key'],
])('%s with %j is not a success, and lends nothing', async (line, data, lacking) => {
  const env = await environment(data);
  const shown = await trivet(`${line} -o json`, { env });
  expect([8, 9]).toContain(shown.code);
  expect(shown.stdout).toBe('');
  expect(shown.stderr).toContain(`it has no ${lacking}`);
  expect((await trivet(`${line} -- touch ${path('started')}`, { env })).code).toBe(125);
  expect(existsSync(path('started'))).toBe(false);
});

test.each([
  ['ldap static-creds app-01', { username: '', password: 'p' }, 'username'],
  ['ldap static-creds app-01', { username: 'u', password: '' }, 'password'],
  ['aws static-creds build', { access_key: 'AKIA', secret_key: '' }, 'secret_key'],
])('%s with %j is not lent', async (line, data, lacking) => {
  const env = await environment(data);
  const { code, stderr } = await trivet(`${line} -- touch ${path('started')}`, { env });
  expect(code).toBe(125);
  expect(stderr).toContain(`the command was not started: the ${lacking} of the credentials of`);
  expect(existsSync(path('started'))).toBe(false);
});

test.each([
  ['ldap static-creds app-01 -o env', { username: '', password: 'p' }, 'username'],
  ['ldap static-creds app-01 -o export', { username: 'u', password: '' }, 'password'],
  ['aws static-creds build -o env', { access_key: 'AKIA', secret_key: '' }, 'secret_key'],
  ['aws static-creds build -o credential-process', { access_key: 'AKIA', secret_key: '' }, 'secret_key'],
])('%s with %j gives a program no part of them', async (line, data, lacking) => {
  const { code, stdout, stderr } = await trivet(line, { env: await environment(data) });
  expect([code, stdout]).toEqual([8, '']);
  expect(stderr).toContain(`the ${lacking} of the credentials is empty`);
});
