/** Tests that a screen about a job is shown again at a change by somebody else. */
import { expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox();

test('job status --watch shows each change until --timeout', async () => {
  const documents = bench.trivet('job status cache --watch --timeout 6s -o jsonl');
  // Meanwhile the first is shown.
  const texts = await bench.trivet('job status broken --watch --timeout 2s');
  expect([texts.code, texts.stdout.match(/^broken {2}batch/gm)]).toEqual([0, ['broken  batch']]);
  expect((await bench.trivet('job stop cache --yes')).code).toBe(0);
  const { code, stdout } = await documents;
  const seen = stdout
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(code).toBe(0);
  expect(seen[0]).toMatchObject({ job: 'cache', status: 'running' });
  expect(seen.at(-1)).toMatchObject({ job: 'cache', stopped: true });
});

test.each([
  ['api', '32'],
  ['huge', '33'],
  ['broken', '31'],
])('the first line about %s has the colour that the job has in a list', async (job, colour) => {
  const list = await bench.trivet(`job list --where ID=${job} --fields Status -o table --color always`);
  const [word] = list.stdout.match(new RegExp(`\\u001b\\[${colour}m[a-z]+\\u001b\\[39m`)) ?? ['no word'];
  const { stdout } = await bench.trivet(`job status ${job} --color always`);
  expect(stdout.split('\n')[0]).toContain(word);
});
