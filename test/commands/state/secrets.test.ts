/** Secrets in files: only references, read where they are written, and never another variable than a flag names. */
import { program } from '../../../src/main.ts';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { declaredIn } from '../../../src/commands/state/workflows/objects/declared.ts';
import { declarableKinds } from '../../../src/commands/state/workflows/objects/operand.ts';
import { readYaml } from '../../../src/documents/read-yaml.ts';
import { settingsOf } from '../../../src/catalogue/kind-settings.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, requests, clear } = useSandbox({ fresh: true });
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (text: string, name = 'a.yaml'): string => {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
};
const sent = (): readonly { readonly method: string; readonly path: string; readonly body: unknown }[] =>
  requests()
    .filter(({ method, path }) => !['GET', 'LIST'].includes(method) && !/\/(?:plan|jobs\/parse)$/.test(path))
    .map(({ method, path, body }) => ({ method, path, body }));

const connection = (password: string, more = ''): string =>
  `kind: ldap-config\n${more}settings:\n  userdn: ou=others,dc=example,dc=com\n  bindpass: ${password}\n`;

describe('a variable of the environment', () => {
  const env = { BIND: 'hunter2-in-env', OTHER: 'other-secret' };

  test('is read only if a flag allows its name, and only by apply', async () => {
    const file = write(connection('env:BIND'));
    expect((await trivet(`diff ${file} --detailed-exitcode`)).code).toBe(11);
    clear();
    const refused = await trivet(`apply ${file} --yes`, { env });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('env:BIND is not allowed; to allow it: --allow-env BIND');
    const missing = await trivet(`apply ${file} --yes --allow-env BIND`);
    expect(missing.stderr).toContain('the environment variable BIND is not set');
    expect(sent()).toEqual([]);
    const applied = await trivet(`apply ${file} --yes --allow-env BIND`, { env });
    expect(applied.code, applied.stderr).toBe(0);
    expect(sent()).toMatchObject([
      { method: 'POST', path: '/v1/ldap/config', body: { bindpass: 'hunter2-in-env' } },
    ]);
    expect(`${applied.stdout}${applied.stderr}`).not.toContain('hunter2');
    expect((await trivet(`diff ${file} --detailed-exitcode`)).code).toBe(0);
  });

  test('is not read by another name, and no output shows the value of one that was', async () => {
    const hcl = [
      'variable "secret" {}',
      'job "veiled" {',
      '  meta { hint = var.secret }',
      '  group "g" {',
      '    task "t" {',
      '      driver = "raw_exec"',
      '      env { PASSWORD = "x-${var.secret}" }',
      '    }',
      '  }',
      '}',
    ].join('\n');
    write(hcl, 'veiled.nomad.hcl');
    const file = write('kind: job\nfile: veiled.nomad.hcl\nvariables:\n  secret: env:OTHER\n');
    const refused = await trivet(`diff ${file} --allow-env BIND`, { env });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('a.yaml:4:11: env:OTHER is not allowed; to allow it: --allow-env OTHER');
    for (const output of ['-o json', '--full', '-o md', '--dry-run']) {
      const line = output === '--dry-run' ? `apply ${file} --dry-run -o json` : `diff ${file} ${output}`;
      const shown = await trivet(`${line} --allow-env OTHER`, { env });
      expect(shown.code, shown.stderr).toBe(0);
      expect(`${shown.stdout}${shown.stderr}`).not.toContain('other-secret');
    }
    const applied = await trivet(`apply ${file} --yes --allow-env OTHER`, { env });
    expect(applied.code, applied.stderr).toBe(0);
    expect(`${applied.stdout}${applied.stderr}`).not.toContain('other-secret');
    expect((await trivet('job show veiled --query Meta.hint -o tsv')).stdout.trim()).toBe('other-secret');
  });

  test('for a job file is not read because the file declares it', async () => {
    const file = write(
      'variable "x" { default = "none" }\njob "taker" {\n  meta { x = var.x }\n  group "g" {\n    task "t" { driver = "raw_exec" }\n  }\n}\n',
      'taker.nomad',
    );
    const more = { NOMAD_VAR_x: 'of-the-pipeline' };
    const shown = await trivet(`diff ${file} -o json`, { env: more });
    expect(shown.stdout).not.toContain('of-the-pipeline');
    const allowed = await trivet(`diff ${file} -o json --allow-env NOMAD_VAR_x`, { env: more });
    expect(allowed.stdout).toContain('of-the-pipeline');
  });
});

