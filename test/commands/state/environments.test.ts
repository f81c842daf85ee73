/** trivet.yaml: environments with layers, names for IDs, protection; and what its author cannot do. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runProgram } from '../../support/run-bin.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { environmentOf, useSandbox } from '../../support/sandbox.ts';

const { sandbox, trivet, requests, clear } = useSandbox({ fresh: true });
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-environments-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  }
};
const rows = async (line: string): Promise<readonly Record<string, unknown>[]> => {
  const { code, stdout, stderr } = await trivet(`${line} -o json`);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as readonly Record<string, unknown>[];
};

const two = {
  'trivet.yaml': 'environments:\n  dev: { layers: [base, dev] }\n  prod: { layers: [base, prod] }\n',
  'base/roles.yaml':
    'kind: pki-role\nname: web\nsettings:\n  ttl: 5h\n  ou: [platform, base]\n---\nkind: workspace\nname: shared\nsettings:\n  description: base\n  auto-apply: false\n',
  'dev/roles.yaml': 'kind: pki-role\nname: web\nsettings:\n  ou: [dev]\n',
  'prod/shared.yaml':
    'kind: workspace\nname: shared\nsettings:\n  auto-apply: true\n  description: null\ntags: [prod]\n',
};

describe('layers', () => {
  test('are merged: maps by key, lists as a whole, null clears', async () => {
    write(two);
    const dev = await rows(`diff ${folder} --env dev`);
    expect(dev.find((row) => row['kind'] === 'pki-role')).toMatchObject({
      changes: [
        { field: 'ttl', to: '5h' },
        { field: 'ou', to: ['dev'] },
      ],
    });
    const prod = await rows(`diff ${folder} --env prod`);
    expect(prod.find((row) => row['kind'] === 'workspace')).toMatchObject({
      name: 'demo/shared',
      fields: ['auto-apply', 'tags'],
    });
    expect(prod.find((row) => row['kind'] === 'pki-role')).toMatchObject({
      changes: [
        { field: 'ttl', to: '5h' },
        { field: 'ou', to: ['platform', 'base'] },
      ],
    });
  });

  test('need an environment where an operand holds several, and are plain folders by themselves', async () => {
    write(two);
    const refused = await trivet(`diff ${folder}`);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('holds the files of several environments');
    expect(refused.stderr).toContain('Give --env with one of them: dev, prod.');
    expect((await trivet(`diff ${join(folder, 'base')}`)).code).toBe(0);
    expect(await rows(`diff --env prod ${join(folder, 'prod')}`)).toMatchObject([{ kind: 'workspace' }]);
  });

  test('have all their faults reported at once, each where it was written', async () => {
    write({
      ...two,
      'trivet.yaml':
        'environments:\n  prod:\n    layers: [base, prod, nosuch, ../out]\n    profil: prod\n    ignore: [workspace.nosuch]\n',
      'base/roles.yaml': 'kind: pki-role\nname: web\nsettings:\n  ttl: soon\n  ou: [platform]\n',
      'prod/roles.yaml': 'kind: pki-role\nname: web\nsettings:\n  ou: 3\n  no_such: 1\n',
    });
    clear();
    const { code, stderr } = await trivet(`diff ${folder} --env prod`);
    expect(code).toBe(2);
    for (const [file, text] of [
      ['trivet.yaml:3:26', 'the folder'],
      ['trivet.yaml:3:34', '"../out" must be a folder below that of trivet.yaml'],
      ['trivet.yaml:4:5', '"profil" is not a key here. Did you mean "profile"?'],
      ['trivet.yaml:5:14', 'workspace has no setting "nosuch"'],
      ['base/roles.yaml:4:8', 'expected a duration'],
      ['prod/roles.yaml:4:7', 'expected a list'],
      ['prod/roles.yaml:5:3', '"no_such" is not a setting of pki-role'],
    ])
      expect(stderr).toContain(`${join(folder, file ?? '')}: ${text ?? ''}`);
    expect(requests()).toEqual([]);
  });

  test('share job files and files of variables below the root, and nothing outside it', async () => {
    write({
      'trivet.yaml': 'environments:\n  prod: { layers: [base, prod] }\n',
      'shared/app.nomad.hcl':
        'variable "count" { type = number }\njob "app" {\n  group "g" {\n    count = var.count\n    task "t" { driver = "raw_exec" }\n  }\n}\n',
      'base/app.yaml': 'kind: job\nname: app\nfile: ../shared/app.nomad.hcl\nvariables: { count: "1" }\n',
      'prod/app.yaml': 'kind: job\nname: app\nvariables: { count: "3" }\n',
    });
    expect(await rows(`diff ${folder} --env prod`)).toMatchObject([{ kind: 'job', action: 'create' }]);
    const applied = await trivet(`apply ${folder} --env prod --yes`);
    expect(applied.code, applied.stderr).toBe(0);
    expect((await trivet('job show app --query TaskGroups[0].Count -o tsv')).stdout.trim()).toBe('3');
    symlinkSync('/etc', join(folder, 'shared', 'link'));
    for (const file of ['../../x.hcl', '/etc/hostname', '../shared/link/hostname', '~/x']) {
      write({ 'base/app.yaml': `kind: job\nname: app\nfile: ${file}\n` });
      const refused = await trivet(`diff ${folder} --env prod`);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain('must be inside the folder of trivet.yaml');
    }
  });
});

test('the nearest trivet.yaml upward is used where no folder is given', async () => {
  write(two);
  const env = environmentOf(sandbox());
  const at = (place: string, line: string) =>
    runProgram('sh', ['-c', `cd ${place} && trivet ${line}`], { env });
  const inner = await at(join(folder, 'prod'), 'diff --env prod');
  expect(inner.code, inner.stderr).toBe(0);
  expect(inner.stdout).toContain('demo/shared');
  expect(inner.stdout).toContain('../prod/shared.yaml:1:1');
  const none = await at('/', 'diff --env prod');
  expect(none.stderr).toContain('there is no trivet.yaml here or above');
  const wrong = await at(folder, 'diff --env prd');
  expect(wrong.stderr).toContain('has no environment "prd". Did you mean "prod"?');
});

test('names of an environment stand for IDs', async () => {
  const shown = await trivet(
    'workspace show acme/network-prod --query data.relationships.project.data.id -o tsv',
  );
  const id = shown.stdout.trim();
  write({
    'trivet.yaml': `environments:\n  prod:\n    layers: [.]\n    names: { project: { network: ${id} } }\n`,
    'a.yaml': 'kind: workspace\nname: network-prod\norganization: acme\nsettings: { project: network }\n',
  });
  const same = await trivet(`diff ${folder} --env prod --detailed-exitcode`);
  expect(same.code, same.stderr).toBe(0);
  write({
    'a.yaml': 'kind: workspace\nname: network-prod\norganization: acme\nsettings: { project: netwrk }\n',
  });
  const wrong = await trivet(`diff ${folder} --env prod`);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('project: the environment has no name "netwrk". Did you mean "network"?');
});

describe('whoever writes trivet.yaml', () => {
  /** Two profiles; addresses come from them. */
  const profiles = async (more = '') => {
    const config = { TRIVET_CONFIG_DIR: join(folder, '.config') };
    const { workspaces, secrets, jobs } = sandbox().urls;
    const env = { ...config, TOKEN: sandbox().tokens.owner };
    const urls = { workspaces, secrets, jobs };
    const flags = Object.entries(urls).map(
      ([service, url]) => `--${service}-url ${url} --${service}-token-from env:TOKEN`,
    );
    for (const name of ['staging', 'prod']) {
      const line = `profile set ${name} ${flags.join(' ')}${name === 'prod' ? more : ''}`;
      expect((await runCli(words(line), { env })).code).toBe(0);
    }
    return (line: string) => runCli(words(line), { env });
  };
  const files = (more = '') => ({
    'trivet.yaml': `environments:\n  prod:\n    profile: prod\n    layers: [.]\n${more}`,
    'a.yaml': 'kind: pki-role\nname: web\nsettings: { ttl: 5h }\n',
  });

  test('cannot choose the servers', async () => {
    const run = await profiles();
    write(files());
    const unnamed = await run(`diff ${folder} --env prod`);
    expect(unnamed.code).toBe(2);
    expect(unnamed.stderr).toContain(
      'environment prod belongs to profile "prod", which the command does not name',
    );
    const other = await run(`diff ${folder} --env prod --profile staging`);
    expect(other.stderr).toContain('environment prod belongs to profile "prod", and "staging" was given');
    const both = await run(`diff ${folder} --env prod --profile staging --allow-profile prod`);
    expect(both.code).toBe(2);
    for (const flag of ['--profile prod', '--allow-profile prod']) {
      const allowed = await run(`diff ${folder} --env prod ${flag}`);
      expect(allowed.code, allowed.stderr).toBe(0);
    }
  });

  test('cannot loosen what the profile says', async () => {
    const run = await profiles(' --read-only');
    write(files('    protected: false\n'));
    const denied = await run(`apply ${folder} --env prod --profile prod --yes`);
    expect(denied.code).toBe(4);
  });

  test('cannot do without what a protected profile asks', async () => {
    const run = await profiles(' --protected');
    write(files('    protected: false\n'));
    const asked = await run(`apply ${folder} --env prod --profile prod --yes`);
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain('prod is protected. To confirm without a prompt: --on prod --yes');
    const done = await run(`apply ${folder} --env prod --profile prod --yes --on prod`);
    expect(done.code, done.stderr).toBe(0);
  });

  test('can make changes be confirmed by name', async () => {
    const run = await profiles();
    write(files('    protected: true\n'));
    const asked = await run(`apply ${folder} --env prod --profile prod --yes`);
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain('prod is protected. To confirm without a prompt: --on prod --yes');
    const wrong = await run(`apply ${folder} --env prod --profile prod --yes --on staging`);
    expect(wrong.code).toBe(2);
    const done = await run(`apply ${folder} --env prod --profile prod --yes --on prod`);
    expect(done.code, done.stderr).toBe(0);
  });

  test('cannot give commands, read variables, or leave the folder', async () => {
    write({
      'trivet.yaml':
        'environments:\n  prod:\n    layers: [/etc, "~/x", a/../../b]\n    exec: rm -rf /\n    token: env:TRIVET_SECRETS_TOKEN\n    profile: env:HOME\n    check: [true]\n',
    });
    const { code, stderr } = await trivet(`diff ${folder} --env prod --profile "env:HOME"`);
    expect(code).toBe(2);
    for (const key of ['exec', 'token', 'check']) expect(stderr).toContain(`"${key}" is not a key here`);
    expect(stderr.split('must be a folder below that of trivet.yaml')).toHaveLength(4);
    symlinkSync('/etc', join(folder, 'link'));
    write({ 'trivet.yaml': 'environments:\n  prod:\n    layers: [link]\n' });
    const linked = await trivet(`diff ${folder} --env prod`);
    expect(linked.code).toBe(2);
    expect(linked.stderr).toContain('trivet.yaml:3:14: the folder leads out of the folder of trivet.yaml');
  });
});

