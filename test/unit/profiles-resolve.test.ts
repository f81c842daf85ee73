import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { perService, serviceNames } from '../../src/catalogue/product.ts';
import type { ProfilesFile } from '../../src/config/file/profile.ts';
import { productsOf } from '../../src/catalogue/product.ts';
import { resolveEndpoint } from '../../src/services/endpoint/resolve.ts';
import { errorOf, surroundingsOf, temporaryFolder, writeProfiles } from './profiles-surroundings.ts';

const profile = (host: string): ProfilesFile['profiles'][string] => ({
  ...perService((service) => ({
    url: `https://${service}.${host}`,
    token: { kind: 'stored', value: `${host}-${service}` },
  })),
  organization: `${host}-org`,
  workspaces: { url: `https://tfe.${host}/api/v2`, token: { kind: 'stored', value: `${host}-workspaces` } },
  secrets: {
    url: `https://bao.${host}/v1`,
    product: 'openbao',
    token: { kind: 'stored', value: `${host}-secrets` },
    namespace: `${host}-team`,
    mounts: { pki: `${host}-pki` },
  },
  jobs: { url: `https://nomad.${host}`, token: { kind: 'stored', value: `${host}-jobs` }, region: 'eu' },
});

const file: ProfilesFile = {
  version: 1,
  current: 'home',
  profiles: { home: profile('home.example'), work: profile('work.example'), empty: {} },
};

const vendor = {
  VAULT_ADDR: 'https://vault.example:8200',
  VAULT_TOKEN: 'vendor-token',
  VAULT_NAMESPACE: 'vend',
};
const own = { TRIVET_SECRETS_URL: 'https://own.example/v1', TRIVET_SECRETS_TOKEN: 'own-token' };

