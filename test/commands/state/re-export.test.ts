/** Tests an export into files that people keep: what they wrote stays, and nothing of it is lost silently. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet } = useSandbox({ fresh: true });
let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'trivet-re-export-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const write = (name: string, text: string): void => {
  mkdirSync(join(dir, name, '..'), { recursive: true });
  writeFileSync(join(dir, name), text);
};
const read = (name: string): string => readFileSync(join(dir, name), 'utf8');

const git = (...argv: readonly string[]): void => {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...argv], {
    cwd: dir,
    env: { PATH: process.env['PATH'], HOME: dir, GIT_CONFIG_NOSYSTEM: '1' },
    stdio: 'ignore',
  });
};

const kept = [
  '# Web servers, and nothing else.',
  'kind: pki-role',
  'name: ours',
  'mount: pki',
  'settings:',
  '  ttl: 12h # half a day',
  '  # Two are enough.',
  '  ou: [web, db]',
  '  key_type: ec',
  '  key_bits: 256',
  '---',
  '# The second one of this file.',
  'kind: workspace',
  'name: net',
  'organization: demo',
  'settings:',
  "  description: 'the network'",
  'tags:',
  '  - eu',
  '  - prod # not yet',
  '',
].join('\n');

/** Files that are applied. */
const begun = async (): Promise<void> => {
  write('all.yaml', kept);
  const { code, stderr } = await trivet(`apply ${dir} --yes`);
  expect(code, stderr).toBe(0);
};
const again = (line = '') => trivet(`export pki-role:ours workspace:demo/net --dir ${dir} ${line}`);

