/** Tests issue and sign: files, formats, masking, warnings, lost replies (document 2 §2.2, §4.2). */
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startSandbox } from '../../../src/sandbox/start.ts';
import { hasOpenssl, OpensslFolder } from '../../sandbox/openssl.ts';
import { environmentOf, useSandbox } from '../../support/sandbox.ts';
import { runCli, words } from '../../support/run-cli.ts';

const { trivet, json, requests, clear } = useSandbox();

const folder = mkdtempSync(join(tmpdir(), 'trivet-issue-'));
const openssl = new OpensslFolder();
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  openssl.remove();
});
let count = 0;
const fresh = (): string => {
  count += 1;
  return join(folder, `out-${count}`);
};

const text = (directory: string, name: string): string => readFileSync(join(directory, name), 'utf8');
const mode = (directory: string, name: string): number => statSync(join(directory, name)).mode & 0o777;
const issue = 'pki issue web --common-name www.example.com --ttl 1h';

describe('--out DIRECTORY', () => {
  test('writes certificate, key, chain and bundle; the key has mode 0600 and fits the certificate', async () => {
    const out = fresh();
    const { code, stdout, stderr } = await trivet(`${issue} --out ${out}`);
    expect(code).toBe(0);
    expect(readdirSync(out).sort()).toEqual(['bundle.pem', 'cert.pem', 'chain.pem', 'key.pem']);
    expect(['key.pem', 'bundle.pem', 'cert.pem', 'chain.pem'].map((name) => mode(out, name))).toEqual([
      0o600, 0o600, 0o644, 0o644,
    ]);
    const certificate = new X509Certificate(text(out, 'cert.pem'));
    expect(certificate.checkPrivateKey(createPrivateKey(text(out, 'key.pem')))).toBe(true);
    expect(certificate.verify(new X509Certificate(text(out, 'chain.pem')).publicKey)).toBe(true);
    expect(text(out, 'bundle.pem')).toBe(
      text(out, 'key.pem') + text(out, 'cert.pem') + text(out, 'chain.pem'),
    );
    for (const name of readdirSync(out)) expect(text(out, name)).toMatch(/-----\n$/);
    expect(stderr).toContain(`wrote ${join(out, 'cert.pem')}`);
    expect(stdout).toMatch(/serial_number\t[0-9a-f:]+/);
  });

  test.each(['pem', 'pem_bundle', 'der'])(
    'writes files of the same content for the format %s',
    async (format) => {
      const out = fresh();
      const { code, stdout } = await trivet(`${issue} --format ${format} --out ${out} -o json`);
      expect(code).toBe(0);
      expect(stdout).not.toContain('PRIVATE KEY');
      expect(JSON.parse(stdout).data).not.toHaveProperty('private_key');
      const certificate = new X509Certificate(text(out, 'cert.pem'));
      expect(certificate.checkPrivateKey(createPrivateKey(text(out, 'key.pem')))).toBe(true);
      expect(text(out, 'cert.pem').match(/BEGIN/g)).toHaveLength(1);
      if (format !== 'der') return;
      expect(readFileSync(join(out, 'cert.der')).equals(certificate.raw)).toBe(true);
      expect(mode(out, 'key.der')).toBe(0o600);
    },
  );

  test('accepts private_key_format pkcs8', async () => {
    const out = fresh();
    expect((await trivet(`${issue} --private-key-format pkcs8 --out ${out}`)).code).toBe(0);
    expect(text(out, 'key.pem')).toMatch(/^-----BEGIN PRIVATE KEY-----/);
  });

  test('refuses a path that cannot hold files before anything is sent', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    clear();
    expect((await trivet(`${issue} --out ${file}`)).code).toBe(3);
    expect((await trivet(`${issue} --out ${join(folder, 'missing', 'below')}`)).code).toBe(3);
    expect((await trivet(`${issue} --out ${fresh()} --wrap-ttl 60`)).code).toBe(2);
    // Like "$FOLDER" in a script that never set it.
    expect((await trivet(`${issue} --out ''`)).code).toBe(3);
    expect(requests()).toEqual([]);
  });

  test('saves a key that could not be written in a file of its own, exit 74', async () => {
    const out = fresh();
    mkdirSync(out);
    const config = join(folder, 'config');
    const server = await startSandbox({ faults: ['slow:200ms@/issue'] });
    const arrived = setInterval(() => {
      if (!server.requests.list().some(({ path }) => path.includes('/issue'))) return;
      clearInterval(arrived);
      // Only after the request; before it, trivet would have noticed.
      mkdirSync(join(out, 'key.pem'));
    }, 5);
    const { code, stderr } = await runCli(words(`${issue} --out ${out}`), {
      env: { ...environmentOf(server), TRIVET_CONFIG_DIR: config },
    });
    await server.close();
    expect(code).toBe(74);
    const path = /saved to (\S+) /.exec(stderr)?.[1] ?? '';
    expect(readFileSync(path, 'utf8')).toContain('PRIVATE KEY');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(stderr).not.toContain('BEGIN');
    expect(readdirSync(out)).toEqual(['key.pem']);
  });
});

