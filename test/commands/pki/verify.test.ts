/** Compares `pki verify` with openssl on good and broken folders. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OpensslFolder } from '../../sandbox/openssl.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';
import type { Made } from './authority-maker.ts';
import { listOf, make, onlyLists } from './authority-maker.ts';

interface Line {
  readonly check: string;
  readonly status: string;
  readonly detail: string;
}

const base = mkdtempSync(join(tmpdir(), 'trivet-verify-'));
const openssl = new OpensslFolder();
afterAll(() => {
  rmSync(base, { recursive: true, force: true });
  openssl.remove();
});

let folders = 0;
const folderWith = (files: Readonly<Record<string, string>>): string => {
  folders += 1;
  const folder = join(base, `folder-${folders}`);
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 });
  return folder;
};

/** Without a server: nothing is sent. */
const verify = async (
  folder: string,
  more = '',
): Promise<{ readonly code: number; readonly lines: readonly Line[]; readonly stderr: string }> => {
  const { code, stdout, stderr } = await runCli(words(`pki verify ${folder} ${more} -o json`));
  return { code, stderr, lines: JSON.parse(stdout) as readonly Line[] };
};

let root: Made;
let other: Made;
let int: Made;
beforeAll(async () => {
  root = await make({ name: 'Test Root', ca: true, until: 900 });
  // A CA with the name of the other and another key, as after it was recreated.
  other = await make({ name: 'Test Root', ca: true, until: 900 });
  int = await make({ name: 'Test Intermediate', ca: true, issuer: root, until: 400, pathLength: 0 });
});

interface Case {
  readonly leaf: Made;
  readonly key?: string;
  readonly between?: readonly Made[];
  readonly crl?: string;
  readonly host?: string;
  /** The checks that report a problem. */
  readonly bad: readonly string[];
}

const host = 'www.example.com';
const names = [host, '10.0.0.7'];

