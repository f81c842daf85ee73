/** Tests `trivet profile`: what is stored, what is shown, and the source of each value of a run. */
import { symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { useConfigFolder } from '../../support/config-folder.ts';
import { useServers } from '../../support/counting-server.ts';

const { trivet, file, path, profiles, mode, write } = useConfigFolder();
const serve = useServers();

const stored = (): unknown => JSON.parse(profiles() ?? 'null');

describe('profile set', () => {
  test('creates a profile that only its owner can read', async () => {
    const result = await trivet(
      'profile set prod --workspaces-url https://tfe.example/api/v2 --workspaces-product terraform-enterprise',
    );
    expect(result).toMatchObject({ code: 0, stdout: '', stderr: 'saved profile prod\n' });
    expect(mode()).toBe(0o600);
    expect(stored()).toMatchObject({
      version: 1,
      profiles: {
        prod: { workspaces: { url: 'https://tfe.example/api/v2', product: 'terraform-enterprise' } },
      },
    });
  });

  test('takes every setting of every service', async () => {
    const ca = file('ca.pem', 'x');
    const line = [
      'profile set all --default-organization acme',
      '--workspaces-url https://w.example/api/v2 --workspaces-product documented --workspaces-token-from env:W_TOKEN',
      `--secrets-url https://s.example/v1 --secrets-token-from file:/run/token --secrets-ca-file ${ca}`,
      '--secrets-namespace team/a --secrets-server-name s.internal --pki-mount pki_int --ldap-mount ad',
      '--cloud-mount aws --secrets-product openbao',
      '--jobs-url https://j.example --jobs-namespace batch --jobs-region eu --jobs-product nomad',
      `--jobs-client-cert ${ca} --jobs-client-key ${ca} --jobs-allow-http`,
      `--jobs-token-from 'command:["/usr/bin/pass","show","nomad"]'`,
    ].join(' ');
    expect(await trivet(line)).toMatchObject({ code: 0 });
    expect(stored()).toMatchObject({
      profiles: {
        all: {
          organization: 'acme',
          workspaces: { url: 'https://w.example/api/v2', token: { kind: 'environment', name: 'W_TOKEN' } },
          secrets: {
            url: 'https://s.example/v1',
            product: 'openbao',
            namespace: 'team/a',
            serverName: 's.internal',
            caFile: ca,
            token: { kind: 'file', path: '/run/token' },
            mounts: { pki: 'pki_int', ldap: 'ad', cloud: 'aws' },
          },
          jobs: {
            url: 'https://j.example',
            product: 'nomad',
            namespace: 'batch',
            region: 'eu',
            clientCert: ca,
            clientKey: ca,
            allowHttp: true,
            token: { kind: 'command', argv: ['/usr/bin/pass', 'show', 'nomad'] },
          },
        },
      },
    });
  });

  test('changes only what is given, and an empty value removes a setting', async () => {
    await trivet(
      'profile set p --jobs-url https://j.example --jobs-product documented --jobs-namespace a --jobs-region eu',
    );
    await trivet('profile set p --jobs-namespace b');
    expect(stored()).toMatchObject({
      profiles: { p: { jobs: { url: 'https://j.example', namespace: 'b', region: 'eu' } } },
    });
    await trivet("profile set p --jobs-region ''");
    expect(profiles()).not.toContain('region');
    await trivet("profile set p --jobs-url '' --jobs-namespace ''");
    expect(stored()).toMatchObject({ profiles: { p: {} } });
    expect(profiles()).not.toContain('jobs');
  });

  test('finds out the product with --product detect, without a token', async () => {
    const server = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"version":"2.1.0"}'),
    );
    const result = await trivet(`profile set p --secrets-url ${server.origin}/v1 --secrets-product detect`);
    expect(result.code).toBe(0);
    expect(stored()).toMatchObject({ profiles: { p: { secrets: { product: 'openbao' } } } });
    expect(server.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/v1/sys/health', undefined],
    ]);
  });

  test('exits 8 and stores nothing if a server does not answer --product detect', async () => {
    const result = await trivet('profile set p --jobs-url http://127.0.0.1:1 --jobs-product detect');
    expect(result.code).toBe(8);
    expect(profiles()).toBeUndefined();
  });

  test.each([
    ['no address', 'profile set p --jobs-namespace a', 2, /--jobs-url/],
    [
      'a product of another service',
      'profile set p --jobs-url https://j.example --jobs-product vault',
      2,
      /nomad/,
    ],
    [
      'an unknown token source',
      'profile set p --jobs-url https://j.example --jobs-product documented --jobs-token-from hush',
      2,
      /env:NAME/,
    ],
    [
      'a command that is not a list',
      'profile set p --jobs-url https://j.example --jobs-product documented --jobs-token-from command:pass',
      2,
      /env:NAME/,
    ],
    [
      'a relative CA file, without blaming the profiles file',
      'profile set p --jobs-url https://j.example --jobs-product documented --jobs-ca-file ca.pem',
      3,
      /^trivet: the profile cannot be saved: the key profiles\.p\.jobs\.caFile must be an absolute path\n {2}Nothing was changed\.\n$/,
    ],
    [
      'a relative file',
      'profile set p --jobs-url https://j.example --jobs-product documented --jobs-token-from file:token',
      3,
      /absolute/,
    ],
    [
      'a certificate without its key',
      'profile set p --jobs-url https://j.example --jobs-product documented --jobs-client-cert /a.pem',
      3,
      /go together/,
    ],
  ])('refuses %s', async (_, line, code, words) => {
    const result = await trivet(line);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toMatch(words);
    expect(result.stderr).not.toContain('hush');
    expect(profiles()).toBeUndefined();
  });

  test.each([
    'http://user:pw@host',
    'https://host%2F10.0.0.1/',
    '//host',
    'file:///etc',
    'javascript:x',
    'https://host:99999',
    'https://host:0',
    'https://[::1',
    'https://host/a/../b',
    'https://host/v1?x=1',
    'https://host/v1#x',
    'https://a\u3002b',
  ])('refuses the address %s', async (url) => {
    const result = await trivet(`profile set p --jobs-url '${url}'`);
    expect(result).toMatchObject({ code: 3, stdout: '' });
    expect(result.stderr).not.toContain('    at ');
    expect(result.stderr).not.toContain(':pw@');
    expect(profiles()).toBeUndefined();
  });

  test.each(['__proto__', 'constructor/x', '../x', '-x', ' ', 'a\nb', 'a'.repeat(65), '.', '..'])(
    'refuses the name %j',
    async (name) => {
      const result = await trivet(
        `profile set --jobs-url https://j.example --jobs-product documented -- '${name}'`,
      );
      expect(result.code).toBe(3);
      expect(profiles()).toBeUndefined();
    },
  );

  test('accepts dots as part of a name', async () => {
    await trivet('profile set a.b --jobs-url https://j.example --jobs-product documented');
    expect(stored()).toMatchObject({ profiles: { 'a.b': { jobs: { url: 'https://j.example' } } } });
  });
});

