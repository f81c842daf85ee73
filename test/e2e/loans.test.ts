/** Tests loans in separate processes: killed ones, and one inside another. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { kinds } from '../commands/loans/loan-stage.ts';
import { inFrontOf } from '../support/front.ts';
import { runBin } from '../support/run-bin.ts';
import { words } from '../support/run-cli.ts';
import { environmentOf, useSandbox } from '../support/sandbox.ts';

const bench = useSandbox({ fresh: true });
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-loans-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const env = (): Readonly<Record<string, string>> => ({
  ...environmentOf(bench.sandbox()),
  TRIVET_CONFIG_DIR: join(folder, 'config'),
  TRIVET_ORGANIZATION: 'acme',
});
const trivet = (line: string) => bench.trivet(line, { env: env() });
const kept = (): readonly string[] =>
  readdirSync(join(folder, 'config', 'lends')).filter((name) => name.endsWith('.json'));
/** The only entry of the ledger names the process of the command. */
const knowsCommand = (): boolean => {
  const [name] = kept();
  return (
    name !== undefined && readFileSync(join(folder, 'config', 'lends', name), 'utf8').includes('"started"')
  );
};

test.each(kinds)(
  'after trivet is killed, the loan stays while the command runs, and is recovered afterwards: $line',
  async ({ line, out }) => {
    const [running, stop, over] = ['running', 'stop', 'over'].map((name) => join(folder, name));
    const script = `touch ${running}; while [ ! -e ${stop} ]; do sleep 0.02; done; touch ${over}`;
    let early: ReturnType<typeof trivet> | undefined;
    const killed = await runBin([...words(line), '--', 'sh', '-c', script], {
      env: env(),
      onStart: (child) => {
        const timer = setInterval(() => {
          if (!existsSync(running ?? '') || !knowsCommand()) return;
          clearInterval(timer);
          child.kill('SIGKILL');
          child.once('exit', () => {
            const recovering = trivet('lease recover');
            early = recovering;
            // The command inherited the pipes, so it must end before they close.
            void recovering.finally(() => writeFileSync(stop ?? '', '')).catch(() => undefined);
          });
        }, 10);
      },
    });
    expect(killed.signal).toBe('SIGKILL');
    expect(existsSync(over ?? '')).toBe(true);
    const inUse = await early;
    expect([inUse?.code, inUse?.stdout]).toEqual([
      0,
      expect.stringMatching(
        /\tin use\ta command that still runs \(process \d+; its trivet was killed\) uses .+\n$/,
      ),
    ]);
    expect([await out({ trivet }), kept().length]).toEqual([1, 1]);
    const recovered = await trivet('lease recover');
    expect({ code: recovered.code, out: await out({ trivet }), left: kept() }).toEqual({
      code: 0,
      out: 0,
      left: [],
    });
  },
);

test.each(kinds)(
  'a second signal during the return does not say that the loan is still held: $line',
  async ({ line, out }) => {
    let stop: () => Promise<void> = () => Promise.resolve();
    const returns = /\/(?:sys\/leases\/revoke|check-in|actions\/unlock)$/;
    /** The server made the change; its reply comes too late. */
    const front = async (service: 'workspaces' | 'secrets'): Promise<string> =>
      inFrontOf(
        bench.sandbox().urls[service],
        () => undefined,
        async ({ url }, body) => {
          if (returns.test(url)) await stop();
          return body;
        },
      );
    const urls = {
      TRIVET_WORKSPACES_URL: await front('workspaces'),
      TRIVET_SECRETS_URL: await front('secrets'),
    };
    const { code, stderr } = await runBin([...words(line), '--', 'true'], {
      env: { ...env(), ...urls },
      onStart: (child) => {
        const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
        stop = async () => {
          child.kill('SIGTERM');
          setTimeout(() => child.kill('SIGTERM'), 300);
          await ended;
        };
      },
    });
    expect([code, await out({ trivet }), kept().length]).toEqual([143, 0, 1]);
    expect(stderr).toMatch(
      /^warning: nothing proves the return of .+; give back what is still held with: trivet lease recover$/m,
    );
    expect(stderr).not.toMatch(/still (valid|checked out|locked)/);
  },
);

test.each(kinds)('status and the next loan say what a killed loan left: $line', async ({ line, out }) => {
  const killed = await runBin([...words(line), '--', 'sh', '-c', 'kill -9 $PPID'], { env: env() });
  expect(killed.signal).toBe('SIGKILL');
  const left = /^warning: of an earlier command: .+ with: trivet lease recover$/m;
  const row = /^\w+\tloan\t.* with: trivet lease recover\t/m;
  expect((await trivet('status')).stdout).toMatch(row);
  const next = await runBin([...words('aws creds ci'), '--', 'true'], { env: env() });
  expect([next.code, next.stderr]).toEqual([0, expect.stringMatching(left)]);
  await trivet('lease recover');
  expect(await out({ trivet })).toBe(0);
  expect((await trivet('status')).stdout).not.toMatch(row);
});

test('of two nested loans each gives back its own, and the inner exit code is passed on', async () => {
  const seen = join(folder, 'seen');
  const inner = ['ldap', 'creds', 'dev', '--map', 'DIRECTORY_USER=username', '--', 'sh', '-c'];
  const outer = [
    'workspace',
    'lock',
    'billing',
    '--keep-token',
    '--',
    'trivet',
    'cloud',
    'creds',
    'ci',
    '--keep-token',
  ];
  const result = await runBin([...outer, '--', 'trivet', ...inner, `env >${seen}; exit 4`], { env: env() });
  expect(result.code).toBe(4);
  expect(result.stderr.match(/^(?:locked|unlocked|revoked) .*$/gm)).toEqual([
    'locked billing',
    'revoked the credentials of role dev in mount ldap',
    'revoked the credentials of role ci in mount cloud',
    'unlocked billing',
  ]);
  for (const { out } of kinds) expect(await out({ trivet })).toBe(0);
  expect(kept()).toEqual([]);
});