describe('precedence of sources', () => {
  const cases = [
    {
      name: 'the current profile',
      flags: {},
      env: {},
      url: 'https://bao.home.example/v1',
      token: 'home.example-secrets',
      source: 'profile "home"',
    },
    {
      name: 'vendor > current profile',
      flags: {},
      env: vendor,
      url: 'https://vault.example:8200/v1',
      token: 'vendor-token',
      source: 'VAULT_ADDR',
    },
    {
      name: 'TRIVET_PROFILE > vendor',
      flags: {},
      env: { ...vendor, TRIVET_PROFILE: 'work' },
      url: 'https://bao.work.example/v1',
      token: 'work.example-secrets',
      source: 'profile "work"',
    },
    {
      name: 'TRIVET_* > TRIVET_PROFILE',
      flags: {},
      env: { ...vendor, ...own, TRIVET_PROFILE: 'work' },
      url: 'https://own.example/v1',
      token: 'own-token',
      source: 'TRIVET_SECRETS_URL',
    },
    {
      name: '--profile > vendor and TRIVET_PROFILE',
      flags: { profile: 'work' },
      env: { ...vendor, TRIVET_PROFILE: 'home' },
      url: 'https://bao.work.example/v1',
      token: 'work.example-secrets',
      source: 'profile "work"',
    },
    {
      name: '--base-url > TRIVET_*',
      flags: { baseUrl: 'https://flag.example/v1' },
      env: own,
      url: 'https://flag.example/v1',
      token: 'own-token',
      source: '--base-url',
    },
  ];
  it.each(cases)('holds for $name', async ({ flags, env, url, token, source }) => {
    const surroundings = surroundingsOf(env);
    writeProfiles(surroundings, file);
    const endpoint = await resolveEndpoint('secrets', flags, surroundings);
    expect(endpoint.baseUrl).toBe(url);
    expect(endpoint.sources['url']).toBe(source);
    expect((await endpoint.token())?.value).toBe(token);
  });

  it('takes product, namespace and mounts from the same source as the address', async () => {
    const surroundings = surroundingsOf({});
    writeProfiles(surroundings, file);
    const mine = await resolveEndpoint('secrets', {}, surroundings);
    expect([mine.product, mine.productChosen]).toEqual(['openbao', true]);
    expect(mine.context.namespace).toEqual({ value: 'home.example-team', source: 'profile "home"' });
    expect(mine.context.mounts['pki']?.value).toBe('home.example-pki');

    const other = await resolveEndpoint('secrets', { baseUrl: 'https://flag.example/v1' }, surroundings);
    expect([other.product, other.productChosen]).toEqual(['generic', false]);
    expect([other.context.namespace, other.context.mounts]).toEqual([undefined, {}]);

    const theirs = await resolveEndpoint('secrets', {}, { ...surroundings, env: vendor });
    expect([theirs.product, theirs.context.namespace?.value]).toEqual(['vault', 'vend']);
    expect(theirs.context.mounts).toEqual({});
  });

  it('lets flags and TRIVET_ variables give product and context over a profile', async () => {
    const surroundings = surroundingsOf({
      TRIVET_WORKSPACES_PRODUCT: 'otf',
      TRIVET_ORGANIZATION: 'env-org',
      TRIVET_JOBS_REGION: 'us',
      TRIVET_JOBS_NAMESPACE: 'env-ns',
    });
    writeProfiles(surroundings, file);
    const workspaces = await resolveEndpoint('workspaces', {}, surroundings);
    expect([workspaces.product, workspaces.context.organization?.value]).toEqual(['otf', 'env-org']);
    const flagged = await resolveEndpoint(
      'workspaces',
      { organization: 'flag-org', product: 'generic' },
      surroundings,
    );
    expect(flagged.context.organization).toEqual({ value: 'flag-org', source: '--organization' });
    expect([flagged.product, flagged.productChosen]).toEqual(['generic', true]);
    const named = await resolveEndpoint('workspaces', { profile: 'work' }, surroundings);
    expect(named.context.organization?.value).toBe('work.example-org');
    const jobs = await resolveEndpoint('jobs', {}, surroundings);
    expect([jobs.context.region?.value, jobs.context.namespace?.value]).toEqual(['us', 'env-ns']);
  });

  it('notes once that a vendor variable overrides the current profile', async () => {
    const surroundings = surroundingsOf(vendor);
    writeProfiles(surroundings, file);
    const { notices } = await resolveEndpoint('secrets', {}, surroundings);
    expect(notices).toEqual([
      'VAULT_ADDR (https://vault.example:8200) is used for secrets, not the current profile "home" (https://bao.home.example)',
    ]);
    const named = await resolveEndpoint('secrets', { profile: 'work' }, surroundings);
    expect(named.notices).toEqual([]);
  });

  it.each([
    [{}, 'nor its namespace home.example-team, token and mounts'],
    [{ BAO_NAMESPACE: 'home.example-team' }, 'nor its token and mounts'],
    [{ BAO_NAMESPACE: 'other' }, 'nor its namespace home.example-team, token and mounts'],
  ])(
    'notes what of the current profile a vendor variable of its server leaves out: %j',
    async (more, said) => {
      const surroundings = surroundingsOf({ BAO_ADDR: 'https://bao.home.example', ...more });
      writeProfiles(surroundings, file);
      const { notices } = await resolveEndpoint('secrets', {}, surroundings);
      expect(notices).toEqual([
        `BAO_ADDR (https://bao.home.example) is used for secrets, not the current profile "home", ${said}`,
      ]);
    },
  );

  it.each([
    [
      { BAO_NAMESPACE: 'other' },
      [
        'BAO_NAMESPACE (other) is not used: profile "home" with namespace home.example-team is, and changes are refused',
      ],
    ],
    [
      { VAULT_NAMESPACE: 'other', BAO_NAMESPACE: '' },
      [expect.stringContaining('VAULT_NAMESPACE (other) is not used')],
    ],
    [{ BAO_NAMESPACE: 'home.example-team' }, []],
    [
      { BAO_NAMESPACE: 'other', TRIVET_PROFILE: 'home' },
      [expect.stringContaining('BAO_NAMESPACE (other) is not used')],
    ],
    [{ BAO_NAMESPACE: 'other', TRIVET_SECRETS_NAMESPACE: 'mine' }, []],
  ])('notes that %j is not used without an address', async (env, said) => {
    const surroundings = surroundingsOf(env);
    writeProfiles(surroundings, file);
    expect((await resolveEndpoint('secrets', {}, surroundings)).notices).toEqual(said);
  });

  it('notes nothing where a vendor variable of its server leaves out nothing of the profile', async () => {
    const surroundings = surroundingsOf({ BAO_ADDR: 'https://bao.home.example/', BAO_TOKEN: 'b' });
    const bare = { secrets: { url: 'https://bao.home.example/v1' } } as const;
    writeProfiles(surroundings, { ...file, profiles: { home: bare } });
    const endpoint = await resolveEndpoint('secrets', {}, surroundings);
    expect([endpoint.notices, (await endpoint.token())?.source]).toEqual([[], 'BAO_TOKEN']);
  });

  it.each([
    [{ caFile: '/ca.pem' }, 'CA'],
    [{ clientCert: '/c.pem', clientKey: '/k.pem' }, 'client certificate'],
    [{ serverName: 'bao' }, 'TLS server name'],
  ])('notes that %j of the current profile is left out', async (more, said) => {
    const surroundings = surroundingsOf({ BAO_ADDR: 'https://bao.home.example' });
    const home = { secrets: { url: 'https://bao.home.example/v1', ...more } };
    writeProfiles(surroundings, { ...file, profiles: { home: { ...home, readOnly: true } } });
    expect((await resolveEndpoint('secrets', {}, surroundings)).notices).toEqual([
      expect.stringContaining(`nor its ${said} and read-only setting`),
    ]);
  });
});

