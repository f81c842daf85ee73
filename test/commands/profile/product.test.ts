/**
 * Tests that the product of a real server is known before a field is sent under a name that the server does not have.
 */
import { expect, test } from 'vitest';
import { useConfigFolder } from '../../support/config-folder.ts';
import { useServers } from '../../support/counting-server.ts';
import type { CountingServer } from '../../support/counting-server.ts';

const { trivet, file, profiles, write } = useConfigFolder();
const serve = useServers();
const stored = (): unknown => JSON.parse(profiles() ?? '{}');

const enterprise = { 'tfp-api-version': '2.6', 'tfp-appname': 'Terraform Enterprise' };
const plain = { 'content-type': 'application/json' };

/** A server that answers every request with a workspace, and reports its product in its headers. */
const server = (headers: Readonly<Record<string, string>>): Promise<CountingServer> =>
  serve((_, response) =>
    response
      .writeHead(200, { ...plain, ...headers })
      .end('{"data":{"id":"ws-0123456789abcdef","type":"workspaces","attributes":{"name":"web"}}}'),
  );
const changes = ({ seen }: CountingServer): readonly string[] =>
  seen.filter(({ method }) => method !== 'GET').map(({ body }) => body);
const use = ({ origin }: CountingServer) => ({
  env: {
    TRIVET_WORKSPACES_URL: `${origin}/api/v2`,
    TRIVET_WORKSPACES_TOKEN: 'the-token',
    TRIVET_ORGANIZATION: 'acme',
  },
});