describe('an export of objects that files have', () => {
  test('changes nothing where the servers have what the files say, however it is written', async () => {
    await begun();
    const { code, stdout, stderr } = await again();
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toBe(`wrote 0 files to ${dir}, changed 0\n`);
    expect(read('all.yaml')).toBe(kept);
    expect(readdirSync(dir)).toEqual(['all.yaml']);
  });

  test('rewrites only the lines of values that differ, with --overwrite', async () => {
    await begun();
    await trivet('pki role update ours --ttl 24h --ou web --ou mail');
    await trivet("workspace update demo/net --description 'a network'");
    await trivet('workspace tag remove demo/net eu');
    const { code, stderr } = await again('--overwrite');
    expect(code, stderr).toBe(0);
    expect(read('all.yaml')).toBe(
      kept
        .replace('ttl: 12h', 'ttl: 24h')
        .replace('[web, db]', '[web, mail]')
        .replace("'the network'", "'a network'")
        .replace('  - eu\n', ''),
    );
    expect(stderr).toContain(`${join(dir, 'all.yaml')}:2:1: pki-role ours in mount pki: ttl: 12h → 1d`);
    expect(stderr).toContain(', changed 1\n');
    expect((await trivet(`diff ${dir} --detailed-exitcode`)).code).toBe(0);
  });

  test('shows and keeps what differs, without --overwrite', async () => {
    await begun();
    write('all.yaml', kept.replace('12h', '7h'));
    const { code, stderr } = await again();
    expect(code).toBe(10);
    expect(stderr).toContain('pki-role ours in mount pki: ttl: 7h → 12h (stays: only the file has it)');
    expect(stderr).toContain('1 difference left: --overwrite takes the values of the servers');
    expect(read('all.yaml')).toBe(kept.replace('12h', '7h'));
  });

  test('takes what the files have not changed since a revision, and keeps local edits', async () => {
    await begun();
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message=x');
    write('all.yaml', kept.replace('[web, db]', '[web]'));
    await trivet('pki role update ours --ttl 24h');
    const { code, stderr } = await again('--since HEAD');
    expect(code).toBe(10);
    expect(read('all.yaml')).toBe(kept.replace('[web, db]', '[web]').replace('12h', '24h'));
    expect(stderr).toContain('ou: web → web, db (stays');
    write('all.yaml', kept);
    expect((await again('--since HEAD')).code).toBe(0);
    expect(read('all.yaml')).toBe(kept.replace('12h', '24h'));
  });

  test('leaves lines that cannot be changed without a loss', async () => {
    await begun();
    const text = kept.replace('[web, db]', '\n    - web\n    # ours\n    - db');
    write('all.yaml', text);
    await trivet('pki role update ours --ou mail');
    const { code, stderr } = await again('--overwrite');
    expect(code).toBe(10);
    expect(stderr).toContain('(stays: its lines cannot be changed by themselves');
    expect(read('all.yaml')).toBe(text);
  });

  test('names both files where two have the object, and writes neither', async () => {
    await begun();
    write('other.yaml', 'kind: pki-role\nname: ours\nsettings: { ttl: 1h }\n');
    const { code, stderr } = await again('--overwrite');
    expect(code).toBe(10);
    expect(stderr).toContain(`is in ${join(dir, 'all.yaml')} and in ${join(dir, 'other.yaml')}: both stay`);
    expect(read('all.yaml')).toBe(kept);
  });

  test('does not write what a file deletes', async () => {
    write('gone.yaml', 'kind: pki-role\nname: web\nstate: absent\n');
    const { code, stderr } = await trivet(`export pki-role:web --dir ${dir}`);
    expect(code).toBe(10);
    expect(stderr).toContain('pki-role web in mount pki: the file deletes it');
    expect(readdirSync(dir)).toEqual(['gone.yaml']);
  });

  test('passes over files without objects, and writes none of them', async () => {
    write('values.yaml', 'replicas: 3\n');
    write('broken.yaml', 'a: [\n');
    write('data.json', '{"a": 1}\n');
    expect((await trivet(`export pki-role:web --dir ${dir}`)).code).toBe(0);
    expect(read('values.yaml')).toBe('replicas: 3\n');
    expect(readdirSync(dir).toSorted()).toEqual(
      ['broken.yaml', 'data.json', 'pki-role.web.yaml', 'values.yaml'].toSorted(),
    );
  });

  test('never writes over a file that holds something else', async () => {
    write('pki-role.web.yaml', 'replicas: 3\n');
    const { code, stderr } = await trivet(`export pki-role:web --dir ${dir} --overwrite`);
    expect(code).toBe(3);
    expect(stderr).toContain('it would be overwritten');
    expect(read('pki-role.web.yaml')).toBe('replicas: 3\n');
  });

  test('knows a message by its title', async () => {
    const text =
      'kind: message\nsettings:\n  title: hi # ours\n  message: m\n  start_time: "2026-01-01T00:00:00Z"\n';
    write('m.yaml', text);
    expect((await trivet(`apply ${dir} --yes`)).code).toBe(0);
    const id = (await trivet("message list --where 'title=hi' -o name")).stdout.trim();
    await trivet(`message update ${id} --message other`);
    expect((await trivet(`export message --where title=hi --dir ${dir} --overwrite`)).code).toBe(0);
    expect(read('m.yaml')).toBe(text.replace('message: m\n', 'message: other\n'));
    expect(readdirSync(dir)).toEqual(['m.yaml']);
  });
});

