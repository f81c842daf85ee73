import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ServiceName } from '../../src/catalogue/product.ts';
import type { ResolutionFlags } from '../../src/config/endpoint.ts';
import type { Surroundings } from '../../src/system/surroundings.ts';
import { planEndpoint } from '../../src/services/endpoint/plan.ts';
import { loadServices, unheeded } from '../../scripts/generate/services.ts';
import { resolveEndpoint } from '../../src/services/endpoint/resolve.ts';
import { errorOf, surroundingsOf, temporaryFolder, writeProfiles } from './profiles-surroundings.ts';

await loadServices();

const seen = async (
  service: ServiceName,
  where: Surroundings | Surroundings['env'],
  flags: ResolutionFlags = {},
) => {
  const surroundings = 'uid' in where && 'env' in where ? (where as Surroundings) : surroundingsOf(where);
  const endpoint = await resolveEndpoint(service, flags, surroundings);
  const token = await endpoint.token();
  return {
    url: endpoint.baseUrl,
    product: endpoint.product,
    token: token?.value,
    from: token?.source,
    endpoint,
  };
};

describe('Vault and OpenBao', () => {
  it('take address, token, namespace and server name from their variables', async () => {
    const vault = await seen('secrets', {
      VAULT_ADDR: 'https://v.example:8200',
      VAULT_TOKEN: 'vt',
      VAULT_NAMESPACE: 'ns',
      VAULT_TLS_SERVER_NAME: 'sni.example',
    });
    expect(vault).toMatchObject({ url: 'https://v.example:8200/v1', product: 'vault', token: 'vt' });
    expect(vault.endpoint.context.namespace?.value).toBe('ns');
    expect(vault.endpoint.tls.serverName).toBe('sni.example');
    const bao = await seen('secrets', { BAO_ADDR: 'unix:///run/bao.sock', BAO_TOKEN: 'bt' });
    expect(bao).toMatchObject({ url: 'http://localhost/v1', product: 'openbao', token: 'bt' });
    expect(bao.endpoint.socketPath).toBe('/run/bao.sock');
  });

  it('let BAO_ variables override VAULT_, even if empty', async () => {
    const env = { BAO_ADDR: 'https://b.example', VAULT_TOKEN: 'vt', VAULT_NAMESPACE: 'ns' };
    expect(await seen('secrets', env)).toMatchObject({ product: 'openbao', token: 'vt' });
    expect(await seen('secrets', { ...env, BAO_TOKEN: '' })).toMatchObject({ token: undefined });
    const emptied = await seen('secrets', { ...env, BAO_NAMESPACE: '' });
    expect(emptied.endpoint.context.namespace).toBeUndefined();
    const error = await errorOf(() => seen('secrets', { BAO_ADDR: '', VAULT_ADDR: 'https://v.example' }));
    expect(error.code).toBe('no-address');
  });

  it('keep the token of a Vault at another address', async () => {
    const surroundings = surroundingsOf({
      BAO_ADDR: 'https://b.example',
      VAULT_ADDR: 'https://v.example',
      VAULT_TOKEN: 'vt',
    });
    writeFileSync(join(surroundings.home ?? '', '.vault-token'), 'file-token');
    expect(await seen('secrets', surroundings)).toMatchObject({
      url: 'https://b.example/v1',
      token: undefined,
    });
    expect(
      await seen('secrets', { ...surroundings, env: { VAULT_ADDR: 'https://v.example', BAO_TOKEN: 'bt' } }),
    ).toMatchObject({
      token: 'file-token',
      from: '~/.vault-token',
    });
  });

  it('use ~/.vault-token only with a vendor address', async () => {
    const surroundings = surroundingsOf({ VAULT_ADDR: 'https://v.example' });
    expect((await seen('secrets', surroundings)).token).toBeUndefined();
    writeFileSync(join(surroundings.home ?? '', '.vault-token'), 'file-token\n');
    expect(await seen('secrets', surroundings)).toMatchObject({
      token: 'file-token',
      from: '~/.vault-token',
    });
    const own = { ...surroundings, env: { TRIVET_SECRETS_URL: 'https://own.example/v1' } };
    expect((await seen('secrets', own)).token).toBeUndefined();
  });
});