test('every format hides the variables and templates of tasks, without --reveal', async () => {
  const job = (value: string): string =>
    [
      'job "env" {',
      '  group "g" {',
      '    task "t" {',
      '      driver = "raw_exec"',
      '      config { command = "/bin/true" }',
      `      env { DB_PASSWORD = "${value}-env" }`,
      '      template {',
      `        data = "${value}-template"`,
      '        destination = "local/a"',
      '      }',
      '    }',
      '  }',
      '}',
    ].join('\n');
  expect((await trivet(`job register ${write(job('first'), 'env.nomad.hcl')}`)).code).toBe(0);
  const file = write(job('second'), 'env.nomad.hcl');
  for (const line of [
    'diff -o json',
    'diff -o jsonl',
    'diff -o yaml',
    'diff --full',
    'apply --dry-run -o json',
  ]) {
    const shown = await trivet(`${line} ${file}`);
    expect(shown.code, shown.stderr).toBe(0);
    expect(shown.stdout).toContain('Env[DB_PASSWORD]');
    expect(shown.stdout, line).not.toMatch(/first|second/);
    const revealed = await trivet(`${line} ${file} --reveal`);
    for (const value of ['first-env', 'second-env', 'first-template', 'second-template'])
      expect(revealed.stdout, line).toContain(value);
  }
});

test('a file with the secret is inside the folder', async () => {
  write('from-file\n', 'secrets/bind');
  const file = write(connection('file:secrets/bind'));
  const applied = await trivet(`apply ${file} --yes`);
  expect(applied.code, applied.stderr).toBe(0);
  expect(sent()).toMatchObject([{ body: { bindpass: 'from-file' } }]);
  symlinkSync('/etc/hostname', join(folder, 'link'));
  for (const outside of ['file:../x', 'file:/etc/hostname', 'file:link', '"@/etc/hostname"']) {
    const refused = await trivet(`diff ${write(connection(outside))}`);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('a.yaml:4:13: the file of a secret must be inside the folder');
  }
});

test('the secrets of an object are written again when a flag names it', async () => {
  const file = write(`kind: ldap-config\nsettings:\n  bindpass: env:BIND\n`);
  const env = { BIND: 'hunter2-again' };
  expect((await trivet(`diff ${file} --detailed-exitcode`)).code).toBe(0);
  const due = await trivet(`diff ${file} --detailed-exitcode --write-secrets ldap-config:`);
  expect(due.code).toBe(11);
  clear();
  const applied = await trivet(`apply ${file} --yes --allow-env BIND --write-secrets ldap-config:`, { env });
  expect(applied.code, applied.stderr).toBe(0);
  expect(sent()).toMatchObject([{ body: { bindpass: 'hunter2-again' } }]);
  const wrong = await trivet(`diff ${file} --write-secrets ldap-config:other`);
  expect(wrong.stderr).toContain('--write-secrets ldap-config:other: no file has such an object');
});

test('the root configuration of the cloud engine keeps what the file does not name, with its secret', async () => {
  const env = { KEY: 'new-secret-key' };
  const file = write('kind: cloud-config\nsettings:\n  region: us-west-2\n  secret_key: env:KEY\n');
  const before = JSON.parse((await trivet('cloud config show -o json')).stdout) as {
    data: Record<string, unknown>;
  };
  const applied = await trivet(`apply ${file} --yes --allow-env KEY`, { env });
  expect(applied.code, applied.stderr).toBe(0);
  expect(sent()).toMatchObject([
    { body: { access_key: before.data['access_key'], secret_key: 'new-secret-key', region: 'us-west-2' } },
  ]);
  const after = JSON.parse((await trivet('cloud config show -o json')).stdout) as {
    data: Record<string, unknown>;
  };
  expect(after.data).toEqual({ ...before.data, region: 'us-west-2' });
});

test('a message is found by its ID, or by its title, and gets its ID from the server', async () => {
  const file = write(
    'kind: message\nsettings:\n  title: Maintenance\n  message: |\n    Down on Sunday\n  start_time: "2026-12-01T00:00:00Z"\n',
  );
  const made = await trivet(`apply ${file} --yes`);
  expect(made.code, made.stderr).toBe(0);
  expect((await trivet(`diff ${file} --detailed-exitcode`)).code).toBe(0);
  const text = (await trivet('export message --where title=Maintenance')).stdout;
  expect(text).toContain('Down on Sunday');
  const named = write(text.replace('Sunday', 'Monday'));
  const changed = await trivet(`apply ${named} --yes`);
  expect(changed.code, changed.stderr).toBe(0);
  expect((await trivet('message list -o name')).stdout.trim().split('\n').length).toBe(
    (await trivet('export message')).stdout.split('kind: message').length - 1,
  );
  expect((await trivet('export message --where title=Maintenance')).stdout).toContain('Down on Monday');
});

