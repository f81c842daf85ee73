/**
 * Tests changes of many objects with real servers: TRIVET_LIVE_OTF_URL, TRIVET_LIVE_BAO_URL and TRIVET_LIVE_NOMAD_URL
 * with their tokens. Uses its own organization, mount and names of jobs. `npm run test:live`
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CliResult } from '../support/run-cli.ts';
import { runCli, words } from '../support/run-cli.ts';

const { env } = process;
const otf = { url: env['TRIVET_LIVE_OTF_URL'] ?? '', token: env['TRIVET_LIVE_OTF_TOKEN'] ?? '' };
const bao = { url: env['TRIVET_LIVE_BAO_URL'] ?? '', token: env['TRIVET_LIVE_BAO_TOKEN'] ?? '' };
const nomad = { url: env['TRIVET_LIVE_NOMAD_URL'] ?? '', token: env['TRIVET_LIVE_NOMAD_TOKEN'] ?? '' };
const own = `trivet-many-${process.pid}`;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-live-many-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const trivet = (line: string, stdin?: string): Promise<CliResult> =>
  runCli(words(line), {
    ...(stdin === undefined ? {} : { stdin }),
    env: {
      TRIVET_WORKSPACES_URL: otf.url,
      TRIVET_WORKSPACES_TOKEN: otf.token,
      TRIVET_WORKSPACES_PRODUCT: 'otf',
      TRIVET_ORGANIZATION: own,
      TRIVET_SECRETS_URL: bao.url,
      TRIVET_SECRETS_TOKEN: bao.token,
      TRIVET_SECRETS_PRODUCT: 'openbao',
      TRIVET_JOBS_URL: nomad.url,
      TRIVET_JOBS_TOKEN: nomad.token,
      TRIVET_JOBS_PRODUCT: 'nomad',
      TRIVET_CONFIG_DIR: join(folder, 'config'),
      PATH: env['PATH'] ?? '',
    },
  });

const ok = async (line: string, stdin?: string): Promise<string> => {
  const result = await trivet(line, stdin);
  if (result.code !== 0) throw new Error(`trivet ${line}: exit ${result.code}: ${result.stderr}`);
  return result.stdout;
};

/** The first column of the rows. */
const namesIn = (stdout: string): readonly string[] =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t')[0] ?? '')
    .sort();

const all = ['many-1', 'many-2', 'many-3', 'many-4'];

test.skipIf(otf.url !== '')('skipped: workspaces (TRIVET_LIVE_OTF_URL is not set)', () => {
  expect(otf.url).toBe('');
});
test.skipIf(bao.url !== '')('skipped: roles (TRIVET_LIVE_BAO_URL is not set)', () => {
  expect(bao.url).toBe('');
});
test.skipIf(nomad.url !== '')('skipped: jobs (TRIVET_LIVE_NOMAD_URL is not set)', () => {
  expect(nomad.url).toBe('');
});

describe.skipIf(otf.url === '')('workspaces of OTF', () => {
  beforeAll(async () => {
    const attributes = { name: own, email: 'live@example.com' };
    const body = JSON.stringify({ data: { type: 'organizations', attributes } });
    await ok(`api workspaces POST /organizations --data '${body}' --confirm /organizations`);
    for (const [place, name] of all.entries()) {
      await ok(`workspace create ${name} --terraform-version 1.5.${place}`);
    }
    await ok('workspace tag add - prod --yes', 'many-1\nmany-2\n');
  });
  afterAll(() => ok(`api workspaces DELETE /organizations/${own} --confirm /organizations/${own}`));

  test('are locked and unlocked by tag; a condition on reasons, which OTF lacks, is exit 7 before any change', async () => {
    const locked = await ok('workspace lock --where tag=prod --where locked=false --expect 2 --yes');
    expect(namesIn(locked)).toEqual(['many-1', 'many-2']);
    const reason = await trivet('workspace unlock --where locked-reason=CHG-1 --yes');
    expect(reason.code).toBe(7);
    expect(reason.stderr).toContain('does not report locked-reason');
    expect(namesIn(await ok('workspace list --where locked=true -o name'))).toEqual(['many-1', 'many-2']);
    await ok('workspace unlock --where tag=prod --where locked=true --expect 2 --yes');
    expect(await ok('workspace list --where locked=true -o name')).toBe('');
  });

  test('get a newer engine version in two steps', async () => {
    const line = 'workspace update --where engine-version<1.6 --terraform-version 1.9.8 --limit 3 --yes';
    expect(namesIn(await ok(line))).toHaveLength(3);
    expect(namesIn(await ok(line))).toHaveLength(1);
    expect(namesIn(await ok('workspace list --where engine-version=1.9.8 -o name'))).toEqual(all);
  });

  test('get a tag by the names of a list', async () => {
    const listed = await ok('workspace list --where updated-at<+1d --where locked=false -o name');
    await ok('workspace tag add - stale --yes', listed);
    expect(namesIn(await ok('workspace list --where tag=stale -o name'))).toEqual(all);
    const missing = await trivet('workspace list --where latest-change-at<-90d -o name');
    expect({ code: missing.code, stdout: missing.stdout }).toEqual({ code: 7, stdout: '' });
  });

  // OTF reports neither reasons nor when a lock was made, so nothing would prove whose lock it is at the end.
  test('are not locked for a command, since nothing would prove that their locks are its own', async () => {
    const refused = await trivet('workspace lock --where name~many-* --yes -- true');
    expect(refused.code).toBe(7);
    expect(refused.stderr).toContain('does not report the reasons of locks');
    expect(await ok('workspace list --where locked=true -o name')).toBe('');
  });

  test('are exported', async () => {
    const text = await ok('export workspace --where name=many-2');
    expect(text.match(/^name: .*/gm)).toEqual(['name: many-2']);
  });
});

