/** Chains that break one rule each. */
import { generateKeyPairSync } from 'node:crypto';
import { der, oid, sequence } from '../../../src/documents/der-writer.ts';
import type { Judged } from '../../../src/features/certificates/policy/judge.ts';
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
import type { Changes } from '../../support/made-chain.ts';

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

export type Row = readonly [code: string, finding: string, changes: Changes, more?: Partial<Judged>];

/** A chain for each finding of each rule. */
export const rows: readonly Row[] = [
  ['expired', 'refused expired leaf', { leaf: { notAfter: now - 1000 } }],
  ['expired', 'refused expired middle', { middle: { notAfter: now - 1000 } }],
  ['expired', 'refused expired root', { root: { notAfter: now - 1000 } }],
  ['not-yet-valid', 'refused not-yet-valid leaf', { leaf: { notBefore: now + 1000 } }],
  ['not-yet-valid', 'refused not-yet-valid middle', { middle: { notBefore: now + 1000 } }],
  ['not-yet-valid', 'refused not-yet-valid root', { root: { notBefore: now + 1000 } }],
  ['not-a-ca', 'refused not-a-ca middle', { middle: { with: [basic(false)] } }],
  ['not-a-ca', 'refused not-a-ca middle', { middle: { without: [ids.constraints] } }],
  ['not-a-ca', 'refused not-a-ca root', { root: { without: [ids.constraints] } }],
  [
    'ca-without-cert-sign',
    'refused ca-without-cert-sign middle',
    { middle: { with: [keyUsage(usage.signature)] } },
  ],
  [
    'ca-without-cert-sign',
    'refused ca-without-cert-sign root',
    { root: { with: [keyUsage(usage.listSign)] } },
  ],
  [
    'basic-constraints-not-critical',
    'nonconforming basic-constraints-not-critical middle',
    { middle: { with: [[ids.constraints, false, sequence(boolean(true))]] } },
  ],
  [
    'ca-without-key-usage',
    'nonconforming ca-without-key-usage middle',
    { middle: { without: [ids.keyUsage] } },
  ],
  [
    'path-length-without-ca',
    'nonconforming path-length-without-ca leaf',
    { leaf: { with: [basic(false, 0)] } },
  ],
  [
    'cert-sign-without-ca',
    'nonconforming cert-sign-without-ca leaf',
    { leaf: { with: [keyUsage(usage.signatureAndCertSign)] } },
  ],
  ['leaf-is-ca', 'nonconforming leaf-is-ca leaf', { leaf: { with: [basic(true)] } }],
  [
    'constraints-in-leaf',
    'nonconforming constraints-in-leaf leaf',
    { leaf: { with: [nameLimits([dns('example.com')])] } },
  ],
  ['constraints-empty', 'refused constraints-empty middle', { middle: { with: [nameLimits([])] } }],
  [
    'constraints-not-critical',
    'nonconforming constraints-not-critical middle',
    { middle: { with: [nameLimits([dns('example.com')], [], false)] } },
  ],
  [
    'constraints-form',
    'nonconforming constraints-form middle',
    { middle: { with: [nameLimits([dns('example.com')], [dns('.test')])] } },
  ],
  [
    'constraints-form',
    'nonconforming constraints-form middle',
    { middle: { with: [nameLimits([dns('example.com'), dns('*.test')])] } },
  ],
  [
    'constraints-for-go',
    'unknown constraints-for-go middle',
    { middle: { with: [nameLimits([], [directory(cn('other'))])] } },
  ],
  [
    'constraints-for-go',
    'unknown constraints-for-go middle',
    { middle: { with: [nameLimits([], [der(0xa0, oid('1.2.3'), der(0xa0, der(0x0c)))])] } },
  ],
  [
    'constraints-for-go',
    'unknown constraints-for-go middle',
    { middle: { with: [nameLimits([], [der(0x88, Buffer.from([0x2a, 3]))])] } },
  ],
  ['extended-key-usage', 'refused extended-key-usage leaf', { leaf: { with: [extended(purposes.client)] } }],
  ['extended-key-usage', 'refused extended-key-usage leaf', { leaf: { with: [extended()] } }],
  ['extended-key-usage', 'refused extended-key-usage leaf', { leaf: { with: [extended(purposes.any)] } }],
  [
    'extended-key-usage',
    'refused extended-key-usage middle',
    { middle: { with: [extended(purposes.client)] } },
  ],
  ['extended-key-usage', 'refused extended-key-usage root', { root: { with: [extended(purposes.client)] } }],
  [
    'extended-key-usage',
    'refused extended-key-usage leaf',
    { leaf: { with: [extended(purposes.server)] } },
    { purpose: 'tls-client' },
  ],
  [
    'extended-key-usage',
    'refused extended-key-usage leaf',
    { leaf: { with: [extended(purposes.server)] } },
    { purpose: 'smime' },
  ],
  [
    'extended-key-usage',
    'refused extended-key-usage leaf',
    { leaf: { with: [extended(purposes.server)] } },
    { purpose: 'code' },
  ],
  ['key-usage', 'refused key-usage leaf', { leaf: { with: [keyUsage(usage.listSign)] } }],
  ['key-usage', 'refused key-usage leaf', { leaf: { with: [keyUsage(usage.encipherment)] } }],
  [
    'netscape-type',
    'refused netscape-type leaf',
    { leaf: { with: [[ids.netscape, false, Buffer.from([3, 2, 7, 0x80])]] } },
  ],
  [
    'extended-key-usage-missing',
    'nonconforming extended-key-usage-missing leaf',
    { leaf: { without: [ids.extended] } },
  ],
  [
    'extended-key-usage-any',
    'nonconforming extended-key-usage-any leaf',
    { leaf: { with: [extended(purposes.server, purposes.any)] } },
  ],
  [
    'extended-key-usage-critical',
    'nonconforming extended-key-usage-critical leaf',
    { leaf: { with: [[ids.extended, true, sequence(oid(purposes.server))]] } },
  ],
  [
    'root-extended-key-usage',
    'nonconforming root-extended-key-usage root',
    { root: { with: [extended(purposes.server)] } },
  ],
  ['no-names', 'refused no-names leaf', { leaf: { without: [ids.names] } }],
  ['names-not-critical', 'refused names-not-critical leaf', { leaf: { subject: sequence() } }],
  [
    'names-critical',
    'nonconforming names-critical leaf',
    { leaf: { with: [[ids.names, true, sequence(dns('www.example.com'))]] } },
  ],
  [
    'name-unreadable',
    'refused name-unreadable leaf',
    { leaf: { with: [names(dns('www.example.com'), address(10, 0, 0))] } },
  ],
  [
    'name-unreadable',
    'refused name-unreadable leaf',
    { leaf: { with: [names(dns('www.example.com'), dns('b\u00fccher.example.com'))] } },
  ],
  [
    'name-unreadable',
    'refused name-unreadable leaf',
    { leaf: { with: [names(dns('www.example.com'), mail('b\u00fccher@example.com'))] } },
  ],
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
  ].map((host): Row => [
    'name-form',
    'nonconforming name-form leaf',
    { leaf: { with: [names(dns('www.example.com'), dns(host))] } },
  ]),
  [
    'name-form',
    'nonconforming name-form leaf',
    { leaf: { with: [names(dns('www.example.com'), mail('two@at@example.com'))] } },
  ],
  ...['web.example.com', 'WWW.example.com', 'web'].map((commonName): Row => [
    'common-name',
    'nonconforming common-name leaf',
    { leaf: { subject: cn(commonName) } },
  ]),
  ...['0x0a000001', '10.0.0.01', '2001:DB8::1', '2001:db8:0:0:0:0:0:1'].map((commonName): Row => [
    'common-name',
    'nonconforming common-name leaf',
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
  ['signature-weak', 'refused signature-weak leaf', { leaf: { algorithm: signatureOids.ecdsaSha1 } }],
  [
    'signature-weak',
    'refused signature-weak leaf',
    { middle: { key: rsa2048 }, leaf: { algorithm: signatureOids.rsaMd5, signer: rsa2048 } },
  ],
  [
    'signature-weak',
    'refused signature-weak leaf',
    { middle: { key: dsa }, leaf: { algorithm: signatureOids.dsaSha256, signer: dsa } },
  ],
  ['signature-weak', 'refused signature-weak middle', { middle: { algorithm: signatureOids.ecdsaSha1 } }],
  [
    'signature-uncommon',
    'refused signature-uncommon leaf',
    { leaf: { algorithm: signatureOids.ecdsaSha224 } },
  ],
  [
    'signature-uncommon',
    'refused signature-uncommon leaf',
    { middle: { key: ed448 }, leaf: { algorithm: signatureOids.ed448, signer: ed448 } },
  ],
  ['key-uncommon-ca', 'refused key-uncommon-ca middle', { middle: { key: pssOnly } }],
  ['key-large', 'refused key-large leaf', { leaf: { spki: rsaOf(8200) } }],
  ['key-uncommon', 'nonconforming key-uncommon leaf', { leaf: { spki: rsaOf(1968) } }],
  ['key-weak', 'refused key-weak leaf', { leaf: { spki: rsaOf(1962) } }],
  [
    'critical-unknown',
    'refused critical-unknown leaf',
    { leaf: { with: [[ids.listPoints, true, sequence()]] } },
  ],
  ...['http://a b.test/', 'http://a..test/', 'http://user@a\\b.test:80/'].map((uri): Row => [
    'name-unreadable',
    'refused name-unreadable leaf',
    { leaf: { with: [names(dns('www.example.com'), text(0x86, uri))] } },
  ]),
  ['key-invalid', 'refused key-invalid leaf', { leaf: { spki: evenExponent() } }],
  ['key-invalid', 'refused key-invalid leaf', { leaf: { spki: explicitCurve() } }],
  ['key-weak', 'refused key-weak leaf', { leaf: { key: rsa1024 } }],
  ['key-weak', 'refused key-weak leaf', { leaf: { key: k256 } }],
  ['key-weak', 'refused key-weak leaf', { leaf: { key: dsa1024 } }],
  [
    'key-weak',
    'refused key-weak root',
    {
      root: { key: rsa1024, signer: rsa1024, algorithm: signatureOids.rsaSha256 },
      middle: { signer: rsa1024, algorithm: signatureOids.rsaSha256 },
    },
  ],
  ['key-uncommon', 'nonconforming key-uncommon leaf', { leaf: { key: ed25519 } }],
  ['key-uncommon', 'nonconforming key-uncommon leaf', { leaf: { key: p224 } }],
  ['key-uncommon', 'nonconforming key-uncommon leaf', { leaf: { key: rsa2056 } }],
  ['key-uncommon', 'nonconforming key-uncommon leaf', { leaf: { key: dsa } }],
  ['encoding', 'refused encoding leaf', { leaf: { serial: integer(0, 1) } }],
  [
    'default-written',
    'nonconforming default-written leaf',
    { leaf: { with: [[weird, true, octets(nothing)]], damage: criticalAs(weird) } },
  ],
  ['version', 'nonconforming version leaf', { leaf: { version: 2 } }],
  ['version', 'nonconforming version root', { root: { version: 1, extensions: [], with: [], without: [] } }],
  ['serial-negative', 'refused serial-negative leaf', { leaf: { serial: integer(0x80) } }],
  ['serial', 'nonconforming serial leaf', { leaf: { serial: integer(0) } }],
  [
    'serial',
    'nonconforming serial leaf',
    { leaf: { serial: integer(...Array.from({ length: 21 }, () => 1)) } },
  ],
  ['algorithm-mismatch', 'refused algorithm-mismatch leaf', { leaf: { outer: '1.2.840.10045.4.3.3' } }],
  [
    'issuer-empty',
    'refused issuer-empty leaf',
    { leaf: { issuer: sequence() }, middle: { subject: sequence() } },
  ],
  [
    'subject-empty',
    'refused subject-empty middle',
    { leaf: { issuer: sequence() }, middle: { subject: sequence() } },
  ],
  ['extension-repeated', 'refused extension-repeated leaf', { leaf: { twice: [keyUsage(usage.signature)] } }],
  [
    'extension-malformed',
    'refused extension-malformed leaf',
    { leaf: { with: [[ids.access, false, sequence(sequence(integer(1)))]] } },
  ],
  [
    'extension-malformed',
    'refused extension-malformed leaf',
    {
      leaf: {
        with: [[ids.policies, false, Buffer.concat([sequence(sequence(oid(weird))), Buffer.from([5, 0])])]],
      },
    },
  ],
  [
    'extension-malformed-unused',
    'nonconforming extension-malformed-unused leaf',
    { leaf: { with: [['2.5.29.18', false, octets(nothing)]] } },
  ],
  ['precertificate', 'refused precertificate leaf', { leaf: { with: [[ids.poison, true, der(0x05)]] } }],
  ...(['leaf', 'middle', 'root'] as const).map((place): Row => [
    'critical-unknown',
    `refused critical-unknown ${place}`,
    { [place]: { with: [[weird, true, octets(nothing)]] } },
  ]),
  [
    'critical-unknown',
    'refused critical-unknown leaf',
    { leaf: { with: [[ids.comment, true, text(0x16, 'comment')]] } },
  ],
  [
    'critical-forbidden',
    'refused critical-forbidden leaf',
    { leaf: { with: [[ids.subjectKey, true, octets(Buffer.from('key'))]] } },
  ],
  [
    'policy-constraints-not-critical',
    'nonconforming policy-constraints-not-critical middle',
    { middle: { with: [[ids.policyConstraints, false, sequence(der(0x81, Buffer.from([0])))]] } },
  ],
  [
    'inhibit-any-policy-not-critical',
    'nonconforming inhibit-any-policy-not-critical middle',
    { middle: { with: [[ids.inhibitAny, false, integer(0)]] } },
  ],
  [
    'subject-key-missing',
    'nonconforming subject-key-missing middle',
    { middle: { without: [ids.subjectKey] } },
  ],
  ['subject-key-missing', 'nonconforming subject-key-missing root', { root: { without: [ids.subjectKey] } }],
  [
    'authority-key-missing',
    'nonconforming authority-key-missing leaf',
    { leaf: { without: [ids.authorityKey] } },
  ],
  [
    'authority-key-missing',
    'nonconforming authority-key-missing middle',
    { middle: { without: [ids.authorityKey] } },
  ],
  [
    'authority-key-missing',
    'nonconforming authority-key-missing leaf',
    { leaf: { with: [[ids.authorityKey, false, sequence()]] } },
  ],
  [
    'root-authority-key',
    'nonconforming root-authority-key root',
    { root: { with: [authorityKey(Buffer.from('other'))] } },
  ],
  [
    'root-authority-key',
    'nonconforming root-authority-key root',
    { root: { with: [[ids.authorityKey, false, sequence(der(0x82, Buffer.from([1])))]] } },
  ],
  ...[
    names(dns('www.example.com'), dns('a_b.test'), dns('c_d.test')),
    names(dns('www.example.com'), dns(`${'a.'.repeat(126)}aa`)),
  ].map((own): Row => ['name-form', 'nonconforming name-form leaf', { leaf: { with: [own] } }]),
  ...['http://.a.test/', 'HTTP://a b.test/'].map((uri): Row => [
    'name-unreadable',
    'refused name-unreadable leaf',
    { leaf: { with: [names(dns('www.example.com'), text(0x86, uri))] } },
  ]),
  [
    'name-unreadable',
    'refused name-unreadable leaf',
    { leaf: { with: [names(dns('www.example.com'), address(10, 0, 0), address(10, 0, 0, 1, 1))] } },
  ],
  ['name-unreadable', 'refused name-unreadable middle', { middle: { with: [names(address(10, 0, 0))] } }],
  ...['1.2.3.4.5', '10.0.0.1:443', 'fade', 'ample.com'].map((commonName): Row => [
    'common-name',
    'nonconforming common-name leaf',
    { leaf: { subject: cn(commonName) } },
  ]),
  [
    'common-name',
    'nonconforming common-name leaf',
    { leaf: { subject: cn('10.0.0.1'), with: [names(dns('www.example.com'), address(10, 0, 0, 2))] } },
  ],
  [
    'critical-unknown',
    'refused critical-unknown leaf',
    { leaf: { with: [weird, `${weird}.2`].map((id) => [id, true, octets(nothing)] as const) } },
  ],
  [
    'extension-malformed',
    'refused extension-malformed leaf',
    { leaf: { with: [ids.access, ids.policies].map((id) => [id, false, octets(nothing)] as const) } },
  ],
  [
    'version',
    'nonconforming version leaf',
    { leaf: { version: 2, extensions: [names(dns('www.example.com'))] } },
  ],
  [
    'authority-key-missing',
    'nonconforming authority-key-missing leaf',
    { leaf: { subject: cn('Middle'), without: [ids.authorityKey] } },
  ],
  [
    'encoding',
    'refused encoding leaf',
    {
      leaf: {
        serial: integer(0, 1),
        with: [[weird, true, octets(nothing)]],
        damage: criticalAs(weird, 1),
      },
    },
  ],
  ['key-large', 'refused key-large leaf', { leaf: { spki: rsaOf(8193) } }],
  ['key-weak', 'refused key-weak leaf', { leaf: { key: pss1024 } }],
  ['signature-weak', 'refused signature-weak leaf', { leaf: { algorithm: '1.2.840.113549.1.1.2' } }],
  ['not-a-ca', 'refused not-a-ca root', { root: { extensions: [] } }],
  ['not-a-ca', 'refused not-a-ca root', { root: { version: 1, extensions: [keyUsage(usage.certSign)] } }],
  ['not-a-ca', 'refused not-a-ca middle', { middle: { version: 1, extensions: [] } }],
  [
    'cert-sign-without-ca',
    'nonconforming cert-sign-without-ca leaf',
    { leaf: { with: [keyUsage(usage.signatureAndCertSign)], without: [ids.constraints] } },
  ],
  [
    'constraints-in-leaf',
    'nonconforming constraints-in-leaf leaf',
    { leaf: { with: [nameLimits([dns('example.com')])], without: [ids.constraints] } },
  ],
  [
    'constraints-form',
    'nonconforming constraints-form middle',
    { middle: { with: [nameLimits([dns('.example.com'), dns('*.test')])] } },
  ],
  [
    'constraints-unreadable',
    'refused constraints-unreadable middle',
    { middle: { with: [nameLimits([dns('example.com'), mail('a b')])] } },
  ],
  [
    'constraints-unreadable',
    'refused constraints-unreadable middle',
    { middle: { with: [nameLimits([dns('example.com')], [text(0x86, '::1')])] } },
  ],
];
