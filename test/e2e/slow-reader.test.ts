/** Tests that a slow reader gets every byte: exit 0 means that everything was written. */
import { expect, inject, test } from 'vitest';
import { startActionServer } from '../support/action-server.ts';
import type { Frame } from '../support/action-server.ts';
import { partOf } from '../support/part.ts';
import { runShell } from '../support/run-bin.ts';
import { smallServer } from '../support/small-server.ts';
import { formatNames } from '../../src/output/formats/formats.ts';

/** Reads after a pause in which the program has filled the pipe. */
const slow = (command: string): string => `{ sleep 1; ${command}; }`;

/** More than 2 MB even if only the names are printed. */
const jobs = Array.from({ length: 20_000 }, (_, index) => ({
  ID: `${String(index).padStart(6, '0')}${'-long-name'.repeat(10)}`,
  Status: 'dead',
}));

const ways = formatNames
  .filter((name) => !['env', 'export', 'credential-process'].includes(name))
  .map((name) => `-o ${name}`);

test.each(
  partOf([...ways, '--field ID', '--query "[].ID"', '--fields ID -o csv'], inject('few') === true ? 6 : 2),
)('job list %s writes all of stdout', async (flags) => {
  const { env } = await smallServer(() => ({ body: jobs }));
  const list = `trivet job list ${flags} | ${slow('cat > f')}; echo "\${PIPESTATUS[0]}"; wc -c < f; tail -c 200 f`;
  const { stdout, stderr } = await runShell(list, { env });
  const [code, size, ...end] = stdout.split('\n');
  expect({ code, stderr }).toEqual({ code: '0', stderr: '' });
  expect(Number(size)).toBeGreaterThan(2_000_000);
  expect(end.join('\n')).toContain(jobs.at(-1)?.ID);
});

test('job action writes all of standard error', async () => {
  const data = Buffer.alloc(64 * 1024, 'e').toString('base64');
  const output: readonly Frame[] = Array.from({ length: 40 }, () => ({
    dir: 'server',
    opcode: 'text',
    json: { stderr: { data } },
  }));
  const exit: Frame = { dir: 'server', opcode: 'text', json: { exited: true, result: {} } };
  const server = await startActionServer([...output, exit], 'tcp-closed-by-server');
  try {
    const action =
      'trivet job action web run --alloc-id 82c00d2c-5d86-7155-9b91-b87575099713 --task t --no-stdin';
    const { stdout, stderr } = await runShell(
      `set -o pipefail; { ${action} 2>&1 >&3 | ${slow('wc -c')}; } 3>&1; echo $?`,
      {
        env: { TRIVET_JOBS_URL: server.origin, TRIVET_JOBS_TOKEN: 'the-token', TRIVET_JOBS_PRODUCT: 'nomad' },
      },
    );
    expect({ stdout, stderr }).toEqual({ stdout: `${40 * 64 * 1024}\n0\n`, stderr: '' });
  } finally {
    await server.close();
  }
});