test('a plan is of its environment', async () => {
  write(two);
  const plan = join(folder, 'plan.json');
  expect((await trivet(`diff ${folder} --env dev --plan-out ${plan}`)).code).toBe(0);
  const applied = await trivet(`apply ${plan} --yes`);
  expect(applied.code, applied.stderr).toBe(0);
  expect((await trivet('pki role show web --field ou')).stdout).toContain('dev');
});

describe('an export', () => {
  test('begins a repository whose environment has no difference', async () => {
    const infra = join(folder, 'infra');
    const made = await trivet(`export pki-role workspace:acme/network-prod --dir ${infra} --init`);
    expect(made.code, made.stderr).toBe(0);
    const same = await trivet(`diff ${infra} --env default --detailed-exitcode`);
    expect(same.code, same.stdout + same.stderr).toBe(0);
    const again = await trivet(`export pki-role --dir ${infra} --init`);
    expect(again.code).toBe(3);
    expect(again.stderr).toContain('trivet.yaml exists');
    const schema = JSON.parse((await trivet('manifest --schema trivet.yaml')).stdout) as object;
    expect(schema).toMatchObject({ title: 'trivet.yaml', required: ['environments'] });
  });

  test('has the names of its environment for IDs', async () => {
    const shown = await trivet(
      'workspace show acme/network-prod --query data.relationships.project.data.id -o tsv',
    );
    write({
      'trivet.yaml': `environments:\n  prod:\n    layers: [.]\n    names: { project: { network: ${shown.stdout.trim()} } }\n`,
    });
    const made = await trivet(`export workspace:acme/network-prod --env prod --dir ${folder}`);
    expect(made.code, made.stderr).toBe(0);
    const [text] = readdirSync(folder)
      .filter((name) => name.startsWith('workspace'))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(text).toContain('  project: network\n');
    expect((await trivet(`diff ${folder} --env prod --detailed-exitcode`)).code).toBe(0);
  });
});