describe('profile list, show, use and delete', () => {
  const two = async (): Promise<void> => {
    await trivet('profile set prod --jobs-url https://prod.example --jobs-product documented');
    await trivet(
      'profile set test --jobs-url https://test.example --jobs-product documented --default-organization acme',
    );
  };

  test('list is empty at first, and says how to create a profile', async () => {
    expect(await trivet('profile list')).toMatchObject({ code: 0, stdout: '' });
    const result = await trivet('profile list', { tty: true });
    expect(result.stderr).toContain('trivet profile set NAME');
  });

  test('list shows all profiles and marks the current one', async () => {
    await two();
    await trivet('profile use test');
    const result = await trivet('profile list --fields name,current,workspaces.url,secrets.url,jobs.url');
    expect(result.stdout).toBe(
      'prod\tfalse\t\t\thttps://prod.example\ntest\ttrue\t\t\thttps://test.example\n',
    );
    expect((await trivet('profile list -o name')).stdout).toBe('prod\ntest\n');
  });

  test('the first profile is current until another is chosen', async () => {
    expect(await trivet('profile show')).toMatchObject({ code: 3, stdout: '' });
    await two();
    expect((await trivet('profile show --field name')).stdout).toBe('prod');
    expect(await trivet('profile use test')).toMatchObject({ code: 0, stdout: '' });
    expect((await trivet('profile show --field name')).stdout).toBe('test');
  });

  test('show prints the named profile, or the current one', async () => {
    await two();
    expect((await trivet('profile show test --field organization')).stdout).toBe('acme');
    expect((await trivet('profile show --field jobs.url')).stdout).toBe('https://prod.example');
  });

  test('show prints every setting', async () => {
    await trivet(
      'profile set p --secrets-url http://s.example/v1 --secrets-product documented --secrets-allow-http --secrets-server-name s.internal ' +
        '--pki-mount pki_int --ldap-mount ad --cloud-mount aws --jobs-url https://j.example --jobs-product documented --jobs-region eu',
    );
    const { stdout } = await trivet('profile show p -o table');
    expect(stdout).toMatch(/^secrets allow http\s+(?:yes|true)$/m);
    expect(stdout).toMatch(/^secrets server name\s+s\.internal$/m);
    expect(stdout).toMatch(/^pki mount\s+pki_int\nldap mount\s+ad\ncloud mount\s+aws\njobs region\s+eu$/m);
  });

  test.each(['profile show nope', 'profile use nope', 'profile delete nope --yes', 'profile show __proto__'])(
    '%s exits 5 for an unknown profile',
    async (line) => {
      await two();
      const result = await trivet(line);
      expect(result).toMatchObject({ code: 5, stdout: '' });
      expect(result.stderr).toContain('trivet profile list');
    },
  );

  test('use sets the profile of every command, and --profile that of one', async () => {
    await two();
    await trivet('profile use prod');
    const current = await trivet('profile explain jobs -o json');
    expect(current.stdout).toContain('https://prod.example');
    const other = await trivet('profile explain jobs --profile test -o json');
    expect(other.stdout).toContain('https://test.example');
    expect(other.stdout).toContain('profile \\"test\\"');
    const selected = await trivet('profile explain jobs', { env: { TRIVET_PROFILE: 'test' } });
    expect(selected.stdout).toContain('https://test.example');
  });

  test('delete asks, and deletes nothing without a terminal or --yes', async () => {
    await two();
    expect((await trivet('profile delete test')).code).toBe(2);
    expect((await trivet('profile delete test', { typed: 'n' })).code).toBe(2);
    expect(profiles()).toContain('test.example');
    expect(await trivet('profile delete test', { typed: 'y' })).toMatchObject({ code: 0 });
    expect(profiles()).not.toContain('test.example');
    expect(profiles()).toContain('prod.example');
  });

  test('deleting the current one leaves no current one', async () => {
    await two();
    await trivet('profile use prod');
    expect((await trivet('profile delete prod --yes')).code).toBe(0);
    expect((await trivet('profile show')).code).toBe(3);
    expect((await trivet('profile list -o name')).stdout).toBe('test\n');
  });

  test('a stored token is hidden in every format', async () => {
    await two();
    await trivet('profile set prod --jobs-url http://127.0.0.1:9');
    const token = file('token', 'hush-hush-token\n');
    expect(await trivet(`auth login jobs --profile prod --token-file ${token}`)).toMatchObject({ code: 0 });
    expect(profiles()).toContain('hush-hush-token');
    for (const format of ['table', 'json', 'jsonl', 'yaml', 'csv', 'tsv', 'name']) {
      for (const command of ['profile show prod', 'profile list', 'profile explain jobs --profile prod']) {
        const { code, stdout, stderr } = await trivet(`${command} -o ${format} --reveal -v`);
        expect({ command, format, code }).toEqual({ command, format, code: 0 });
        expect(stdout + stderr).not.toContain('hush-hush-token');
      }
    }
  });
});

