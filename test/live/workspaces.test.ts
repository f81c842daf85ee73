/**
 * Tests test/seeds/1-workspaces.md with a real OTF: TRIVET_LIVE_OTF_URL and TRIVET_LIVE_OTF_TOKEN, whose user may create and delete
 * organizations; with TRIVET_LIVE_OTF_OTHER_TOKEN of another user also what a second holder of a lock sees. Uses its
 * own organization and deletes it. `npm run test:live`
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CliOptions, CliResult } from '../support/run-cli.ts';
import { runCli, words } from '../support/run-cli.ts';

const url = process.env['TRIVET_LIVE_OTF_URL'] ?? '';
const token = process.env['TRIVET_LIVE_OTF_TOKEN'] ?? '';
const other = process.env['TRIVET_LIVE_OTF_OTHER_TOKEN'] ?? '';
const organization = `trivet-live-${process.pid}-${Date.now()}`;

const env = {
  TRIVET_WORKSPACES_URL: url,
  TRIVET_WORKSPACES_TOKEN: token,
  TRIVET_WORKSPACES_PRODUCT: 'otf',
  TRIVET_ORGANIZATION: organization,
};

const trivet = (line: string, options: CliOptions = {}): Promise<CliResult> =>
  runCli(words(line), { ...options, env: { ...env, ...options.env } });

const ok = async (line: string, options: CliOptions = {}): Promise<string> => {
  const result = await trivet(line, options);
  if (result.code !== 0) throw new Error(`trivet ${line}: exit ${result.code}: ${result.stderr}`);
  return result.stdout;
};

const field = (line: string, name: string): Promise<string> => ok(`${line} --field ${name}`);

test.skipIf(url !== '')('skipped, all of it: TRIVET_LIVE_OTF_URL is not set', () => {
  expect(url).toBe('');
});
test.skipIf(url === '' || other !== '')(
  'skipped: a lock of another user (TRIVET_LIVE_OTF_OTHER_TOKEN is not set)',
  () => {
    expect(other).toBe('');
  },
);
test.skipIf(url === '')('skipped: runs, outputs and configuration versions, which need an engine', () => {
  expect(url).not.toBe('');
});

describe.skipIf(url === '')('a real workspaces service', () => {
  beforeAll(async () => {
    const body = {
      data: { type: 'organizations', attributes: { name: organization, email: 'live@example.com' } },
    };
    await ok(`api workspaces POST /organizations --data '${JSON.stringify(body)}' --confirm /organizations`);
  });
  afterAll(() =>
    ok(`api workspaces DELETE /organizations/${organization} --confirm /organizations/${organization}`),
  );

  test('is in order for doctor', async () => {
    const result = await trivet('doctor workspaces -o jsonl');
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toContain('"detected":"otf"');
    const wrong = await trivet('doctor workspaces', { env: { TRIVET_WORKSPACES_TOKEN: 'wrong' } });
    expect(wrong.code).toBe(4);
  });

  test('creates, shows by ID and by name, updates and renames a workspace', async () => {
    const id = await field('workspace create first --description "A first one" --auto-apply', 'id');
    expect(id).toMatch(/^ws-[A-Za-z0-9]{16}$/);
    const byName = JSON.parse(await ok(`workspace show ${organization}/first -o json`)) as object;
    const byId = JSON.parse(await ok(`workspace show ${id} -o json`)) as object;
    expect(byId).toEqual(byName);
    expect(byId).toMatchObject({ data: { id, attributes: { name: 'first', 'auto-apply': true } } });

    expect(await field('workspace update first --no-auto-apply --description ""', 'auto-apply')).toBe(
      'false',
    );
    expect(await field(`workspace update ${id} --name renamed`, 'name')).toBe('renamed');
    expect((await trivet('workspace show first')).code).toBe(5);
    expect(await field('workspace show renamed', 'id')).toBe(id);
  });

  test('refuses names that are taken, not allowed or unknown', async () => {
    await ok('workspace create taken -q');
    const again = await trivet('workspace create taken');
    expect(again).toMatchObject({ code: 6, stdout: '' });
    expect(again.stderr).toMatch(/exists/);
    expect((await trivet('workspace create "a b"')).code).toBe(2);
    // Here the server checks the name: a mistake of the user, although its reply is 500.
    const sent = await trivet('workspace create "a b" --no-validate');
    expect(sent.code).toBe(1);
    expect((await trivet('workspace show nope')).code).toBe(5);
    expect((await trivet('workspace show ws-0000000000000000')).code).toBe(5);
  });

  test('lists all pages, searches, and gets no filter that it would ignore', async () => {
    for (let i = 0; i < 5; i += 1) await ok(`workspace create page-${i} -q`);
    const names = (await ok('workspace list --page-size 2 --search-name page- -o name')).trim().split('\n');
    expect(names).toEqual(['page-0', 'page-1', 'page-2', 'page-3', 'page-4']);
    expect(
      (await ok('workspace list --search-name page- --limit 3 -o name')).trim().split('\n'),
    ).toHaveLength(3);
    const ignored = await trivet('workspace list --sort -name');
    expect(ignored).toMatchObject({ code: 7, stdout: '' });
    expect(ignored.stderr).toContain('OTF ignores --sort');
    const empty = await trivet('workspace list --organization no-such-organization');
    expect(empty).toMatchObject({ code: 0, stdout: '' });
    expect(empty.stderr).toContain('does not exist or that the token cannot see');
  });

  test('locks, refuses a second lock, unlocks, refuses a second unlock, and force-unlocks', async () => {
    await ok('workspace create locked -q');
    expect(await field('workspace lock locked', 'locked')).toBe('true');
    const second = await trivet('workspace lock locked');
    expect(second).toMatchObject({ code: 6, stdout: '' });
    expect(second.stderr).toContain('trivet workspace unlock');
    expect(await field('workspace unlock locked', 'locked')).toBe('false');
    expect((await trivet('workspace unlock locked')).code).toBe(6);
    expect((await trivet('workspace force-unlock locked --yes')).code).toBe(6);
    await ok('workspace lock locked -q');
    expect(await field('workspace force-unlock locked --yes', 'locked')).toBe('false');
    // The server cannot keep a reason, and trivet says so.
    expect((await trivet('workspace lock locked --reason maintenance')).stderr).toContain('ignores --reason');
    await ok('workspace unlock locked -q');
  });

  test.skipIf(other === '')(
    'reports a lock of another user as a conflict, not as its own failure',
    async () => {
      await ok('workspace create theirs -q');
      await ok('workspace lock theirs -q', { env: { TRIVET_WORKSPACES_TOKEN: other } });
      const result = await trivet('workspace unlock theirs');
      expect(result).toMatchObject({ code: 6, stdout: '' });
      expect(result.stderr).toContain('force-unlock');
      await ok('workspace force-unlock theirs --yes -q');
    },
  );

  test('adds tags, lists them although pages never end, and removes them', async () => {
    await ok('workspace create tagged -q');
    await ok('workspace tag add tagged red green blue');
    expect((await ok('workspace tag list tagged -o name')).trim().split('\n').sort()).toEqual([
      'blue',
      'green',
      'red',
    ]);
    // A tag that is already there is not an error, and the other one is still added.
    await ok('workspace tag add tagged red yellow');
    await ok('workspace tag remove tagged red blue');
    expect((await ok('workspace tag list tagged -o name')).trim().split('\n').sort()).toEqual([
      'green',
      'yellow',
    ]);
    expect((await ok('workspace list --search-tags green -o name')).trim()).toBe('tagged');
  });

  test('assigns, replaces and removes an SSH key', async () => {
    await ok('workspace create keyed -q');
    const body = JSON.stringify({
      data: {
        type: 'ssh-keys',
        attributes: { name: 'live', value: '-----BEGIN KEY-----\nx\n-----END KEY-----' },
      },
    });
    const id = await ok(
      `api workspaces POST /organizations/${organization}/ssh-keys --data - --query data.id -o tsv --confirm /organizations/${organization}/ssh-keys`,
      {
        stdin: body,
      },
    );
    await ok(`workspace ssh-key assign keyed ${id.trim()} -q`);
    expect(await field('workspace show keyed', 'ssh-key')).toBe(id.trim());
    await ok('workspace ssh-key unassign keyed -q');
    expect(await ok('workspace show keyed -o jsonl')).not.toContain(id.trim());
    expect((await trivet('workspace ssh-key assign keyed sshkey-none0000000000')).code).not.toBe(0);
    await ok(`api workspaces DELETE /ssh-keys/${id.trim()} --confirm /ssh-keys/${id.trim()}`);
  });

  test('gets no request for what it lacks: exit 7', async () => {
    await ok('workspace create lacking -q');
    for (const line of [
      'workspace delete lacking --yes',
      'workspace consumer list lacking',
      'workspace consumer add lacking locked',
      'workspace retention-policy show lacking',
    ]) {
      const result = await trivet(line);
      expect(result, line).toMatchObject({ code: 7, stdout: '' });
      expect(result.stderr).toContain('OTF has no');
    }
    // The request is sent anyway; the reply says that the route does not exist.
    expect((await trivet('workspace consumer list lacking --no-validate')).code).toBe(7);
  });

  test('force-deletes after the name is typed, even if locked', async () => {
    await ok('workspace create doomed -q');
    await ok('workspace lock doomed -q');
    expect((await trivet('workspace force-delete doomed --yes')).code).toBe(2);
    expect((await trivet('workspace show doomed')).code).toBe(0);
    await ok('workspace force-delete doomed --confirm doomed -q');
    expect((await trivet('workspace show doomed')).code).toBe(5);
    expect((await trivet('workspace force-delete doomed --confirm doomed')).code).toBe(5);
  });

  test('refuses a wrong token with 4, and trivet warns of another product', async () => {
    const result = await trivet('workspace list', { env: { TRIVET_WORKSPACES_TOKEN: 'wrong' } });
    expect(result).toMatchObject({ code: 4, stdout: '' });
    expect(result.stderr).toContain('TRIVET_WORKSPACES_TOKEN');
    const foreign = await trivet('workspace list -q --product hcp-terraform --limit 1');
    expect(foreign.code).toBe(0);
    expect((await trivet('workspace list --product hcp-terraform --limit 1')).stderr).toContain(
      '--product otf',
    );
  });
});