describe('a key that is returned once', () => {
  test('is shown on a terminal, refused in a pipe that would hide it, and printed by data formats', async () => {
    for (const format of ['pem', 'pem_bundle']) {
      const refused = await trivet(`${issue} --format ${format}`);
      expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 2, stdout: '' });
      expect(refused.stderr).toContain('--out DIRECTORY');
      expect((await trivet(`${issue} --format ${format} --field certificate`)).code).toBe(2);
      for (const [flags, tty] of [
        ['', true],
        ['--reveal', true],
        ['--reveal', false],
      ] as const)
        expect((await trivet(`${issue} --format ${format} ${flags}`, { tty })).stdout).toContain(
          'PRIVATE KEY',
        );
    }
    const { stdout } = await trivet(`${issue} --field private_key`);
    expect(stdout).toMatch(/^-----BEGIN [A-Z ]*PRIVATE KEY-----/);
  });

  test('is not shown by --verbose', async () => {
    const { stderr } = await trivet(`${issue} --verbose --out ${fresh()}`);
    expect(stderr).not.toContain('PRIVATE KEY');
  });
});

test('is a token that is returned once, if the reply is wrapped', async () => {
  expect((await trivet(`${issue} --wrap-ttl 300`)).code).toBe(2);
  const wrapped = await trivet(`${issue} --wrap-ttl 300 --reveal`);
  expect(wrapped.stdout).toMatch(/token\t\S{8,}[\s\S]*ttl\t300/);
  const taken = await trivet(`${issue} --wrap-ttl 300 --field token`);
  expect(taken.stdout).not.toBe('');
  expect(taken.stderr).toBe('');
});

test('the namespace is sent with every request', async () => {
  const sandbox = await startSandbox();
  try {
    await runCli(words('pki role list --namespace team/a'), { env: environmentOf(sandbox) });
    expect(sandbox.requests.list()[0]?.headers['x-vault-namespace']).toBe('team/a');
  } finally {
    await sandbox.close();
  }
});