describe('profile explain', () => {
  test('names the source of every value, and shows no token', async () => {
    const result = await trivet('profile explain jobs -o jsonl', {
      env: { NOMAD_ADDR: 'https://nomad.example', NOMAD_TOKEN: 'hush', NOMAD_NAMESPACE: 'batch' },
    });
    const items = result.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(items).toContainEqual(
      expect.objectContaining({ name: 'url', value: 'https://nomad.example', source: 'NOMAD_ADDR' }),
    );
    expect(items).toContainEqual(expect.objectContaining({ name: 'product', value: 'nomad' }));
    expect(items).toContainEqual(
      expect.objectContaining({ name: 'token', value: '********', source: 'NOMAD_TOKEN' }),
    );
    expect(items).toContainEqual(expect.objectContaining({ name: 'namespace', value: 'batch' }));
    expect(result.stdout).not.toContain('hush');
  });

  test('says why a token would be refused', async () => {
    const result = await trivet('profile explain secrets --base-url https://other.example/v1 -o json', {
      env: { VAULT_ADDR: 'https://vault.example', VAULT_TOKEN: 'hush' },
    });
    expect(result.stdout).toContain('is not sent to https://other.example');
  });

  test("says when a vendor's variable overrides the current profile", async () => {
    await trivet('profile set p --jobs-url https://mine.example --jobs-product documented');
    await trivet('profile use p');
    const result = await trivet('profile explain jobs', { env: { NOMAD_ADDR: 'https://theirs.example' } });
    expect(result.stdout).toContain('https://theirs.example');
    expect(result.stderr).toMatch(/NOMAD_ADDR .*is used for jobs, not the current profile "p"/);
  });

  test('lists a service without configuration', async () => {
    expect((await trivet('profile explain jobs')).code).toBe(3);
    expect((await trivet('profile explain nowhere')).code).toBe(2);
  });

  test('reports an unknown product as a usage error if it came from a flag', async () => {
    const env = { TRIVET_WORKSPACES_URL: 'https://w.example/api/v2', TRIVET_WORKSPACES_TOKEN: 'a' };
    const { code, stderr } = await trivet('workspace show x --product nomad', { env });
    expect(code).toBe(2);
    expect(stderr).toMatch(/--product: "nomad" is not a product of the workspaces service/);
  });

  test.each([
    [{ VAULT_SKIP_VERIFY: '1', VAULT_ADDR: 'https://v.example' }, /VAULT_SKIP_VERIFY.*never skips/],
    [{ TRIVET_SECRETS_URL: '' }, /TRIVET_SECRETS_URL is set but empty/],
    [
      { TRIVET_SECRETS_URL: 'https://s.example/v1', TRIVET_SECRETS_PRODUCT: 'nomad' },
      /TRIVET_SECRETS_PRODUCT: "nomad" is not a product of the secrets service/,
    ],
    [
      {
        TRIVET_SECRETS_URL: 'https://s.example/v1',
        TRIVET_SECRETS_TOKEN: 'a',
        TRIVET_SECRETS_TOKEN_FILE: '/b',
      },
      /both set/,
    ],
    [{ TRIVET_PROFILE: 'nope' }, /no profile "nope"/],
  ])('refuses %j', async (env, words) => {
    const result = await trivet('profile explain secrets', { env });
    expect(result).toMatchObject({ code: 3, stdout: '' });
    expect(result.stderr).toMatch(words);
    expect(result.stderr).toMatch(/--ca-file|unset|value|one of|profile/);
  });

  test('names both if --profile and a TRIVET_ address are given', async () => {
    await trivet('profile set p --jobs-url https://mine.example --jobs-product documented');
    const result = await trivet('job list --profile p', {
      env: { TRIVET_JOBS_URL: 'https://theirs.example' },
    });
    expect(result).toMatchObject({ code: 3, stdout: '' });
    expect(result.stderr).toContain('--profile p and TRIVET_JOBS_URL are both given');
  });
});