test('a message is not made for a file that names an ID which the server does not have', async () => {
  const listed = async (): Promise<string> => (await trivet('message list -o name')).stdout;
  const [id = ''] = (await listed()).split('\n');
  const text = (await trivet(`export message:${id}`)).stdout;
  const file = write(text);
  await trivet(`message delete ${id} --yes`);
  const before = await listed();
  const refused = await trivet(`apply ${file} --yes`);
  expect([refused.code, await listed()]).toEqual([2, before]);
  expect(refused.stderr).toContain('without the name, the file means the message with its title');
  const differs = await trivet(`diff ${file} --detailed-exitcode -o json`);
  expect(differs.code).toBe(11);
  expect(differs.stdout).toContain('does not exist, and the server gives a new message its id');
  const nameless = write(text.replace(/^name: .*\n/m, ''));
  expect((await trivet(`apply ${nameless} --yes`)).code).toBe(0);
  expect((await trivet(`apply ${nameless} --yes`)).stderr).toContain('nothing to change');
});

test('a source where nothing reads one is refused', async () => {
  for (const [text, place] of [
    ['kind: workspace\nname: a\nsettings:\n  description: file:secret\n', '4:16'],
    ['kind: workspace\nname: a\ntags: [env:TOKEN]\n', '3:8'],
    [
      'kind: job\nname: a\nsettings:\n  TaskGroups:\n    - Tasks: [{ Env: { PASSWORD: env:TOKEN } }]\n',
      '5:34',
    ],
  ] as const) {
    const refused = await trivet(`diff ${write(text)}`);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`a.yaml:${place}: a reference to a variable or a file is allowed`);
  }
});

describe.each((await declarableKinds(program.catalogue)).map((kind) => [kind.kind, kind] as const))(
  'of a %s',
  (_, kind) => {
    const settings = settingsOf(kind);
    const faultsOf = async (yaml: string): Promise<readonly string[]> => {
      const [node] = readYaml(
        `kind: ${kind.kind}\n${kind.singleton === true ? '' : 'name: x\n'}${yaml}`,
      ).documents;
      if (node === undefined) throw new Error('no document');
      return declaredIn(node, await declarableKinds(program.catalogue), true).faults.map(({ text }) => text);
    };
    const nested = (key: string, value: string): string =>
      key.includes('.')
        ? `settings:\n  ${key.replace('.', `:\n    `)}: ${value}\n`
        : `settings:\n  ${key}: ${value}\n`;

    test('every secret takes a source, and nothing else', async () => {
      for (const { key, secret } of settings) {
        if (!secret) continue;
        for (const source of ['env:TOKEN', 'file:secrets/token'])
          expect([key, ...(await faultsOf(nested(key, source)))]).toEqual([key]);
        expect([key, ...(await faultsOf(nested(key, 'hunter2')))]).toEqual([
          key,
          'expected env:NAME or file:PATH: files do not contain secrets',
        ]);
      }
    });

    test('no other setting or part takes a source, at any depth', async () => {
      for (const { key, secret } of settings) {
        if (secret) continue;
        for (const value of ['env:TOKEN', '[env:TOKEN]', '{ a: env:TOKEN }', '[{ a: [env:TOKEN] }]'])
          expect([key, value, (await faultsOf(nested(key, value))).length > 0]).toEqual([key, value, true]);
      }
      for (const key of ['name', ...kind.scope].filter((one) => one !== 'name' || kind.singleton !== true)) {
        const [node] = readYaml(`kind: ${kind.kind}\n${key}: env:TOKEN\n`).documents;
        if (node === undefined) throw new Error('no document');
        const { faults } = declaredIn(node, await declarableKinds(program.catalogue), true);
        expect([key, faults.some(({ text }) => text.startsWith('a reference to a variable'))]).toEqual([
          key,
          true,
        ]);
      }
      for (const { part } of kind.parts ?? [])
        for (const value of ['env:TOKEN', '[env:TOKEN]', '{ a: env:TOKEN }'])
          expect([part, value, (await faultsOf(`${part}: ${value}\n`)).length > 0]).toEqual([
            part,
            value,
            true,
          ]);
    });
  },
);