/** Of the list in the vendors' documentation: what changes a request, and what trivet has no setting for. */
const refusedOfVault = [
  'VAULT_WRAP_TTL',
  'VAULT_MFA',
  'VAULT_HEADERS',
  'VAULT_AGENT_ADDR',
  'VAULT_SRV_LOOKUP',
  'VAULT_PROXY_ADDR',
  'VAULT_HTTP_PROXY',
];

describe('variables that change what is sent, or where', () => {
  it.each(
    refusedOfVault.flatMap((name): [string, string][] => [
      [name, 'VAULT_ADDR'],
      [name, 'BAO_ADDR'],
      [name.replace('VAULT_', 'BAO_'), 'BAO_ADDR'],
    ]),
  )('%s is refused with %s, without its value', async (name, address) => {
    const env = { [address]: 'https://s.example', [name]: 'hunter2' };
    const error = await errorOf(() => seen('secrets', env));
    expect([error.exit, error.message.includes(name)]).toEqual([3, true]);
    expect(error.message).not.toContain('hunter2');
  });

  it('are all refused that the program knows', () => {
    const known = Object.keys(unheeded('refused')).filter((name) => name.startsWith('VAULT_'));
    expect(known.toSorted()).toEqual(refusedOfVault.toSorted());
  });

  it('are taken as absent when they are off, or of a Vault at another address', async () => {
    const off = { VAULT_ADDR: 'https://v.example', VAULT_WRAP_TTL: '', VAULT_SRV_LOOKUP: 'false' };
    expect((await seen('secrets', off)).url).toBe('https://v.example/v1');
    const other = { BAO_ADDR: 'https://b.example', VAULT_ADDR: 'https://v.example', VAULT_WRAP_TTL: '5m' };
    expect((await seen('secrets', other)).url).toBe('https://b.example/v1');
  });

  it.each(['VAULT_WRAP_TTL', 'BAO_WRAP_TTL'])(
    '%s protects the reply, so it is refused with an address of trivet too',
    async (name) => {
      const own = { TRIVET_SECRETS_URL: 'https://own.example/v1' };
      const error = await errorOf(() => seen('secrets', { ...own, [name]: '5m' }));
      expect([error.exit, error.message.includes(name)]).toEqual([3, true]);
      expect((await seen('secrets', { ...own, [name]: '0' })).url).toBe('https://own.example/v1');
    },
  );

  it('without effect are named, and so is the token of the other vendor', async () => {
    const said = async (service: ServiceName, env: Surroundings['env']) => {
      const { notices, remarks } = await planEndpoint(service, {}, surroundingsOf(env), {});
      return [...notices, ...remarks];
    };
    for (const name of Object.keys(unheeded('unused'))) {
      const [service, address]: [ServiceName, string] = name.startsWith('VAULT_')
        ? ['secrets', 'VAULT_ADDR']
        : name.startsWith('NOMAD_')
          ? ['jobs', 'NOMAD_ADDR']
          : ['workspaces', 'TFE_ADDRESS'];
      const about = await said(service, { [address]: 'https://s.example', [name]: 'hunter2' });
      expect(about).toEqual([expect.stringContaining(`${name} is set and not used`)]);
      expect(about.join()).not.toContain('hunter2');
    }
    expect(await said('secrets', { BAO_ADDR: 'https://b.example', VAULT_TOKEN: 'vt' })).toEqual([
      'VAULT_TOKEN is sent to BAO_ADDR (https://b.example), as bao does; BAO_TOKEN takes precedence',
    ]);
  });
});

describe('the token file of Vault', () => {
  it('is noted when others can read it', async () => {
    const surroundings = surroundingsOf({ VAULT_ADDR: 'https://v.example' });
    const path = join(surroundings.home ?? '', '.vault-token');
    writeFileSync(path, 'file-token', { mode: 0o600 });
    expect((await seen('secrets', surroundings)).endpoint.notices).toEqual([]);
    chmodSync(path, 0o644);
    expect((await seen('secrets', surroundings)).endpoint.notices).toEqual([
      'other users can read ~/.vault-token: run chmod 600 ~/.vault-token',
    ]);
  });

  it('gives way to the token helper of ~/.vault', async () => {
    const surroundings = surroundingsOf({ VAULT_ADDR: 'https://v.example' });
    writeFileSync(join(surroundings.home ?? '', '.vault-token'), 'file-token', { mode: 0o600 });
    writeFileSync(join(surroundings.home ?? '', '.vault'), '# mine\ntoken_helper = "/opt/helper"\n');
    const asked: (readonly string[])[] = [];
    const endpoint = await resolveEndpoint('secrets', {}, surroundings, {
      runCommand: (argv) => {
        asked.push(argv);
        return Promise.resolve(Buffer.from('helper-token\n'));
      },
    });
    expect(await endpoint.token()).toEqual({
      value: 'helper-token',
      source: '~/.vault (command /opt/helper)',
    });
    expect(asked).toEqual([['/opt/helper', 'get']]);
  });
});

