/** Tests that a change prints one sentence on a terminal, while the output for scripts stays. */
import { describe, expect, test } from 'vitest';
import { smallServer } from '../support/small-server.ts';
import { runCli, words } from '../support/run-cli.ts';
import { useSandbox } from '../support/sandbox.ts';
import { serviceFile, useFolder } from '../support/job-files.ts';

const { trivet } = useSandbox();
const file = useFolder();
const person = async (line: string): Promise<string> =>
  (await trivet(`${line} --color never`, { tty: true })).stdout;

describe('a terminal shows', () => {
  test.each([
    ['workspace lock network-prod --reason "until 18:00"', 'locked network-prod (until 18:00)\n'],
    ['workspace unlock network-prod', 'unlocked network-prod\n'],
    ['workspace lock network-prod', 'locked network-prod\n'],
    ['workspace unlock network-prod', 'unlocked network-prod\n'],
    ['workspace update network-prod --description x --assessments-enabled', 'updated network-prod\n'],
  ])('a sentence after %s', async (line, sentence) => {
    expect(await person(line)).toBe(sentence);
  });

  test('a record on request, while scripts get the same output as before', async () => {
    const table = await trivet('workspace lock network-prod -o table --color never', { tty: true });
    expect(table.stdout).toMatch(/^locked +yes$/m);
    expect((await trivet('workspace unlock network-prod')).stdout).toMatch(/^locked\tfalse$/m);
    expect((await trivet('workspace lock network-prod --field locked', { tty: true })).stdout).toBe('true\n');
    const json = await trivet('workspace unlock network-prod -o json', { tty: true });
    expect(JSON.parse(json.stdout)).toHaveProperty('data.id');
  });

  test('the name of a workspace, even if its ID was typed', async () => {
    const id = (await trivet('workspace show network-prod --field id')).stdout;
    expect(await person(`workspace lock ${id}`)).toBe('locked network-prod\n');
    expect((await trivet(`workspace unlock ${id} -o name`)).stdout).toBe('network-prod\n');
  });

  test('the version of a job, and whether it is new', async () => {
    const web = file('said.hcl', serviceFile('said'));
    expect(await person(`job register ${web}`)).toMatch(
      /^said: version 0 registered, evaluation [0-9a-f]{8}\n$/,
    );
    expect(await person(`job register ${web}`)).toBe('said: unchanged, no new version\n');
    expect((await trivet(`job register ${web} -o name`)).stdout).toBe('said\n');
    expect((await trivet('job evaluate said -o name')).stdout).toBe('said\n');
    expect((await trivet('job evaluate said --fields JobID,EvalID -o json')).stdout).toContain(
      '"JobID": "said"',
    );
    expect(await person('job stop said --yes')).toMatch(/^stopped said, evaluation [0-9a-f]{8}\n$/);
  });
});

describe('names of several namespaces', () => {
  test('are refused before anything is sent', async () => {
    const { env, received } = await smallServer(() => ({ body: [] }));
    for (const [line, more] of [
      ['job list --namespace * -o name', {}],
      ['job list -o name', { TRIVET_JOBS_NAMESPACE: '*' }],
    ] as const) {
      const result = await runCli(words(line), { env: { ...env, ...more } });
      expect(result).toMatchObject({ code: 2, stdout: '' });
      expect(result.stderr).toContain('-o jsonl --fields ID,Namespace');
    }
    expect(received).toHaveLength(0);
    const one = await runCli(words('job list --namespace batch -o name'), { env });
    expect(one.code).toBe(0);
  });
});
