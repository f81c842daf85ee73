/** Tests what an undo concludes where something happened in between: another lock, another undo, a kill, a cut file. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../../support/connect.ts';
import { quietIo } from '../../support/quiet-io.ts';
import { environmentOf, useSandbox } from '../../support/sandbox.ts';
import { runCli, words } from '../../support/run-cli.ts';

const bench = useSandbox({ fresh: true });

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-undo-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Options = Parameters<typeof bench.trivet>[1];

const trivet = (line: string, options: Options = {}) =>
  bench.trivet(line, { ...options, env: { TRIVET_CONFIG_DIR: folder, ...options?.env } });

const receipts = (): string => join(folder, 'receipts');

/** An object in the rows of `changes show` and `undo`. */
interface Row {
  readonly name: string;
  readonly result: string;
}

interface Listed {
  readonly id: string;
  readonly command: string;
  readonly state: string;
  readonly reason: string | null;
}

const listed = async (): Promise<readonly Listed[]> => {
  const all: readonly Listed[] = JSON.parse((await trivet('changes -o json')).stdout);
  return all;
};

/** The IDs of the receipts of a command, the newest first. */
const idsOf = async (command: string): Promise<readonly string[]> =>
  (await listed()).filter((one) => one.command === command).map(({ id }) => id);

const newest = async (command: string): Promise<string> => (await idsOf(command))[0] ?? '';

const stateOf = async (id: string): Promise<string | undefined> =>
  (await listed()).find((one) => one.id === id)?.state;

const succeeds = async (line: string, options?: Options): Promise<void> => {
  const { code, stderr } = await trivet(line, options);
  expect(code, stderr).toBe(0);
};

/** Cuts the only receipt as a kill does that comes before the reply. */
const killInFlight = (): void => {
  const [file = ''] = readdirSync(receipts());
  const path = join(receipts(), file);
  const [head = '', before = ''] = readFileSync(path, 'utf8').split('\n');
  rmSync(path);
  writeFileSync(path.replace('.30d.receipt', '.journal'), `${head}\n${before}\n`, { mode: 0o600 });
};

describe('undo of an unlock', () => {
  test('does not take a lock without a reason for the one that was released', async () => {
    await succeeds('workspace lock network-dev');
    await succeeds('workspace unlock network-dev');
    const id = await newest('workspace unlock');
    await succeeds('workspace lock network-dev');
    const left = await trivet(`undo ${id} --yes -o jsonl`);
    expect(left.stdout).toContain('"result":"unproven"');
    expect(left.code).toBe(10);
    expect(await stateOf(id)).toBe('done');
  });
});

const job = (priority: number): string => `job "again" {
  datacenters = ["dc1"]
  priority    = ${priority}
  group "g" {
    task "t" {
      driver = "docker"
      config { image = "nginx:1" }
    }
  }
}
`;

/** Writes the file of the job, and returns its path. */
const jobFile = (priority: number): string => {
  const path = join(folder, `${priority}.nomad.hcl`);
  writeFileSync(path, job(priority));
  return path;
};

const priorityNow = async (): Promise<number> =>
  Number((await trivet('job show again --field Priority')).stdout);

test('undo of a lock does not remove a later lock with its reason, where a receipt shows that it was released', async () => {
  await succeeds('workspace lock network-dev --reason nightly');
  const first = await newest('workspace lock');
  await succeeds('workspace unlock network-dev');
  await succeeds('workspace lock network-dev --reason nightly');
  const left = await trivet(`undo ${first} --yes -o jsonl`);
  expect([left.code, left.stdout]).toEqual([6, expect.stringContaining(await newest('workspace unlock'))]);
  expect((await trivet('workspace show network-dev --field locked')).stdout.trim()).toBe('true');
  await succeeds(`undo ${await newest('workspace lock')} --yes`);
});

