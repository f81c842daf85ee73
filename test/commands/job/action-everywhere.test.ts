/** Tests an action in every allocation: lines name their allocation, and the worst exit code is the command's. */
import { beforeAll, expect, test } from 'vitest';
import { serviceFile, useFolder } from '../../support/job-files.ts';
import { useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox();
const file = useFolder();

beforeAll(async () => {
  const path = file('many.hcl', serviceFile('many').replace('count = 1', 'count = 3'));
  const { code, stderr } = await bench.trivet(`job register ${path} --wait`);
  if (code !== 0) throw new Error(stderr);
});

const allocations = async (): Promise<readonly string[]> =>
  (await bench.trivet('job allocations many -o name')).stdout
    .trim()
    .split('\n')
    .map((id) => id.slice(0, 8))
    .sort();

const prefixes = (text: string): readonly string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.slice(0, 8))
    .sort();

test('--every-allocation runs it in each allocation, prefixes the lines of both streams, and exits with the worst code', async () => {
  const { code, stdout, stderr } = await bench.trivet('job action many fail --every-allocation', {
    stdin: '',
  });
  expect(code).toBe(3);
  expect(prefixes(stdout)).toEqual(await allocations());
  expect(prefixes(stderr)).toEqual(await allocations());
  for (const line of stdout.trim().split('\n')) expect(line).toMatch(/^[0-9a-f]{8} out$/);
});

test('without it one allocation must be chosen, and only one can have a terminal or standard input', async () => {
  const { code, stderr } = await bench.trivet('job action many fail', { stdin: '' });
  expect(code).toBe(125);
  expect(stderr).toContain('--every-allocation');
  for (const flag of ['--tty', '--stdin']) {
    expect((await bench.trivet(`job action many fail --every-allocation ${flag}`)).stderr).toContain(
      `--every-allocation and ${flag} cannot be given together`,
    );
  }
});
