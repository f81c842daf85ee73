/** The policy over chains that openssl makes: it refuses what a client refuses, and nothing else. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseCertificate } from '../../src/documents/x509/certificate.ts';
import { blocksOf } from '../../src/documents/pem.ts';
import { failuresOf, judgeAlone } from '../support/made-chain.ts';
import { hasOpenssl, strictVerdictsOf, verdictsOf } from './judges.ts';
import type { Case } from './judges.ts';
import type { Pems, Recipe } from './openssl-chains.ts';
import { Maker } from './openssl-chains.ts';

interface Asked {
  readonly host?: string;
  readonly purpose?: 'tls-server' | 'tls-client';
  /** Days from now. */
  readonly day?: number;
  /** What is given besides the leaf. */
  readonly untrusted?: 'none' | 'both';
  readonly trusted?: 'other' | 'middle';
}

/** Who refuses it: o is openssl, g is Go, j is Java. */
type Row = readonly [title: string, refusedBy: string, recipe: Recipe, asked?: Asked];

const names = (list: string): Recipe => ({ leaf: { extensions: [`subjectAltName=${list}`] } });
const leaf = (...extensions: readonly string[]): Recipe => ({ leaf: { extensions } });
const middle = (...extensions: readonly string[]): Recipe => ({ middle: { extensions } });
const root = (...extensions: readonly string[]): Recipe => ({ root: { extensions } });