test('every list shows what a person settled as done, and a lock without the mark is not taken for that of the run', async () => {
  await succeeds('workspace lock network-dev --reason op', { as: 'operator' });
  const both = await trivet('workspace lock --where name~network-* --reason CHG-1 --yes');
  expect(both.code).toBe(10);
  const id = await newest('workspace lock');
  const shown = async (line: string): Promise<ReadonlyMap<string, string>> => {
    const { stdout } = await trivet(`${line} -o json`);
    const { changes } = JSON.parse(stdout) as { readonly changes: readonly Row[] };
    return new Map(changes.map(({ name, result }) => [name, result]));
  };
  const failed = [...(await shown(`changes show ${id}`)).values()].indexOf('failed');
  await succeeds(`changes settle ${id} ${failed + 1} done`);
  expect(new Set((await shown(`changes show ${id}`)).values())).toEqual(new Set(['done']));
  const { stdout } = await trivet(`undo ${id} --yes -o jsonl`);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  expect(rows.filter(({ result }) => result !== 'undone')).toMatchObject([
    { name: 'network-dev', result: 'conflict' },
  ]);
});

test('undo lists an object of which the receipt has an outcome and no request', async () => {
  await succeeds('workspace update --where name~network-* --description new --yes');
  const id = await newest('workspace update');
  const file = readdirSync(receipts()).find((name) => name.includes(id)) ?? '';
  const lines = readFileSync(join(receipts(), file), 'utf8').split('\n');
  const key = lines.find((line) => line.includes('"of":1,'))?.split(',')[0] ?? '';
  const isOther = (line: string): boolean => !line.startsWith(key);
  writeFileSync(join(receipts(), file), lines.filter(isOther).join('\n'));
  const { code, stdout } = await trivet(`undo ${id} --yes -o jsonl`);
  const left = stdout
    .trim()
    .split('\n')
    .filter((line) => !line.includes('"undone"'));
  expect([code, left]).toEqual([10, [expect.stringContaining('no request for it is in the receipt')]]);
  expect(await stateOf(id)).toBe('done');
});

test('changes show has one row for each object of an apply, and of an unknown one that was proven nothing shows what it left', async () => {
  const file = join(folder, 'roles.yaml');
  const role = (name: string): string => `kind: pki-role\nname: ${name}\nsettings: { ttl: 5h }\n`;
  writeFileSync(file, `${role('one')}---\n${role('two')}`);
  await succeeds(`apply ${file} --yes`);
  const id = await newest('apply');
  const rows = async (): Promise<readonly (readonly string[])[]> => {
    const { stdout } = await trivet(`changes show ${id} -o json`);
    const { changes } = JSON.parse(stdout) as { readonly changes: readonly Row[] };
    return changes.map(({ name, result }) => [name, result]);
  };
  expect(await rows()).toEqual([
    ['one', 'done'],
    ['two', 'done'],
  ]);
  // The reply of the first one is lost, and what continues the run proves that it was made.
  const path = join(receipts(), readdirSync(receipts()).find((name) => name.includes(id)) ?? '');
  const lines = readFileSync(path, 'utf8').split('\n');
  const key = lines.find((line) => line.includes('"of":1,'))?.split(',')[0] ?? '';
  const isKept = (line: string): boolean => !line.startsWith(`${key},"exit"`);
  writeFileSync(path, lines.filter(isKept).join('\n'));
  expect((await rows()).map(([, result]) => result)).toEqual(['done', 'done']);
  const undo = await trivet(`undo ${id} --yes`);
  expect([undo.code, undo.stderr]).toEqual([10, expect.stringContaining('1 undone, 1 unproven')]);
  expect(undo.stdout).toContain('the state that the change left was not read');
});

test('the revocation of a lease that a killed run has made is done, one that it has not made is made', async () => {
  const [lines, journal] = [join(folder, 'batch'), join(folder, 'batch.journal')];
  const lease = async (): Promise<string> =>
    (JSON.parse((await trivet('aws creds ci -o json')).stdout) as { readonly lease_id: string }).lease_id;
  const [made, open] = [await lease(), await lease()];
  await succeeds('workspace lock network-dev --reason busy');
  const revoke = (one: string): string => `lease revoke ${one} --sync --yes\n`;
  writeFileSync(lines, `${revoke(made)}workspace lock network-dev\n${revoke(open)}`);
  const run = `batch run ${lines} --parallel 1 --stop-on-error`;
  expect((await trivet(`${run} --journal ${journal}`)).code).not.toBe(0);
  expect((await trivet(`lease lookup ${open}`)).code).toBe(0);
  await succeeds('workspace unlock network-dev');
  // Killed before the replies; the second request did not arrive.
  const [head = ''] = readFileSync(journal, 'utf8').split('\n');
  writeFileSync(journal, `${head}\n{"item":1}\n{"item":3}\n`);
  await succeeds(`${run} --journal ${journal} --resume`);
  expect((await trivet(`lease lookup ${open}`)).code).toBe(5);
});

