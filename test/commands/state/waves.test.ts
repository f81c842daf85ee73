/** apply in waves: sizes, checks, what trivet.yaml says, what is chosen, and what comes back after a failure. */
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
import { startSandbox } from '../../../src/sandbox/start.ts';
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

const workspaces = (description: string, some: readonly string[] = names): void =>
  write(
    'fleet/all.yaml',
    some
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

/** A command that writes down the names of each wave, and fails where `pattern` is among them. */
const check = (pattern = 'nothing-at-all'): string => {
  const script = join(folder, 'check.sh');
  writeFileSync(
    script,
    `names=$(cat)\nprintf '%s\\n--\\n' "$names" >>"$0.log"\ncase "$names" in *${pattern}*) exit 3;; esac\n`,
  );
  return `--check 'sh ${script}'`;
};

const checked = (): readonly (readonly string[])[] =>
  readFileSync(join(folder, 'check.sh.log'), 'utf8')
    .split('--\n')
    .slice(0, -1)
    .map((wave) => wave.trim().split('\n'));

describe('apply --wave', () => {
  test('writes the objects in waves, and runs the check after each with their names', async () => {
    workspaces('moved');
    const { code, stderr } = await trivet(`apply ${folder}/fleet --wave 1,2 --yes ${check()}`);
    expect(code, stderr).toBe(0);
    expect(checked().map(({ length }) => length)).toEqual([1, 2, 2]);
    expect(checked().flat().toSorted()).toEqual(names.map((name) => `workspace:demo/${name}`).toSorted());
    expect(stderr).toContain('wave 1 of 3 is done: 1 object');
    expect(new Set(await descriptions())).toEqual(new Set(['moved']));
    expect(await stateOf(await receiptId('apply'))).toBe('done');
  });

  test.each(['apply', 'workspace update'])(
    'the check of %s sees no variable that trivet would take a token from, also not one that a profile names',
    async (command) => {
      workspaces('moved');
      const given = {
        DEPLOY_TOKEN: 'a',
        NOMAD_TOKEN: 'b',
        VAULT_TOKEN: 'c',
        TRIVET_JOBS_TOKEN: 'd',
        OTHER_TOKEN: 'e',
      };
      await trivet('profile set prod --jobs-url https://j.example --jobs-token-from env:DEPLOY_TOKEN');
      write('seen.sh', 'env >"$0.env"\n');
      const line =
        command === 'apply'
          ? `apply ${folder}/fleet`
          : 'workspace update --where name~network-* --description moved';
      const { code, stderr } = await trivet(
        `${line} --wave 1 --yes --check 'sh ${join(folder, 'seen.sh')}'`,
        { env: given },
      );
      expect(code, stderr).toBe(0);
      const seen = readFileSync(join(folder, 'seen.sh.env'), 'utf8');
      expect(Object.keys(given).filter((name) => seen.includes(`${name}=`))).toEqual(['OTHER_TOKEN']);
    },
  );

  test('leaves a receipt that names the server once, by its address', async () => {
    workspaces('moved');
    await trivet(`apply ${folder}/fleet --yes`);
    const id = await receiptId('apply');
    const { stdout } = await trivet('changes -o json');
    const all = JSON.parse(stdout) as readonly { id: string; origin: string }[];
    expect(all.find((one) => one.id === id)?.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v2$/);
  });

  test('names the waves in the question', async () => {
    workspaces('moved');
    const { code, stderr } = await trivet(`apply ${folder}/fleet --wave 1,2 --on-failure undo`);
    expect(code).toBe(2);
    expect(stderr).toContain('in 3 waves of 1, 2 and 2, and take back what was done if that fails');
  });

  test('ends where a check fails; continue repeats that check and goes on with the next wave', async () => {
    workspaces('moved');
    const failing = check('qa');
    const { code, stderr } = await trivet(`apply ${folder}/fleet --wave 1,1,3 --yes ${failing}`);
    expect(code).toBe(10);
    expect(stderr).toMatch(/the check after wave \d of 3 failed: exit code 3/);
    const waves = checked().length;
    const id = await receiptId('apply');
    expect(await stateOf(id)).toBe('open');
    check();
    const again = await trivet(`changes continue ${id}`);
    expect(again.code, again.stderr).toBe(0);
    // The waves whose check passed are not checked again.
    expect(checked()).toHaveLength(waves + (3 - waves + 1));
    expect(new Set(await descriptions())).toEqual(new Set(['moved']));
    expect(await stateOf(id)).toBe('done');
  });

  test('is not done while the check of the last wave fails', async () => {
    workspaces('moved');
    const { code } = await trivet(`apply ${folder}/fleet --yes ${check('qa')}`);
    expect(code).toBe(10);
    expect(await stateOf(await receiptId('apply'))).toBe('open');
  });

  test('deletes last, and writes what names new objects once these exist', async () => {
    write(
      'fleet/new.yaml',
      [
        'kind: workspace\nname: aaa\nsettings: { description: x }\nconsumers: [zzz]\n',
        'kind: workspace\nname: mmm\nsettings: { description: x }\n',
        'kind: workspace\nname: zzz\nsettings: { description: x }\n',
      ].join('---\n'),
    );
    const { code, stderr } = await trivet(`apply ${folder}/fleet --wave 1 --yes ${check()}`);
    expect(code, stderr).toBe(0);
    expect(checked()).toEqual([
      ['workspace:demo/aaa'],
      ['workspace:demo/mmm'],
      ['workspace:demo/zzz', 'workspace:demo/aaa'],
    ]);
    expect((await trivet('workspace consumer list aaa -o name')).stdout.trim()).toBe('zzz');
  });

  test('refuses sizes, checks and flags that mean nothing, before anything is sent', async () => {
    workspaces('moved');
    const lines = [
      '--wave 0',
      '--wave x',
      '--check ./no-such-program',
      '--keep-going --max-failures 2',
      '--keep-going --on-failure undo',
      '--where nope=1',
      '--where description',
    ];
    for (const more of lines) {
      const { code, stderr } = await trivet(`apply ${folder}/fleet --yes ${more}`);
      expect([more, code, stderr.includes('Nothing was sent')]).toEqual([more, 2, true]);
    }
    expect(await descriptions()).not.toContain('moved');
  });
});

/** Runs against a server whose first change of a workspace ends in the given way. */
const withFault = async (
  fault: string,
  run: (env: Readonly<Record<string, string>>) => Promise<void>,
): Promise<void> => {
  const sandbox = await startSandbox({ faults: [`${fault}:1@PATCH /api`] });
  try {
    await run(environmentOf(sandbox));
  } finally {
    await sandbox.close();
  }
};

describe('a wave of which one outcome is unknown', () => {
  const ends = 'the outcome of 1 change of wave 1 of 2 is unknown: the next wave is not started';

  test('ends an apply; continue reads what became of it, and goes on', async () => {
    await withFault('lost', async (env) => {
      workspaces('moved');
      const line = `apply ${folder}/fleet --wave 3 --parallel 1 --yes ${check()} -o jsonl`;
      const { code, stdout, stderr } = await trivet(line, { env });
      expect(code, stderr).toBe(10);
      expect(stdout).toMatch(/"result":"unknown"/);
      expect(stderr).toContain(ends);
      expect(stderr).toContain('2 done, 0 failed, 1 unknown, 2 not started');
      expect(existsSync(join(folder, 'check.sh.log'))).toBe(false);
      const again = await trivet(`changes continue ${await receiptId('apply')} --yes`, { env });
      expect(again.code, again.stderr).toBe(0);
      expect(checked().map(({ length }) => length)).toEqual([3, 2]);
    });
  });

  test.each(['--keep-going', '--max-failures 2'])('does not end an apply with %s', async (flag) => {
    await withFault('lost', async (env) => {
      workspaces('moved');
      const { code, stderr } = await trivet(
        `apply ${folder}/fleet --wave 3 --parallel 1 --yes ${flag} ${check()}`,
        { env },
      );
      expect(code, stderr).toBe(10);
      expect(stderr).toContain('4 done, 0 failed, 1 unknown');
      expect(checked()).toHaveLength(2);
    });
  });

  test.each([
    ['', '1 done, 0 failed, 1 unknown, 2 not started'],
    ['--max-failures 2', '3 done, 0 failed, 1 unknown'],
  ])('ends a change of many unless so many may fail: "%s"', async (flag, counts) => {
    await withFault('lost', async (env) => {
      const line = 'workspace update --where name~*-dev --limit 4 --description moved --wave 2 --parallel 1';
      const { code, stderr } = await trivet(`${line} --yes ${flag}`, { env });
      expect(code, stderr).toBe(10);
      expect(stderr).toContain(counts);
      expect(stderr.includes(ends)).toBe(flag === '');
    });
  });
});

test.each([
  ['', 'wave 1 of 5 changed nothing: it is not checked, and the next wave is not started', 0],
  ['--keep-going', 'wave 1 of 5 changed nothing: it is not checked', 4],
])(
  'after a wave of which every object failed, only --keep-going starts the next: "%s"',
  async (flag, said, done) => {
    await withFault('422', async (env) => {
      workspaces('moved');
      const line = `apply ${folder}/fleet --wave 1 --parallel 1 --yes ${flag} ${check()}`;
      const { code, stderr } = await trivet(line, { env });
      expect(code, stderr).toBe(10);
      expect(stderr.split('\n').filter((text) => text.includes('changed nothing'))).toEqual([
        expect.stringMatching(new RegExp(`${said}$`)),
      ]);
      expect(stderr).toContain(`${done} done, 1 failed`);
      expect(existsSync(join(folder, 'check.sh.log')) ? checked().length : 0).toBe(done);
      // Either way the failure is left to be continued.
      expect(await stateOf(await receiptId('apply'))).toBe('open');
    });
  },
);

describe('apply --on-failure undo', () => {
  test('takes back what was done when a check fails', async () => {
    workspaces('moved');
    const before = await descriptions();
    const line = `apply ${folder}/fleet --wave 2,1,2 --parallel 1 --on-failure undo --yes`;
    const { code, stderr } = await trivet(`${line} ${check('dns-dev')}`);
    expect(code, stderr).toBe(10);
    expect(stderr).toMatch(/taken back: \d undone/);
    expect(stderr).not.toContain('To continue');
    expect(await descriptions()).toEqual(before);
    expect(await stateOf(await receiptId('apply'))).toBe('undone');
    expect(await stateOf(await receiptId('undo'))).toBe('done');
    const { code: nothing } = await trivet(`changes continue ${await receiptId('apply')}`);
    expect(nothing).toBe(2);
  });

  test('takes back what was done at the first object that fails', async () => {
    workspaces('moved', ['network-dev', 'network-qa']);
    write(
      'fleet/bad.yaml',
      'kind: workspace\nname: storage-dev\nsettings: { execution-mode: agent, agent-pool-id: apool-none }\n',
    );
    const before = await descriptions();
    const line = `apply ${folder}/fleet --parallel 1 --on-failure undo --yes -o jsonl`;
    const { code, stdout, stderr } = await trivet(line);
    expect(code, stderr).toBe(10);
    expect(stdout).toContain('"result":"failed"');
    expect(await descriptions()).toEqual(before);
  });
});

describe('apply --max-failures', () => {
  test('stops after that many', async () => {
    write(
      'fleet/bad.yaml',
      names
        .map(
          (name) =>
            `kind: workspace\nname: ${name}\nsettings:\n  execution-mode: agent\n  agent-pool-id: apool-none\n`,
        )
        .join('---\n'),
    );
    const { code, stderr } = await trivet(`apply ${folder}/fleet --max-failures 2 --parallel 1 --yes`);
    expect(code).toBe(10);
    expect(stderr).toContain('the run stopped after 2 failures');
    expect(stderr).toContain('3 not started');
    const id = await receiptId('apply');
    // What can never be made is passed over by its number; what was not started is left to `changes continue`.
    for (const item of [1, 2])
      expect(await trivet(`changes settle ${id} ${item} done`)).toMatchObject({ code: 0 });
    const third = await trivet(`changes settle ${id} 3 done`);
    expect([third.code, third.stderr]).toEqual([2, expect.stringContaining('item 3 was not started')]);
    expect(await stateOf(id)).toBe('open');
  });
});

describe('--where', () => {
  test('chooses objects by what their files say, in diff, plan and apply', async () => {
    workspaces('moved');
    write('fleet/role.yaml', 'kind: pki-role\nname: web\nsettings: { ttl: 5h }\n');
    const rows = async (where: string): Promise<readonly unknown[]> => {
      const { stdout } = await trivet(`diff ${folder}/fleet -o json ${where}`);
      return (JSON.parse(stdout) as readonly { name: string }[]).map(({ name }) => name).toSorted();
    };
    expect(await rows(`--where 'name~*-qa'`)).toEqual(['demo/dns-qa', 'demo/network-qa']);
    expect(await rows(`--where kind=pki-role`)).toEqual(['web']);
    expect(await rows(`--where ttl=5h`)).toEqual(['web']);
    expect(await rows(`--where description=moved --where 'name~storage*'`)).toEqual(['demo/storage-dev']);
    const plan = join(folder, 'plan.json');
    await trivet(`diff ${folder}/fleet --where 'name~*-qa' --plan-out ${plan}`);
    const { code, stderr } = await trivet(`apply ${plan} --yes --expect 2`);
    expect(code, stderr).toBe(0);
    expect((await descriptions()).filter((one) => one === 'moved')).toHaveLength(2);
    const none = await trivet(`apply ${folder}/fleet --where name=nothing --yes`);
    expect([none.code, none.stderr.includes('nothing to change')]).toEqual([0, true]);
  });
});

describe('waves of trivet.yaml', () => {
  const environments = (waves: string): void =>
    write('trivet.yaml', `environments:\n  prod:\n    layers: [fleet]\n    waves:\n${waves}`);

  test('say what comes first; the rest comes last', async () => {
    workspaces('moved');
    environments(
      `      - where: name~dns-*\n      - where: [name~*-qa, kind=workspace]\n        wait: true\n`,
    );
    const { code, stderr } = await trivet(`apply ${folder} --env prod --yes ${check()}`);
    expect(code, stderr).toBe(0);
    expect(checked().map((wave) => wave.toSorted())).toEqual([
      ['workspace:demo/dns-dev', 'workspace:demo/dns-qa'],
      ['workspace:demo/network-qa'],
      ['workspace:demo/network-dev', 'workspace:demo/storage-dev'],
    ]);
  });

  test('that hold no object are named, unless the run is about some objects only', async () => {
    workspaces('moved');
    environments(
      `      - where: [kind=workspace, name~canry-*]\n        wait: true\n      - where: name~dns-*\n`,
    );
    const text = 'wave 1 of trivet.yaml holds no object of the files: kind=workspace, name~canry-*';
    for (const line of ['diff', 'apply --dry-run', 'apply --yes'])
      expect([line, (await trivet(`${line} ${folder} --env prod`)).stderr]).toEqual([
        line,
        expect.stringContaining(text),
      ]);
    const some = await trivet(`diff ${folder} --env prod --where name=dns-dev`);
    expect(some.stderr).not.toContain('holds no object');
  });

  test('of a kind that does not exist are refused', async () => {
    workspaces('moved');
    environments(`      - where: kind=jbo\n`);
    const { code, stderr } = await trivet(`diff ${folder} --env prod`);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/trivet\.yaml:5:16: kind=jbo: there is no kind "jbo"/),
    ]);
    expect((await trivet(`diff ${folder} --where kind=jbo`)).code).toBe(2);
  });

  test('are listed by diff and by a dry run of apply, in every format', async () => {
    workspaces('moved');
    environments(`      - where: name~dns-*\n`);
    const plan = join(folder, 'plan.json');
    const report = await trivet(`diff ${folder} --env prod -o md --plan-out ${plan}`);
    expect(report.stdout).toContain('5 differences, 0 unchanged in 2 waves of 2 and 3\n');
    expect(report.stdout).toContain(
      '| kind | name | action | wave | fields |\n| --- | --- | --- | --- | --- |\n',
    );
    expect(report.stdout).toMatch(/\| workspace \| `demo\/dns-qa` \| update \| 1 \| description \|\n/);
    expect(report.stdout).toMatch(/\| workspace \| `demo\/network-qa` \| update \| 2 \| description \|\n/);
    const applied = await trivet(`apply ${plan} --dry-run -o md`);
    expect(applied.stdout).toMatch(/\| `demo\/dns-qa` \| update \| 1 \|/);
    const rows = await trivet(`diff ${folder} --env prod -o jsonl --fields name,wave`);
    expect(rows.stdout).toContain('{"name":"demo/dns-qa","wave":1}');
    const sizes = await trivet(`apply ${folder}/fleet --wave 4 --dry-run -o jsonl --fields name,wave`);
    expect(sizes.stdout.match(/"wave":2/g)).toHaveLength(1);
  });

  test('are part of a plan, and give way to --wave', async () => {
    workspaces('moved');
    environments(`      - where: name~dns-*\n`);
    const plan = join(folder, 'plan.json');
    await trivet(`diff ${folder} --env prod --plan-out ${plan}`);
    environments(`      - where: name~storage-*\n`);
    expect(await trivet(`apply ${plan} --yes ${check()}`)).toMatchObject({ code: 0 });
    expect(checked().map(({ length }) => length)).toEqual([2, 3]);
    rmSync(join(folder, 'check.sh.log'));
    workspaces('again');
    expect(await trivet(`apply ${folder} --env prod --wave 4 --yes ${check()}`)).toMatchObject({ code: 0 });
    expect(checked().map(({ length }) => length)).toEqual([4, 1]);
  });

  test('that are wrong are faults with their place, all at once', async () => {
    workspaces('moved');
    environments(`      - where: nope=1\n      - wait: maybe\n      - check: [true]\n      - name\n`);
    const { code, stderr } = await trivet(`diff ${folder} --env prod`);
    expect(code).toBe(2);
    expect(stderr).toContain('trivet.yaml:5:16: --where "nope=1": there is no field "nope"');
    expect(stderr).toContain('trivet.yaml:6:15: wait: expected true or false');
    expect(stderr).toContain('"check" is not a key here');
    expect(stderr).toContain('waves: expected objects with where, wait or both');
  });
});

