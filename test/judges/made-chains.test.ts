/** The policy over names that no CA should issue: it refuses what openssl, Go or Java refuses, and nothing else. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { der, oid, sequence } from '../../src/documents/der-writer.ts';
import { pemOf } from '../../src/documents/pem.ts';
import type { ParsedCertificate } from '../../src/documents/x509/certificate.ts';
import {
  address,
  cn,
  directory,
  dns,
  ids,
  keyId,
  mail,
  nameLimits,
  names,
  now,
  text,
} from '../support/made-certificates.ts';
import type { Changes } from '../support/made-chain.ts';
import { failuresOf, judgeChain, makeChain, middleKey } from '../support/made-chain.ts';
import { bases, networks, readableUris, unreadableUris } from '../unit/policy/odd-names.ts';
import { hasGo, hasJava, hasOpenssl, verdictsOf } from './judges.ts';

type Row = readonly [title: string, changes: Changes];

const uri = (value: string): Uint8Array => text(0x86, value);
const writers = { dns, email: mail, uri };
const named = (...list: readonly Uint8Array[]): Changes => ({
  leaf: { with: [names(dns('www.example.com'), ...list)] },
});

const hosts = [
  'a_b.test',
  '-a.test',
  'a-.test',
  '.a.test',
  'a..test',
  '',
  ' ',
  'a b',
  '*',
  '*.*',
  '*.test',
  'a.*.test',
  'a'.repeat(64),
  `${'a.'.repeat(130)}a`,
  '1.2.3.4',
  'a/b',
  'a:80',
  '\u0000',
  '\u00e4.test',
  'a.test.',
];
const mailboxes = [
  'a',
  '@b',
  'a@',
  'a@b@c',
  '"a b"@c',
  'a b@c',
  '',
  'a@[1.2.3.4]',
  'a@b.',
  'a@.b',
  '\u00e4@b',
];

const limits: Row[] = [
  ...bases.map(([form, base]) => [`${form} ${JSON.stringify(base)}`, writers[form](base)] as const),
  ...networks.map(([octets]) => [`network ${octets.join('.')}`, address(...octets)] as const),
  ['a directory name', directory(cn('www.example.com'))] as const,
  ['an empty directory name', directory(sequence())] as const,
  ['another name', der(0xa0, oid('1.2.3'), der(0xa0, text(0x0c, 'x')))] as const,
  ['a registered ID', der(0x88, Buffer.from([42, 3]))] as const,
].flatMap(([title, base]) =>
  Object.entries({
    'a host': named(),
    'all forms': named(mail('a@example.com'), uri('http://www.example.com/'), address(10, 0, 0, 1)),
    'an IPv6 address': named(address(...Array.from({ length: 16 }, () => 1))),
  }).flatMap(([below, changes]) =>
    [true, false].flatMap((critical): Row[] => [
      [
        `${title}, permitted over ${below}, ${critical ? '' : 'not '}critical`,
        { ...changes, middle: { with: [nameLimits([base], [], critical)] } },
      ],
      [
        `${title}, excluded over ${below}, ${critical ? '' : 'not '}critical`,
        { ...changes, middle: { with: [nameLimits([], [base], critical)] } },
      ],
    ]),
  ),
);

const key = der(0x80, keyId(middleKey));
const issuer = (name: Uint8Array): Uint8Array => der(0xa1, name);
const serial = (...octets: readonly number[]): Uint8Array => der(0x82, Buffer.from(octets));
const root = issuer(directory(cn('Root')));
const identifiers = Object.entries({
  'a key, an issuer and a serial number': [key, root, serial(0x4a, 1)],
  'an issuer and a serial number': [root, serial(0x4a, 1)],
  'a key and another issuer': [key, issuer(directory(cn('Other'))), serial(0x4a, 1)],
  'a key and another serial number': [key, root, serial(0x4a, 2)],
  'a serial number': [serial(0x4a, 1)],
  'another serial number': [serial(0x4a, 2)],
  'an issuer': [root],
  'another issuer': [issuer(directory(cn('Other')))],
  'another key': [der(0x80, Buffer.from([1, 2, 3]))],
  nothing: [],
  'an issuer in capitals': [issuer(directory(cn('ROOT'))), serial(0x4a, 1)],
  'a serial number with an octet too many': [root, serial(0, 0x4a, 1)],
  'an issuer that is a host': [issuer(dns('x')), serial(0x4a, 1)],
}).map(([title, parts]): Row => [
  `an authority key identifier of ${title}`,
  { leaf: { with: [[ids.authorityKey, false, sequence(...parts)]] } },
]);

const rows: readonly Row[] = [
  ...[...readableUris, ...unreadableUris].map((one): Row => [
    `the URI ${JSON.stringify(one)}`,
    named(uri(one)),
  ]),
  ...hosts.map((one): Row => [`the host ${JSON.stringify(one)}`, named(dns(one))]),
  ...mailboxes.map((one): Row => [`the mailbox ${JSON.stringify(one)}`, named(mail(one))]),
  ...limits,
  ...identifiers,
];

const pem = (one: ParsedCertificate): string => pemOf('CERTIFICATE', one.der);

describe.skipIf(!hasOpenssl || !hasGo || !hasJava)('names that no CA should issue', () => {
  test('are refused where openssl, Go or Java refuses them, and ok elsewhere', () => {
    const folder = mkdtempSync(join(tmpdir(), 'odd-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const chains = rows.map(([title, changes]) => ({ title, chain: makeChain(changes) }));
    const judges = verdictsOf(
      chains.map(({ title, chain }) => ({
        id: title,
        leaf: pem(chain.leaf),
        untrusted: [pem(chain.middle)],
        trusted: [pem(chain.root)],
        purpose: 'tls-server',
        host: 'www.example.com',
        at: now,
      })),
      folder,
    );
    const wrong = chains.flatMap(({ title, chain }) => {
      const by = [...judges].filter(([, verdicts]) => verdicts.get(title) === false).map(([who]) => who);
      const judgement = judgeChain(chain);
      const codes = failuresOf(judgement);
      // Go refuses constraints on names of other kinds, which private CAs use: that is `unknown`.
      const isKnown =
        by.join() === 'go' && judgement.findings.some(({ code }) => code === 'constraints-for-go');
      if (isKnown || by.length > 0 === codes.length > 0) return [];
      return [`${title}: refused by ${by.join(', ') || 'nobody'}; trivet: ${codes.join(', ') || 'ok'}`];
    });
    expect(wrong).toEqual([]);
  });
});