test('a receipt that is a file of the user is open until it is continued, and gone with its file', async () => {
  const lines = join(folder, 'batch');
  writeFileSync(lines, 'workspace update network-dev --description new\n');
  const file = join(folder, 'batch.journal');
  await succeeds(`batch run ${lines} --journal ${file}`);
  const id = await newest('batch run');
  expect(await stateOf(id)).toBe('done');
  // As after a kill before the reply: the link in the folder of receipts is that of an open one.
  const path = join(receipts(), readdirSync(receipts()).find((name) => name.includes(id)) ?? '');
  renameSync(path, path.replace('.30d.receipt', '.journal'));
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.slice(0, text.search(/^.*"exit"/m)));
  expect(await stateOf(id)).toBe('open');
  await succeeds(`batch run ${lines} --journal ${file} --resume`);
  expect(await stateOf(id)).toBe('done');
  rmSync(file);
  expect((await trivet(`changes show ${id}`)).code).toBe(2);
});

const keptReceipt = async (env: Readonly<Record<string, string>>): Promise<string> => {
  const file = join(folder, 'kept.receipt');
  const line = `workspace update - --description kept --receipt ${file} --yes`;
  const { code, stderr } = await runCli(words(line), {
    env: { ...env, TRIVET_CONFIG_DIR: folder },
    stdin: 'network-dev\n',
  });
  expect(code, stderr).toBe(0);
  return readFileSync(file, 'utf8');
};

test('a receipt that cannot be listed stays where the user wanted it', async () => {
  writeFileSync(receipts(), '');
  expect(await keptReceipt(environmentOf(bench.sandbox()))).toContain('"item":1,"exit":0');
});

test('a receipt of which the folder keeps nothing stays where the user wanted it', async () => {
  const { urls, token } = bench.sandbox();
  const address = `--workspaces-url ${urls.workspaces} --workspaces-token-from env:OWN_TOKEN`;
  await succeeds(`profile set short ${address} --receipt-days 0`);
  expect(
    await keptReceipt({ TRIVET_PROFILE: 'short', TRIVET_ORGANIZATION: 'demo', OWN_TOKEN: token }),
  ).toContain('"item":1,"exit":0');
  expect(readdirSync(receipts())).toEqual([]);
});

describe('undo of several changes of one job', () => {
  const batchOfTwo = async (): Promise<string> => {
    await succeeds(`job register ${jobFile(40)}`);
    const lines = join(folder, 'lines');
    writeFileSync(lines, `job register ${jobFile(50)}\njob register ${jobFile(60)}\n`);
    await succeeds(`batch run ${lines} --parallel 1`);
    return newest('batch run');
  };

  test('takes all of them back, though each undo gives the job another index', async () => {
    const id = await batchOfTwo();
    await succeeds(`undo ${id} --yes`);
    expect([await priorityNow(), await stateOf(id)]).toEqual([40, 'undone']);
  });

  test('leaves the earlier one where somebody else changed the job between the two', async () => {
    const id = await batchOfTwo();
    const file = readdirSync(receipts()).find((name) => name.includes(id)) ?? '';
    const text = readFileSync(join(receipts(), file), 'utf8');
    const [after = ''] = /"after":"\w+"/.exec(text) ?? [];
    writeFileSync(join(receipts(), file), text.replace(after, `"after":"${'0'.repeat(64)}"`));
    const { code, stdout } = await trivet(`undo ${id} --yes -o jsonl`);
    const results = stdout
      .trim()
      .split('\n')
      .map((line): string => JSON.parse(line).result);
    expect([code, results, await priorityNow()]).toEqual([10, ['undone', 'conflict'], 50]);
  });
});

