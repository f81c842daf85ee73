/** Checks that every other word is accepted wherever the shown one is: scripts that use it go on as they are. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { otherPaths, otherWords } from '../src/catalogue/aliases.ts';
import { replyFieldsOf } from '../src/catalogue/command.ts';
import { parseCondition } from '../src/catalogue/selection/where.ts';
import { leafOf } from '../src/cli/leaf.ts';
import { routeFor } from '../src/cli/route.ts';
import { flagsOf } from '../src/run/flags.ts';
import { program } from '../src/main.ts';
import { openLibrary } from '../src/library.ts';
import { allCommands } from './support/catalogue.ts';
import { openMcp } from './support/mcp.ts';
import { environmentOf, useSandbox } from './support/sandbox.ts';
import { isSecretField } from '../src/catalogue/shown.ts';

const bench = useSandbox();
const folder = mkdtempSync(join(tmpdir(), 'trivet-aliases-'));
afterAll(() => rmSync(folder, { recursive: true }));

const others = allCommands.flatMap(({ path }) => otherPaths(path).map((other) => [other, path] as const));
const taken = new Set(allCommands.map(({ path }) => path));

test('no other word for a command is a command', () => {
  expect(others.length).toBeGreaterThan(60);
  expect(others.filter(([other]) => taken.has(other))).toEqual([]);
});

test.each(others)('trivet %s is trivet %s', async (other, path) => {
  const found = await routeFor(program.catalogue, [...other.split(' '), '--quiet', 'x']);
  expect(found).toMatchObject({ name: path, path: path.split(' '), unknown: undefined });
  expect((await program.catalogue.command(other))?.path).toBe(path);
});

test('every command takes its flags under their other words, before and after it', async () => {
  const seen = new Set<string>();
  for (const command of allCommands) {
    const flags = flagsOf(command);
    for (const flag of flags) {
      for (const other of otherWords('flags', flag.name)) {
        // A flag of the command itself can have that name.
        if (flags.some(({ name }) => name === other)) continue;
        seen.add(other);
        const sorted = leafOf(command).sort([`--${other}=true`]);
        expect([command.path, sorted.unknown, [...sorted.flags.keys()]]).toEqual([
          command.path,
          undefined,
          [flag],
        ]);
        const found = await routeFor(program.catalogue, [`--${other}`, 'x', ...command.path.split(' ')]);
        expect(found.name).toBe(command.path);
      }
    }
  }
  expect([...seen].toSorted()).toEqual([
    'by',
    'cloud-mount',
    'engine-version',
    'journal',
    'map',
    'on',
    'wave',
  ]);
});

test('conditions take a field under its other words', () => {
  const seen = new Set<string>();
  for (const command of allCommands) {
    const fields = replyFieldsOf(command);
    for (const key of Object.keys(fields).filter((one) => !isSecretField(fields, one))) {
      for (const other of otherWords('fields', key)) {
        if (Object.hasOwn(fields, other)) continue;
        seen.add(other);
        expect(parseCondition(`${other}=1`, fields).path).toBe(key);
      }
    }
  }
  expect([...seen]).toEqual(['terraform-version']);
});

describe('a line in other words does what the line in shown words does', () => {
  test.each([
    ['cloud role list', 'aws role list'],
    ['cloud role ls', 'aws role list'],
    ['cloud config rotate-root --dry-run', 'aws rotate-root --dry-run'],
    [
      'aws static-cred imported -o json --fields access_key',
      'aws static-creds imported -o json --fields access_key',
    ],
    ['ldap config rotate-root --dry-run', 'ldap rotate-root --dry-run'],
    ['ws ls -o name', 'workspace list -o name'],
    ['ws rm dns-qa --dry-run', 'workspace delete dns-qa --dry-run'],
    ['job run nosuch.hcl', 'job register nosuch.hcl'],
    [
      'workspace create demo/n --engine-version 1.5.7 --dry-run',
      'workspace create demo/n --terraform-version 1.5.7 --dry-run',
    ],
    [
      "workspace list --where 'engine-version<1.6' -o name",
      "workspace list --where 'terraform-version<1.6' -o name",
    ],
    ['workspace show dns-qa --by name -o json', 'workspace show dns-qa --names-are name -o json'],
    ['workspace lock dns-qa --on nosuch', 'workspace lock dns-qa --confirm-profile nosuch'],
    [
      "workspace lock --where 'name~dns-q*' --wave 1 --dry-run",
      "workspace lock --where 'name~dns-q*' --waves 1 --dry-run",
    ],
    ['cloud creds ci --map X=nosuch -- true', 'aws creds ci --env-map X=nosuch -- true'],
    ['workspace list --product documented -o name', 'workspace list --product generic -o name'],
    ['export cloud-role', 'export aws-role'],
    ['diff cloud-role:ci cloud-role:ci', 'diff aws-role:ci aws-role:ci'],
  ])('%s', async (old, shown) => {
    const [before, now] = [await bench.trivet(old), await bench.trivet(shown)];
    expect({ ...before, bytes: undefined }).toEqual({ ...now, bytes: undefined });
    expect(now.stderr).not.toContain('unknown');
  });

  test('--fields names the column as it was asked for', async () => {
    const asked = (word: string) => bench.done(`workspace list --fields name,${word} -o jsonl --limit 1`);
    const [other, key] = [await asked('terraform-version'), await asked('engine-version')];
    expect(other.replace('terraform-version', 'engine-version')).toBe(key);
    expect(await bench.done('workspace show dns-qa --field terraform-version')).toBe(
      await bench.done('workspace show dns-qa --field engine-version'),
    );
  });

  test('a file takes a kind and a setting under their other words', async () => {
    const file = join(folder, 'w.yaml');
    const text = (word: string) => `kind: workspace\nname: dns-qa\nsettings:\n  ${word}: 1.2.3\n`;
    const rows = async (word: string) => {
      writeFileSync(file, text(word));
      return bench.trivet(`diff ${file} -o json`);
    };
    const [other, key] = [await rows('terraform-version'), await rows('engine-version')];
    expect(key.stdout).toContain('engine-version');
    expect(other.stdout).toBe(key.stdout);
    writeFileSync(file, 'kind: aws-role\nname: ci\nsettings: {}\n');
    expect((await bench.trivet(`diff ${file}`)).stderr).not.toContain('is not a kind');
  });

  test('a profile keeps its product', async () => {
    const config = { TRIVET_CONFIG_DIR: join(folder, 'config') };
    const url = bench.sandbox().urls.jobs;
    const set = await bench.trivet(
      `profile set p --jobs-url ${url} --jobs-product documented --cloud-mount aws --secrets-url ${url} --secrets-product generic`,
      { env: config },
    );
    expect(set).toMatchObject({ code: 0 });
    const shown = await bench.trivet('profile show p -o json', { env: config });
    expect(shown.stdout).toContain('generic');
    expect(shown.stdout).not.toContain('documented');
  });

  test('the library takes them as words and as options', async () => {
    const connection = Object(await openLibrary({ env: environmentOf(bench.sandbox()), by: 'name' }));
    expect(await connection.cloud.role.list()).toEqual(await connection.aws.role.list());
    const shown = await connection.workspace.update('dns-qa', { engineVersion: '1.5.5', dryRun: true });
    expect(shown).toEqual(
      await connection.workspace.update('dns-qa', { terraformVersion: '1.5.5', dryRun: true }),
    );
  });

  test('tools of agents take them as names and as arguments', async () => {
    const session = await openMcp(['--toolset', 'cloud,workspace', '--allow', 'changes'], {
      env: environmentOf(bench.sandbox()),
    });
    const [old, shown] = [await session.call('cloud_role_list'), await session.call('aws_role_list')];
    expect(old.data).toEqual(shown.data);
    const update = { workspace: 'dns-qa', 'engine-version': '1.5.6' };
    expect(await session.call('workspace_update', update)).toMatchObject({ failed: false });
    expect(await bench.done('workspace show dns-qa --field engine-version')).toBe('1.5.6');
    await session.end();
  });
});
