/** Tests that exit 2 means that nothing was sent: mistakes in the requested output are reported before the change. */
import { describe, expect, test } from 'vitest';
import { useSandbox } from '../support/sandbox.ts';

const { trivet, requests, clear } = useSandbox();

const changes = [
  'workspace create one',
  'workspace tag add network-prod eu',
  'api workspaces POST /workspaces/x',
];

const wrong = [
  '--query data.[',
  '--query data.vcs-repo',
  '--query data.id --field id',
  '--field id --fields name',
  '--fields id -o name',
];

describe.each(changes)('%s', (line) => {
  test.each(wrong)('with %s sends nothing', async (flags) => {
    clear();
    const { code, stdout } = await trivet(`${line} ${flags}`);
    expect({ code, stdout, sent: requests() }).toEqual({ code: 2, stdout: '', sent: [] });
  });
});

test.each([
  ['workspace lock network-prod', undefined],
  ['api workspaces POST /workspaces/x/actions/lock', undefined],
  ['batch run -', 'workspace lock network-prod'],
])('%s with a file that cannot be written sends nothing', async (line, stdin) => {
  clear();
  const { code, stderr } = await trivet(
    `${line} --out /no-such-folder/x`,
    stdin === undefined ? {} : { stdin },
  );
  expect({ code, sent: requests() }, stderr).toEqual({ code: 3, sent: [] });
});

test('a query that does not fit the reply is an error that says that the change was made', async () => {
  const { code, stderr } = await trivet(`workspace create two --query 'abs(data)'`);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/\n {2}The change was made\.\n$/),
  });
  expect((await trivet('workspace show two -o name')).code).toBe(0);
  const read = await trivet(`workspace show two --query 'abs(data)'`);
  expect({ code: read.code, stderr: read.stderr }).toEqual({
    code: 1,
    stderr: expect.not.stringContaining('The change was made'),
  });
});