describe('undo of separate changes of one job', () => {
  test('takes the latest one back, again after an undo of the undo; a change over it is a conflict', async () => {
    await succeeds(`job register ${jobFile(40)}`);
    await succeeds(`job register ${jobFile(50)}`);
    await succeeds(`job register ${jobFile(60)}`);
    const [second = '', first = ''] = await idsOf('job register');
    expect([(await trivet(`undo ${first} --yes`)).code, await priorityNow()]).toEqual([6, 60]);
    await succeeds(`undo ${second} --yes`);
    expect([await priorityNow(), await stateOf(second)]).toEqual([50, 'undone']);
    await succeeds(`undo ${await newest('undo')} --yes`);
    expect(await priorityNow()).toBe(60);
    await succeeds(`undo ${await newest('undo')} --yes`);
    expect(await priorityNow()).toBe(50);
    // Each of them gave the job another index, by which the first registration is not the latest change.
    expect([(await trivet(`undo ${first} --yes`)).code, await priorityNow()]).toEqual([6, 50]);
  });

  test('leaves it where somebody else changed the job since', async () => {
    await succeeds(`job register ${jobFile(40)}`);
    await succeeds(`job register ${jobFile(50)}`);
    const first = await newest('job register');
    await succeeds(`job register ${jobFile(70)}`, { env: { TRIVET_CONFIG_DIR: join(folder, 'other') } });
    expect([(await trivet(`undo ${first} --yes`)).code, await priorityNow()]).toEqual([6, 70]);
  });
});

test('undo of a job that was registered over a stopped one brings back the stopped version', async () => {
  const path = join(folder, 'web.nomad.hcl');
  const shown = async (): Promise<unknown> => {
    const { stdout } = await trivet('job show again -o json');
    const { Stop, Priority } = JSON.parse(stdout) as { Stop: boolean; Priority: number };
    return { Stop, Priority };
  };
  writeFileSync(path, job(40));
  await succeeds(`job register ${path}`);
  await succeeds('job stop again --yes');
  writeFileSync(path, job(60));
  await succeeds(`job register ${path}`);
  expect(await shown()).toEqual({ Stop: false, Priority: 60 });
  await succeeds(`undo ${await newest('job register')} --yes`);
  expect(await shown()).toEqual({ Stop: true, Priority: 40 });
});

describe('undo of an undo', () => {
  const description = async (): Promise<string> =>
    (await trivet('workspace show network-dev --field description')).stdout;

  test('makes the change again, and is taken back itself; the first receipt stays undone', async () => {
    const before = await description();
    await succeeds('workspace update network-dev --description new');
    const first = await newest('workspace update');
    await succeeds(`undo ${first} --yes`);
    const second = await newest('undo');
    expect([await stateOf(first), await description()]).toEqual(['undone', before]);
    await succeeds(`undo ${second} --yes`);
    expect([await stateOf(first), await stateOf(second), await description()]).toEqual([
      'undone',
      'undone',
      'new',
    ]);
    expect((await trivet(`undo ${first} --yes`)).code).toBe(2);
    const third = (await idsOf('undo')).find((id) => id !== second) ?? '';
    await succeeds(`undo ${third} --yes`);
    expect([await stateOf(third), await description()]).toEqual(['undone', before]);
  });

  test('of some objects makes only their changes again', async () => {
    const { stdout: other } = await trivet('workspace show network-qa --field description');
    await succeeds('workspace update --where name~network-* --description new --yes');
    await succeeds(`undo ${await newest('workspace update')} --yes`);
    await succeeds(`undo ${await newest('undo')} --only network-dev --yes`);
    expect(await description()).toBe('new');
    expect((await trivet('workspace show network-qa --field description')).stdout).toBe(other);
  });
});

