/** Chains that break one rule each. */
import { generateKeyPairSync } from 'node:crypto';
import { der, oid, sequence } from '../../../src/documents/der-writer.ts';
import {
  address,
  authorityKey,
  basic,
  boolean,
  cn,
  directory,
  dns,
  extended,
  ids,
  integer,
  keyUsage,
  mail,
  nameLimits,
  names,
  now,
  octets,
  purposes,
  signatureOids,
  text,
  usage,
} from '../../support/made-certificates.ts';
import type { Asked, Changes } from '../../support/made-chain.ts';

const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength }).privateKey;
export const [rsa1024, rsa2048, rsa2056] = [rsa(1024), rsa(2048), rsa(2050)];
export const p224 = generateKeyPairSync('ec', { namedCurve: 'secp224r1' }).privateKey;
const k256 = generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey;
const ed25519 = generateKeyPairSync('ed25519').privateKey;
const ed448 = generateKeyPairSync('ed448').privateKey;
const pss1024 = generateKeyPairSync('rsa-pss', { modulusLength: 1024 }).privateKey;
const pssOnly = generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey;
export const dsa = generateKeyPairSync('dsa', { modulusLength: 2048, divisorLength: 256 }).privateKey;
const dsa1024 = generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 }).privateKey;

/** An RSA key of a size, which signs nothing. */
export const rsaOf = (bits: number): Uint8Array => {
  const modulus = Buffer.alloc(Math.ceil(bits / 8), 0xff);
  modulus[0] = 0xff >> (modulus.length * 8 - bits);
  const whole = bits % 8 === 0 ? Buffer.concat([Buffer.from([0]), modulus]) : modulus;
  const key = sequence(der(0x02, whole), integer(1, 0, 1));
  return sequence(
    sequence(oid('1.2.840.113549.1.1.1'), der(0x05)),
    der(0x03, Buffer.concat([Buffer.from([0]), key])),
  );
};

/** An RSA key with an exponent that no client accepts. */
const evenExponent = (): Uint8Array => {
  const jwk = rsa2048.export({ format: 'jwk' });
  const modulus = Buffer.from(jwk.n ?? '', 'base64url');
  const key = sequence(der(0x02, Buffer.concat([Buffer.from([0]), modulus])), integer(4));
  return sequence(
    sequence(oid('1.2.840.113549.1.1.1'), der(0x05)),
    der(0x03, Buffer.concat([Buffer.from([0]), key])),
  );
};

/** P-256 with its curve written out instead of named; only the kind of the parameters matters. */
export const explicitCurve = (): Uint8Array =>
  sequence(sequence(oid('1.2.840.10045.2.1'), sequence(integer(1))), der(0x03, Buffer.from([0, 4, 1, 2])));

export const weird = '1.3.6.1.4.1.55738.1';
export const nothing = Buffer.alloc(0);

/** The octets of a signed part whose extension `id` says by 0 that it is not critical, or by another octet. */
const criticalAs =
  (id: string, octet = 0) =>
  (content: Uint8Array): Uint8Array => {
    const bytes = Buffer.from(content);
    const at = bytes.indexOf(Buffer.from(oid(id)));
    const flag = bytes.indexOf(Buffer.from(boolean(true)), at);
    bytes[flag + 2] = octet;
    return bytes;
  };

export type Row = readonly [code: string, changes: Changes, more?: Asked];

