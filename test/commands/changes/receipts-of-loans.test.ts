/** Tests that the receipt of a loan is open while something of it can be left, and says what became of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSandbox } from '../../../src/sandbox/start.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { environmentOf } from '../../support/sandbox.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-lent-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Row {
  readonly id: string;
  readonly command: string;
  readonly origin: string;
  readonly state: string;
  readonly objects: number;
  readonly done: number;
  readonly failed: number;
  readonly unknown: number;
}

/** Runs the lines against a server with the fault. @returns their exit codes, the receipts, and what runs a line */
const after = async (
  fault: string | undefined,
  lines: readonly string[],
  then: (run: (line: string) => ReturnType<typeof runCli>, receipts: readonly Row[]) => void | Promise<void>,
): Promise<void> => {
  const sandbox = await startSandbox({ faults: fault === undefined ? [] : [fault] });
  const env = {
    ...environmentOf(sandbox),
    TRIVET_CONFIG_DIR: folder,
    TRIVET_ORGANIZATION: 'acme',
    PATH: process.env['PATH'] ?? '',
  };
  const run = (line: string) => runCli(words(line), { env });
  try {
    for (const line of lines) await run(line);
    const receipts: readonly Row[] = JSON.parse((await run('changes -o json')).stdout);
    await then(run, receipts);
  } finally {
    await sandbox.close();
  }
};

test('a loan whose unlock got no reply, and is looked up, is done', async () => {
  await after(
    'lost:1@/actions/unlock',
    ['workspace lock billing --reason move -- true'],
    async (run, all) => {
      expect((await run('workspace show billing --field locked')).stdout).toBe('false');
      expect(all).toMatchObject([{ state: 'done', objects: 2, done: 2, failed: 0, unknown: 0 }]);
      const shown = await run(`changes show ${all[0]?.id} --fields operation,result,undo`);
      expect(shown.stdout).toBe(
        'workspace.lock\tdone\tunlocked billing\nworkspace.unlock\tdone\tunlocked billing\n',
      );
    },
  );
});

test.each([
  [
    'ldap library check-out team/ops',
    '/check-out',
    'unproven',
    'ldap library check-in team/ops svc-ops-1',
    'was not made, or has ended',
  ],
  ['workspace lock billing --reason move', '/actions/lock', 'would be returned', '', 'unlocked billing'],
])(
  '%s of which the reply was lost is open until it is recovered',
  async (line, path, tried, byHand, text) => {
    await after(`lost:1@${path}`, [`${line} -- true`], async (run, before) => {
      const command = words(line).slice(0, 3).join(' ').replace(' billing', '');
      const [receipt] = before.filter((one) => one.command === command);
      expect(receipt).toMatchObject({ state: 'open', unknown: 1 });
      expect((await run('lease recover --dry-run')).stdout).toContain(tried);
      const still = await run(`changes show ${receipt?.id} -o json`);
      expect(JSON.parse(still.stdout)).toMatchObject({ state: 'open', unknown: 1 });
      if (byHand !== '') {
        expect((await run('lease recover')).code).toBe(1);
        expect((await run(byHand)).code).toBe(0);
      }
      expect((await run('lease recover')).code).toBe(0);
      const { stdout } = await run(`changes show ${receipt?.id} -o json`);
      expect(JSON.parse(stdout)).toMatchObject({
        state: 'done',
        objects: 0,
        unknown: 0,
        changes: [{ result: 'ended' }],
      });
      const undo = await run(`undo ${receipt?.id} --yes`);
      expect(undo).toMatchObject({ code: 2, stderr: expect.stringContaining(text) });
      expect((await run('changes --where state=open')).stdout).toBe('');
    });
  },
);

test('a loan that nothing gave back is open, whoever looks', async () => {
  const lines = ['ldap library check-out team/ops -- true', 'lease recover'];
  await after('lost:1@/check-out', lines, (_, all) => {
    expect(all.filter(({ command }) => command === 'ldap library check-out')).toMatchObject([
      { state: 'open', unknown: 1 },
    ]);
  });
});