test('a change by name whose run was killed in flight can be settled, and stays with its earlier state', async () => {
  const { stdout: before } = await trivet('workspace show network-dev --field description');
  await succeeds('workspace update network-dev --description new');
  killInFlight();
  const id = await newest('workspace update');
  await succeeds(`changes settle ${id} all done`);
  const left = await trivet(`undo ${id} --yes`);
  expect(left.code).toBe(10);
  expect(left.stdout).toContain(`To take it back yourself: description: new → ${before}`);
  expect((await trivet('workspace show network-dev --field description')).stdout).toBe('new');
});

describe('a closed receipt', () => {
  test('that was cut is refused as damaged, wherever it was cut', async () => {
    await succeeds('workspace update network-dev --description new');
    const [file = ''] = readdirSync(receipts());
    const path = join(receipts(), file);
    const whole = readFileSync(path, 'utf8');
    const lines = whole.split('\n').slice(0, -1);
    const cuts = [...lines.map((_, index) => lines.slice(0, index).join('\n')), whole.slice(0, -4)];
    for (const cut of cuts) {
      writeFileSync(path, cut);
      expect([cut, await listed()]).toMatchObject([cut, [{ state: 'refused' }]]);
    }
    writeFileSync(path, whole);
    expect(await listed()).toMatchObject([{ state: 'done' }]);
  });

  test('of a change of many that was cut is refused, too', async () => {
    await succeeds('workspace update --where name~network-* --description new --yes');
    const [file = ''] = readdirSync(receipts());
    const path = join(receipts(), file);
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, whole.split('\n').slice(0, -3).join('\n'));
    expect(await listed()).toMatchObject([{ state: 'refused' }]);
    writeFileSync(path, whole);
    expect(await listed()).toMatchObject([{ state: 'done' }]);
  });
});

describe('undo of where runs execute', () => {
  const mode = 'workspace show network-dev --fields execution-mode,agent-pool-id,operations -o json';
  const pool = '--execution-mode agent --agent-pool-id POOL';
  test.each([
    ['--execution-mode remote', '--execution-mode local'],
    ['--execution-mode remote', '--no-operations'],
    ['--execution-mode remote', pool],
    ['--execution-mode local', pool],
    [pool, '--execution-mode local'],
    [pool, '--execution-mode remote'],
  ])('from %s to %s brings the former settings back', async (before, change) => {
    const { stdout: pools } = await trivet('api workspaces GET /organizations/demo/agent-pools');
    const id = /apool-\w+/.exec(pools)?.[0] ?? '';
    const update = (settings: string) =>
      succeeds(`workspace update network-dev ${settings.replace('POOL', id)} --yes`);
    await update(before);
    const shown = (await trivet(mode)).stdout;
    await update(change);
    expect((await trivet(mode)).stdout).not.toBe(shown);
    await succeeds(`undo ${await newest('workspace update')} --yes`);
    expect((await trivet(mode)).stdout).toBe(shown);
  });
});

test('an undo obeys the protection that an environment of files gave', async () => {
  const { workspaces, secrets, jobs } = environmentUrls();
  const env = { TRIVET_CONFIG_DIR: folder, TOKEN: bench.sandbox().tokens.owner };
  const run = (line: string) => runCli(words(line), { env });
  const flags = Object.entries({ workspaces, secrets, jobs }).map(
    ([service, url]) => `--${service}-url ${url} --${service}-token-from env:TOKEN`,
  );
  expect((await run(`profile set prod ${flags.join(' ')}`)).code).toBe(0);
  const files = mkdtempSync(join(tmpdir(), 'trivet-files-'));
  writeFileSync(
    join(files, 'trivet.yaml'),
    'environments:\n  prod:\n    profile: prod\n    layers: [.]\n    protected: true\n',
  );
  writeFileSync(join(files, 'a.yaml'), 'kind: pki-role\nname: web\nsettings: { ttl: 5h }\n');
  try {
    const line = `apply ${files} --env prod --profile prod --yes --confirm-profile prod`;
    expect(await run(line)).toMatchObject({ code: 0 });
    const id = await newest('apply');
    const asked = await run(`undo ${id} --yes --profile prod`);
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain('prod is protected');
    expect(await run(`undo ${id} --yes --profile prod --confirm-profile prod`)).toMatchObject({ code: 0 });
  } finally {
    rmSync(files, { recursive: true });
  }
});

