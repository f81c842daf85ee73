/** Tests the order of the checks before a command runs: only the first failure is shown. */
import { expect, test } from 'vitest';
import { checks } from '../../../src/run/invocation/checks.ts';
import { runCli } from '../../support/run-cli.ts';

test('the checks have this order', () => {
  expect(checks.map(({ name }) => name)).toEqual([
    'output flags fit each other',
    'the arguments mean an operation',
    'the format is one of the view',
    '--out can be written',
    'values keep the rules',
    'values keep the rules of the operation',
    '--field and --fields are of the reply',
    '--field and --fields are of the reply of the operation',
    '--where is of the objects',
    'names are of one namespace',
    'what is given once is not lost',
    'the service is configured',
    'a read-only run changes nothing',
    'a read-only run sends no change',
    'deprecated flags are noted',
    'values that a comma split are noted',
    'the product has the operation',
  ]);
});

const list = ['workspace', 'list', '--organization', 'acme'];

/** Each mistake with its message. Each row leaves out the mistakes of the rows before. */
const mistakes: readonly (readonly [mistake: readonly string[], message: RegExp])[] = [
  [['--query', '['], /--query/],
  [['--out', '/dev/null/list'], /cannot write \/dev\/null\/list/],
  [['--limit', '0'], /--limit/],
  [['--field', 'nosuch'], /"nosuch"/],
  [[], /TRIVET_WORKSPACES_URL/],
];

test.each(mistakes.map(([, message], first) => [message, first] as const))(
  'only the first of several mistakes is shown: %s',
  async (message, first) => {
    const words = mistakes.slice(first).flatMap(([mistake]) => mistake);
    const { stderr, code } = await runCli([...list, ...words]);
    expect(stderr).toMatch(message);
    for (const [, later] of mistakes.slice(first + 1, -1)) {
      // The first line names the mistake; --query and --field are named together since they exclude each other.
      if (first > 0) expect(stderr.split('\n')[0]).not.toMatch(later);
    }
    expect(code).not.toBe(0);
  },
);

test('a format that the view does not have is shown before a file that cannot be written', async () => {
  const { stderr, code } = await runCli([...list, '-o', 'env', '--out', '/dev/null/list']);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/-o env/)]);
});

test('a missing operation of the product is reported last, once the server is known', async () => {
  const server = ['--base-url', 'http://127.0.0.1:9/api/v2', '--product', 'otf'];
  const words = [...list, '--sort', 'name', ...server];
  expect(await runCli(words)).toMatchObject({ code: 7, stderr: expect.stringMatching(/OTF ignores --sort/) });
  expect(await runCli([...words, '--field', 'nosuch'])).toMatchObject({ code: 2 });
});
