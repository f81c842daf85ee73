/** `sandbox start`: where it listens, whose tokens it takes, and the state that it begins and ends with. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { runCli } from '../../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'trivet-serve-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Variables = Readonly<Record<string, string>>;

/** Runs `sandbox start` until `use` is done, as Ctrl-C ends it. */
const serving = async (
  argv: readonly string[],
  use: (variables: Variables) => Promise<void> = async () => undefined,
  env: Variables = {},
): Promise<{ readonly code: number; readonly stderr: string }> => {
  const stdout = new PassThrough();
  let interrupt = (): void => undefined;
  let failure: unknown;
  stdout.once('data', (chunk: Buffer) => {
    const lines = chunk.toString().trim().split('\n');
    const variables = Object.fromEntries(
      lines.map((line) => [line.replace(/^export (\w+)=.*$/s, '$1'), line.replace(/^[^=]*=/, '')]),
    );
    void use(variables)
      .catch((error: unknown) => {
        failure = error;
      })
      .finally(() => setImmediate(() => interrupt()));
  });
  const result = await runCli(['sandbox', 'serve', ...argv], {
    cwd: folder,
    env,
    onStart: (signal) => {
      interrupt = () => signal(2);
    },
    io: { stdout },
  });
  if (failure !== undefined) throw failure;
  return result;
};

const bearer = (token = ''): { readonly headers: Variables } => ({
  headers: { authorization: `Bearer ${token}` },
});