const environmentUrls = () => bench.sandbox().urls;

describe('two at once', () => {
  test('of one receipt: one is refused', async () => {
    await succeeds('workspace lock --where name~*-qa --reason x --yes');
    const id = await newest('workspace lock');
    const env = { ...environmentOf(bench.sandbox()), TRIVET_CONFIG_DIR: folder };
    const [file = ''] = readdirSync(receipts());
    const both = await Promise.all([0, 1].map(() => runCli(words(`undo ${id} --yes`), { env })));
    const codes = both.map(({ code }) => code).toSorted((one, other) => one - other);
    // The second one can also begin when the first one has ended: then there is nothing left.
    expect([
      [0, 3],
      [0, 2],
    ]).toContainEqual(codes);
    const undone = both.map(({ stdout }) => stdout.match(/undone/g)?.length ?? 0);
    expect(undone.filter((count) => count > 0)).toHaveLength(1);
    expect(readdirSync(receipts())).toContain(file);
  });
});

test('TAB gets receipts with their commands and times', async () => {
  await succeeds('workspace lock network-dev --reason x');
  const { stdout } = await trivet('completion candidates receipt');
  expect(stdout).toMatch(/^[0-9a-f]{8}\tworkspace lock, \d{4}-\d\d-\d\d \d\d\.\d\d UTC\n$/);
});

describe('an undo of what is as before', () => {
  test('makes the receipt undone, and leaves no receipt of its own', async () => {
    await succeeds('workspace lock network-dev --reason x');
    const id = await newest('workspace lock');
    await succeeds('workspace unlock network-dev');
    const { stdout } = await trivet(`undo ${id} --yes -o jsonl`);
    expect(stdout).toContain('"result":"already"');
    expect(await stateOf(id)).toBe('undone');
    expect(await idsOf('undo')).toEqual([]);
    expect((await trivet(`undo ${id} --yes`)).code).toBe(2);
  });

  test('closes an open receipt of which all that was done came back', async () => {
    await trivet('workspace lock --where name~dns-* --reason x --yes');
    const id = await newest('workspace lock');
    expect(await stateOf(id)).toBe('open');
    await succeeds(`undo ${id} --yes`);
    expect(await stateOf(id)).toBe('undone');
    expect(readdirSync(receipts()).filter((file) => file.endsWith('.journal'))).toEqual([]);
  });
});

describe('who made a change', () => {
  test('is in its receipt: a script, or a program by the library', async () => {
    await succeeds('workspace lock network-dev --reason x');
    const env = { ...environmentOf(bench.sandbox()), TRIVET_CONFIG_DIR: folder };
    const { exit } = await connect(quietIo(env, folder)).line(words('workspace lock dns-dev --reason x'));
    expect(exit).toBe(0);
    const all: readonly { by: string }[] = JSON.parse((await trivet('changes -o json')).stdout);
    expect(all.map(({ by }) => by).toSorted()).toEqual(['program', 'script']);
  });
});

test('undo concludes nothing from the first page of a longer list', async () => {
  const tags = async (): Promise<readonly string[]> =>
    (await trivet('workspace tag list dns-dev -o name')).stdout.trim().split('\n').filter(Boolean);
  const before = await tags();
  // As many as a page holds: the page looks the same whether there are more or not.
  const filling = Array.from({ length: 100 - before.length }, (_, index) => `a${index + 100}`);
  await succeeds(`workspace tag add dns-dev ${filling.join(' ')}`);
  await succeeds('workspace tag add dns-dev zz-last');
  expect(await tags()).toHaveLength(101);
  const id = await newest('workspace tag add');
  const undone = await trivet(`undo ${id} --yes -o json`);
  expect({ code: undone.code, has: (await tags()).includes('zz-last') }, undone.stderr).toEqual({
    code: 7,
    has: true,
  });
  expect(undone.stdout).toContain('it could not be read: its list has more than one page');
  expect(await stateOf(id)).toBe('done');
});
