/**
 * Tests certificates over their life with a real OpenBao (or Vault), TRIVET_LIVE_BAO_URL and TRIVET_LIVE_BAO_TOKEN, and
 * a real nginx if there is one. Uses its own mount. `npm run test:live`
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/start.ts';
import { environmentOf } from '../support/sandbox.ts';
import type { CliResult } from '../support/run-cli.ts';
import { runCli, words } from '../support/run-cli.ts';

const url = process.env['TRIVET_LIVE_BAO_URL'] ?? '';
const token = process.env['TRIVET_LIVE_BAO_TOKEN'] ?? '';
const nginx = spawnSync('nginx', ['-v']).status === 0;

test.skipIf(url !== '')('skipped: TRIVET_LIVE_BAO_URL is not set', () => {
  expect(url).toBe('');
});
test.skipIf(nginx)('skipped: nginx is not installed', () => {
  expect(nginx).toBe(false);
});

const base = mkdtempSync(join(tmpdir(), 'trivet-live-certificates-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const ended = (line: string, { code, stderr }: CliResult): void => {
  if (code !== 0) throw new Error(`trivet ${line}: exit ${code}: ${stderr}`);
};

describe.skipIf(url === '')('a mount with two issuers', () => {
  const mount = `trivet-life-${process.pid}-${Date.now()}`;
  const env = {
    TRIVET_SECRETS_URL: url,
    TRIVET_SECRETS_TOKEN: token,
    TRIVET_SECRETS_PRODUCT: 'openbao',
    TRIVET_CONFIG_DIR: join(base, 'config'),
  };
  const bao = async (method: string, path: string, body?: unknown): Promise<void> => {
    const reply = await fetch(`${url}/${path}`, {
      method,
      headers: { 'x-vault-token': token },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  };
  const ok = async (line: string): Promise<CliResult> => {
    const result = await runCli(words(`${line} --mount ${mount}`), { env });
    ended(line, result);
    return result;
  };
  const issued = async (name: string): Promise<string> => {
    const { stdout } = await ok(`pki issue web --common-name ${name} -o json`);
    return (JSON.parse(stdout) as { readonly data: { readonly serial_number: string } }).data.serial_number;
  };
  const states = async (more = ''): Promise<ReadonlyMap<string, string>> => {
    const { stdout } = await ok(`pki inventory ${more} -o json`);
    const rows = JSON.parse(stdout) as readonly { readonly serial: string; readonly revoked: string }[];
    return new Map(rows.map(({ serial, revoked }) => [serial, revoked]));
  };

  beforeAll(() => bao('POST', `sys/mounts/${mount}`, { type: 'pki', config: { max_lease_ttl: '87600h' } }));
  afterAll(() => bao('DELETE', `sys/mounts/${mount}`));

  test('reports revocation correctly or as unknown', async () => {
    await ok(`pki root generate internal --common-name 'Life Root' --key-type ec --yes`);
    await ok('pki role write web --allow-any-name --key-type ec --ttl 24h');
    await ok(
      "pki role write any --allow-any-name --key-type any --ttl 24h --allowed-uri-sans 'spiffe://example.com/*'",
    );
    const [one, two] = [await issued('one.example.com'), await issued('two.example.com')];
    const { stdout } = await ok(
      `pki root generate internal --common-name 'Life Root' --key-type ec --yes -o json`,
    );
    const { issuer_id } = (JSON.parse(stdout) as { readonly data: { readonly issuer_id: string } }).data;
    await bao('POST', `${mount}/config/issuers`, { default: issuer_id });
    const [three, four] = [await issued('three.example.com'), await issued('four.example.com')];
    const first = await states();
    expect([one, two, three, four].map((serial) => first.get(serial))).toEqual(['no', 'no', 'no', 'no']);
    for (const serial of [one, three]) await ok(`pki revoke ${serial} --yes`);
    const second = await states();
    // The list of the mount is that of the second issuer, which has the name of the first; OpenBao lists what is revoked.
    expect([one, two, three, four].map((serial) => second.get(serial))).toEqual(['yes', 'no', 'yes', 'no']);
    const third = await states('--check-revocation');
    expect([one, two, three, four].map((serial) => third.get(serial))).toEqual(['yes', 'no', 'yes', 'no']);
    await ok('pki crl config set --disable --yes');
    const fourth = await states();
    expect([one, two, three, four].map((serial) => fourth.get(serial))).toEqual(['yes', 'no', 'yes', 'no']);
  });

  test.each(['ec:256', 'ec:384', 'rsa:2048', 'rsa:3072', 'ed25519'])(
    'signs, verifies and renews a new key of %s',
    async (kind) => {
      const folder = join(base, kind.replace(':', '-'));
      await ok(
        `pki sign any --new-key ${kind} --common-name www.example.com --alt-names api.example.com,ops@example.com --ip-sans 10.0.0.7,2001:db8::7 --uri-sans spiffe://example.com/web --out ${folder}`,
      );
      await ok(`pki verify ${folder} --host 10.0.0.7`);
      const result = await ok(`pki renew ${folder} --role any --before 1/1`);
      expect(result.stderr).not.toContain('warning');
      await ok(`pki verify ${folder} --host api.example.com`);
    },
  );
});

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

describe.skipIf(!nginx)('nginx', () => {
  test('starts with the files of a first renewal and reloads with those of the next', async () => {
    const sandbox = await startSandbox();
    const port = await freePort();
    const prefix = join(base, 'nginx');
    mkdirSync(join(prefix, 'logs'), { recursive: true });
    const tls = join(prefix, 'tls');
    const env = { ...environmentOf(sandbox), PATH: process.env['PATH'] ?? '' };
    const trivet = async (line: string): Promise<string> => {
      const result = await runCli(words(line), { env });
      ended(line, result);
      return result.stdout;
    };
    const line = `pki renew ${tls} --role web --common-name www.example.com --layout nginx`;
    await trivet(line);
    const root = process.getuid?.() === 0 ? 'user root;' : '';
    writeFileSync(
      join(prefix, 'nginx.conf'),
      `${root} daemon off; pid nginx.pid; error_log logs/error.log; events {}
       http { access_log off; server { listen 127.0.0.1:${port} ssl; ssl_certificate tls/fullchain.pem;
       ssl_certificate_key tls/privkey.pem; } }`,
    );
    const options = ['-p', prefix, '-c', join(prefix, 'nginx.conf')];
    const server = spawn('nginx', options, { stdio: 'ignore' });
    const gone = new Promise((resolve) => server.once('exit', resolve));
    try {
      while (!(await listens(port)) && server.exitCode === null) await sleep(50);
      expect(server.exitCode).toBe(null);
      const served = (): Promise<string> =>
        trivet(`pki inspect https://127.0.0.1:${port} --field serial -o json`);
      const own = (): Promise<string> => trivet(`pki inspect ${tls}/fullchain.pem --field serial -o json`);
      const before = await served();
      expect(before).toBe(await own());
      await trivet(`${line} --before 1/1 --exec 'nginx -p ${prefix} -c ${prefix}/nginx.conf -s reload'`);
      expect(await own()).not.toBe(before);
      // Old workers serve beside the new ones for a while.
      const renewed = await own();
      while ((await served()) !== renewed) await sleep(50);
    } finally {
      server.kill('SIGTERM');
      await gone;
      await sandbox.close();
    }
  });
});