describe('sandbox start', () => {
  test('listens on 127.0.0.1, with random tokens for the services and for the control endpoints', async () => {
    const seen: Variables[] = [];
    for (let round = 0; round < 2; round += 1)
      expect((await serving([], async (variables) => void seen.push(variables))).code).toBe(130);
    const [one = {}, other = {}] = seen;
    expect(one['TRIVET_JOBS_URL']).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    for (const name of ['TRIVET_JOBS_TOKEN', 'TRIVET_SANDBOX_CONTROL']) {
      expect(one[name]).toMatch(/^[0-9a-f]{32}$/);
      expect(one[name]).not.toBe(other[name]);
    }
    expect(one['TRIVET_JOBS_TOKEN']).not.toBe(one['TRIVET_SANDBOX_CONTROL']);
  });

  test('takes the tokens that it is given, from a variable too', async () => {
    const tokens = [
      'owner=token-of-owner',
      'ci=env:CI_TOKEN:reader',
      'plan=token:of-plan:list-jobs+plan-job',
      'issue=token-of-issue:pki/roles=list+pki/roles/*=read',
    ];
    const argv = ['--empty', ...tokens.flatMap((token) => ['--token', token])];
    const ran = await serving(
      argv,
      async ({ TRIVET_JOBS_URL, TRIVET_SECRETS_URL, TRIVET_JOBS_TOKEN, TRIVET_SANDBOX_CONTROL }) => {
        expect([TRIVET_JOBS_TOKEN, TRIVET_SANDBOX_CONTROL]).toEqual(['token-of-owner', 'control-of-ci']);
        expect((await fetch(`${TRIVET_JOBS_URL}/v1/jobs`, bearer('token-of-ci'))).status).toBe(200);
        expect((await fetch(`${TRIVET_JOBS_URL}/v1/jobs`, bearer('token:of-plan'))).status).toBe(200);
        expect((await fetch(`${TRIVET_JOBS_URL}/v1/job/web`, bearer('token:of-plan'))).status).toBe(403);
        const roles = async (mount: string): Promise<number> =>
          (await fetch(`${TRIVET_SECRETS_URL}/${mount}/roles?list=true`, bearer('token-of-issue'))).status;
        expect([await roles('pki'), await roles('ldap')]).toEqual([404, 403]);
        const change = { ...bearer('token-of-ci'), method: 'DELETE' };
        expect((await fetch(`${TRIVET_JOBS_URL}/v1/job/x`, change)).status).toBe(403);
        expect((await fetch(`${TRIVET_JOBS_URL}/-/clock`, bearer('control-of-ci'))).status).toBe(200);
      },
      { CI_TOKEN: 'token-of-ci', TRIVET_SANDBOX_CONTROL: 'control-of-ci' },
    );
    expect(ran.stderr).not.toMatch(/token-of|control-of/);
  });

  test.each([
    [['--listen', '0.0.0.0:0'], 'needs a token that you choose'],
    [['--listen', 'a:b:c'], '--listen must be HOST:PORT'],
    [['--allow-host', 'sandbox:8321'], '--allow-host must be a name without a port'],
    [['--token', 'secretsecret'], '--token must be NAME=TOKEN'],
    [['--token', 'a=short'], 'the token of a must have 8 to 512 characters'],
    [['--token', 'a=env:NONE'], '(variable NONE)'],
    [['--token', 'a=secretsecret:readr'], 'not a role or a right; rights: list-jobs'],
    [['--token', 'owner=secretsecret:reader'], 'the token called owner has every right'],
    [['--product', 'valt'], "product 'valt': not one of"],
    [['--time', 'tomorrow'], '--time must be an RFC 3339 time'],
    [['--ca-out', 'ca.pem'], '--ca-out needs --tls'],
  ])('exits 2 for %j', async (argv, why) => {
    const { code, stderr } = await serving(argv);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(why) as string });
    expect(stderr).not.toContain('secretsecret');
  });

  test.each([
    [[], ['terraform-enterprise', 'vault', 'nomad']],
    [
      ['--product', 'otf'],
      ['otf', 'vault', 'nomad'],
    ],
    [
      ['--product', 'documented'],
      ['generic', 'generic', 'generic'],
    ],
    [
      ['--product', 'generic,nomad'],
      ['generic', 'generic', 'nomad'],
    ],
  ])(
    'speaks with %j like what most clients expect, unless the documents are asked for',
    async (argv, products) => {
      await serving(argv, async (variables) => {
        expect(
          ['WORKSPACES', 'SECRETS', 'JOBS'].map((service) => variables[`TRIVET_${service}_PRODUCT`]),
        ).toEqual(products);
        const { TRIVET_WORKSPACES_URL: url, TRIVET_WORKSPACES_TOKEN: token } = variables;
        const list = await fetch(
          `${url}/organizations/demo/workspaces?include=effective_tag_bindings`,
          bearer(token),
        );
        expect(list.status).toBe(products[0] === 'terraform-enterprise' ? 200 : 400);
      });
    },
  );

  test('speaks like the products, which it names to trivet too', async () => {
    await serving(['--product', 'openbao@2.5,nomad', '--product', 'otf'], async (variables) => {
      const products = ['WORKSPACES', 'SECRETS', 'JOBS'].map(
        (service) => variables[`TRIVET_${service}_PRODUCT`],
      );
      expect(products).toEqual(['otf', 'openbao', 'nomad']);
      const health = await fetch(`${variables['TRIVET_SECRETS_URL']}/sys/health`);
      expect(await health.json()).toMatchObject({ version: '2.5.0' });
      const { stdout } = await runCli(['doctor', '-o', 'jsonl'], { env: variables });
      expect(stdout).not.toMatch(/"status":"(?:problem|warning)"/);
    });
  });

  test('serves HTTPS, which trivet trusts by the variables, and others by --ca-out', async () => {
    await serving(['--tls', '--ca-out', join(folder, 'ca.pem')], async (variables) => {
      expect(readFileSync(join(folder, 'ca.pem'), 'utf8')).toContain('BEGIN CERTIFICATE');
      const { code, stdout } = await runCli(['job', 'list', '-o', 'name'], { cwd: folder, env: variables });
      expect([code, stdout.split('\n')[0]]).toEqual([0, 'api']);
    });
  });

  test('begins with the objects of files, and writes them as files at the end', async () => {
    writeFileSync(
      join(folder, 'web.nomad.hcl'),
      'job "own" {\n group "g" {\n task "t" {\n driver = "raw_exec"\n }\n }\n}\n',
    );
    const files = join(folder, 'infra');
    const { mkdirSync } = await import('node:fs');
    mkdirSync(files);
    writeFileSync(
      join(files, 'all.yaml'),
      'kind: workspace\nname: own\norganization: platform\nsettings: { auto-apply: true }\ntags: [core]\n---\n' +
        'kind: pki-role\nname: own\nsettings: { key_type: ec }\n---\n' +
        'kind: ldap-static-role\nname: own\nsettings: { username: own, dn: cn=own, rotation_period: 1h }\n',
    );
    writeFileSync(join(files, 'own.nomad.hcl'), readFileSync(join(folder, 'web.nomad.hcl')));
    const { stderr } = await serving(
      ['--state', files, '--save', join(folder, 'saved')],
      async (variables) => {
        const list = async (argv: string): Promise<string> =>
          (await runCli(argv.split(' '), { env: variables })).stdout;
        expect(await list('job list -o name')).toBe('own\n');
        expect(await list('workspace list --organization platform -o name')).toBe('own\n');
        expect(await list('pki role list -o name')).toBe('own\n');
      },
    );
    expect(stderr).toContain(`3 of 4 objects of ${files} are in the sandbox`);
    expect(stderr).toContain('left out ldap-static-role own: 500');
    expect(stderr).toContain('empty mounts are not in files');
    expect(readdirSync(join(folder, 'saved')).sort()).toEqual([
      '.trivet-sandbox.json',
      'job.default.own.yaml',
      'pki-role.pki.own.yaml',
      'workspace.platform.own.yaml',
    ]);
    await serving(['--state', join(folder, 'saved')], async (variables) => {
      const { code, stdout, stderr } = await runCli(['diff', join(folder, 'saved'), '--detailed-exitcode'], {
        cwd: folder,
        env: variables,
      });
      expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
    });
  });

  test('saves again into its folder: what was deleted is gone, and an empty state can be loaded', async () => {
    const kept = join(folder, 'kept');
    const names = (): readonly string[] => readdirSync(kept).filter((name) => !name.startsWith('.'));
    const put = async ({ TRIVET_JOBS_URL, TRIVET_SANDBOX_CONTROL }: Variables, names: readonly string[]) => {
      const objects = names.map((name) => ({ kind: 'workspace', name, organization: 'demo', settings: {} }));
      const body = JSON.stringify({ version: 1, objects });
      const request = { ...bearer(TRIVET_SANDBOX_CONTROL), method: 'PUT', body };
      expect((await fetch(`${TRIVET_JOBS_URL}/-/state`, request)).status).toBe(200);
    };
    await serving(['--empty', '--save', kept], async (variables) => put(variables, ['a', 'b']));
    expect(names()).toHaveLength(2);
    const again = await serving(['--state', kept, '--save', kept], async (variables) => {
      expect((await runCli(['workspace', 'list', '-o', 'name'], { env: variables })).stdout).toBe('a\nb\n');
      await put(variables, ['b']);
    });
    expect(again.stderr).toContain('2 of 2 objects');
    expect(names()).toEqual(['workspace.demo.b.yaml']);
    await serving(['--state', kept, '--save', kept], async (variables) => put(variables, []));
    expect(names()).toEqual([]);
    expect(await serving(['--state', kept])).toMatchObject({ code: 130 });
  });

  test('says that a save was interrupted, and refuses files that it did not write', async () => {
    const half = join(folder, 'half');
    await serving(['--save', half], async ({ TRIVET_SECRETS_URL, TRIVET_SECRETS_TOKEN }) => {
      const seal = { ...bearer(TRIVET_SECRETS_TOKEN), method: 'PUT' };
      expect((await fetch(`${TRIVET_SECRETS_URL}/sys/seal`, seal)).status).toBe(204);
    });
    const record = join(half, '.trivet-sandbox.json');
    expect(readdirSync(half)).toContain('pki-role.pki.web.yaml');
    expect((await serving(['--state', half])).stderr).not.toContain('interrupted');
    writeFileSync(record, readFileSync(record, 'utf8').replace('"complete":true', '"complete":false'));
    expect((await serving(['--state', half])).stderr).toContain('the last save to');
    writeFileSync(join(half, 'own.yaml'), 'kind: workspace\nname: own\n');
    expect(await serving(['--save', half])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('has own.yaml') as string,
    });
  });

  test('gives the same bytes with a seed', async () => {
    const ids: string[] = [];
    const argv = ['--seed', 'one', '--time', '2026-01-01T00:00:00Z', '--frozen'];
    for (let round = 0; round < 2; round += 1)
      await serving(argv, async ({ TRIVET_SECRETS_URL, TRIVET_SECRETS_TOKEN }) => {
        ids.push(
          await (await fetch(`${TRIVET_SECRETS_URL}/pki/ca/pem`, bearer(TRIVET_SECRETS_TOKEN))).text(),
        );
      });
    expect(ids[0]).toContain('BEGIN CERTIFICATE');
    expect(ids[1]).toBe(ids[0]);
  });
});