describe('the jobs of a wave that are waited for', () => {
  const job = (id: string, command: string): void =>
    write(
      `fleet/${id}.nomad.hcl`,
      `job "${id}" {\n  type = "batch"\n  group "g" {\n    reschedule {\n      attempts = 0\n      unlimited = false\n    }\n    restart { attempts = 0 }\n    task "t" {\n      driver = "raw_exec"\n      config {\n        command = "/bin/sh"\n        args = ["-c", "${command}"]\n      }\n    }\n  }\n}\n`,
    );
  const canaryFirst = `environments:\n  prod:\n    layers: [fleet]\n    waves:\n      - where: name=canary\n        wait: true\n`;

  test.each([
    ['waves of trivet.yaml', '--env prod'],
    ['--wave 1 --wait', '--wave 1 --wait'],
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
      `${line} --wave 1,1,1 --wait --check 'sh -c "grep -q other && exit 1 || exit 0"'`,
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

test('a batch job that is missing at the server says that it would run, perhaps a second time', async () => {
  write(
    'once.hcl',
    'job "once" {\n  type = "batch"\n  group "g" {\n    task "t" {\n      driver = "raw_exec"\n      config {\n        command = "/bin/true"\n      }\n    }\n  }\n}\n',
  );
  write(
    'each-night.hcl',
    readFileSync(join(folder, 'once.hcl'), 'utf8')
      .replace('"once"', '"each-night"')
      .replace('"batch"', '"batch"\n  periodic {\n    cron = "0 3 * * *"\n  }'),
  );
  for (const name of ['once', 'each-night'])
    write(`${name}.yaml`, `kind: job\nname: ${name}\nfile: ${name}.hcl\n`);
  const { stdout } = await trivet(
    `diff ${join(folder, 'once.yaml')} ${join(folder, 'each-night.yaml')} -o json`,
  );
  const { rows = JSON.parse(stdout) } = JSON.parse(stdout);
  expect(rows).toMatchObject([
    { name: 'once', action: 'create', reason: expect.stringContaining('a second time') },
    { name: 'each-night', action: 'create', reason: null },
  ]);
});