describe('pki sign', () => {
  const request = (subject: string, ...extensions: readonly string[]): string =>
    openssl.file(
      `${(count += 1)}.csr`,
      openssl.request(['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], subject, extensions),
    );

  test.skipIf(!hasOpenssl)("under a role takes the role's names, and writes no key", async () => {
    await trivet(
      'pki role write signer --key-type any --allowed-domains example.com --allow-subdomains --no-use-csr-common-name',
    );
    const csr = request('/CN=from-csr.example.com');
    const out = fresh();
    expect(
      (await trivet(`pki sign signer --csr @${csr} --common-name given.example.com --out ${out}`)).code,
    ).toBe(0);
    expect(readdirSync(out).sort()).toEqual(['bundle.pem', 'cert.pem', 'chain.pem']);
    expect(mode(out, 'bundle.pem')).toBe(0o644);
    expect(new X509Certificate(text(out, 'cert.pem')).subject).toBe('CN=given.example.com');
    await trivet('pki role write taker --key-type any --allowed-domains example.com --allow-subdomains');
    const taken = (await json(`pki sign taker --csr @${csr} --common-name given.example.com`)) as {
      data: { certificate: string };
    };
    expect(new X509Certificate(taken.data.certificate).subject).toBe('CN=from-csr.example.com');
    expect((await trivet(`pki sign taker --csr @${csr}`)).code).toBe(2);
    const stdin = readFileSync(csr);
    expect(
      (await trivet('pki sign taker --csr - --common-name a.example.com --field serial_number', { stdin }))
        .code,
    ).toBe(0);
    expect(
      (await trivet(`pki sign taker --csr @${request('/CN=example.org')} --common-name a.example.com`)).code,
    ).toBe(1);
    expect((await trivet('pki sign taker --csr nonsense --common-name a.example.com')).code).toBe(1);
  });

  test.skipIf(!hasOpenssl)('takes the alternative names of the request, or those of the flags', async () => {
    const csr = request('/CN=a.example.com', 'subjectAltName=DNS:csr.example.com');
    await trivet('pki role write sans --key-type any --allow-any-name');
    await trivet('pki role write given --key-type any --allow-any-name --no-use-csr-sans');
    const names = async (role: string): Promise<string | undefined> => {
      const reply = await json(
        `pki sign ${role} --csr @${csr} --common-name a.example.com --alt-names given.example.com`,
      );
      return new X509Certificate((reply as { data: { certificate: string } }).data.certificate)
        .subjectAltName;
    };
    expect(await names('sans')).toContain('csr.example.com');
    expect(await names('given')).toContain('given.example.com');
  });

  test.skipIf(!hasOpenssl)(
    "verbatim accepts any name, applies a role's limits if the path has one, and signs no CA certificate",
    async () => {
      const csr = request('/CN=anything at all');
      const reply = await json(
        `pki sign-verbatim --csr @${csr} --key-usage DigitalSignature --ext-key-usage ServerAuth --ext-key-usage-oids 1.2.3.4 --ttl 2h`,
      );
      const described = openssl.describe((reply as { data: { certificate: string } }).data.certificate);
      expect(described).toMatch(/anything at all[\s\S]*1\.2\.3\.4/);
      clear();
      await trivet(`pki role write short --max-ttl 1h --ttl 30m`);
      await trivet(`pki sign-verbatim short --csr @${csr}`);
      expect(requests().at(-1)).toMatchObject({
        path: '/v1/pki/sign-verbatim/short',
        body: { csr: expect.any(String) },
      });
      const authority = request('/CN=CA', 'basicConstraints=critical,CA:TRUE');
      const refused = await trivet(`pki sign-verbatim --csr @${authority}`);
      expect(refused.code).toBe(1);
      const named = await trivet(`pki sign-verbatim --csr @${csr} --set name='"short"'`, {
        env: { TRIVET_SECRETS_PRODUCT: 'openbao' },
      });
      expect(named.code).toBe(2);
      expect(named.stderr).toContain('trivet pki sign-verbatim ROLE');
    },
  );
});

describe('a lost reply', () => {
  test.each([
    [`${issue} --reveal`, 'trivet pki cert list --mount pki'],
    ['pki root generate internal --common-name R --yes', 'trivet pki ca show --mount pki'],
    ['pki crl rotate', 'trivet pki crl show --mount pki'],
  ])('to %s causes no second request, but exit 9 and a look-up command', async (line, lookUp) => {
    const sandbox = await startSandbox({ faults: ['lost:1'] });
    try {
      const { code, stderr } = await runCli(words(line), { env: environmentOf(sandbox) });
      expect(code).toBe(9);
      expect(stderr).toContain(lookUp);
      expect(sandbox.requests.list()).toHaveLength(1);
      const looked = await runCli(words(lookUp.replace('trivet ', '')), { env: environmentOf(sandbox) });
      expect(looked.code).toBe(0);
    } finally {
      await sandbox.close();
    }
  });

  test.each(['reset', 'hangup', 'stall', 'garbage', '500'])(
    '(%s) to issue causes no second request, but exit 9',
    async (fault) => {
      const sandbox = await startSandbox({ faults: [`${fault}:1`] });
      try {
        const { code } = await runCli(words(`${issue} -o json --timeout 1s`), {
          env: environmentOf(sandbox),
        });
        expect(code).toBe(9);
        expect(sandbox.requests.list().length).toBeLessThanOrEqual(1);
      } finally {
        await sandbox.close();
      }
    },
  );

  test('to a role causes no second request, and to a revocation a retry, which changes nothing more', async () => {
    const sandbox = await startSandbox({ faults: ['lost:1@POST /v1/pki/roles', 'lost:1@/revoke'] });
    try {
      const env = environmentOf(sandbox);
      expect((await runCli(words('pki role write x'), { env })).code).toBe(9);
      const issued = await runCli(words(`${issue} -o json`), { env });
      const { data } = JSON.parse(issued.stdout) as { readonly data: { readonly serial_number: string } };
      const revoked = await runCli(['pki', 'revoke', data.serial_number, '--yes', '--field', 'state'], {
        env,
      });
      expect(revoked).toMatchObject({ code: 0, stdout: 'revoked' });
    } finally {
      await sandbox.close();
    }
  });
});