test('sandbox exec --vendor-env sets the variables of the vendors, and only then', async () => {
  const env = { PATH: process.env['PATH'] ?? '', VAULT_ADDR: 'https://vault.example' };
  const print = ['--', 'sh', '-c', 'env > "$OUT"; cat "$TF_CLI_CONFIG_FILE" >> "$OUT" || true'];
  const variablesOf = async (...flags: readonly string[]): Promise<string> => {
    const out = join(folder, 'env');
    await runCli(['sandbox', 'exec', ...flags, ...print], { cwd: folder, env: { ...env, OUT: out } });
    return readFileSync(out, 'utf8');
  };
  const given = await variablesOf('--vendor-env', '--tls');
  for (const name of [
    'VAULT_ADDR',
    'BAO_ADDR',
    'NOMAD_ADDR',
    'TFE_ADDRESS',
    'VAULT_TOKEN',
    'BAO_TOKEN',
    'NOMAD_TOKEN',
    'TFE_TOKEN',
    'TFE_HOSTNAME',
    'SSL_CERT_FILE',
  ])
    expect(given).toMatch(new RegExp(`^${name}=.*(?:127\\.0\\.0\\.1|[0-9a-f]{32}|ca\\.pem)`, 'm'));
  expect(given).toMatch(/^credentials "127\.0\.0\.1:\d+" \{\n {2}token = "[0-9a-f]{32}"\n\}$/m);
  expect(await variablesOf()).not.toMatch(/^(?:VAULT|BAO|NOMAD|TFE)_/m);
});
