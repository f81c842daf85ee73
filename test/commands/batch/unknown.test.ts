/** Tests lines of a batch whose outcome is unknown: what a resumed run sends again, and what a person reads. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jsonIn } from '../../../src/documents/json/lossless.ts';
import { textAt } from '../../../src/documents/json/json.ts';
import { useServers } from '../../support/counting-server.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, requests } = useSandbox({ fresh: true });
const serve = useServers();

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-unknown-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const journal = (): string => join(folder, 'journal');

describe('a dispatch', () => {
  const stdin = 'job dispatch report --meta month=2026-11\n';
  const run = (more = '') => trivet(`batch run - --journal ${journal()}${more}`, { stdin });

  /** The tokens of the requests that were sent. */
  const tokens = (): readonly (string | null)[] =>
    requests()
      .filter(({ path }) => path.endsWith('/dispatch'))
      .map(({ query }) => new URLSearchParams(query).get('IdempotencyToken'));
  const instances = async (): Promise<number> => {
    const { stdout } = await trivet('job list --prefix report/dispatch- -o name');
    return stdout.split('\n').filter(Boolean).length;
  };

  test('has its token in the journal before it is sent', async () => {
    let before = '';
    const server = await serve((request, response) => {
      before = readFileSync(journal(), 'utf8');
      request.resume();
      response.writeHead(400).end('refused');
    });
    const env = { TRIVET_JOBS_URL: server.origin };
    await trivet(`batch run - --journal ${journal()}`, { stdin, env });
    const token = server.seen[0]?.query['IdempotencyToken'];
    expect(token).toMatch(/^[0-9a-f]{8}-/);
    expect(textAt(jsonIn(before.trimEnd().split('\n').at(-1) ?? ''), 'token')).toBe(token);
  });

  test.each(['', ' --retry-unknown'])(
    'that a kill interrupted is sent again with its token, and runs once: --resume%s',
    async (more) => {
      const before = await instances();
      expect((await run()).code).toBe(0);
      writeFileSync(journal(), readFileSync(journal(), 'utf8').replace(/\{"item":1,"exit":0\}\n$/, ''));
      const resumed = await run(` --resume${more}`);
      expect(resumed).toMatchObject({ code: 0 });
      const [first, second, ...others] = tokens();
      expect(first).toMatch(/^[0-9a-f]{8}-/);
      expect({ second, others }).toEqual({ second: first, others: [] });
      expect(await instances()).toBe(before + 1);
    },
  );
});

test('a resumed run that proves nothing says how what was not made is made', async () => {
  const stdin = 'workspace create three\n';
  const line = `batch run - --journal ${journal()}`;
  await trivet(line, { stdin });
  writeFileSync(journal(), readFileSync(journal(), 'utf8').replace(/\{"item":1,"exit":0\}\n$/, ''));
  const resumed = await trivet(`${line} --resume`, { stdin });
  expect(resumed.code).toBe(10);
  expect(resumed.stderr).toContain('0 done, 0 failed, 1 unknown\n');
  expect(resumed.stderr).toMatch(/nothing proves the outcome of one change\. .* --retry-unknown/);
});