const rows: readonly Row[] = [
  ['plain', '', {}],
  ['with the root among the others', '', {}, { untrusted: 'both' }],
  ['without the intermediate', 'ogj', {}, { untrusted: 'none' }],
  ['another root', 'ogj', {}, { trusted: 'other' }],
  ['the intermediate is trusted', '', {}, { trusted: 'middle' }],
  ['another host', 'ogj', {}, { host: 'mail.example.com' }],
  ['a host in upper case', '', {}, { host: 'WWW.EXAMPLE.COM' }],
  ['a wildcard', '', names('DNS:*.example.com')],
  ['a wildcard over two labels', 'ogj', names('DNS:*.example.com'), { host: 'a.b.example.com' }],
  ['a wildcard for the domain itself', 'ogj', names('DNS:*.example.com'), { host: 'example.com' }],
  ['a wildcard of a top-level domain', 'o', names('DNS:*.com'), { host: 'example.com' }],
  ['a wildcard in a label', 'g', names('DNS:w*.example.com')],
  ['an address', '', names('IP:10.0.0.1'), { host: '10.0.0.1' }],
  ['an address as a host name', 'ogj', names('DNS:10.0.0.1'), { host: '10.0.0.1' }],
  ['an IPv6 address', '', names('IP:2001:db8::1'), { host: '2001:db8::1' }],
  ['another address', 'ogj', names('IP:10.0.0.2'), { host: '10.0.0.1' }],
  ['no alternative names', 'g', leaf('subjectAltName=')],
  ['alternative names of other kinds', 'g', names('email:a@example.com')],
  ['names in punycode', '', names('DNS:xn--bcher-kva.example.com'), { host: 'xn--bcher-kva.example.com' }],
  ['only for clients', 'ogj', leaf('extendedKeyUsage=clientAuth')],
  ['for both', '', leaf('extendedKeyUsage=serverAuth,clientAuth')],
  ['for anything', 'o', leaf('extendedKeyUsage=anyExtendedKeyUsage')],
  ['for nothing in particular', '', leaf('extendedKeyUsage=')],
  ['for email', 'ogj', leaf('extendedKeyUsage=emailProtection')],
  ['a client', '', leaf('extendedKeyUsage=clientAuth'), { purpose: 'tls-client', host: '' }],
  ['a server as a client', 'ogj', {}, { purpose: 'tls-client', host: '' }],
  ['only key encipherment', 'j', leaf('keyUsage=critical,keyEncipherment')],
  ['key encipherment too', '', leaf('keyUsage=critical,digitalSignature,keyEncipherment')],
  ['only certificate signing', 'oj', leaf('keyUsage=critical,keyCertSign')],
  ['without key usage', '', leaf('keyUsage=')],
  [
    'a client with key agreement',
    'j',
    leaf('extendedKeyUsage=clientAuth', 'keyUsage=keyAgreement'),
    { purpose: 'tls-client', host: '' },
  ],
  [
    'a CA as a server',
    '',
    leaf('basicConstraints=critical,CA:TRUE', 'keyUsage=critical,digitalSignature,keyCertSign'),
  ],
  ['no basic constraints', '', leaf('basicConstraints=')],
  ['a Netscape type for clients', 'oj', leaf('nsCertType=client')],
  ['a Netscape type for servers', '', leaf('nsCertType=server')],
  ['an intermediate that is no CA', 'ogj', middle('basicConstraints=critical,CA:FALSE')],
  ['an intermediate without basic constraints', 'ogj', middle('basicConstraints=')],
  ['an intermediate without certificate signing', 'ogj', middle('keyUsage=critical,digitalSignature')],
  ['an intermediate without key usage', '', middle('keyUsage=')],
  ['an intermediate for clients', 'og', middle('extendedKeyUsage=clientAuth')],
  ['an intermediate for servers', '', middle('extendedKeyUsage=serverAuth')],
  ['an intermediate for anything', 'o', middle('extendedKeyUsage=anyExtendedKeyUsage')],
  ['a root for clients', 'og', root('extendedKeyUsage=clientAuth')],
  ['a root that allows no CA', 'og', root('basicConstraints=critical,CA:TRUE,pathlen:0')],
  ['a root that allows one CA', '', root('basicConstraints=critical,CA:TRUE,pathlen:1')],
  ['a root without basic constraints', 'gj', root('basicConstraints=')],
  [
    'a root without key identifier',
    '',
    {
      root: { extensions: ['subjectKeyIdentifier=none'] },
      middle: { extensions: ['authorityKeyIdentifier='] },
    },
  ],
  ['no authority key identifier', '', leaf('authorityKeyIdentifier=')],
  ['an authority key identifier with the issuer', '', leaf('authorityKeyIdentifier=keyid,issuer:always')],
  ['permitted names', '', middle('nameConstraints=critical,permitted;DNS:example.com')],
  ['names that are not permitted', 'ogj', middle('nameConstraints=critical,permitted;DNS:example.org')],
  ['excluded names', 'ogj', middle('nameConstraints=critical,excluded;DNS:www.example.com')],
  ['another excluded name', '', middle('nameConstraints=critical,excluded;DNS:mail.example.com')],
  [
    'permitted addresses',
    '',
    { ...names('IP:10.0.0.1'), ...middle('nameConstraints=critical,permitted;IP:10.0.0.0/255.0.0.0') },
    { host: '10.0.0.1' },
  ],
  [
    'addresses that are not permitted',
    'ogj',
    { ...names('IP:11.0.0.1'), ...middle('nameConstraints=critical,permitted;IP:10.0.0.0/255.0.0.0') },
    { host: '11.0.0.1' },
  ],
  ['constraints that are not critical', 'ogj', middle('nameConstraints=permitted;DNS:example.org')],
  ['an unknown extension', '', leaf('1.2.3.4=ASN1:NULL')],
  ['an unknown critical extension', 'ogj', leaf('1.2.3.4=critical,ASN1:NULL')],
  ['an unknown critical extension in the intermediate', 'ogj', middle('1.2.3.4=critical,ASN1:NULL')],
  ['an unknown critical extension in the root', 'og', root('1.2.3.4=critical,ASN1:NULL')],
  ['a critical policy', '', leaf('certificatePolicies=critical,1.2.3.4')],
  ['a required policy that is missing', 'gj', middle('policyConstraints=critical,requireExplicitPolicy:0')],
  ['a precertificate', 'ogj', leaf('1.3.6.1.4.1.11129.2.4.3=critical,ASN1:NULL')],
  ['must staple', '', leaf('tlsfeature=status_request')],
  ['RSA 2048', '', { leaf: { key: 'rsa' } }],
  [
    'RSA 3072 in all places',
    '',
    { leaf: { key: 'rsa3072' }, middle: { key: 'rsa3072' }, root: { key: 'rsa3072' } },
  ],
  ['RSA 1024', 'o', { leaf: { key: 'rsa1024' } }],
  ['an intermediate with RSA 1024', 'o', { middle: { key: 'rsa1024' } }],
  ['P-224', '', { leaf: { key: 'p224' } }],
  ['P-384 and P-521', '', { leaf: { key: 'p384' }, middle: { key: 'p521' } }],
  ['secp256k1', 'g', { leaf: { key: 'k256' } }],
  ['Ed25519', '', { leaf: { key: 'ed25519' } }],
  ['DSA', '', { leaf: { key: 'dsa' } }],
  ['an intermediate with DSA', 'g', { middle: { key: 'dsa' } }],
  ['SHA-1', 'og', { leaf: { digest: 'sha1' } }],
  ['MD5', 'ogj', { leaf: { digest: 'md5' }, middle: { key: 'rsa' } }],
  ['SHA-512', '', { leaf: { digest: 'sha512' } }],
  ['an intermediate with SHA-1', 'og', { middle: { digest: 'sha1' } }],
  ['a root with SHA-1', '', { root: { digest: 'sha1' } }],
  [
    'RSA-PSS',
    '',
    {
      middle: { key: 'rsa' },
      leaf: { options: ['-sigopt', 'rsa_padding_mode:pss', '-sigopt', 'rsa_pss_saltlen:32'] },
    },
  ],
  ['expired', 'ogj', { leaf: { days: 1 } }, { day: 2 }],
  ['an intermediate that expired', 'ogj', { middle: { days: 1 } }, { day: 2 }],
  ['a root that expired', 'og', { root: { days: 1 } }, { day: 2 }],
  ['not yet valid', 'ogj', {}, { day: -2 }],
  ['a serial number of 20 octets', '', { leaf: { serial: `0x4a${'11'.repeat(19)}` } }],
  ['a negative serial number', 'g', { leaf: { serial: '-5' } }],
  ['a subject with a comma', '', { leaf: { subject: '/O=Bank, AG/CN=www.example.com' } }],
  ['a wildcard in two labels', 'og', names('DNS:*.*.example.com'), { host: 'a.b.example.com' }],
  [
    'a wildcard above a name in punycode',
    '',
    names('DNS:*.xn--bcher-kva.de'),
    { host: 'www.xn--bcher-kva.de' },
  ],
  ['a wildcard in punycode', 'ogj', names('DNS:xn--*.example.com'), { host: 'xn--bcher-kva.example.com' }],
  ['a name with a dot at its end', 'ogj', names('DNS:www.example.com.')],
  ['an IPv4 address as an IPv6 address', 'o', names('IP:10.0.0.1'), { host: '::ffff:10.0.0.1' }],
  ['a URI with a broken host', 'g', names('DNS:www.example.com,URI:http://a b/')],
  ['a URI without a host', '', names('DNS:www.example.com,URI:no uri')],
  ['an email address without a host', '', names('DNS:www.example.com,email:foo')],
  [
    'a common name that is not permitted',
    'oj',
    { ...names('IP:10.0.0.1'), ...middle('nameConstraints=critical,permitted;DNS:example.org') },
    { host: '10.0.0.1' },
  ],
  [
    'a common name that is excluded',
    'oj',
    { ...names('IP:10.0.0.1'), ...middle('nameConstraints=critical,excluded;DNS:example.com') },
    { host: '10.0.0.1' },
  ],
  [
    'an email address in the subject that is not permitted',
    'o',
    {
      leaf: { subject: '/emailAddress=a@x.org/CN=www.example.com' },
      ...middle('nameConstraints=critical,permitted;email:example.com'),
    },
  ],
  ['permitted names with a dot', '', middle('nameConstraints=critical,permitted;DNS:.example.com')],
  [
    'a permitted name with a dot, itself',
    'ogj',
    { ...names('DNS:example.com'), ...middle('nameConstraints=critical,permitted;DNS:.example.com') },
    { host: 'example.com' },
  ],
  [
    'a wildcard over an excluded name',
    'g',
    { ...names('DNS:*.example.com'), ...middle('nameConstraints=critical,excluded;DNS:www.example.com') },
    { host: 'a.example.com' },
  ],
  ['names that the root does not permit', 'og', root('nameConstraints=critical,permitted;DNS:example.org')],
  [
    'a URI that is not permitted',
    'ogj',
    {
      ...names('DNS:www.example.com,URI:https://x.org/'),
      ...middle('nameConstraints=critical,permitted;URI:example.com'),
    },
  ],
  ['only for servers of Netscape', 'g', leaf('extendedKeyUsage=nsSGC')],
  ['only key agreement', 'j', leaf('keyUsage=critical,keyAgreement')],
  [
    'the identifier of a CA with another serial number',
    'o',
    leaf('authorityKeyIdentifier=', '2.5.29.35=DER:3018a113a411300f310d300b06035504030c04526f6f74820101'),
  ],
  [
    'any policy where it is forbidden',
    'gj',
    {
      ...middle(
        'inhibitAnyPolicy=critical,0',
        'policyConstraints=critical,requireExplicitPolicy:0',
        'certificatePolicies=2.5.29.32.0',
      ),
      ...leaf('certificatePolicies=2.5.29.32.0'),
    },
  ],
  ['critical addresses of revocation lists', 'j', leaf('crlDistributionPoints=critical,URI:http://a/')],
  ['an intermediate for an unknown purpose', 'og', middle('extendedKeyUsage=1.2.3.4')],
  ['RSA 1963', '', { leaf: { key: 'rsa1963' } }],
  ['RSA 1962', 'o', { leaf: { key: 'rsa1962' } }],
  ['a root with RSA 1024', 'o', { root: { key: 'rsa1024' } }],
  ['a compressed point', '', { leaf: { key: 'compressed' }, middle: { key: 'compressed' } }],
  ['a Brainpool curve', 'g', { leaf: { key: 'bp256' } }],
  ['Ed448', '', { leaf: { key: 'ed448' } }],
  ['an intermediate with Ed448', 'g', { middle: { key: 'ed448' } }],
  ['a root with Ed448', 'g', { root: { key: 'ed448' } }],
  ['a key only for RSA-PSS', '', { leaf: { key: 'rsapss' } }],
  ['an intermediate with a key only for RSA-PSS', 'g', { middle: { key: 'rsapss' } }],
  ['SHA-224', 'g', { leaf: { digest: 'sha224' } }],
  ['an intermediate with SHA-224', 'g', { middle: { digest: 'sha224' } }],
  ['SHA-3', 'og', { leaf: { digest: 'sha3-256' } }],
  ['a root with MD5', '', { root: { key: 'rsa', digest: 'md5' } }],
  ['a serial number of zero', '', { leaf: { serial: '0' } }],
  ['an intermediate with a negative serial number', 'g', { middle: { serial: '-5' } }],
  ['an end in the year 9966', '', { leaf: { days: 2_900_000 } }],
  ['no subject', '', { leaf: { subject: '/', extensions: ['subjectAltName=critical,DNS:www.example.com'] } }],
  ['no subject, and names that are not critical', 'j', { leaf: { subject: '/' } }],
  ['an intermediate with the name of the root', '', { middle: { subject: '/CN=Root' } }],
];

