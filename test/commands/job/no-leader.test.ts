/** Tests changes during an election: Nomad 2.0.5 answers them with 500, and has done nothing. */
import { expect, test } from 'vitest';
import { runCli, words } from '../../support/run-cli.ts';
import { smallServer } from '../../support/small-server.ts';

const withoutLeader = { status: 500, body: 'No cluster leader' };
const change = ({ method }: { readonly method: string }): boolean => method !== 'GET';

test.each(['job dispatch web', 'job evaluate web', 'job stop web --yes --no-validate'])(
  '%s is sent again until there is a leader',
  async (line) => {
    const { env, received } = await smallServer((request) =>
      change(request) && received.filter(change).length < 2
        ? withoutLeader
        : {
            body: {
              ID: 'web',
              EvalID: 'e',
              JobModifyIndex: 1,
              EvalCreateIndex: 1,
              Index: 1,
              DispatchedJobID: 'web/dispatch-1',
              Status: 'complete',
            },
          },
    );
    const { code, stderr } = await runCli(words(line), { env });
    expect(code, stderr).toBe(0);
    expect(received.filter(change)).toHaveLength(2);
  },
);

test.each(['job dispatch web', 'job evaluate web'])(
  '%s without any leader is exit 7 with nothing changed',
  async (line) => {
    const { env } = await smallServer(() => withoutLeader);
    const { code, stderr } = await runCli(words(line), { env });
    expect(code).toBe(7);
    expect(stderr).toContain('The servers are electing a leader. Try again.\n  Nothing was changed.');
  },
);

test('leadership that was lost while the change was written does not prove that nothing was done', async () => {
  const { env, received } = await smallServer((request) =>
    change(request)
      ? { status: 500, body: 'leadership lost while committing log' }
      : { body: { ID: 'web', Status: 'running' } },
  );
  const { code } = await runCli(words('job evaluate web'), { env });
  expect(code).toBe(9);
  expect(received.filter(change)).toHaveLength(1);
});