/** A chain for each finding of each rule; `ruleWording` has what it says. */
export const rows: readonly Row[] = [
  ['expired', { leaf: { notAfter: now - 1000 } }],
  ['expired', { middle: { notAfter: now - 1000 } }],
  ['expired', { root: { notAfter: now - 1000 } }],
  ['not-yet-valid', { leaf: { notBefore: now + 1000 } }],
  ['not-yet-valid', { middle: { notBefore: now + 1000 } }],
  ['not-yet-valid', { root: { notBefore: now + 1000 } }],
  ['not-a-ca', { middle: { with: [basic(false)] } }],
  ['not-a-ca', { middle: { without: [ids.constraints] } }],
  ['not-a-ca', { root: { without: [ids.constraints] } }],
  ['ca-without-cert-sign', { middle: { with: [keyUsage(usage.signature)] } }],
  ['ca-without-cert-sign', { root: { with: [keyUsage(usage.listSign)] } }],
  [
    'basic-constraints-not-critical',
    { middle: { with: [[ids.constraints, false, sequence(boolean(true))]] } },
  ],
  ['ca-without-key-usage', { middle: { without: [ids.keyUsage] } }],
  ['path-length-without-ca', { leaf: { with: [basic(false, 0)] } }],
  ['cert-sign-without-ca', { leaf: { with: [keyUsage(usage.signatureAndCertSign)] } }],
  ['leaf-is-ca', { leaf: { with: [basic(true)] } }],
  ['constraints-in-leaf', { leaf: { with: [nameLimits([dns('example.com')])] } }],
  ['constraints-empty', { middle: { with: [nameLimits([])] } }],
  ['constraints-not-critical', { middle: { with: [nameLimits([dns('example.com')], [], false)] } }],
  ['constraints-form', { middle: { with: [nameLimits([dns('example.com')], [dns('.test')])] } }],
  ['constraints-form', { middle: { with: [nameLimits([dns('example.com'), dns('*.test')])] } }],
  ['constraints-for-go', { middle: { with: [nameLimits([], [directory(cn('other'))])] } }],
  ['constraints-for-go', { middle: { with: [nameLimits([dns('example.com')], [directory(cn('other'))])] } }],
  [
    'constraints-for-go',
    { middle: { with: [nameLimits([], [der(0xa0, oid('1.2.3'), der(0xa0, der(0x0c)))])] } },
  ],
  ['constraints-for-go', { middle: { with: [nameLimits([], [der(0x88, Buffer.from([0x2a, 3]))])] } }],
  ['extended-key-usage', { leaf: { with: [extended(purposes.client)] } }],
  ['extended-key-usage', { leaf: { with: [extended()] } }],
  ['extended-key-usage', { leaf: { with: [extended(purposes.any)] } }],
  ['extended-key-usage', { middle: { with: [extended(purposes.client)] } }],
  ['extended-key-usage', { root: { with: [extended(purposes.client)] } }],
  ['extended-key-usage', { leaf: { with: [extended(purposes.server)] } }, { purpose: 'tls-client' }],
  ['extended-key-usage', { leaf: { with: [extended(purposes.server)] } }, { purpose: 'smime' }],
  ['extended-key-usage', { leaf: { with: [extended(purposes.server)] } }, { purpose: 'code' }],
  ['key-usage', { leaf: { with: [keyUsage(usage.listSign)] } }],
  ['key-usage', { leaf: { with: [keyUsage(usage.encipherment)] } }],
  ['netscape-type', { leaf: { with: [[ids.netscape, false, Buffer.from([3, 2, 7, 0x80])]] } }],
  ['extended-key-usage-missing', { leaf: { without: [ids.extended] } }],
  ['extended-key-usage-any', { leaf: { with: [extended(purposes.server, purposes.any)] } }],
  ['extended-key-usage-critical', { leaf: { with: [[ids.extended, true, sequence(oid(purposes.server))]] } }],
  ['root-extended-key-usage', { root: { with: [extended(purposes.server)] } }],
  ['no-names', { leaf: { without: [ids.names] } }],
  ['names-not-critical', { leaf: { subject: sequence() } }],
  ['names-critical', { leaf: { with: [[ids.names, true, sequence(dns('www.example.com'))]] } }],
  ['name-unreadable', { leaf: { with: [names(dns('www.example.com'), address(10, 0, 0))] } }],
  ['name-unreadable', { leaf: { with: [names(dns('www.example.com'), dns('b\u00fccher.example.com'))] } }],
  ['name-unreadable', { leaf: { with: [names(dns('www.example.com'), mail('b\u00fccher@example.com'))] } }],
  ...[
    'under_score.example.com',
    '.example.com',
    '10.0.0.1',
    '*.com',
    'a.*.example.com',
    'a*.example.com',
    '*',
    'a..b',
    '-a.example.com',
  ].map((host): Row => ['name-form', { leaf: { with: [names(dns('www.example.com'), dns(host))] } }]),
  ['name-form', { leaf: { with: [names(dns('www.example.com'), mail('two@at@example.com'))] } }],
  ...['web.example.com', 'WWW.example.com', 'web'].map((commonName): Row => [
    'common-name',
    { leaf: { subject: cn(commonName) } },
  ]),
  ...['0x0a000001', '10.0.0.01', '2001:DB8::1', '2001:db8:0:0:0:0:0:1'].map((commonName): Row => [
    'common-name',
    {
      leaf: {
        subject: cn(commonName),
        with: [
          names(
            dns('www.example.com'),
            address(10, 0, 0, 1),
            address(0x20, 1, 0xd, 0xb8, ...Array.from({ length: 11 }, () => 0), 1),
          ),
        ],
      },
    },
  ]),
  ['signature-weak', { leaf: { algorithm: signatureOids.ecdsaSha1 } }],
  [
    'signature-weak',
    { middle: { key: rsa2048 }, leaf: { algorithm: signatureOids.rsaMd5, signer: rsa2048 } },
  ],
  ['signature-weak', { middle: { key: dsa }, leaf: { algorithm: signatureOids.dsaSha256, signer: dsa } }],
  ['signature-weak', { middle: { algorithm: signatureOids.ecdsaSha1 } }],
  ['signature-uncommon', { leaf: { algorithm: signatureOids.ecdsaSha224 } }],
  ['signature-uncommon', { middle: { key: ed448 }, leaf: { algorithm: signatureOids.ed448, signer: ed448 } }],
  ['key-uncommon-ca', { middle: { key: pssOnly } }],
  ['key-large', { leaf: { spki: rsaOf(8200) } }],
  ['key-uncommon', { leaf: { spki: rsaOf(1968) } }],
  ['key-weak', { leaf: { spki: rsaOf(1962) } }],
  ['critical-unknown', { leaf: { with: [[ids.listPoints, true, sequence()]] } }],
  ...['http://a b.test/', 'http://a..test/', 'http://user@a\\b.test:80/'].map((uri): Row => [
    'name-unreadable',
    { leaf: { with: [names(dns('www.example.com'), text(0x86, uri))] } },
  ]),
  ['key-invalid', { leaf: { spki: evenExponent() } }],
  ['key-invalid', { leaf: { spki: explicitCurve() } }],
  ['key-weak', { leaf: { key: rsa1024 } }],
  ['key-weak', { leaf: { key: k256 } }],
  ['key-weak', { leaf: { key: dsa1024 } }],
  [
    'key-weak',
    {
      root: { key: rsa1024, signer: rsa1024, algorithm: signatureOids.rsaSha256 },
      middle: { signer: rsa1024, algorithm: signatureOids.rsaSha256 },
    },
  ],
  ['key-uncommon', { leaf: { key: ed25519 } }],
  ['key-uncommon', { leaf: { key: p224 } }],
  ['key-uncommon', { leaf: { key: rsa2056 } }],
  ['key-uncommon', { leaf: { key: dsa } }],
  ['encoding', { leaf: { serial: integer(0, 1) } }],
  ['default-written', { leaf: { with: [[weird, true, octets(nothing)]], damage: criticalAs(weird) } }],
  ['version', { leaf: { version: 2 } }],
  ['version', { root: { version: 1, extensions: [], with: [], without: [] } }],
  ['serial-negative', { leaf: { serial: integer(0x80) } }],
  ['serial', { leaf: { serial: integer(0) } }],
  ['serial', { leaf: { serial: integer(...Array.from({ length: 21 }, () => 1)) } }],
  ['algorithm-mismatch', { leaf: { outer: '1.2.840.10045.4.3.3' } }],
  ['issuer-empty', { leaf: { issuer: sequence() }, middle: { subject: sequence() } }],
  ['subject-empty', { leaf: { issuer: sequence() }, middle: { subject: sequence() } }],
  ['extension-repeated', { leaf: { twice: [keyUsage(usage.signature)] } }],
  ['extension-malformed', { leaf: { with: [[ids.access, false, sequence(sequence(integer(1)))]] } }],
  [
    'extension-malformed',
    {
      leaf: {
        with: [[ids.policies, false, Buffer.concat([sequence(sequence(oid(weird))), Buffer.from([5, 0])])]],
      },
    },
  ],
  ['extension-malformed-unused', { leaf: { with: [['2.5.29.18', false, octets(nothing)]] } }],
  ['precertificate', { leaf: { with: [[ids.poison, true, der(0x05)]] } }],
  ...(['leaf', 'middle', 'root'] as const).map((place): Row => [
    'critical-unknown',
    { [place]: { with: [[weird, true, octets(nothing)]] } },
  ]),
  ['critical-unknown', { leaf: { with: [[ids.comment, true, text(0x16, 'comment')]] } }],
  ['critical-forbidden', { leaf: { with: [[ids.subjectKey, true, octets(Buffer.from('key'))]] } }],
  [
    'policy-constraints-not-critical',
    { middle: { with: [[ids.policyConstraints, false, sequence(der(0x81, Buffer.from([0])))]] } },
  ],
  ['inhibit-any-policy-not-critical', { middle: { with: [[ids.inhibitAny, false, integer(0)]] } }],
  ['subject-key-missing', { middle: { without: [ids.subjectKey] } }],
  ['subject-key-missing', { root: { without: [ids.subjectKey] } }],
  ['authority-key-missing', { leaf: { without: [ids.authorityKey] } }],
  ['authority-key-missing', { middle: { without: [ids.authorityKey] } }],
  ['authority-key-missing', { leaf: { with: [[ids.authorityKey, false, sequence()]] } }],
  ['root-authority-key', { root: { with: [authorityKey(Buffer.from('other'))] } }],
  [
    'root-authority-key',
    { root: { with: [[ids.authorityKey, false, sequence(der(0x82, Buffer.from([1])))]] } },
  ],
  ...[
    names(dns('www.example.com'), dns('a_b.test'), dns('c_d.test')),
    names(dns('www.example.com'), dns(`${'a.'.repeat(126)}aa`)),
  ].map((own): Row => ['name-form', { leaf: { with: [own] } }]),
  ...['http://.a.test/', 'HTTP://a b.test/'].map((uri): Row => [
    'name-unreadable',
    { leaf: { with: [names(dns('www.example.com'), text(0x86, uri))] } },
  ]),
  [
    'name-unreadable',
    { leaf: { with: [names(dns('www.example.com'), address(10, 0, 0), address(10, 0, 0, 1, 1))] } },
  ],
  ['name-unreadable', { middle: { with: [names(address(10, 0, 0))] } }],
  ...['1.2.3.4.5', '10.0.0.1:443', 'fade', 'ample.com'].map((commonName): Row => [
    'common-name',
    { leaf: { subject: cn(commonName) } },
  ]),
  [
    'common-name',
    { leaf: { subject: cn('10.0.0.1'), with: [names(dns('www.example.com'), address(10, 0, 0, 2))] } },
  ],
  [
    'critical-unknown',
    { leaf: { with: [weird, `${weird}.2`].map((id) => [id, true, octets(nothing)] as const) } },
  ],
  [
    'extension-malformed',
    { leaf: { with: [ids.access, ids.policies].map((id) => [id, false, octets(nothing)] as const) } },
  ],
  ['version', { leaf: { version: 2, extensions: [names(dns('www.example.com'))] } }],
  ['authority-key-missing', { leaf: { subject: cn('Middle'), without: [ids.authorityKey] } }],
  [
    'encoding',
    {
      leaf: {
        serial: integer(0, 1),
        with: [[weird, true, octets(nothing)]],
        damage: criticalAs(weird, 1),
      },
    },
  ],
  ['key-large', { leaf: { spki: rsaOf(8193) } }],
  ['key-weak', { leaf: { key: pss1024 } }],
  ['signature-weak', { leaf: { algorithm: '1.2.840.113549.1.1.2' } }],
  ['not-a-ca', { root: { extensions: [] } }],
  ['not-a-ca', { root: { version: 1, extensions: [keyUsage(usage.certSign)] } }],
  ['not-a-ca', { middle: { version: 1, extensions: [] } }],
  [
    'cert-sign-without-ca',
    { leaf: { with: [keyUsage(usage.signatureAndCertSign)], without: [ids.constraints] } },
  ],
  ['constraints-in-leaf', { leaf: { with: [nameLimits([dns('example.com')])], without: [ids.constraints] } }],
  ['constraints-form', { middle: { with: [nameLimits([dns('.example.com'), dns('*.test')])] } }],
  ['constraints-unreadable', { middle: { with: [nameLimits([dns('example.com'), mail('a b')])] } }],
  ['constraints-unreadable', { middle: { with: [nameLimits([dns('example.com')], [text(0x86, '::1')])] } }],
];