describe.skipIf(bao.url === '')('roles of OpenBao', () => {
  beforeAll(async () => {
    await ok(`api secrets POST /sys/mounts/${own} --data '{"type":"pki"}' --confirm /sys/mounts/${own}`);
    for (const name of ['a', 'b', 'c']) {
      const any = name === 'c' ? '' : ' --allow-any-name';
      await ok(`pki role write ${name} --mount ${own} --max-ttl 48h${any}`);
    }
  });
  afterAll(() => ok(`api secrets DELETE /sys/mounts/${own} --confirm /sys/mounts/${own}`));

  test('are read for conditions; changed, exported and deleted by their fields', async () => {
    const list = `pki role list --mount ${own} -o name`;
    expect(namesIn(await ok(`${list} --where allow_any_name=true`))).toEqual(['a', 'b']);
    await ok(`pki role update --mount ${own} --where allow_any_name=true --no-allow-any-name --yes`);
    expect(await ok(`${list} --where allow_any_name=true`)).toBe('');
    const text = await ok(`export pki-role --mount ${own} --where max_ttl>1d`);
    expect(text.match(/^name: .*/gm)).toEqual(['name: a', 'name: b', 'name: c']);
    expect((await trivet(`pki role delete --mount ${own} --where max_ttl>1d --expect 2 --yes`)).code).toBe(2);
    await ok(`pki role delete --mount ${own} --where max_ttl>1d --expect 3 --yes`);
    expect(await ok(list)).toBe('');
  });
});

describe.skipIf(nomad.url === '')('jobs of Nomad', () => {
  const names = ['1', '2', '3'].map((number) => `${own}-${number}`);
  beforeAll(async () => {
    for (const name of names) {
      const file = join(folder, `${name}.hcl`);
      writeFileSync(
        file,
        `job "${name}" {\n  type = "batch"\n  parameterized {}\n  group "g" {\n    task "t" {\n      driver = "raw_exec"\n      config { command = "/bin/true" }\n    }\n  }\n}\n`,
      );
      await ok(`job register ${file}`);
    }
  });
  // Each by its name: a dispatch made one more, which the server may already have collected.
  afterAll(async () => {
    const left = `job list --where ID~${own}-* -o name`;
    for (const name of namesIn(await ok(left))) await trivet(`job stop ${name} --purge --confirm ${name}`);
    const kept = await ok(left);
    if (kept !== '') throw new Error(`these jobs are left: ${kept}`);
  });

  test('are stopped after seeing the requests, and dispatched and stopped by ID', async () => {
    const shown = await ok(`job stop --where ID~${own}-* --where ParentID= --dry-run`);
    expect(shown.match(/^DELETE http/gm)).toHaveLength(3);
    expect((await trivet(`job dispatch --where ID=${names[0]} --yes`)).code).toBe(0);
    const lines = await ok(
      `job list --namespace * --where ParentID= --where ID~${own}-* -o jsonl --fields ID,Namespace`,
    );
    expect(lines.trim().split('\n')).toHaveLength(3);
    const stopped = await ok('job stop - --yes', lines);
    expect(namesIn(stopped)).toEqual(names);
    expect(
      readdirSync(join(folder, 'config', 'receipts')).filter((name) => name.endsWith('.journal')),
    ).toEqual([]);
  });
});
