/**
 * Tests receipts and undo on real servers: OTF (TRIVET_LIVE_OTF_URL, _TOKEN, and _OTHER_TOKEN of a second user), OpenBao
 * (TRIVET_LIVE_BAO_URL, _TOKEN) and Nomad (TRIVET_LIVE_NOMAD_URL, _TOKEN). The judge is the server's own reply, before and
 * after. `npm run test:live`
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serviceFile } from '../support/job-files.ts';
import { runBin } from '../support/run-bin.ts';
import type { CliOptions, CliResult } from '../support/run-cli.ts';
import { runCli, words } from '../support/run-cli.ts';

const live = (name: string): string => process.env[`TRIVET_LIVE_${name}`] ?? '';
const [otf, bao, nomad] = [live('OTF_URL'), live('BAO_URL'), live('NOMAD_URL')];
const unique = `trivet-changes-${process.pid}-${Date.now()}`;
const folder = mkdtempSync(join(tmpdir(), 'trivet-live-changes-'));

const env = {
  TRIVET_CONFIG_DIR: folder,
  ...(otf === '' ? {} : { TRIVET_WORKSPACES_URL: otf, TRIVET_WORKSPACES_TOKEN: live('OTF_TOKEN') }),
  ...(bao === '' ? {} : { TRIVET_SECRETS_URL: bao, TRIVET_SECRETS_TOKEN: live('BAO_TOKEN') }),
  ...(nomad === '' ? {} : { TRIVET_JOBS_URL: nomad, TRIVET_JOBS_TOKEN: live('NOMAD_TOKEN') }),
  TRIVET_WORKSPACES_PRODUCT: 'otf',
  TRIVET_SECRETS_PRODUCT: 'openbao',
  TRIVET_JOBS_PRODUCT: 'nomad',
  TRIVET_ORGANIZATION: unique,
};

const trivet = (line: string, options: CliOptions = {}): Promise<CliResult> =>
  runCli(words(line), { ...options, env: { ...env, ...options.env } });

const ok = async (line: string, options: CliOptions = {}): Promise<string> => {
  const result = await trivet(line, options);
  if (result.code !== 0) throw new Error(`trivet ${line}: exit ${result.code}: ${result.stderr}`);
  return result.stdout;
};

const latest = async (): Promise<string> =>
  (await ok("changes --where 'command!=undo' --where state=done -o name")).split('\n')[0] ?? '';

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(otf !== '')('skipped: workspaces (TRIVET_LIVE_OTF_URL is not set)', () => expect(otf).toBe(''));
test.skipIf(bao !== '')('skipped: secrets (TRIVET_LIVE_BAO_URL is not set)', () => expect(bao).toBe(''));
test.skipIf(nomad !== '')('skipped: jobs (TRIVET_LIVE_NOMAD_URL is not set)', () => expect(nomad).toBe(''));

describe.skipIf(otf === '')('a real workspaces service', () => {
  const other = {
    env: { TRIVET_WORKSPACES_TOKEN: live('OTF_OTHER_TOKEN'), TRIVET_CONFIG_DIR: join(folder, 'b') },
  };
  const of = async (name: string, field: string): Promise<string> =>
    ok(`workspace show ${name} --field ${field}`);

  beforeAll(async () => {
    const body = { data: { type: 'organizations', attributes: { name: unique, email: 'live@example.com' } } };
    await ok(`api workspaces POST /organizations --data '${JSON.stringify(body)}' --confirm /organizations`);
    for (const name of ['one', 'two', 'three']) await ok(`workspace create ${name} --description before`);
  });
  afterAll(() => ok(`api workspaces DELETE /organizations/${unique} --confirm /organizations/${unique}`));

  test('reads as before after an undo, and what another user changed stays', async () => {
    await ok("workspace update --where 'name~*' --description after --no-allow-destroy-plan --yes");
    const id = await latest();
    if (live('OTF_OTHER_TOKEN') !== '') await ok('workspace update two --description theirs', other);
    const { code, stderr } = await trivet(`undo ${id} --yes`);
    expect({ code, stderr }).toMatchObject({ code: live('OTF_OTHER_TOKEN') === '' ? 0 : 10 });
    expect(await of('one', 'description')).toBe('before');
    expect(await of('three', 'allow-destroy-plan')).toBe('true');
    if (live('OTF_OTHER_TOKEN') !== '') expect(await of('two', 'description')).toBe('theirs');
  });

  test('has locks without reasons: they stay, with the command that releases them', async () => {
    await ok("workspace lock --where 'name~*' --reason CHG-1 --yes");
    const id = await latest();
    await ok('workspace unlock one');
    if (live('OTF_OTHER_TOKEN') !== '') await ok('workspace lock one', other);
    const left = await trivet(`undo ${id} --yes -o jsonl`);
    expect(left.code).toBe(10);
    expect(left.stdout).toContain('"result":"unproven"');
    expect(await of('two', 'locked')).toBe('true');
    expect(left.stdout).toContain('trivet workspace unlock ws-');
    for (const name of ['two', 'three']) await ok(`workspace unlock ${name}`);
    expect(await of('one', 'locked')).toBe(live('OTF_OTHER_TOKEN') === '' ? 'false' : 'true');
    if (live('OTF_OTHER_TOKEN') !== '') await ok('workspace unlock one', other);
  });

  test.skipIf(live('OTF_OTHER_TOKEN') === '')(
    "does not take another user's lock for the one that was released",
    async () => {
      await ok('workspace lock three');
      await ok('workspace unlock three');
      const id = await latest();
      await ok('workspace lock three', other);
      const { code, stdout } = await trivet(`undo ${id} --yes -o jsonl`);
      expect({ code, stdout }).toMatchObject({ code: 10, stdout: expect.stringContaining('unproven') });
      await ok('workspace unlock three', other);
    },
  );

  test('has 40 workspaces as before: waves, a kill in the second one, continue, undo', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `w-${String(index).padStart(2, '0')}`);
    const lines = names.map((name) => `workspace create ${name} --description before\n`).join('');
    await ok('batch run -', { stdin: lines });
    const script = join(folder, 'kill.sh');
    // The check of the second wave kills trivet itself, as the end of a session does.
    writeFileSync(
      script,
      `wc -l >>${folder}/waves\ntest "$(wc -l <${folder}/waves)" -ne 2 || kill -9 $PPID\n`,
    );
    const killed = await runBin(
      words(
        `workspace update --where 'name~w-*' --description after --yes --waves 1,9,15 --check 'sh ${script}'`,
      ),
      { env, cwd: folder },
    );
    expect(killed.signal).toBe('SIGKILL');
    const id = (await ok('changes --where state=open -o name')).trim();
    const continued = await runBin(['changes', 'continue', id], { env });
    expect(continued).toMatchObject({ code: 0 });
    const described = async (): Promise<readonly string[]> => {
      const { stdout } = await trivet("workspace list --where 'name~w-*' -o json --fields description");
      return (JSON.parse(stdout) as readonly { description: string }[]).map((one) => one.description);
    };
    expect(await described()).toEqual(names.map(() => 'after'));
    const counts = readFileSync(join(folder, 'waves'), 'utf8').trim().split(/\s+/).map(Number);
    expect(counts).toEqual([1, 9, 9, 15, 15]);
    if (live('OTF_OTHER_TOKEN') !== '') await ok('workspace update w-07 --description theirs', other);
    const { code, stderr } = await trivet(`undo ${id} --yes`);
    expect({ code, stderr }).toMatchObject({ code: live('OTF_OTHER_TOKEN') === '' ? 0 : 10 });
    const theirs = live('OTF_OTHER_TOKEN') === '' ? 'before' : 'theirs';
    expect(await described()).toEqual(names.map((name) => (name === 'w-07' ? theirs : 'before')));
  });

  test('has files applied in waves, and taken back when a check fails', async () => {
    const files = join(folder, 'files');
    mkdirSync(files);
    const names = Array.from({ length: 12 }, (_, index) => `w-${String(index + 20)}`);
    const document = (name: string): string =>
      `kind: workspace\nname: ${name}\nsettings:\n  description: applied\n`;
    writeFileSync(join(files, 'all.yaml'), names.map(document).join('---\n'));
    const script = join(folder, 'third.sh');
    writeFileSync(script, `wc -l >>${folder}/applied\ntest "$(wc -l <${folder}/applied)" -lt 3\n`);
    const read = async (): Promise<string> =>
      ok("workspace list --where 'name~w-*' -o json --fields name,description");
    const before = await read();
    const line = `apply ${files} --waves 1,3 --check 'sh ${script}' --on-failure undo --yes`;
    const { code, stderr } = await trivet(line);
    expect({ code, stderr }).toMatchObject({ code: 10, stderr: expect.stringContaining('7 undone') });
    expect(await read()).toBe(before);
    const receipts = await ok('changes --where command=apply -o jsonl');
    expect(receipts).toContain('"state":"undone"');
  });
});

describe.skipIf(bao === '')('a real secrets service', () => {
  const role = (): Promise<string> => ok(`pki role show ${unique} -o json --query data`);

  afterAll(() => trivet(`pki role delete ${unique} --yes`));

  test('has the settings of a role as before after an undo', async () => {
    await ok(`pki role write ${unique} --allowed-domains example.com --allow-subdomains --ttl 72h`);
    const before = await role();
    await ok(`pki role update ${unique} --ttl 1h --no-allow-subdomains --max-ttl 30h`);
    expect(await role()).not.toBe(before);
    expect(await trivet(`undo ${await latest()} --yes`)).toMatchObject({ code: 0 });
    expect(await role()).toBe(before);
    await ok(`pki role write ${unique} --allowed-domains other.com --yes`);
    expect(await trivet(`undo ${await latest()} --yes`)).toMatchObject({ code: 0 });
    expect(await role()).toBe(before);
  });
});

describe.skipIf(nomad === '')('a real jobs service', () => {
  const spec = async (): Promise<unknown> => {
    const job = JSON.parse(await ok(`job show ${unique} -o json`)) as Record<string, unknown>;
    return [job['TaskGroups'], job['Priority'], job['Stop']];
  };
  const register = (more: string): Promise<string> =>
    ok('job register - --wait', { stdin: serviceFile(unique, more) });

  afterAll(() => trivet(`job stop ${unique} --purge --confirm ${unique}`));

  test('has the version before again after an undo, and one of another user stays', async () => {
    await register('  priority = 40');
    const before = await spec();
    await register('  priority = 60');
    const id = await latest();
    expect(await trivet(`undo ${id} --yes`)).toMatchObject({ code: 0 });
    expect(await spec()).toEqual(before);
    await register('  priority = 70');
    const later = await latest();
    await ok('job register - --wait', {
      stdin: serviceFile(unique, '  priority = 80'),
      env: { TRIVET_CONFIG_DIR: join(folder, 'b') },
    });
    expect(await trivet(`undo ${later} --yes`)).toMatchObject({ code: 6 });
    expect(await spec()).toMatchObject([expect.anything(), 80, false]);
  });

  test('starts a job that was stopped, and stops one that was new', async () => {
    await ok(`job stop ${unique} --yes --wait`);
    expect(await trivet(`undo ${await latest()} --yes`)).toMatchObject({ code: 0 });
    expect(await spec()).toMatchObject([expect.anything(), expect.anything(), false]);
    await ok(`job stop ${unique} --purge --confirm ${unique}`);
    await register('');
    expect(await trivet(`undo ${await latest()} --yes`)).toMatchObject({ code: 0 });
    expect(await spec()).toMatchObject([expect.anything(), expect.anything(), true]);
  });

  test('has the stopped version again of a job that was registered over it', async () => {
    await register('  priority = 41');
    await ok(`job stop ${unique} --yes --wait`);
    await register('  priority = 61');
    expect(await spec()).toMatchObject([expect.anything(), 61, false]);
    expect(await trivet(`undo ${await latest()} --yes`)).toMatchObject({ code: 0 });
    expect(await spec()).toMatchObject([expect.anything(), 41, true]);
  });
});