describe('a profiles file is refused, and not changed', () => {
  const good = '{"version":1,"profiles":{}}';
  test.each([
    ['cut', '{"version":1,"profi', /not valid JSON/],
    ['empty', '', /it is empty/],
    ['null', 'null', /must be an object/],
    ['a list', '[]', /must be an object/],
    ['with a byte order mark', `\ufeff${good}`, /byte order mark/],
    ['with NUL bytes', '\0\0\0', /not valid JSON/],
    ['of another version', '{"version":2,"profiles":{}}', /another version/],
    [
      'with an unknown key',
      '{"version":1,"profiles":{"p":{"jobs":{"url":"https://j","tokn":"hush"}}}}',
      /profiles\.p\.jobs\.tokn/,
    ],
    ['with a bad name', '{"version":1,"profiles":{"../x":{}}}', /not a profile name/],
    [
      'with __proto__',
      '{"version":1,"profiles":{"__proto__":{"jobs":{"url":"https://j"}}}}',
      /not a profile name/,
    ],
  ])('if it is damaged: %s', async (_, content, words) => {
    write(content);
    for (const line of [
      'profile list',
      'profile set p --jobs-url https://j.example --jobs-product documented',
      'job list',
    ]) {
      const result = await trivet(line);
      expect(result).toMatchObject({ code: 3, stdout: '' });
      expect(result.stderr).toMatch(words);
      expect(result.stderr).not.toContain('hush');
    }
    expect(profiles()).toBe(content);
  });

  test('if others can read it', async () => {
    write(good, 0o644);
    const result = await trivet('profile list');
    expect(result.code).toBe(3);
    expect(result.stderr).toContain('chmod 600');
  });

  test('if it is a symbolic link', async () => {
    write(good);
    const other = file('other.json', good);
    write('');
    const { rmSync } = await import('node:fs');
    const link = path('config/profiles.json');
    rmSync(link);
    symlinkSync(other, link);
    expect((await trivet('profile list')).stderr).toContain('symbolic link');
  });
});
