/** Waves whose jobs are waited for, and Ctrl-C between waves. test/transcripts/state/waves.txt holds the rest. */
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
import { runBin } from '../../support/run-bin.ts';
import { environmentOf, useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox({ fresh: true });

let folder = '';
let config = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-waves-'));
  config = mkdtempSync(join(tmpdir(), 'trivet-waves-config-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  rmSync(config, { recursive: true });
});

type Options = Parameters<typeof bench.trivet>[1];

const trivet = (line: string, options: Options = {}) =>
  bench.trivet(line, { cwd: folder, ...options, env: { TRIVET_CONFIG_DIR: config, ...options?.env } });

const names = ['network-dev', 'network-qa', 'dns-dev', 'dns-qa', 'storage-dev'];

const write = (name: string, text: string): void => {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
};

const workspaces = (description: string): void =>
  write(
    'fleet/all.yaml',
    names
      .map((name) => `kind: workspace\nname: ${name}\nsettings:\n  description: ${description}\n`)
      .join('---\n'),
  );

const descriptions = async (): Promise<readonly string[]> => {
  const all: string[] = [];
  for (const name of names) all.push((await trivet(`workspace show ${name} --field description`)).stdout);
  return all;
};

const receiptId = async (command: string): Promise<string> => {
  const { stdout } = await trivet('changes -o json');
  const all = JSON.parse(stdout) as readonly { id: string; command: string; state: string }[];
  return all.find((one) => one.command === command)?.id ?? '';
};

const stateOf = async (id: string): Promise<string | undefined> => {
  const { stdout } = await trivet('changes -o json');
  const all = JSON.parse(stdout) as readonly { id: string; state: string }[];
  return all.find((one) => one.id === id)?.state;
};

const checked = (): readonly (readonly string[])[] =>
  readFileSync(join(folder, 'check.sh.log'), 'utf8')
    .split('--\n')
    .slice(0, -1)
    .map((wave) => wave.trim().split('\n'));

describe('the jobs of a wave that are waited for', () => {
  const job = (id: string, command: string): void =>
    write(
      `fleet/${id}.nomad.hcl`,
      `job "${id}" {\n  type = "batch"\n  group "g" {\n    reschedule {\n      attempts = 0\n      unlimited = false\n    }\n    restart { attempts = 0 }\n    task "t" {\n      driver = "raw_exec"\n      config {\n        command = "/bin/sh"\n        args = ["-c", "${command}"]\n      }\n    }\n  }\n}\n`,
    );
  const canaryFirst = `environments:\n  prod:\n    layers: [fleet]\n    waves:\n      - where: name=canary\n        wait: true\n`;

  test.each([
    ['waves of trivet.yaml', '--env prod'],
    ['--waves 1 --wait', '--waves 1 --wait'],
  ])(
    'with %s, a canary that is down stops each further run, also a continued one, and the same command',
    async (_how, flags) => {
      if (flags.startsWith('--env')) write('trivet.yaml', canaryFirst);
      job('canary', 'exit 3');
      job('other', 'exit 0');
      const line = `apply ${folder}${flags.startsWith('--env') ? '' : '/fleet'} ${flags} --yes -o jsonl`;
      const isStopped = async (what: string, ...rows: readonly RegExp[]): Promise<void> => {
        const { code, stdout, stderr } = await trivet(what);
        expect(code, stderr).toBe(10);
        for (const row of rows) expect(stdout).toMatch(row);
        expect(stdout).toContain('exit code 3');
        expect(stderr).toContain('0 done, 1 failed, 1 not started');
        expect(stderr).not.toContain('in a row');
        expect((await trivet('job show other')).code).toBe(5);
      };
      await isStopped(line, /"name":"canary","action":"create".*"result":"failed"/);
      const id = await receiptId('apply');
      const { stdout } = await trivet(`changes show ${id} -o json`);
      expect(JSON.parse(stdout)).toMatchObject({
        changes: [{ name: 'canary', result: 'failed' }, { result: 'not started' }],
      });
      await isStopped(`changes continue ${id} --yes -o jsonl`, /"name":"canary".*"result":"failed"/);
      // A run that was killed in the wait has no end of the item in its journal.
      const [name = ''] = readdirSync(join(config, 'receipts')).filter((one) => one.includes(id));
      const journal = join(config, 'receipts', name);
      writeFileSync(journal, readFileSync(journal, 'utf8').replaceAll(/\{"item":1,"exit":.*\n/g, ''));
      const shown = await trivet(`changes show ${id} -o json`);
      expect(JSON.parse(shown.stdout)).toMatchObject({
        changes: [{ name: 'canary', result: 'unknown' }, {}],
      });
      await isStopped(`changes continue ${id} --yes -o jsonl`, /"name":"canary".*"result":"failed"/);
      await isStopped(line, /"name":"canary","action":"same".*"result":"failed"/);
      const plan = join(folder, 'plan.json');
      const [path, ...chosen] = flags.startsWith('--env')
        ? [`${folder} ${flags}`]
        : [`${folder}/fleet`, flags];
      expect(await trivet(`diff ${path} --plan-out ${plan}`)).toMatchObject({ code: 0 });
      const planned = `apply ${plan} ${chosen.join(' ')} --yes -o jsonl`;
      await isStopped(planned, /"name":"canary","action":"same".*"result":"failed"/);
      await isStopped(`${planned} --limit 1`, /"name":"canary","action":"same".*"result":"failed"/);
      job('canary', 'exit 0');
      // A plan without waves holds only what changes.
      if (chosen.length === 0) expect(await trivet(planned)).toMatchObject({ code: 6, stdout: '' });
      const repaired = await trivet(line);
      expect(repaired.code, repaired.stderr).toBe(0);
      job('other', 'true');
      const well = await trivet(line);
      expect(well.stdout).toMatch(/"name":"canary","action":"same".*"result":"done"/);
      expect(well.stderr).toContain('2 done, 0 failed');
      const undone = await trivet(`undo ${await receiptId('apply')} --yes -o jsonl`);
      expect(undone.stdout).not.toContain('canary');
    },
  );

  test.each([
    ['--wait', '/fleet --wait'],
    ['a plan and --wait', '--wait'],
    ['waves of trivet.yaml', ' --env prod'],
  ])(
    'with %s, a job that is down fails each further run, although it matches its file',
    async (how, flags) => {
      if (how.startsWith('waves')) write('trivet.yaml', canaryFirst);
      job('canary', 'exit 3');
      const run = async (): Promise<{ code: number; stdout: string; stderr: string }> => {
        if (!how.startsWith('a plan')) return trivet(`apply ${folder}${flags} --yes -o jsonl`);
        const plan = join(folder, 'plan.json');
        await trivet(`diff ${folder}/fleet --plan-out ${plan}`);
        return trivet(`apply ${plan} ${flags} --yes -o jsonl`);
      };
      expect(await run()).toMatchObject({ code: 10 });
      bench.clear();
      const again = await run();
      expect(again.code, again.stderr).toBe(10);
      expect(again.stdout).toMatch(/"name":"canary","action":"same".*exit code 3.*"result":"failed"/);
      expect(again.stderr).toContain('nothing to change: 1 object matches the files');
      expect(again.stderr).not.toContain('To continue');
      expect(
        bench.requests().filter(({ method, path }) => method !== 'GET' && !/\/(?:plan|parse)$/.test(path)),
      ).toEqual([]);
      // What a change repairs is written before a job that is down is waited for, and stays.
      job('other', 'exit 0');
      const more = how.startsWith('--wait')
        ? await trivet(`apply ${folder}/fleet --wait --on-failure undo --yes -o jsonl`)
        : undefined;
      if (more !== undefined) {
        expect(more.code, more.stderr).toBe(10);
        expect(more.stdout).toMatch(/"name":"other","action":"create".*"result":"done"/);
        expect((await trivet('job show other')).code).toBe(0);
      }
      job('canary', 'exit 0');
      expect(await run()).toMatchObject({ code: 0 });
      const well = await run();
      expect(well.code, well.stderr).toBe(0);
      expect(well.stdout).toMatch(/"name":"canary","action":"same".*"result":"done"/);
    },
  );

  test('are looked at again when the run goes on: also a canary that was up, and one that somebody stopped', async () => {
    write('trivet.yaml', canaryFirst);
    job('canary', 'exit 0');
    job('other', 'exit 0');
    job('third', 'exit 0');
    const line = `apply ${folder} --env prod --yes -o jsonl`;
    const stopped = await trivet(
      `${line} --waves 1,1,1 --wait --check 'sh -c "grep -q other && exit 1 || exit 0"'`,
    );
    expect(stopped.code, stopped.stderr).toBe(10);
    expect((await trivet('job show third')).code).toBe(5);
    const id = await receiptId('apply');
    await trivet('job stop canary --yes');
    const { code, stdout, stderr } = await trivet(`changes continue ${id} --yes -o jsonl`);
    expect(code, stderr).toBe(10);
    expect(stdout).toMatch(
      /"name":"canary".*since an earlier part of this run wrote it.*"result":"conflict"/,
    );
    expect((await trivet('job show third')).code).toBe(5);
  });

  test('that a person repaired and settled are passed over', async () => {
    write('trivet.yaml', canaryFirst);
    job('canary', 'exit 3');
    job('other', 'exit 0');
    expect(await trivet(`apply ${folder} --env prod --yes`)).toMatchObject({ code: 10 });
    const id = await receiptId('apply');
    const file = join(folder, 'fleet/canary.nomad.hcl');
    const text = readFileSync(file, 'utf8');
    job('canary', 'exit 0');
    expect((await trivet(`job register ${file} --wait --yes`)).code).toBe(0);
    writeFileSync(file, text);
    expect((await trivet(`changes continue ${id} --yes`)).code).toBe(10);
    await trivet(`changes settle ${id} 1 done`);
    const { code, stderr } = await trivet(`changes continue ${id} --yes`);
    expect(code, stderr).toBe(0);
    expect((await trivet('job show other')).code).toBe(0);
  });

  test('are not done when Ctrl-C ends the wait', async () => {
    write('trivet.yaml', canaryFirst);
    job('canary', 'sleep 600');
    job('other', 'exit 0');
    const env = { ...environmentOf(bench.sandbox()), TRIVET_CONFIG_DIR: config };
    const { code, stdout } = await runBin(['apply', folder, '--env', 'prod', '--yes', '-o', 'jsonl'], {
      env,
      cwd: folder,
      onStart: (child) => {
        const watch = setInterval(() => {
          void trivet('job allocations canary -o name').then((found) => {
            if (found.stdout.trim() === '') return;
            clearInterval(watch);
            child.kill('SIGINT');
          });
        }, 200);
        child.on('exit', () => clearInterval(watch));
      },
    });
    expect(code).toBe(130);
    expect(stdout).toMatch(/"name":"canary".*"reason":"the wait for it was interrupted".*"result":"unknown"/);
    await trivet('job stop canary --purge --yes');
  });
});

test('after Ctrl-C between waves, continue goes on with the next wave', async () => {
  workspaces('moved');
  // The signal of a terminal reaches trivet while its check runs.
  writeFileSync(
    join(folder, 'check.sh'),
    `names=$(cat)\nprintf '%s\\n--\\n' "$names" >>"$0.log"\ntest -e "$0.once" || { touch "$0.once"; kill -INT $PPID; }\n`,
  );
  const env = { ...environmentOf(bench.sandbox()), TRIVET_CONFIG_DIR: config };
  const run = (argv: readonly string[]) => runBin(argv, { env, cwd: folder });
  const first = await run([
    'apply',
    `${folder}/fleet`,
    '--wave',
    '2,1,2',
    '--yes',
    '--check',
    `sh ${join(folder, 'check.sh')}`,
  ]);
  expect(first.code, first.stderr).toBe(130);
  expect(checked().map(({ length }) => length)).toEqual([2]);
  expect(existsSync(join(folder, 'check.sh.once'))).toBe(true);
  const id = await receiptId('apply');
  expect(await stateOf(id)).toBe('open');
  const { code, stderr } = await trivet(`changes continue ${id}`);
  expect(code, stderr).toBe(0);
  expect(checked().map(({ length }) => length)).toEqual([2, 1, 2]);
  expect(new Set(await descriptions())).toEqual(new Set(['moved']));
});
