/** Tests the output of changes of many objects: formats, files that a resumed run continues, and failures to write. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { load } from 'js-yaml';
import { useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox({ fresh: true });
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-many-output-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const trivet = (line: string, options: Parameters<typeof bench.trivet>[1] = {}) =>
  bench.trivet(line, { ...options, env: { TRIVET_CONFIG_DIR: folder, ...options.env } });

const journals = (): readonly string[] => readdirSync(join(folder, 'receipts'));

const full = (): Writable =>
  new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })),
  });

describe('a change of many objects', () => {
  test.each([
    ['json', '[]\n'],
    ['yaml', '[]\n'],
    ['jsonl', ''],
    ['csv', 'name,result,reason\n'],
    ['md', '| name | result | reason |\n| --- | --- | --- |\n'],
    ['tsv', ''],
    ['name', ''],
  ])('without matches prints an empty list with -o %s', async (format, empty) => {
    const { code, stdout } = await trivet(`workspace lock --where name=nowhere --yes -o ${format}`);
    expect({ code, stdout }).toEqual({ code: 0, stdout: empty });
  });

  test('prints one list with -o yaml', async () => {
    const { code, stdout } = await trivet('workspace lock --where name~dns-* --yes -o yaml');
    expect(code).toBe(10);
    const rows = load(stdout) as readonly { name: string; result: string }[];
    expect(rows.map(({ name, result }) => `${name} ${result}`).toSorted()).toEqual([
      'dns-dev done',
      'dns-prod failed',
      'dns-qa done',
      'dns-staging done',
    ]);
  });

  test.each(['env', 'export', 'credential-process'])('refuses -o %s', async (format) => {
    const { code, stderr } = await trivet(`workspace lock --where name~dns-* --yes -o ${format}`);
    expect(code).toBe(2);
    expect(stderr).toContain(`-o ${format} is for commands that return`);
    expect(bench.requests()).toEqual([]);
  });

  test('that is resumed adds its rows to the file of --out, under one header', async () => {
    const out = join(folder, 'rows.csv');
    const line = `workspace lock --yes -o csv --out ${out}`;
    expect((await trivet(`${line} --where name~dns-*`)).code).toBe(10);
    await trivet(`${line} --resume ${join(folder, 'receipts', journals()[0] ?? '')}`);
    const lines = readFileSync(out, 'utf8').trim().split('\n');
    expect(lines.filter((row) => row === 'name,result,reason')).toHaveLength(1);
    expect(lines.filter((row) => row.startsWith('dns-prod,failed'))).toHaveLength(2);
    expect(lines).toHaveLength(6);
  });

  test('whose output fails names the command that continues, and does not say that nothing was sent', async () => {
    const { code, stderr } = await trivet('workspace tag add x --where name~dns-* --yes -o jsonl', {
      world: { stdout: full() },
    });
    expect(code).toBe(74);
    expect(bench.requests().filter(({ method }) => method === 'POST').length).toBeGreaterThan(0);
    expect(stderr).toContain('To continue: trivet workspace tag add x');
    expect(stderr).not.toContain('Nothing was');
  });

  test('whose output cannot be opened sends nothing and leaves no journal', async () => {
    const { code, stderr } = await trivet(
      `workspace tag add x --where name~dns-* --yes -o jsonl --out ${folder}/none/rows`,
    );
    expect(code).toBe(3);
    expect(stderr).toContain('Nothing was sent.');
    expect(stderr).not.toContain('To continue');
    expect(bench.requests().filter(({ method }) => method === 'POST')).toEqual([]);
    expect(existsSync(join(folder, 'receipts'))).toBe(false);
  });
});

test('rows of jobs in several namespaces say where each is', async () => {
  const stdin = '{"ID":"web","Namespace":"default"}\n{"ID":"crunch","Namespace":"batch"}\n';
  const rows = await trivet('job evaluate - --yes', { stdin });
  expect(rows.stdout.trim().split('\n').toSorted()).toEqual([
    'crunch\tdone\t\tbatch',
    'web\tdone\t\tdefault',
  ]);
  const json = await trivet('job evaluate --where ID=web --yes -o json');
  expect(JSON.parse(json.stdout)).toMatchObject([{ name: 'web', namespace: 'default' }]);
  const one = await trivet('job evaluate --where ID=web --yes');
  expect(one.stdout).toBe('web\tdone\t\n');
});

test('standard input cannot hold both the objects and a value', async () => {
  const { code, stderr } = await trivet('workspace update - --body - --yes', { stdin: 'dns-qa\n' });
  expect(code).toBe(2);
  expect(stderr).toContain('--body - cannot be given to many objects\n  Put it into a file: --body @FILE');
  expect(bench.requests()).toEqual([]);
});

test('the preview names an object in a folder with its folder', async () => {
  const { stdout } = await trivet('ldap library update --where ttl>1h --ttl 2h --dry-run');
  const [head, ...rows] = (stdout.split('\n\n')[0] ?? '').split('\n').map((row) => row.trim());
  expect({ head, rows }).toEqual({ head: 'SET', rows: expect.arrayContaining(['team-a', 'team/db']) });
});

test('a line of a batch cannot select many objects', async () => {
  const { code, stderr } = await trivet('batch run -', {
    stdin:
      'workspace lock --where name~dns-* --yes\nworkspace lock --all\nworkspace lock dns-qa --parallel 3\n',
  });
  expect(code).toBe(2);
  expect(stderr).toContain('line 1: a line of a batch changes one object, but this one selects many');
  expect(stderr).toContain('line 2: a line of a batch changes one object');
  expect(stderr).toContain('line 3: --parallel is only for a change of many objects, but one is named');
  expect(bench.requests()).toEqual([]);
});