describe('jobs', () => {
  const hcl =
    'job "batch" {\n  type = "batch"\n  group "g" {\n    task "t" { driver = "raw_exec" }\n  }\n}\n';

  test('of a job file stay in it', async () => {
    write('batch.nomad.hcl', hcl);
    expect((await trivet(`apply ${dir} --yes`)).code).toBe(0);
    const { code, stderr } = await trivet(`export job:batch --dir ${dir}`);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('1 job file not rewritten');
    write('named.yaml', 'kind: job\nfile: batch.nomad.hcl\n');
    expect((await trivet(`export job:batch --dir ${dir}`)).code).toBe(0);
    expect(readdirSync(dir).toSorted()).toEqual(['batch.nomad.hcl', 'named.yaml']);
  });

  test('of a document are rewritten where their scheduler sees a difference', async () => {
    write('batch.nomad.hcl', hcl);
    expect((await trivet(`apply ${dir} --yes`)).code).toBe(0);
    rmSync(join(dir, 'batch.nomad.hcl'));
    expect((await trivet(`export job:batch --dir ${dir}`)).code).toBe(0);
    const name = 'job.batch.yaml';
    const text = read(name).replace('  TaskGroups:\n', '  # One group.\n  TaskGroups:\n');
    write(name, text);
    const same = await trivet(`export job:batch --dir ${dir}`);
    expect(same.code, same.stderr).toBe(0);
    expect((await trivet('job scale batch g 3')).code).toBe(0);
    const shown = await trivet(`export job:batch --dir ${dir}`);
    expect(shown.code).toBe(10);
    expect(shown.stderr).toContain('TaskGroups differs (stays');
    const taken = await trivet(`export job:batch --dir ${dir} --overwrite`);
    expect(taken.code, taken.stderr).toBe(0);
    expect(read(name)).toBe(text.replace('Count: 1', 'Count: 3'));
    expect((await trivet(`diff ${dir} --detailed-exitcode`)).code).toBe(0);
  });
});

describe('an environment', () => {
  beforeEach(() => {
    write('trivet.yaml', 'environments:\n  prod: { layers: [base, prod] }\n');
    write('base/a.yaml', 'kind: pki-role\nname: ours\nsettings: { ttl: 1h, key_type: ec, key_bits: 256 }\n');
    write('prod/a.yaml', 'kind: pki-role\nname: ours\nmount: pki\nsettings: { ttl: 2h }\n');
  });

  test('has its values changed in its last layer only: others share the earlier ones', async () => {
    expect((await trivet(`apply ${dir} --env prod --yes`)).code).toBe(0);
    await trivet('pki role update ours --ttl 3h --key-type rsa --key-bits 2048');
    const { code, stderr } = await trivet(`export pki-role:ours --env prod --dir ${dir}/prod --overwrite`);
    expect(code).toBe(10);
    expect(read('prod/a.yaml')).toContain('ttl: 3h');
    expect(read('base/a.yaml')).toContain('key_type: ec');
    expect(stderr).toContain('key_type: ec → rsa (stays: another layer says it)');
  });

  test('gets new files for objects that no layer names', async () => {
    expect((await trivet(`apply ${dir} --env prod --yes`)).code).toBe(0);
    const { code, stderr } = await trivet(`export pki-role --env prod --dir ${dir}/prod --unmanaged`);
    expect(code, stderr).toBe(0);
    const names = readdirSync(join(dir, 'prod'));
    expect(names).toContain('pki-role.web.yaml');
    expect(names).not.toContain('pki-role.ours.yaml');
    expect((await trivet(`diff ${dir} --env prod --detailed-exitcode --unmanaged pki-role`)).code).toBe(0);
  });
});

describe('objects that no file names', () => {
  test('are the only ones that --unmanaged exports', async () => {
    await begun();
    const { code, stdout } = await trivet(`export pki-role --dir ${dir} --unmanaged`);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(existsSync(join(dir, 'pki-role.ours.yaml'))).toBe(false);
    expect(existsSync(join(dir, 'pki-role.web.yaml'))).toBe(true);
    expect(read('all.yaml')).toBe(kept);
  });

  test.each([
    ['export pki-role --unmanaged', '--unmanaged compares with files'],
    ['export pki-role --overwrite', '--overwrite is for files'],
    ['export pki-role --since HEAD', '--since is for files'],
  ])('%s is refused', async (line, text) => {
    const { code, stderr } = await trivet(line);
    expect(code).toBe(2);
    expect(stderr).toContain(text);
  });
});

test('a kind that cannot be listed is a warning, and the others are exported', async () => {
  const { code, stderr } = await trivet(`export job pki-role pki-urls --dir ${dir}`, {
    env: { TRIVET_JOBS_TOKEN: 'wrong' },
  });
  expect(code).toBe(10);
  expect(stderr).toContain('warning: job: ');
  expect(readdirSync(dir)).toContain('pki-role.web.yaml');
});