describe('Nomad', () => {
  it('is configured by its variables', async () => {
    const nomad = await seen('jobs', {
      NOMAD_ADDR: 'https://n.example:4646/',
      NOMAD_TOKEN: 'nt',
      NOMAD_NAMESPACE: 'ns',
      NOMAD_REGION: 'eu',
    });
    expect(nomad).toMatchObject({ url: 'https://n.example:4646', product: 'nomad', token: 'nt' });
    const { namespace, region } = nomad.endpoint.context;
    expect([namespace?.value, region?.value]).toEqual(['ns', 'eu']);
  });

  it('is refused with a user name and password', async () => {
    const env = { NOMAD_ADDR: 'https://n.example', NOMAD_HTTP_AUTH: 'user:hunter2' };
    const error = await errorOf(() => seen('jobs', env));
    expect([error.exit, error.message.includes('NOMAD_HTTP_AUTH')]).toEqual([3, true]);
    expect(error.message).not.toContain('hunter2');
  });
});

describe('Terraform', () => {
  const credentials = (
    surroundings: Surroundings,
    hosts: Record<string, string>,
    name = 'credentials.tfrc.json',
  ) => {
    const folder = join(surroundings.home ?? '', '.terraform.d');
    mkdirSync(folder, { recursive: true });
    const entries = Object.entries(hosts).map(([host, token]) => [host, { token }]);
    writeFileSync(join(folder, name), JSON.stringify({ credentials: Object.fromEntries(entries) }));
    return join(folder, name);
  };

  it.each([
    [
      { TFE_ADDRESS: 'https://tfe.example', TFE_TOKEN: 't' },
      'https://tfe.example/api/v2',
      'terraform-enterprise',
      't',
    ],
    [
      { TFE_HOSTNAME: 'tfe.example', TFE_TOKEN: 't' },
      'https://tfe.example/api/v2',
      'terraform-enterprise',
      't',
    ],
    [
      { TFE_HOSTNAME: 'app.terraform.io', TFE_TOKEN: 't' },
      'https://app.terraform.io/api/v2',
      'hcp-terraform',
      't',
    ],
    [{ TFE_TOKEN: 't' }, 'https://app.terraform.io/api/v2', 'hcp-terraform', 't'],
    [{ TF_TOKEN_app_terraform_io: 't' }, 'https://app.terraform.io/api/v2', 'hcp-terraform', 't'],
    [
      { TF_CLOUD_HOSTNAME: 'my-tfe.example', TF_TOKEN_my__tfe_example: 't' },
      'https://my-tfe.example/api/v2',
      'terraform-enterprise',
      't',
    ],
    [
      { TF_CLOUD_HOSTNAME: 'tfe.example', TFE_TOKEN: 'public' },
      'https://tfe.example/api/v2',
      'terraform-enterprise',
      undefined,
    ],
    [
      { TF_CLOUD_HOSTNAME: 'tfe.example', TF_TOKEN_other_example: 'x' },
      'https://tfe.example/api/v2',
      'terraform-enterprise',
      undefined,
    ],
  ] as const)('is configured by %j', async (env, url, product, token) => {
    expect(await seen('workspaces', env)).toMatchObject({ url, product, token });
  });

  it('can have an organization', async () => {
    const { endpoint } = await seen('workspaces', {
      TFE_TOKEN: 't',
      TFE_ORGANIZATION: 'b',
      TF_CLOUD_ORGANIZATION: 'a',
    });
    expect(endpoint.context.organization).toEqual({ value: 'a', source: 'TF_CLOUD_ORGANIZATION' });
  });

  it('reads credentials.tfrc.json for the host that a variable names', async () => {
    const surroundings = surroundingsOf({ TF_CLOUD_HOSTNAME: 'tfe.example' });
    const path = credentials(surroundings, { 'tfe.example': 'file', 'app.terraform.io': 'other' });
    expect(await seen('workspaces', surroundings)).toMatchObject({ token: 'file', from: path });
  });

  it('reads TF_CLI_CONFIG_FILE in place of the other files', async () => {
    const surroundings = surroundingsOf({ TF_CLOUD_HOSTNAME: 'tfe.example' });
    credentials(surroundings, { 'tfe.example': 'file' });
    const path = join(temporaryFolder(), 'rc');
    writeFileSync(
      path,
      '# credentials "tfe.example" { token = "no" }\ncredentials "tfe.example" {\n  token = "chosen"\n}\n',
    );
    const env = { ...surroundings.env, TF_CLI_CONFIG_FILE: path };
    expect(await seen('workspaces', { ...surroundings, env })).toMatchObject({ token: 'chosen', from: path });
    const missing = { ...env, TF_CLI_CONFIG_FILE: `${path}.no` };
    expect((await seen('workspaces', { ...surroundings, env: missing })).token).toBeUndefined();
  });

  it('uses a login without an address if nothing else is configured, never in place of the current profile', async () => {
    const surroundings = surroundingsOf({});
    credentials(surroundings, { 'app.terraform.io': 'login', 'tfe.example': 'second' });
    expect(await seen('workspaces', surroundings)).toMatchObject({
      product: 'hcp-terraform',
      token: 'login',
    });
    const flags = { baseUrl: 'https://tfe.example/api/v2' };
    expect(await seen('workspaces', surroundings, flags)).toMatchObject({ token: 'second' });
    const elsewhere = await seen('workspaces', surroundings, { baseUrl: 'https://x.example/api/v2' });
    expect(elsewhere.token).toBeUndefined();
    writeProfiles(surroundings, {
      version: 1,
      current: 'p',
      profiles: { p: { workspaces: { url: 'https://p.example/api/v2' } } },
    });
    expect(await seen('workspaces', surroundings)).toMatchObject({
      url: 'https://p.example/api/v2',
      token: undefined,
    });
  });

  it('uses TF_TOKEN_<host> for a --base-url at that host', async () => {
    const env = { TF_TOKEN_tfe_example: 'mine', TFE_ADDRESS: 'https://a.example', TFE_TOKEN: 'a' };
    expect(await seen('workspaces', env, { baseUrl: 'https://tfe.example/api/v2' })).toMatchObject({
      token: 'mine',
    });
    expect(await seen('workspaces', env, { baseUrl: 'https://a.example/api/v2' })).toMatchObject({
      token: 'a',
    });
  });

  it('reports a broken credentials file by name without showing it', async () => {
    const surroundings = surroundingsOf({ TF_CLOUD_HOSTNAME: 'tfe.example' });
    const path = credentials(surroundings, {});
    writeFileSync(path, '{"credentials":{"tfe.example":{"token":"hunter2"');
    const error = await errorOf(() => seen('workspaces', surroundings));
    expect(error.message).toBe(`${path} is not valid JSON`);
    writeFileSync(path, '{"credentials":{"__proto__":{"token":"x"},"tfe.example":{"token":7}}}');
    expect((await seen('workspaces', surroundings)).token).toBeUndefined();
  });
});