// Later than all certificates of the test.
const now = Date.now() + 3_600_000;
const day = 86_400_000;
const derIn = (pem: string): Uint8Array => blocksOf(pem)[0]?.der ?? Buffer.alloc(0);

const caseOf = (title: string, pems: Pems, other: Pems, asked: Asked): Case => ({
  id: title,
  leaf: pems.leaf,
  untrusted:
    asked.untrusted === 'none' ? [] : asked.untrusted === 'both' ? [pems.root, pems.middle] : [pems.middle],
  trusted: [asked.trusted === 'other' ? other.root : asked.trusted === 'middle' ? pems.middle : pems.root],
  purpose: asked.purpose ?? 'tls-server',
  host: asked.host ?? 'www.example.com',
  at: now + (asked.day ?? 0) * day,
});

/** Whether trivet refuses it, and why. */
const findingsOf = (
  { leaf: own, untrusted, trusted, purpose, host, at }: Case,
  strict = false,
): readonly string[] => {
  const read = (pem: string) => parseCertificate(derIn(pem));
  const judgement = judgeAlone(read(own), {
    pool: untrusted.map(read),
    anchors: trusted.map(read),
    purpose,
    hosts: host === '' ? [] : [host],
    at,
  });
  return failuresOf(judgement, strict);
};