describe('the settings are refused', () => {
  it.each(
    serviceNames.flatMap((service) => ['URL', 'TOKEN', 'TOKEN_FILE'].map((end) => [service, end] as const)),
  )('if --profile is combined with TRIVET_ variables of %s: %s', async (service, end) => {
    const name = `TRIVET_${service.toUpperCase()}_${end}`;
    const surroundings = surroundingsOf({ [name]: end === 'URL' ? 'https://own.example' : 'x' });
    writeProfiles(surroundings, file);
    const error = await errorOf(() => resolveEndpoint(service, { profile: 'work' }, surroundings));
    expect(error.exit).toBe(3);
    expect(error.message).toContain('--profile work');
    expect(error.message).toContain(name);
    const others = serviceNames.filter((other) => other !== service);
    for (const other of others) {
      expect((await resolveEndpoint(other, { profile: 'work' }, surroundings)).sources['url']).toBe(
        'profile "work"',
      );
    }
  });

  it("if one of trivet's variables is empty", async () => {
    for (const name of ['TRIVET_JOBS_URL', 'TRIVET_JOBS_TOKEN', 'TRIVET_PROFILE', 'TRIVET_CONFIG_DIR']) {
      const surroundings = surroundingsOf({ [name]: '' });
      writeProfiles(surroundings, file);
      const error = await errorOf(() => resolveEndpoint('jobs', {}, surroundings));
      expect([error.exit, error.message]).toEqual([3, `${name} is set but empty`]);
    }
  });

  it('if a token is in a variable and in a file', async () => {
    const surroundings = surroundingsOf({ ...own, TRIVET_SECRETS_TOKEN_FILE: '/tmp/x' });
    const error = await errorOf(() => resolveEndpoint('secrets', {}, surroundings));
    expect(error.message).toBe('TRIVET_SECRETS_TOKEN and TRIVET_SECRETS_TOKEN_FILE are both set');
  });

  it('for a service without an address, with the three ways to give one', async () => {
    const error = await errorOf(() => resolveEndpoint('jobs', {}, surroundingsOf({})));
    expect([error.exit, error.message]).toEqual([3, 'no address is configured for the jobs service']);
    for (const way of ['trivet profile set', 'TRIVET_JOBS_URL', 'trivet sandbox exec']) {
      expect(error.details.hint).toContain(way);
    }
  });

  it('if the profile does not exist or lacks the service', async () => {
    const surroundings = surroundingsOf({});
    writeProfiles(surroundings, file);
    const missing = await errorOf(() => resolveEndpoint('jobs', { profile: 'nope' }, surroundings));
    expect([missing.exit, missing.details.hint]).toEqual([3, 'The profiles are: home, work, empty.']);
    const proto = await errorOf(() => resolveEndpoint('jobs', { profile: '__proto__' }, surroundings));
    expect(proto.message).toBe('there is no profile "__proto__" (--profile)');
    const lacking = await errorOf(() =>
      resolveEndpoint(
        'jobs',
        {},
        { ...surroundings, env: { TRIVET_PROFILE: 'empty', NOMAD_ADDR: 'https://n.example' } },
      ),
    );
    expect(lacking.message).toBe('profile "empty" (TRIVET_PROFILE) has no address for jobs');
  });

  it('if the product belongs to another service', async () => {
    const error = await errorOf(() =>
      resolveEndpoint('jobs', { product: 'vault', baseUrl: 'https://n.example' }, surroundingsOf({})),
    );
    expect([error.exit, error.details.hint]).toEqual([2, `Use one of ${productsOf.jobs.join(', ')}.`]);
  });

  it('for a token over plain HTTP to another machine, unless the profile allows it', async () => {
    const surroundings = surroundingsOf({
      TRIVET_JOBS_URL: 'http://nomad.example:4646',
      TRIVET_JOBS_TOKEN: 'secret-token',
    });
    const endpoint = await resolveEndpoint('jobs', {}, surroundings);
    const error = await errorOf(() => endpoint.token());
    expect(error.exit).toBe(3);
    expect(error.message).not.toContain('secret-token');
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '127.9.9.9', 'a.localhost']) {
      const near = surroundingsOf({ ...surroundings.env, TRIVET_JOBS_URL: `http://${host}:4646` });
      expect((await (await resolveEndpoint('jobs', {}, near)).token())?.value).toBe('secret-token');
    }
    const allowed = surroundingsOf({});
    const jobs = {
      url: 'http://nomad.example:4646',
      allowHttp: true,
      token: { kind: 'stored', value: 't' },
    } as const;
    writeProfiles(allowed, { version: 1, profiles: { lab: { jobs } } });
    expect((await (await resolveEndpoint('jobs', { profile: 'lab' }, allowed)).token())?.value).toBe('t');
    const elsewhere = await resolveEndpoint(
      'jobs',
      { profile: 'lab', baseUrl: 'http://other.example', tokenFile: '/dev/null' },
      allowed,
    );
    expect((await errorOf(() => elsewhere.token())).message).toContain('plain HTTP');
  });

  it('but not because of unusable profiles, if the environment has everything', async () => {
    const surroundings = surroundingsOf(own);
    writeProfiles(surroundings, { version: 1, profiles: {} });
    chmodSync(join(surroundings.home ?? '', '.config/trivet/profiles.json'), 0o644);
    expect((await (await resolveEndpoint('secrets', {}, surroundings)).token())?.value).toBe('own-token');
    expect((await errorOf(() => resolveEndpoint('jobs', {}, surroundings))).message).toContain('mode 644');
    const homeless = { ...surroundingsOf(own), home: undefined };
    expect((await resolveEndpoint('secrets', {}, homeless)).baseUrl).toBe('https://own.example/v1');
  });

  it('and never read from the working directory', async () => {
    const surroundings = { ...surroundingsOf({}), cwd: temporaryFolder() };
    const hostile: ProfilesFile = { version: 1, current: 'x', profiles: { x: profile('evil.example') } };
    mkdirSync(join(surroundings.cwd, 'trivet'));
    for (const name of ['profiles.json', '.trivet.json', 'trivet.json', 'trivet/profiles.json']) {
      writeFileSync(join(surroundings.cwd, name), JSON.stringify(hostile), { mode: 0o600 });
    }
    expect((await errorOf(() => resolveEndpoint('jobs', {}, surroundings))).message).toContain(
      'no address is configured',
    );
    const relative = { ...surroundings, env: { TRIVET_CONFIG_DIR: '.' } };
    expect((await errorOf(() => resolveEndpoint('jobs', {}, relative))).message).toBe(
      'TRIVET_CONFIG_DIR is not an absolute path',
    );
    const xdg = { ...surroundings, env: { XDG_CONFIG_HOME: '.' } };
    expect((await errorOf(() => resolveEndpoint('jobs', {}, xdg))).message).toContain(
      'no address is configured',
    );
  });
});