test('profile set stores and reports the product of the server, whose names are then sent', async () => {
  const tfe = await server(enterprise);
  const set = await trivet(
    `profile set prod --workspaces-url ${tfe.origin}/api/v2 --default-organization acme`,
  );
  expect(set.code).toBe(0);
  expect(set.stderr).toContain('the workspaces server is terraform-enterprise: stored in profile prod');
  expect(tfe.seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  expect(stored()).toMatchObject({ profiles: { prod: { workspaces: { product: 'terraform-enterprise' } } } });
  await trivet('auth login workspaces --token-file -', { stdin: 'the-token\n' });
  expect((await trivet('workspace create web --terraform-version 1.9.8')).code).toBe(0);
  expect(changes(tfe)).toHaveLength(1);
  expect(changes(tfe)[0]).toContain('"terraform-version":"1.9.8"');
});

test('auth login stores the product if profile set could not', async () => {
  const away = 'http://127.0.0.1:1/api/v2';
  const set = await trivet(`profile set prod --workspaces-url ${away}`);
  expect(set.code).toBe(0);
  expect(set.stderr).toContain('--workspaces-product detect');
  expect(profiles()).not.toContain('product');
  const tfe = await server(enterprise);
  const late = { workspaces: { url: `${tfe.origin}/api/v2` } };
  write(JSON.stringify({ version: 1, current: 'late', profiles: { late } }));
  const login = await trivet('auth login workspaces --profile late --token-file -', { stdin: 'the-token\n' });
  expect(login.code).toBe(0);
  expect(stored()).toMatchObject({ profiles: { late: { workspaces: { product: 'terraform-enterprise' } } } });
});

test('a server that reports its product only to holders of a token is asked at the login', async () => {
  const nomad = await serve((request, response) => {
    const known =
      request.headers.authorization !== undefined || request.headers['x-nomad-token'] !== undefined;
    response
      .writeHead(known ? 200 : 403, plain)
      .end(known ? '{"config":{"Version":{"Version":"2.0.5"}},"member":{}}' : '{}');
  });
  const set = await trivet(`profile set prod --jobs-url ${nomad.origin}`);
  expect(set.code).toBe(0);
  expect(profiles()).not.toContain('product');
  await trivet('auth login jobs --token-file -', { stdin: 'the-token\n' });
  expect(stored()).toMatchObject({ profiles: { prod: { jobs: { product: 'nomad' } } } });
});

const health = (document: Readonly<Record<string, unknown>>): Promise<CountingServer> =>
  serve((_, response) =>
    response.writeHead(200, plain).end(JSON.stringify({ initialized: true, sealed: false, ...document })),
  );

test.each([
  // As recorded: it has neither an edition nor the fields of Vault.
  [
    { version: '2.6.2', replication_dr_mode: 'disabled' },
    { product: 'openbao', version: '2.6.2' },
  ],
  [
    { version: '2.0.1', enterprise: false },
    { product: 'vault', edition: 'community', version: '2.0.1' },
  ],
  [
    { version: '2.0.1', enterprise: true },
    { product: 'vault', edition: 'enterprise', version: '2.0.1' },
  ],
  [{ version: '2.3.0+ent.hsm' }, { product: 'vault', edition: 'enterprise', version: '2.3.0+ent.hsm' }],
  [{ version: '1.13.1' }, { product: 'vault', edition: 'community', version: '1.13.1' }],
])('secrets that report %j are stored as %j', async (document, kind) => {
  const { origin } = await health(document);
  expect((await trivet(`profile set prod --secrets-url ${origin}/v1`)).code).toBe(0);
  expect(stored()).toEqual({
    version: 1,
    current: 'prod',
    profiles: { prod: { secrets: { url: `${origin}/v1`, ...kind } } },
  });
});

test('a Vault of version 2 keeps its hierarchical names, and only its community edition lacks messages', async () => {
  const { origin } = await health({ version: '2.0.1', enterprise: false });
  await trivet(`profile set prod --secrets-url ${origin}/v1 --secrets-token-from env:SECRET`);
  const env = { SECRET: 'hush' };
  const set = await trivet('ldap library show team/db --dry-run', { env });
  expect(set).toMatchObject({ code: 0 });
  const refused = await trivet('message list', { env });
  expect(refused.code).toBe(7);
  expect(refused.stderr).toContain(
    'Vault has no custom messages; they exist in Vault Enterprise 1.16 and newer',
  );
  const federation = await trivet(
    'aws config set --role-arn arn:aws:iam::1:role/x --identity-token-audience x --dry-run',
    { env },
  );
  expect(federation.code).toBe(2);
  expect(federation.stderr).toContain('vault (enterprise, 1.16 and newer), not by vault 2.0.1 (community)');
});

test('a profile with a product of no known version means the newest, and naming a product forgets the version', async () => {
  const { origin } = await health({ version: '1.15.0' });
  const secrets = { url: `${origin}/v1`, product: 'vault', token: { kind: 'environment', name: 'SECRET' } };
  write(JSON.stringify({ version: 1, current: 'prod', profiles: { prod: { secrets } } }));
  const env = { SECRET: 'hush' };
  const show = 'ldap library show team/db --dry-run';
  expect((await trivet(show, { env })).code).toBe(0);
  await trivet('profile set prod --secrets-product detect');
  expect(stored()).toMatchObject({ profiles: { prod: { secrets: { version: '1.15.0' } } } });
  const refused = await trivet(show, { env });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('Vault 1.15.0 does not support hierarchical names');
  await trivet('profile set prod --secrets-product vault');
  expect(stored()).toMatchObject({ profiles: { prod: { secrets } } });
  expect(profiles()).not.toContain('1.15.0');
  await trivet('profile set prod --secrets-product detect');
  await trivet('profile set prod --secrets-url https://elsewhere.test:1/v1');
  expect(profiles()).not.toContain('1.15.0');
});

test('doctor and profile explain show version and edition, and a stored version that decides otherwise is a warning', async () => {
  let version = '1.15.0';
  const { origin } = await serve((_, response) =>
    response.writeHead(200, plain).end(JSON.stringify({ version, enterprise: true })),
  );
  await trivet(`profile set prod --secrets-url ${origin}/v1`);
  const product = async (): Promise<unknown> => {
    const { findings } = JSON.parse((await trivet('doctor secrets -o json')).stdout);
    return findings.find(({ check }: { readonly check: string }) => check === 'product');
  };
  expect(await product()).toMatchObject({
    status: 'ok',
    detail: 'vault 1.15.0 (enterprise)',
    facts: { detected: 'vault', version: '1.15.0', edition: 'enterprise' },
  });
  expect((await trivet('profile explain secrets -o tsv')).stdout).toMatch(
    /edition\tenterprise[\s\S]*version\t1\.15\.0/,
  );
  version = '1.15.7';
  expect(await product()).toMatchObject({ status: 'ok', detail: 'vault 1.15.7 (enterprise)' });
  version = '1.17.0';
  expect(await product()).toMatchObject({
    status: 'warning',
    detail: 'the server is vault 1.17.0 (enterprise), but profile "prod" says vault 1.15.0 (enterprise)',
    next: 'Store what it is now: trivet profile set prod --secrets-product detect',
  });
});

test('a product that is named, or stored for the address, is not asked for', async () => {
  const tfe = await server(enterprise);
  const url = `--workspaces-url ${tfe.origin}/api/v2`;
  await trivet(`profile set prod ${url} --workspaces-product otf`);
  await trivet(`profile set prod ${url} --default-organization acme`);
  await trivet('auth login workspaces --token-file -', { stdin: 'the-token\n' });
  expect(stored()).toMatchObject({ profiles: { prod: { workspaces: { product: 'otf' } } } });
  // The login only checks the token.
  expect(tfe.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer the-token']);
});

test.each([
  'workspace create web --terraform-version 1.9.8',
  'workspace create web --terraform-version 1.9.8 --quiet',
  `workspace create web --set engine-version='"1.9.8"'`,
  `workspace create web --body '{"data":{"attributes":{"engine-version":"1.9.8"}}}'`,
  'workspace update ws-0123456789abcdef --terraform-version 1.9.8 -q',
  'workspace update acme/web --vcs-repo-vcs-app-installation-id ghain-1',
])('without a known product %s is refused before it is sent', async (line) => {
  const tfe = await server(enterprise);
  const refused = await trivet(line, use(tfe));
  expect(refused).toMatchObject({ code: 3, stdout: '' });
  expect(refused.stderr).toContain('--product terraform-enterprise');
  expect(refused.stderr).toContain('Nothing was changed.');
  expect(changes(tfe)).toEqual([]);
  expect((await trivet(`${line} --product terraform-enterprise`, use(tfe))).code).toBe(0);
  expect(changes(tfe)[0]).not.toMatch(/engine-version|vcs-app/);
});

test('a batch refuses such changes, too, and asks the server once', async () => {
  const tfe = await server(enterprise);
  const lines = file(
    'lines',
    'workspace create a --terraform-version 1.9.8\nworkspace create b --terraform-version 1.9.8\n',
  );
  const batch = await trivet(`batch run ${lines} --journal ${file('journal', '')}.new`, use(tfe));
  expect(batch.code).toBe(10);
  expect(batch.stdout).toContain('--product terraform-enterprise');
  expect(changes(tfe)).toEqual([]);
  expect(tfe.seen).toHaveLength(1);
});

test('changes with common names need no further request, and a server that reports nothing is treated as documented', async () => {
  const tfe = await server(enterprise);
  expect((await trivet('workspace create web --auto-apply', use(tfe))).code).toBe(0);
  expect(tfe.seen.map(({ method }) => method)).toEqual(['POST']);
  const silent = await server({});
  expect((await trivet('workspace create web --terraform-version 1.9.8', use(silent))).code).toBe(0);
  expect(changes(silent)[0]).toContain('"engine-version":"1.9.8"');
});

test('with --product generic the server is not asked', async () => {
  const tfe = await server(enterprise);
  const chosen = await trivet('workspace create web --terraform-version 1.9.8 --product generic', use(tfe));
  expect(chosen.code).toBe(0);
  expect(tfe.seen.map(({ method }) => method)).toEqual(['POST']);
});

test('an update uses the product that its own read has reported', async () => {
  const tfe = await server(enterprise);
  const refused = await trivet('workspace update ws-0123456789abcdef --terraform-version 1.9.8', use(tfe));
  expect(refused.code).toBe(3);
  expect(tfe.seen.map(({ url }) => url)).toEqual(['/api/v2/workspaces/ws-0123456789abcdef']);
});