const letters = { openssl: 'o', go: 'g', java: 'j' } as const;

describe.skipIf(!hasOpenssl)('chains that openssl makes', () => {
  test('are refused where openssl, Go or Java refuses them, with --strict where openssl -x509_strict does, and ok elsewhere', () => {
    const folder = mkdtempSync(join(tmpdir(), 'chains-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const maker = new Maker(folder);
    const other = maker.make({ root: { subject: '/CN=Other' } });
    const cases = rows.map(([title, , recipe, asked = {}]) =>
      caseOf(title, maker.make(recipe), other, asked),
    );
    expect(cases.length).toBeGreaterThanOrEqual(60);
    const judges = verdictsOf(cases, folder);
    const differences = rows.flatMap(([title, refusedBy], index) => {
      const one = cases[index];
      const wrong = [...judges].flatMap(([judgeName, verdicts]) => {
        const letter = letters[judgeName as keyof typeof letters];
        return verdicts.get(title) === refusedBy.includes(letter) ? [`${judgeName} differs`] : [];
      });
      const codes = one === undefined ? [] : findingsOf(one);
      if (codes.length > 0 !== (refusedBy !== '')) wrong.push(`trivet: ${codes.join(', ') || 'ok'}`);
      return wrong.length === 0 ? [] : [`${title} (${refusedBy}): ${wrong.join('; ')}`];
    });
    expect(differences).toEqual([]);
    const strict = strictVerdictsOf(cases, folder);
    expect(cases.filter((one) => strict.get(one.id) === false && findingsOf(one, true).length === 0)).toEqual(
      [],
    );
  });
});

const hasNginx = spawnSync('nginx', ['-v']).status === 0;

describe.skipIf(!hasOpenssl || !hasNginx)('nginx', () => {
  test.each([
    ['a plain chain', {}, true],
    ['RSA 1024', { leaf: { key: 'rsa1024' } }, false],
    ['SHA-1', { leaf: { digest: 'sha1' } }, false],
    ['MD5', { leaf: { digest: 'md5' }, middle: { key: 'rsa' } }, false],
    ['an intermediate with RSA 1024', { middle: { key: 'rsa1024' } }, false],
    ['an intermediate with SHA-1', { middle: { digest: 'sha1' } }, false],
  ] satisfies readonly (readonly [string, Recipe, boolean])[])(
    'starts with %s as trivet says',
    (_, recipe, starts) => {
      const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const pems = new Maker(folder).make(recipe);
      writeFileSync(join(folder, 'fullchain.pem'), pems.leaf + pems.middle);
      writeFileSync(
        join(folder, 'nginx.conf'),
        `pid ${folder}/pid; error_log stderr; events {} http { access_log off;
         server { listen unix:${folder}/socket ssl; ssl_certificate ${folder}/fullchain.pem; ssl_certificate_key ${pems.keyFile};
         ssl_ciphers DEFAULT@SECLEVEL=2; } }`,
      );
      const tested = spawnSync('nginx', ['-t', '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
      expect(tested.status === 0).toBe(starts);
      expect(findingsOf(caseOf('', pems, pems, {})).length === 0).toBe(starts);
    },
  );
});
