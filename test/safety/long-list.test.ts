/** Tests one page of more rows than a function takes as arguments (about 125,000): nothing spreads it. */
import { describe, expect, test } from 'vitest';
import { runCli, words } from '../support/run-cli.ts';
import { secretsServer } from '../support/small-server.ts';

const count = 130_000;
const names = Array.from({ length: count }, (_, index) => `role-${index}`);
const server = () =>
  secretsServer(({ path }) =>
    path.includes('/roles') ? { body: { data: { keys: names } } } : { status: 404 },
  );

describe('a page of 130,000 names', () => {
  test.each([
    ['as a table', 'pki role list', count],
    ['as JSON lines', 'pki role list -o jsonl', count],
    ['cut by a condition', 'pki role list -o tsv --where name=role-7', 1],
    ['as candidates of a completion', 'completion candidates pki-role --mount=pki', 1000],
  ])('%s', async (_, line, least) => {
    const { env } = await server();
    const { code, stdout, stderr } = await runCli(words(line), { env });
    expect(code, stderr.slice(0, 500)).toBe(0);
    expect(stdout.trimEnd().split('\n').length).toBeGreaterThanOrEqual(least);
  });
});
