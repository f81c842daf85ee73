/** Every rule about certificates has a row here, which fails without the rule. */
import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rules } from '../../../src/policy/judge.ts';
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
import type { Changes } from '../../support/made-chain.ts';
import { judgeChain, makeChain, spoken } from '../../support/made-chain.ts';
import type { Judged } from '../../../src/policy/judge.ts';

const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength }).privateKey;
const [rsa1024, rsa2048, rsa2056] = [rsa(1024), rsa(2048), rsa(2050)];
const p224 = generateKeyPairSync('ec', { namedCurve: 'secp224r1' }).privateKey;
const k256 = generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey;
const ed25519 = generateKeyPairSync('ed25519').privateKey;
const dsa = generateKeyPairSync('dsa', { modulusLength: 2048, divisorLength: 256 }).privateKey;
const dsa1024 = generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 }).privateKey;

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
const explicitCurve = (): Uint8Array =>
  sequence(sequence(oid('1.2.840.10045.2.1'), sequence(integer(1))), der(0x03, Buffer.from([0, 4, 1, 2])));

const weird = '1.3.6.1.4.1.55738.1';
const nothing = Buffer.alloc(0);

/** The octets of a signed part whose extension `id` says that it is not critical. */
const writtenFalse =
  (id: string) =>
  (content: Uint8Array): Uint8Array => {
    const bytes = Buffer.from(content);
    const at = bytes.indexOf(Buffer.from(oid(id)));
    const flag = bytes.indexOf(Buffer.from(boolean(true)), at);
    bytes[flag + 2] = 0;
    return bytes;
  };

type Row = readonly [code: string, finding: string, changes: Changes, more?: Partial<Judged>];

const rows: readonly Row[] = [
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
    'nonconforming signature-uncommon leaf',
    { leaf: { algorithm: signatureOids.ecdsaSha224 } },
  ],
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
    { leaf: { with: [[weird, true, octets(nothing)]], damage: writtenFalse(weird) } },
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
];

describe('each rule', () => {
  const filled = rows.map(([code, finding, changes, more = {}]) => [code, finding, changes, more] as const);

  test.each(filled)('%s: finds %s', (_, finding, changes, more) => {
    const chain = makeChain(changes);
    expect(spoken(chain, judgeChain(chain, more))).toContain(finding);
  });

  test('has a row', () => {
    const tested = new Set(rows.map(([code]) => code));
    expect(rules.map(({ code }) => code).filter((code) => !tested.has(code))).toEqual([]);
  });

  test('has a code of its own, and a hint that is a sentence', () => {
    expect(new Set(rules.map(({ code }) => code)).size).toBe(rules.length);
    expect(rules.filter(({ hint }) => !/^[A-Z].*\.$/.test(hint))).toEqual([]);
  });
});

describe('a chain that keeps every rule', () => {
  const good: readonly (readonly [string, Changes, Partial<Judged>?])[] = [
    ['for TLS servers', {}],
    ['for TLS clients', {}, { purpose: 'tls-client' }],
    ['for email', { leaf: { with: [extended(purposes.email)] } }, { purpose: 'smime' }],
    ['for code', { leaf: { with: [extended(purposes.code)] } }, { purpose: 'code' }],
    [
      'with a client certificate without names',
      { leaf: { without: [ids.names] } },
      { purpose: 'tls-client', hosts: [] },
    ],
    ['until the very end of its validity', { leaf: { notAfter: now } }],
    ['from the very beginning of its validity', { leaf: { notBefore: now } }],
    ['with RSA 2048', { leaf: { key: rsa2048 } }],
    ['without a key usage', { leaf: { without: [ids.keyUsage] } }],
    ['without basic constraints', { leaf: { without: [ids.constraints] } }],
    [
      'with a Netscape type for servers',
      { leaf: { with: [[ids.netscape, false, Buffer.from([3, 2, 6, 0x40])]] } },
    ],
    [
      'with a serial number of 20 octets',
      { leaf: { serial: integer(...Array.from({ length: 20 }, () => 1)) } },
    ],
    ['with an octet of zero in its serial number', { leaf: { serial: integer(1, 0, 1) } }],
    ['with an unknown extension that is not critical', { leaf: { with: [[weird, false, octets(nothing)]] } }],
    [
      'without a subject',
      { leaf: { subject: sequence(), with: [[ids.names, true, sequence(dns('www.example.com'))]] } },
    ],
    ['with a common name in words', { leaf: { subject: cn('Web server') } }],
    ['with an address as its common name and only hosts as names', { leaf: { subject: cn('10.0.0.1') } }],
    ['with the domain as its common name', { leaf: { subject: cn('example.com') } }],
    ['with a wildcard', { leaf: { with: [names(dns('*.example.com'))], subject: cn('*.example.com') } }],
    [
      'with an organization that has a comma',
      { leaf: { subject: sequence(), with: [[ids.names, true, sequence(dns('www.example.com'))]] } },
    ],
    ['with a root that names its own key', { root: { with: [authorityKey(keyIdOf())] } }],
    ['with an intermediate for servers', { middle: { with: [extended(purposes.server)] } }],
    ['with an intermediate without a path length', { middle: { with: [basic(true)] } }],
    [
      'with a common name that is one of several names',
      { leaf: { with: [names(dns('www.example.com'), dns('web.test'))] } },
    ],
    ['with permitted names', { middle: { with: [nameLimits([dns('example.com')])] } }],
  ];

  const filled = good.map(([title, changes, more = {}]) => [title, changes, more] as const);

  test.each(filled)('is ok %s', (_, changes, more) => {
    const chain = makeChain(changes);
    expect(spoken(chain, judgeChain(chain, more))).toEqual([]);
  });
});

/** Every code that the policy can report. */
const codesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => [
      ...readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(
        /(?:code: (?:\w+ (?:=== undefined )?\? )?|\b(?:of|finding)\()'([a-z-]+)'(?: : '([a-z-]+)')?/g,
      ),
    ])
    .flatMap(([, one, other]) => [one, other].filter((code) => code !== undefined));

test('every code of the policy is in a test', () => {
  const policy = resolve(import.meta.dirname, '../../../src/policy');
  const tests = readdirSync(import.meta.dirname)
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n');
  const codes = new Set(codesIn(policy));
  expect(codes.size).toBeGreaterThan(60);
  expect(
    [...codes].filter(
      (code) => !new RegExp(`(?:(?:refused|nonconforming|unknown) |')${code}[ ']`).test(tests),
    ),
  ).toEqual([]);
});

function keyIdOf(): Uint8Array {
  return Buffer.from(
    [...makeChain().root.all].find(({ oid: id }) => id === ids.subjectKey)?.der ?? [],
  ).subarray(2);
}

test('Go accepts constraints that are not critical', () => {
  const chain = makeChain({ middle: { with: [nameLimits([], [directory(cn('other'))], false)] } });
  expect(spoken(chain, judgeChain(chain))).toEqual(['nonconforming constraints-not-critical middle']);
});

test('a finding about usages lists them', () => {
  const messagesOf = (changes: Changes): readonly string[] =>
    judgeChain(makeChain(changes)).findings.map(({ message }) => message);
  expect(messagesOf({ leaf: { with: [extended()] } })[0]).toContain('its extended key usages are none');
  expect(messagesOf({ leaf: { with: [extended(purposes.client)] } })[0]).toContain('usages are clientAuth');
  expect(messagesOf({ leaf: { with: [keyUsage(usage.listSign)] } })[0]).toContain('cRLSign');
});
