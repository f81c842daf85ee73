/** Checks the statements of the help topics by running the program. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadServices } from '../scripts/generate/services.ts';
import { topicTexts } from '../scripts/generate/topics.ts';
import { productsOf, serviceNames } from '../src/catalogue/product.ts';
import { useSandbox } from './support/sandbox.ts';

beforeAll(loadServices);

const { trivet } = useSandbox({ fresh: true });
const topic = (name: string): string => (topicTexts().get(name) ?? '').replaceAll(/\s+/g, ' ');

describe('output', () => {
  test('is a table on a terminal and tsv in a pipe, unless -o or TRIVET_OUTPUT is given', async () => {
    expect(topic('output')).toContain('Without -o: table on a terminal, tsv in a pipe or file');
    expect((await trivet('workspace list --limit 1 --color never', { tty: true })).stdout).toMatch(
      /^NAME {2,}/,
    );
    expect((await trivet('workspace list --limit 1')).stdout).toMatch(/^network-prod\tws-/);
    const { stdout } = await trivet('workspace list --limit 1', { env: { TRIVET_OUTPUT: 'name' } });
    expect(stdout).toMatch(/^(?:network-prod|ws-\w{16})\n$/);
  });

  test('is null without content, has a header as csv, and one item per line as jsonl', async () => {
    expect((await trivet('workspace delete billing-qa --yes -o json')).stdout).toBe('null\n');
    expect((await trivet('workspace list --limit 1 -o csv')).stdout).toMatch(/^name,id,/);
    const lines = (await trivet('workspace list --limit 3 -o jsonl')).stdout.trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual(
      Array(3).fill('workspaces'),
    );
  });

  test('--field prints exact bytes, an unknown field is exit 2, and --query refuses jsonl', async () => {
    expect((await trivet('workspace show network-prod --field name')).stdout).toBe('network-prod');
    expect((await trivet('workspace show network-prod --field name', { tty: true })).stdout).toBe(
      'network-prod\n',
    );
    expect((await trivet('workspace show network-prod --field nothing')).code).toBe(2);
    expect((await trivet('workspace list --query data -o jsonl')).code).toBe(2);
  });

  test('--out writes a file that only its owner can read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trivet-topics-'));
    try {
      const { stdout } = await trivet(`workspace list -o json --out ${folder}/list.json`);
      expect(stdout).toBe('');
      expect(statSync(join(folder, 'list.json')).mode & 0o777).toBe(0o600);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('under -o json every line of stderr is an object, and the error is the last', async () => {
    const { stderr, code } = await trivet('workspace show nowhere -o json');
    expect(code).toBe(5);
    const lines = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.at(-1)).toMatchObject({ version: 1, error: { code: 'not-found', exit: 5, status: 404 } });
  });

  test('md is a Markdown table; with --query, table, csv and md print rows; --out holds secrets', async () => {
    const md = await trivet('workspace list --limit 1 -o md --fields name,locked');
    expect(md.stdout).toMatch(/^\| name \| locked \|\n\| --- \| --- \|\n\| .+ \| (?:true|false) \|\n$/);
    const query = 'data[:1].{id:id,type:type}';
    const csv = await trivet(`workspace list --query ${query} -o csv`);
    expect(csv.stdout).toMatch(/^id,type\nws-\w+,workspaces\n$/);
    const table = await trivet(`workspace list --query ${query} -o table`);
    expect(table.stdout).toMatch(/^ID +TYPE\nws-\w+ +workspaces\n$/);
    const doubted = await trivet('workspace list --query data[?!attributes.locked] -o json');
    expect(doubted).toMatchObject({ code: 0, stdout: '[]\n', stderr: expect.stringContaining('!(a.b)') });
    const folder = mkdtempSync(join(tmpdir(), 'trivet-out-'));
    try {
      const file = join(folder, 'credentials');
      expect((await trivet(`cloud creds ci --out ${file}`)).code).toBe(0);
      expect(readFileSync(file, 'utf8')).toMatch(/^secret_key\t[^(\t]{20,}$/m);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('env, export and credential-process are only for credentials', async () => {
    expect((await trivet('workspace list -o env')).code).toBe(2);
    expect((await trivet('cloud creds ci -o export')).stdout).toMatch(/^export AWS_ACCESS_KEY_ID=/m);
  });
});

describe('environment and profiles', () => {
  test('--profile together with TRIVET_<SERVICE>_URL is exit 3', async () => {
    const { code, stderr } = await trivet('workspace list --profile prod');
    expect(code).toBe(3);
    expect(stderr).toContain('TRIVET_WORKSPACES_URL');
  });

  test('a token together with a token file is exit 3', async () => {
    expect((await trivet('job list', { env: { TRIVET_JOBS_TOKEN_FILE: '/dev/null' } })).code).toBe(3);
  });

  test('with CI set, nothing is asked', async () => {
    const { code } = await trivet('workspace delete billing-qa', {
      env: { CI: 'true' },
      typed: 'y',
      tty: true,
    });
    expect(code).toBe(2);
  });

  test('NO_COLOR overrides FORCE_COLOR, and --color overrides both', async () => {
    const coloured = (text: string): boolean => text.includes('\u001b[');
    const env = { NO_COLOR: '1', FORCE_COLOR: '1' };
    expect(coloured((await trivet('workspace list --limit 2', { tty: true, env })).stdout)).toBe(false);
    const always = await trivet('workspace list --limit 2 --color always', { tty: true, env });
    expect(coloured(always.stdout)).toBe(true);
  });
});

test('exit codes 2, 4, 5 and 6 mean what the topic says', async () => {
  expect((await trivet('workspace list --page-size 0')).code).toBe(2);
  expect((await trivet('job list', { env: { TRIVET_JOBS_TOKEN: 'wrong' } })).code).toBe(4);
  expect((await trivet('pki role show nowhere')).code).toBe(5);
  expect((await trivet('workspace delete network-prod --yes')).code).toBe(6);
  expect((await trivet('job list', { env: { TRIVET_JOBS_URL: 'http://127.0.0.1:1' } })).code).toBe(8);
});

test('the products topic names every product', () => {
  for (const service of serviceNames)
    for (const name of productsOf[service]) expect(topic('products')).toContain(name);
});

describe('where', () => {
  test.each([
    ['workspace list --where tag=prod --where locked=false', 11],
    ['workspace list --where engine-version<1.6', 0],
    ['workspace list --where engine-version!=1.9.8', 1],
    ['workspace list --where locked-reason=', 57],
    ['pki role list --where allowed_domains=example.com', 1],
  ])('finds the right number with %s', async (line, count) => {
    const { code, stdout } = await trivet(`${line} -o name`);
    expect({ code, count: stdout.split('\n').length - 1 }).toEqual({ code: 0, count });
  });

  test('every example of the topic is tested', async () => {
    const examples = (topicTexts().get('where') ?? '').match(/(?<=\$ trivet ).*/g) ?? [];
    expect(examples).toHaveLength(4);
    for (const example of examples) {
      expect((await trivet(example.replaceAll("'", ''))).code, example).toBe(0);
    }
  });
});
