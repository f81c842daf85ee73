/** Tests output that cannot be written: changes are reported, and secrets that are returned once are saved. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/start.ts';
import type { Operation } from '../../src/catalogue/operation.ts';
import { allOperations } from '../support/catalogue.ts';
import { partOf } from '../support/part.ts';
import { runShell } from '../support/run-bin.ts';
import { runCli, words } from '../support/run-cli.ts';
import { environmentOf, useSandbox } from '../support/sandbox.ts';
import { secretsIn } from '../torture/oracle.ts';
import { prepare } from '../torture/stage.ts';
import { leaks } from './canary-forms.ts';
import { isSensitive } from '../../src/catalogue/shown.ts';

const bench = useSandbox();

let config = '';
beforeEach(() => {
  config = mkdtempSync(join(tmpdir(), 'trivet-output-'));
});
afterEach(() => rmSync(config, { recursive: true, force: true }));

const environment = (): Readonly<Record<string, string>> => ({
  ...environmentOf(bench.sandbox()),
  TRIVET_CONFIG_DIR: config,
  PASSWORD: 'alice-password',
});

/** The recovery files of a configuration folder: path and content. */
const recovered = (folder: string): readonly (readonly [string, string])[] => {
  try {
    return readdirSync(join(folder, 'recovery')).map((name) => {
      const path = join(folder, 'recovery', name);
      return [path, readFileSync(path, 'utf8')];
    });
  } catch {
    return [];
  }
};

const oneTime: readonly (readonly [line: string, secret: RegExp])[] = [
  ['aws creds ci --reveal', /"secret_key":\s*"[^"]{20,}"/],
  ['aws sts deploy -o json', /"secret_key":\s*"[^"]{20,}"/],
  ['ldap creds temp -o export', /"password":\s*"[^"]{8,}"/],
  ['pki issue web --common-name a.example.com -o json', /BEGIN (?:EC )?PRIVATE KEY/],
  [
    'login secrets --method userpass --username alice --password-from env:PASSWORD --field token',
    /"token":\s*"[^"]{8,}"/,
  ],
  [
    'login secrets --method userpass --username alice --password-from env:PASSWORD -o export',
    /"token":\s*"[^"]{8,}"/,
  ],
  [
    `api secrets POST /auth/userpass/login/alice --no-token --yes --data '{"password":"alice-password"}'`,
    /"client_token":\s*"[^"]{8,}"/,
  ],
];

const failures: readonly (readonly [name: string, rest: string, says: string])[] = [
  ['a full disk', '> /dev/full', 'no space left'],
  ['a reader that went away', '| true', 'its reader went away'],
];

describe.each(failures)('%s', (_, rest, says) => {
  test.each(oneTime)('%s saves the reply in a file that only its owner can read', async (line, secret) => {
    const { code, stderr } = await runShell(`set -o pipefail; trivet ${line} ${rest}`, {
      env: environment(),
    });
    expect(code, stderr).toBe(74);
    expect(stderr).toContain(says);
    const files = recovered(config);
    expect(files).toHaveLength(1);
    const [path, content] = files[0] ?? ['', ''];
    expect(stderr).toContain(path);
    expect(content).toMatch(secret);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(config, 'recovery')).mode & 0o777).toBe(0o700);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

test('a failed --out saves the reply, too', async () => {
  const out = join(config, 'out');
  mkdirSync(out);
  const server = await startSandbox({ faults: ['slow:200ms@/creds/ci'] });
  const arrived = setInterval(() => {
    if (!server.requests.list().some(({ path }) => path.endsWith('/creds/ci'))) return;
    clearInterval(arrived);
    // Only after the request; before it, trivet would have noticed.
    rmSync(out, { recursive: true });
  }, 5);
  const { code, stderr } = await runCli(words(`aws creds ci -o json --out ${out}/file`), {
    env: { ...environmentOf(server), TRIVET_CONFIG_DIR: config },
  });
  await server.close();
  expect(code).toBe(74);
  expect(recovered(config)[0]?.[1]).toMatch(/"secret_key"/);
  expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({ error: { effect: 'done' } });
});

test('an error says if no folder can hold the recovery file', async () => {
  const { code, stderr } = await runShell('trivet aws creds ci --reveal > /dev/full', {
    env: { ...environment(), TRIVET_CONFIG_DIR: '/dev/null/none', TMPDIR: '/dev/null/none' },
  });
  // The third place is the working directory.
  expect(code, stderr).toBe(74);
  expect(stderr).toMatch(/\n {2}The change was made\.\n$/);
});

test('a list whose reader leaves is not an error, and saves nothing', async () => {
  const { code, stderr } = await runShell('set -o pipefail; trivet workspace list -o json | true', {
    env: environment(),
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(recovered(config)).toEqual([]);
});

test('a change without a secret is reported as made', async () => {
  const { code, stderr } = await runShell('trivet workspace create full-disk > /dev/full', {
    env: environment(),
  });
  expect(code).toBe(74);
  expect(stderr).toContain('no space left');
  expect(stderr).toMatch(/\n {2}The change was made\.\n$/);
  expect(recovered(config)).toEqual([]);
});

const fullDisk = (): Writable =>
  new Writable({
    write: (_chunk, _encoding, done) =>
      done(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })),
  });

/** Every change whose reply holds a secret, found by running it. */
const changes = allOperations.filter(({ effect, id }) => effect !== 'read' && id !== 'job.action');

const isOnce = ({ returnedOnce, view }: Operation): boolean =>
  returnedOnce !== undefined || view.kind === 'credentials';
const tried = [
  ...changes.filter(isOnce),
  ...partOf(
    changes.filter((one) => !isOnce(one)),
    3,
  ),
];

test.concurrent.each(tried.map((operation) => [operation.id, operation] as const))(
  'the secret of %s survives an output that cannot be written',
  async (_, operation) => {
    const prepared = await prepare(operation);
    try {
      const result = await prepared.attempt(['-o', 'json'], { io: { stdout: fullDisk() } });
      const secrets = secretsIn(prepared.proxy.carried());
      const files = recovered(join(prepared.folder, 'config'));
      if (secrets.length === 0 && operation.returnedOnce !== true) {
        expect(files).toEqual([]);
        return;
      }
      expect(result.code, result.stderr).toBe(74);
      expect(files).toHaveLength(1);
      for (const secret of secrets) {
        expect(files[0]?.[1]).toContain(secret);
        expect(leaks(result.stderr, secret)).toEqual([]);
      }
    } finally {
      await prepared.close();
    }
  },
);

test('the catalogue has such operations', () => {
  expect(changes.filter(({ view }) => view.kind === 'credentials').length).toBeGreaterThan(2);
  expect(allOperations.some(({ parameters }) => Object.values(parameters).some(isSensitive))).toBe(true);
});
