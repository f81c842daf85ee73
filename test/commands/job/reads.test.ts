/** Tests lists of jobs of servers that the sandbox does not play. */
import { expect, test } from 'vitest';
import { runCli } from '../../support/run-cli.ts';
import { smallServer } from '../../support/small-server.ts';

test('on a terminal only a service that died by itself is red', async () => {
  const summary = { Summary: { g: { Failed: 1 } } };
  const job = (ID: string, more: object) => ({
    ID,
    Type: 'service',
    Status: 'dead',
    Stop: false,
    JobSummary: summary,
    ...more,
  });
  const { env } = await smallServer(() => ({
    headers: { 'x-nomad-index': '7' },
    body: [
      job('lost', {}),
      job('stopped', { Stop: true }),
      job('done', { Type: 'batch', JobSummary: { Summary: { g: { Complete: 1 } } } }),
    ],
  }));
  const { stdout } = await runCli(['job', 'list', '--color', 'always'], { env, tty: 120 });
  const red = stdout.split('\n').filter((line) => line.includes('\u001B[31mdead'));
  expect(red.map((line) => line.split(' ')[0])).toEqual(['lost']);
});

test('fifty thousand jobs are read page by page', async () => {
  const pages = 100;
  let written = 0;
  const early: number[] = [];
  const row = (page: number, index: number): string =>
    `{"ID":"job-${page}-${index}","Namespace":"default","Type":"batch","Priority":50,"Status":"dead","Stop":false,"ParentID":"","JobModifyIndex":7,"SubmitTime":1795231576286108908}`;
  const { env, received } = await smallServer(({ query }) => {
    const page = Number(query['next_token'] ?? '0');
    early.push(written);
    const next = page + 1 < pages ? { 'X-Nomad-NextToken': String(page + 1) } : {};
    return {
      headers: { 'content-type': 'application/json', ...next },
      body: `[${Array.from({ length: 500 }, (_, index) => row(page, index)).join(',')}]`,
    };
  });
  const { PassThrough } = await import('node:stream');
  const stdout = new PassThrough();
  stdout.on('data', (chunk: Buffer) => {
    written += chunk.length;
  });
  const result = await runCli(['job', 'list', '-o', 'tsv'], {
    env,
    io: { stdout },
  });
  expect(result).toMatchObject({ code: 0 });
  expect(received).toHaveLength(pages);
  // A page was written before many more were requested: nothing accumulates.
  expect((early[50] ?? 0) / written).toBeGreaterThan(0.4);
});
