/** Tests that help and errors name the least right that is enough, as found by trial on Nomad 2.0.5 and OpenBao 2.6.2. */
import { expect, test } from 'vitest';
import { permissionOf } from '../src/catalogue/permission.ts';
import { operationNamed } from './support/catalogue.ts';
import { runCli, words } from './support/run-cli.ts';
import { useServers } from './support/counting-server.ts';

const serve = useServers();

test.each([
  ['job.plan', 'plan-job'],
  ['job.register', 'register-job'],
  ['job.update', 'register-job'],
  ['job.revert', 'revert-job'],
  ['job.evaluate', 'evaluate-job'],
  ['job.stable', 'stable-job'],
  ['job.scale', 'scale-job'],
  ['job.parse', 'parse-job'],
  ['job.stop', 'deregister-job'],
  ['job.periodic.force', 'force-periodic-job'],
  ['job.dispatch', 'dispatch-job'],
])('%s names %s, not only the wider right', (id, least) => {
  expect(permissionOf(operationNamed(id))?.split(/[ ;,]/)[0]).toBe(`namespace:${least}`);
});

test.each([
  ['pki.issue', '{mount}/issue/{name}', 'update'],
  ['pki.role.list', '{mount}/roles', 'list'],
  ['pki.role.show', '{mount}/roles/{name}', 'read'],
  ['pki.role.write', '{mount}/roles/{name}', 'update'],
  ['pki.role.delete', '{mount}/roles/{name}', 'delete'],
  ['pki.crl.rotate', '{mount}/crl/rotate', 'read'],
  ['ldap.library.check-out', '{mount}/library/{set_name}/check-out', 'update'],
  ['lease.revoke', 'sys/leases/revoke', 'update'],
  ['lease.list', 'sys/leases/lookup{/prefix}', 'list', 'sudo'],
  ['pki.root.delete', '{mount}/root', 'delete', 'sudo'],
  ['ldap.config.set', '{mount}/config', 'create', 'update'],
  ['ldap.library.write', '{mount}/library/{set_name}', 'create', 'update'],
  ['ldap.library.update', '{mount}/library/{set_name}', 'update'],
  ['ldap.role.write', '{mount}/role/{role_name}', 'create', 'update'],
  ['ldap.static-role.write', '{mount}/static-role/{role_name}', 'create', 'update'],
  ['ldap.static-role.list', '{mount}/static-role', 'list'],
])('%s names the path %s and %s', (id, path, ...capabilities) => {
  const allowed = capabilities.map((one) => `"${one}"`).join(', ');
  expect(permissionOf(operationNamed(id))).toBe(`path "${path}" { capabilities = [${allowed}] }`);
});

// By trial on Nomad 2.0.5 and OpenBao 2.6.2: a token with exactly these rights runs the command, and with one less it is refused.
test.each([
  ['job plan', /namespace:plan-job .*; also namespace:parse-job if the file is HCL/],
  ['job register', /namespace:register-job .*; also namespace:parse-job if the file is HCL/],
  ['job update', /namespace:register-job .*; also namespace:parse-job if the file is HCL/],
  ['job scale', /namespace:scale-job .*; also namespace:read-job if the group is not given/],
  ['job stop', /namespace:deregister-job .*; also namespace:read-job/],
  ['job stable', /namespace:stable-job .*; also namespace:read-job/],
  ['job restart', /namespace:alloc-lifecycle; also namespace:read-job/],
  ['job status', /^namespace:read-job; namespace:read-logs for the end of a log/],
  ['job logs', /^namespace:read-job, and namespace:read-logs or namespace:read-fs/],
  ['job wait', /^namespace:read-job$/],
  ['job promote', /namespace:promote-deployment .*; also namespace:read-job$/],
  ['job fail', /namespace:fail-deployment .*; also namespace:read-job$/],
  ['job action', /^namespace:alloc-exec, .*; also namespace:read-job$/],
  ['job revert', /namespace:revert-job .*; also namespace:read-job unless the version is given$/],
  ['job start', /namespace:revert-job .*; also namespace:read-job$/],
  ['job dispatch', /^namespace:dispatch-job; also namespace:read-job with --wait$/],
  ['job evaluate', /namespace:evaluate-job .*; also namespace:read-job with --wait$/],
  ['job diff', /^namespace:read-job$/],
  ['job events', /^namespace:read-job$/],
  ['diff', /^for job files namespace:plan-job, and namespace:parse-job if they are HCL$/],
  ['pki role update', /"update"\] }; also path "{mount}\/roles\/{name}" { capabilities = \["read"\] }$/],
  [
    'aws creds',
    /"read"\] }; also path "sys\/leases\/revoke" .* with -- COMMAND, and path "sys\/leases\/renew"/,
  ],
  [
    'ldap creds',
    /"read"\] }; also path "sys\/leases\/revoke" .* with -- COMMAND, and path "sys\/leases\/renew"/,
  ],
  [
    'ldap library check-out',
    /check-out" .*also path "{mount}\/library\/{set_name}\/check-in" .*status" .*path "sys\/leases\/revoke"/,
  ],
  ['pki tidy', /"update"\] }; also path "{mount}\/tidy-status" { capabilities = \["read"\] } with --wait$/],
  ['apply', /^for job files namespace:plan-job and namespace:register-job, and namespace:parse-job/],
])('help of %s names the rights of all its requests', async (path, rights) => {
  const { stdout } = await runCli(['help', ...words(path), '--all']);
  const [, needs = ''] = /Needs: ([^]*?)\n\n/.exec(stdout) ?? [];
  expect(needs.replaceAll(/\s+/g, ' ')).toMatch(rights);
});

test('an operation that needs no token names no right', () => {
  expect(permissionOf(operationNamed('pki.ca.show'))).toBeUndefined();
});

test('a refusal names the policy for the very path that was refused', async () => {
  const server = await serve((_, response) =>
    response.writeHead(403).end('{"errors":["1 error occurred:\\n\\t* permission denied\\n\\n"]}'),
  );
  const { code, stderr } = await runCli(words('pki role show web --mount pki/prod'), {
    env: { TRIVET_SECRETS_URL: `${server.origin}/v1`, TRIVET_SECRETS_TOKEN: 't' },
  });
  expect(code).toBe(4);
  expect(stderr).toContain('It needs: path "pki/prod/roles/web" { capabilities = ["read"] }.');
});