const cases: Readonly<Record<string, () => Promise<Case>>> = {
  'a good one': async () => ({
    leaf: await make({ name: host, issuer: int, names }),
    between: [int],
    bad: [],
  }),
  'a good one straight below the root': async () => ({
    leaf: await make({ name: host, issuer: root, names }),
    bad: [],
  }),
  'by its address': async () => ({
    leaf: await make({ name: host, issuer: root, names }),
    host: '10.0.0.7',
    bad: [],
  }),
  'by a wildcard': async () => ({
    leaf: await make({ name: 'x', issuer: root, names: ['*.example.com'] }),
    bad: [],
  }),
  'a name that the wildcard does not cover': async () => ({
    leaf: await make({ name: 'x', issuer: root, names: ['*.example.com'] }),
    host: 'a.b.example.com',
    bad: ['names'],
  }),
  'the key of another certificate': async () => ({
    leaf: await make({ name: host, issuer: root, names }),
    key: (await make({ name: host, issuer: root, names })).key,
    bad: ['key'],
  }),
  expired: async () => ({
    leaf: await make({ name: host, issuer: root, names, from: -9, until: -1 }),
    bad: ['expiry'],
  }),
  'not valid yet': async () => ({
    leaf: await make({ name: host, issuer: root, names, from: 2 }),
    bad: ['expiry'],
  }),
  'another host': async () => ({
    leaf: await make({ name: host, issuer: root, names }),
    host: 'api.example.com',
    bad: ['names'],
  }),
  'an intermediate is missing': async () => ({
    leaf: await make({ name: host, issuer: int, names }),
    bad: ['chain'],
  }),
  'signed by a CA of the same name': async () => ({
    leaf: await make({ name: host, issuer: other, names }),
    bad: ['chain'],
  }),
  'the intermediate expired': async () => {
    const old = await make({ name: 'Old Intermediate', ca: true, issuer: root, from: -90, until: -2 });
    return { leaf: await make({ name: host, issuer: old, names }), between: [old], bad: ['expiry'] };
  },
  'the issuer is not a CA': async () => {
    const server = await make({ name: 'Server', issuer: root });
    return { leaf: await make({ name: host, issuer: server, names }), between: [server], bad: ['chain'] };
  },
  'the issuer is not allowed to sign': async () => {
    const unfit = await make({ name: 'Unfit', ca: true, issuer: root, usages: onlyLists });
    return { leaf: await make({ name: host, issuer: unfit, names }), between: [unfit], bad: ['chain'] };
  },
  'more CAs than allowed': async () => {
    const below = await make({ name: 'Too Deep', ca: true, issuer: int });
    return { leaf: await make({ name: host, issuer: below, names }), between: [int, below], bad: ['chain'] };
  },
  'a permitted name': async () => {
    const limited = await make({ name: 'Limited', ca: true, issuer: root, permitted: 'example.com' });
    return { leaf: await make({ name: host, issuer: limited, names: [host] }), between: [limited], bad: [] };
  },
  'a name that is not permitted': async () => {
    const limited = await make({ name: 'Limited', ca: true, issuer: root, permitted: 'example.org' });
    return {
      leaf: await make({ name: host, issuer: limited, names: [host] }),
      between: [limited],
      bad: ['chain'],
    };
  },
  'an unknown critical extension': async () => ({
    leaf: await make({ name: host, issuer: root, names, strange: true }),
    bad: ['form'],
  }),
  'a changed byte': async () => {
    const leaf = await make({ name: host, issuer: root, names });
    const der = Buffer.from(leaf.certificate.rawData);
    der[der.length - 8] = (der[der.length - 8] ?? 0) ^ 1;
    const pem = `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
    return { leaf: { ...leaf, pem }, bad: ['chain'] };
  },
  revoked: async () => {
    const leaf = await make({ name: host, issuer: root, names });
    return { leaf, crl: await listOf(root, [leaf]), bad: ['revocation'] };
  },
  'another one is revoked': async () => {
    const leaf = await make({ name: host, issuer: root, names });
    return { leaf, crl: await listOf(root, [await make({ name: host, issuer: root, names })]), bad: [] };
  },
};

/** The verdict of openssl about the folder, check by check. */
const judge = (folder: string, wanted: Case): readonly string[] => {
  const { leaf, between = [], crl, host: asked = host } = wanted;
  const leafFile = openssl.file('leaf.pem', leaf.pem);
  const rootFile = openssl.file('root.pem', root.pem);
  const list = crl === undefined ? [] : ['-crl_check', '-CRLfile', openssl.file('list.pem', crl)];
  const untrusted =
    between.length === 0
      ? []
      : ['-untrusted', openssl.file('between.pem', between.map(({ pem }) => pem).join(''))];
  const byName = /^[\d.]+$/.test(asked) ? '-verify_ip' : '-verify_hostname';
  const all = openssl.run('verify', '-CAfile', rootFile, ...untrusted, ...list, byName, asked, leafFile);
  const keys = openssl.run('x509', '-in', leafFile, '-noout', '-pubkey').text;
  const own = openssl.run('pkey', '-in', join(folder, 'key.pem'), '-pubout').text;
  const about: readonly (readonly [RegExp, string])[] = [
    [/hostname mismatch|IP address mismatch/i, 'names'],
    [/error 9|error 10/, 'expiry'],
    [/unhandled critical extension/, 'form'],
    [/certificate revoked/, 'revocation'],
  ];
  const why = all.ok ? [] : [about.find(([pattern]) => pattern.test(all.text))?.[1] ?? 'chain'];
  return [...(keys === own ? [] : ['key']), ...why];
};

describe('openssl agrees about', () => {
  test.each(Object.entries(cases))('a folder: %s', async (_, given) => {
    const wanted = await given();
    const { leaf, between = [], key = leaf.key, crl, bad, host: asked = host } = wanted;
    const folder = folderWith({
      'cert.pem': leaf.pem,
      'key.pem': key,
      'chain.pem': [...between, root].map(({ pem }) => pem).join(''),
    });
    const list = join(base, 'list.pem');
    if (crl !== undefined) writeFileSync(list, crl);
    const { code, lines, stderr } = await verify(
      folder,
      `--host ${asked} --trust ${openssl.file('trust.pem', root.pem)}${crl === undefined ? '' : ` --crl ${list}`}`,
    );
    const problems = [
      ...new Set(lines.filter(({ status }) => status === 'problem').map(({ check }) => check)),
    ];
    expect(problems).toEqual(bad);
    expect(problems).toEqual(judge(folder, wanted));
    expect(code).toBe(bad.length === 0 ? 0 : 1);
    if (bad[0] !== undefined) expect(stderr).toContain(`${folder}: ${bad[0]}: `);
  });
});

describe('verifying a folder', () => {
  test('accepts layouts of other tools and a root in the folder, and prints a line for every check', async () => {
    const leaf = await make({ name: host, issuer: int, names });
    const folder = folderWith({
      'fullchain.pem': leaf.pem + int.pem,
      'privkey.pem': leaf.key,
      'ca.pem': root.pem,
    });
    const { code, lines } = await verify(folder);
    expect(code).toBe(0);
    expect(lines.map(({ check, status }) => `${check} ${status}`)).toEqual([
      'files ok',
      'key ok',
      'served ok',
      'chain unknown',
      'purpose warning',
      'names ok',
      'algorithms ok',
      'form ok',
      'expiry ok',
      // Of the certificate, and of the CA in between.
      'revocation unknown',
      'revocation unknown',
    ]);
    expect(lines[3]?.detail).toContain('CN=Test Intermediate < CN=Test Root: ');
  });

  test('accepts a last CA without its issuer, but does not trust a root of another file', async () => {
    const leaf = await make({ name: host, issuer: int, names });
    const folder = folderWith({ 'fullchain.pem': leaf.pem + int.pem, 'privkey.pem': leaf.key });
    expect((await verify(folder)).lines[3]).toMatchObject({ check: 'chain', status: 'unknown' });
    const wrong = openssl.file('other.pem', other.pem);
    expect((await verify(folder, `--trust ${wrong}`)).lines[3]).toMatchObject({ status: 'problem' });
  });

  test('does not call a chain not revoked where no list covers its CA, as openssl does', async () => {
    const leaf = await make({ name: host, issuer: int, names });
    const folder = folderWith({ 'fullchain.pem': leaf.pem + int.pem, 'privkey.pem': leaf.key });
    const trust = openssl.file('trust-root.pem', root.pem);
    const between = openssl.file('between.pem', int.pem);
    const file = openssl.file('below-int.pem', leaf.pem);
    const ofInt = await listOf(int, []);
    for (const [lists, code, statuses, judged] of [
      [ofInt, 0, ['unknown'], /unable to get certificate CRL/],
      [ofInt + (await listOf(root, [int])), 1, ['problem'], /certificate revoked/],
      [ofInt + (await listOf(root, [])), 0, [], /OK/],
    ] as const) {
      const crl = openssl.file('lists.pem', lists);
      const found = await verify(folder, `--trust ${trust} --crl ${crl}`);
      // The lists have no number, which is a warning.
      const rows = found.lines.filter((line) => line.check === 'revocation' && line.status !== 'warning');
      expect([found.code, rows.map((line) => line.status)]).toEqual([code, statuses]);
      const unrevoked = openssl.verifyUnrevoked(file, { root: trust, between, lists: crl });
      expect(unrevoked.text).toMatch(judged);
    }
    const crl = openssl.file('lists.pem', ofInt);
    expect((await verify(folder, `--trust ${trust} --crl ${crl} --revocation require`)).code).toBe(1);
  });

  test('says that not every client trusts an intermediate without its root, as openssl does', async () => {
    const leaf = await make({ name: host, issuer: int, names });
    const folder = folderWith({ 'fullchain.pem': leaf.pem + int.pem, 'privkey.pem': leaf.key });
    const file = openssl.file('of-int.pem', leaf.pem);
    for (const [trusted, statuses, alone] of [
      [int.pem, ['unknown'], /unable to get issuer certificate/],
      [int.pem + root.pem, ['ok'], /OK/],
    ] as const) {
      const trust = openssl.file('trusted.pem', trusted);
      const found = await verify(folder, `--trust ${trust}`);
      const rows = found.lines.filter(({ check }) => check === 'chain');
      expect([found.code, rows.map(({ status }) => status)]).toEqual([0, statuses]);
      expect(openssl.run('verify', '-CAfile', trust, file).text).toMatch(alone);
      expect(openssl.run('verify', '-partial_chain', '-CAfile', trust, file).text).toMatch(/OK/);
    }
  });

  test('says that a DNS name which looks like an address is not one, as openssl does', async () => {
    const address = '10.0.0.1';
    const folder = join(base, 'address');
    mkdirSync(folder);
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    openssl.run(
      ...`req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=a -addext subjectAltName=DNS:${address} -keyout ${key} -out ${cert}`.split(
        ' ',
      ),
    );
    const { lines, code } = await verify(folder, `--trust ${cert} --host ${address}`);
    expect([code, lines.find(({ check }) => check === 'names')?.detail]).toEqual([
      1,
      `it is not for ${address}, but for a host whose name is ${address} (DNS, not an address)`,
    ]);
    expect(openssl.run('verify', '-CAfile', cert, '-verify_ip', address, cert).text).toMatch(/mismatch/);
  });

  test('reports half a renewal: two certificates, or the key of the old one', async () => {
    const [old, fresh] = [
      await make({ name: host, issuer: root, names }),
      await make({ name: host, issuer: root, names }),
    ];
    const folder = folderWith({
      'cert.pem': fresh.pem,
      'key.pem': fresh.key,
      'chain.pem': root.pem,
      'bundle.pem': old.key + old.pem + root.pem,
    });
    const { code, lines } = await verify(folder);
    expect(code).toBe(1);
    expect(lines.slice(0, 2)).toMatchObject([
      { status: 'problem', detail: 'bundle.pem contains another certificate than cert.pem' },
      { status: 'problem', detail: 'not the key of the certificate: bundle.pem' },
    ]);
  });

  test('does not know what a list of its issuer says whose certificate is missing', async () => {
    const leaf = await make({ name: host, issuer: root, names });
    const folder = folderWith({ 'cert.pem': leaf.pem });
    const own = openssl.file('own-list.pem', await listOf(root, []));
    const { lines } = await verify(folder, `--crl ${own}`);
    expect(lines.filter(({ check }) => check === 'revocation')).toMatchObject([
      { status: 'unknown', detail: expect.stringContaining('the certificate of its issuer is missing') },
    ]);
  });

  test('refuses a list that was named and cannot be used, with its reason', async () => {
    const leaf = await make({ name: host, issuer: root, names });
    const folder = folderWith({ 'cert.pem': leaf.pem, 'chain.pem': root.pem });
    const old = openssl.file('expired-list.pem', await listOf(root, [], { until: -1 }));
    const foreign = openssl.file('foreign-list.pem', await listOf(other, [leaf]));
    for (const [list, why] of [
      [old, 'it expired'],
      [foreign, 'from another issuer'],
    ] as const) {
      const { code, lines } = await verify(folder, `--crl ${list}`);
      expect(code).toBe(1);
      expect(lines.at(-1)).toMatchObject({ check: 'revocation', status: 'problem' });
      expect(lines.at(-1)?.detail).toContain(why);
    }
    expect((await verify(folder, `--crl ${old} --revocation off`)).code).toBe(0);
    expect((await verify(folder)).code).toBe(0);
    expect((await verify(folder, '--revocation require')).code).toBe(1);
    const empty = await runCli(words(`pki verify ${folder} --crl ${openssl.file('no-list.pem', leaf.pem)}`));
    expect(empty.code).toBe(3);
  });

  test('misses an intermediate that the server does not send, although the folder has it', async () => {
    const leaf = await make({ name: host, issuer: int, names });
    const folder = folderWith({
      'fullchain.pem': leaf.pem,
      'privkey.pem': leaf.key,
      'ca.pem': int.pem + root.pem,
    });
    const { code, lines } = await verify(folder);
    expect(code).toBe(1);
    expect(lines.find(({ check }) => check === 'served')).toMatchObject({
      status: 'problem',
      code: 'not-served',
      detail: 'what the server sends lacks CN=Test Intermediate',
    });
  });

  test('treats warnings as problems with --strict, and judges at another time', async () => {
    const leaf = await make({ name: host, issuer: root, names });
    const folder = folderWith({ 'cert.pem': leaf.pem, 'key.pem': leaf.key, 'chain.pem': root.pem });
    const strict = await verify(folder, '--strict');
    expect(strict.code).toBe(1);
    expect(strict.lines.find(({ status }) => status === 'problem')).toMatchObject({
      code: 'extended-key-usage-missing',
      severity: 'nonconforming',
      certificate: `CN=${host}`,
      hint: expect.stringMatching(/\.$/),
    });
    const later = new Date(Date.now() + 100 * 86_400_000).toISOString();
    const { code, lines } = await verify(folder, `--at ${later}`);
    expect(code).toBe(1);
    expect(lines.find(({ status }) => status === 'problem')).toMatchObject({ code: 'expired' });
  });

  test('warns of a certificate for servers and clients that has no names of servers', async () => {
    const leaf = await make({ name: host, issuer: root, both: true });
    const folder = folderWith({ 'cert.pem': leaf.pem, 'chain.pem': root.pem });
    const rowOf = async (more: string) => {
      const { code, lines } = await verify(folder, more);
      const { status, detail } = lines.find(({ check }) => check === 'names') ?? {};
      return [code, status, detail];
    };
    expect(await rowOf('')).toEqual([0, 'warning', expect.stringContaining('of no use to a server')]);
    expect(await rowOf('--purpose tls-client')).toEqual([0, 'ok', 'none are needed']);
    expect(await rowOf('--purpose tls-server')).toEqual([1, 'problem', expect.any(String)]);
  });

  test('judges for a purpose, and for several hosts', async () => {
    const leaf = await make({ name: host, issuer: root, names });
    const folder = folderWith({ 'cert.pem': leaf.pem, 'chain.pem': root.pem });
    expect(
      (await verify(folder, '--purpose tls-client')).lines.find(({ check }) => check === 'purpose'),
    ).toMatchObject({
      detail: expect.stringContaining('TLS clients'),
    });
    const { code, lines } = await verify(folder, `--host ${host} --host other.example.com --host 10.0.0.7`);
    expect(code).toBe(1);
    expect(lines.filter(({ status }) => status === 'problem').map(({ detail }) => detail)).toEqual([
      'it is not for other.example.com, but for www.example.com, 10.0.0.7',
    ]);
  });

  test('reads a file: PEM with a chain, DER, and PKCS #7', async () => {
    const leaf = await make({ name: host, issuer: int, names });
    const folder = folderWith({ 'chained.pem': leaf.pem + int.pem, 'leaf.pem': leaf.pem });
    const trust = `--trust ${openssl.file('trusted.pem', root.pem)}`;
    expect((await verify(join(folder, 'chained.pem'), trust)).code).toBe(0);
    expect((await verify(join(folder, 'leaf.pem'), trust)).code).toBe(1);
    const der = join(folder, 'leaf.der');
    writeFileSync(der, Buffer.from(leaf.certificate.rawData));
    expect((await verify(der)).lines.find(({ check }) => check === 'chain')).toMatchObject({
      code: 'issuer-missing',
    });
    openssl.run(
      'crl2pkcs7',
      '-nocrl',
      '-certfile',
      join(folder, 'chained.pem'),
      '-out',
      join(folder, 'chain.p7b'),
    );
    expect((await verify(join(folder, 'chain.p7b'), trust)).code).toBe(0);
    expect((await runCli(words(`pki verify ${openssl.file('none.pem', leaf.key)}`))).code).toBe(3);
  });

  test('reports a key that everybody can read, and a certificate that cannot be read', async () => {
    const leaf = await make({ name: host, issuer: root, names });
    const folder = folderWith({
      'cert.pem': leaf.pem,
      'key.pem': leaf.key,
      'chain.pem': `${root.pem}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`,
    });
    chmodSync(join(folder, 'key.pem'), 0o644);
    const { lines } = await verify(folder);
    expect(lines.filter(({ check }) => check === 'files').map(({ detail }) => detail)).toEqual([
      'certificate 2 of chain.pem cannot be read',
      'everybody can use key.pem (mode 0644)',
    ]);
  });

  test('reports an encrypted key as unknown, and exits 3 for an empty folder', async () => {
    const leaf = await make({ name: host, issuer: root, names });
    const encrypted = openssl.run(
      'pkey',
      '-in',
      openssl.file('k.pem', leaf.key),
      '-aes128',
      '-passout',
      'pass:secret',
    );
    const folder = folderWith({ 'cert.pem': leaf.pem, 'key.pem': encrypted.text, 'chain.pem': root.pem });
    expect((await verify(folder)).lines[1]).toMatchObject({ check: 'key', status: 'unknown' });
    const empty = await runCli(words(`pki verify ${folderWith({})}`));
    expect(empty.code).toBe(3);
    expect(empty.stderr).toContain('contains no certificate');
  });
});

describe('the revocation that the mount reports', () => {
  const { trivet } = useSandbox();

  test('is a problem of the certificate', async () => {
    const folder = join(base, 'issued');
    await trivet(`pki issue web --common-name a.example.com --out ${folder}`);
    const before = await trivet(`pki verify ${folder} --host a.example.com -o json`);
    expect(before.code).toBe(0);
    expect((JSON.parse(before.stdout) as readonly Line[]).at(-1)).toMatchObject({ status: 'ok' });
    expect((await trivet(`pki revoke @${folder}/cert.pem --yes`)).code).toBe(0);
    const after = await trivet(`pki verify ${folder} -o json`);
    expect(after.code).toBe(1);
    expect((JSON.parse(after.stdout) as readonly Line[]).at(-1)).toMatchObject({
      check: 'revocation',
      status: 'problem',
    });
    expect(readFileSync(join(folder, 'cert.pem'), 'utf8')).toContain('BEGIN CERTIFICATE');
  });
});