describe('a value that no header or path can hold', () => {
  it.each([
    [
      'secrets',
      { ...vendor, VAULT_NAMESPACE: 'a\nb' },
      'the namespace from VAULT_NAMESPACE has a control character',
    ],
    ['secrets', { ...vendor, VAULT_NAMESPACE: 'a\u007f' }, 'has a control character'],
    ['secrets', { ...vendor, VAULT_NAMESPACE: '\u65e5' }, 'is not ASCII'],
    [
      'secrets',
      { ...vendor, VAULT_TLS_SERVER_NAME: 'a\nb' },
      'the TLS server name from VAULT_TLS_SERVER_NAME',
    ],
    ['jobs', { NOMAD_ADDR: 'https://n.example', NOMAD_REGION: 'eu\n' }, 'the region from NOMAD_REGION'],
    ['jobs', { NOMAD_ADDR: 'https://n.example', NOMAD_NAMESPACE: '\u2028' }, 'the namespace from'],
    [
      'workspaces',
      { TFE_TOKEN: 't', TRIVET_ORGANIZATION: 'acme\r' },
      'the organization from TRIVET_ORGANIZATION',
    ],
  ] as const)('is exit 3 for %s with %j', async (service, env, text) => {
    const error = await errorOf(() => resolveEndpoint(service, {}, surroundingsOf(env)));
    expect([error.exit, error.message.includes(text)]).toEqual([3, true]);
  });

  it('is exit 2 if it comes from a flag', async () => {
    const error = await errorOf(() =>
      resolveEndpoint('secrets', { namespace: 'a\nb' }, surroundingsOf(vendor)),
    );
    expect(error.exit).toBe(2);
  });
});