describe('verification', () => {
  it.each([
    ['secrets', 'VAULT_SKIP_VERIFY', { VAULT_ADDR: 'https://v.example' }],
    ['secrets', 'BAO_SKIP_VERIFY', { BAO_ADDR: 'https://v.example' }],
    ['secrets', 'VAULT_SKIP_VERIFY', { BAO_ADDR: 'https://v.example' }],
    ['secrets', 'TRIVET_SECRETS_SKIP_VERIFY', {}],
    ['jobs', 'NOMAD_SKIP_VERIFY', { NOMAD_ADDR: 'https://v.example' }],
    ['workspaces', 'TFE_SSL_SKIP_VERIFY', { TFE_TOKEN: 't' }],
  ] as const)('of %s cannot be turned off by %s', async (service, name, env) => {
    for (const value of ['true', '1', 'TRUE', 't', 'yes']) {
      const error = await errorOf(() => seen(service, { ...env, [name]: value }));
      expect(error.exit).toBe(3);
      expect(error.message).toContain(name);
      expect(error.details.hint).toContain('--ca-file');
    }
    for (const value of ['', '0', 'false', 'F']) {
      const flags = { baseUrl: 'https://x.example' };
      await expect(
        resolveEndpoint(service, flags, surroundingsOf({ ...env, [name]: value })),
      ).resolves.toBeDefined();
    }
  });
});