test('a lock of which the reply was lost is closed when the workspace is unlocked', async () => {
  const lines = ['workspace lock billing --reason move -- true', 'workspace unlock billing'];
  await after('lost:1@/actions/lock', lines, async (run, all) => {
    expect(all.filter(({ state }) => state === 'open')).toEqual([]);
    const lend = all.find(({ command }) => command === 'workspace lock');
    expect((await run(`undo ${lend?.id} --yes`)).stderr).toContain('the lock of billing was released');
  });
});

test('a loan that a server refused to take back is recovered, and its receipt says so', async () => {
  const line = 'workspace lock billing --reason move -- true';
  await after('403:1@/actions/unlock', [line], async (run, before) => {
    const id = before.find(({ command }) => command === 'workspace lock')?.id;
    expect((await run(`undo ${id} --yes`)).stderr).toContain('trivet lease recover');
    expect((await run('lease recover')).code).toBe(0);
    expect((await run(`undo ${id} --yes`)).stderr).toContain('has nothing to undo: unlocked billing');
  });
});

test.each([
  ['aws creds ci', '/sys/leases/revoke'],
  ['ldap library check-out team/ops', '/sys/leases/revoke'],
  ['workspace lock billing --reason move', '/actions/unlock'],
])(
  '%s: a recovery of unknown outcome needs nobody once the next one gave the loan back',
  async (line, path) => {
    const sandbox = await startSandbox({ faults: [`hangup:1000@${path}`] });
    const env = {
      ...environmentOf(sandbox),
      TRIVET_CONFIG_DIR: folder,
      TRIVET_ORGANIZATION: 'acme',
      PATH: process.env['PATH'] ?? '',
    };
    const run = (one: string) => runCli(words(one), { env });
    const open = async (): Promise<readonly string[]> =>
      (await run('changes --where state=open -o jsonl')).stdout.split('\n').filter(Boolean);
    try {
      expect((await run(`${line} --timeout 1s -- true`)).code).toBe(125);
      expect((await run('lease recover --timeout 1s')).code).toBe(1);
      // The record of the loan, its receipt, and that of the recovery.
      expect(await open()).toHaveLength(3);
      await sandbox.ask('DELETE /-/faults');
      const recovered = await run('lease recover');
      expect(recovered.code, recovered.stdout).toBe(0);
      expect(await open()).toEqual([]);
    } finally {
      await sandbox.close();
    }
  },
);

test.each(['aws creds ci', 'ldap library check-out team/ops', 'workspace lock billing --reason move'])(
  '%s: what is given back, and cannot be removed from the records, was given back all the same',
  async (line) => {
    await after(undefined, [], async (run) => {
      const lends = join(folder, 'lends');
      const { code, stderr } = await run(`${line} -- sh -c "rm -r ${lends} && : > ${lends}"`);
      expect(stderr).toMatch(
        /(?:revoked|checked in|unlocked) .*\nwarning: the record of the loan was not removed: /,
      );
      expect(stderr).not.toContain('could not be given back');
      expect(code).toBe(0);
    });
  },
);

test('the question before a loan is recovered on a protected profile names its lease', async () => {
  await after('hangup:1000@/sys/leases/revoke', ['aws creds ci --timeout 1s -- true'], async (_, all) => {
    const [origin = ''] = all.map((one) => one.origin);
    const env = { TRIVET_CONFIG_DIR: folder, TOKEN: 'a-token' };
    await runCli(words(`profile set pp --secrets-url ${origin} --secrets-token-from env:TOKEN --protected`), {
      env,
    });
    const { code, stdout } = await runCli(words('lease recover --profile pp'), { env });
    expect(code).toBe(1);
    expect(stdout).toMatch(/\[pp\] Revoke a lease and its credentials: lease cloud\/creds\/ci\/\w+\? /);
  });
});
