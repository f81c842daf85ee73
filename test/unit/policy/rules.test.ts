/** Every rule about certificates has a row here, which fails without the rule. */
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { rules } from '../../../src/features/certificates/policy/judge.ts';
import { der, oid, sequence } from '../../../src/documents/der-writer.ts';
import {
  address,
  authorityKey,
  basic,
  cn,
  directory,
  dns,
  extended,
  ids,
  integer,
  keyId,
  keyUsage,
  mail,
  nameLimits,
  names,
  now,
  octets,
  purposes,
  text,
  usage,
} from '../../support/made-certificates.ts';
import type { Asked, Changes } from '../../support/made-chain.ts';
import { judgeChain, makeChain, middleKey, spoken } from '../../support/made-chain.ts';
import { dsa, explicitCurve, nothing, p224, rows, rsa2048, rsaOf, weird } from './rule-rows.ts';

const ecOf = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).privateKey;

describe('each rule', () => {
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
  const good: readonly (readonly [string, Changes, Asked?])[] = [
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
    ['with EC P-384', { leaf: { key: ecOf('P-384') } }],
    ['with EC P-521', { leaf: { key: ecOf('P-521') } }],
    ['with RSA 8192', { leaf: { spki: rsaOf(8192) } }],
    [
      'with the URI of a host, a user and a port',
      { leaf: { with: [names(dns('www.example.com'), text(0x86, 'spiffe://u:p@a-b.test:80/x y?'))] } },
    ],
    [
      'with URIs without a host',
      { leaf: { with: [names(dns('www.example.com'), text(0x86, 'no uri'), text(0x86, 'urn:a b'))] } },
    ],
    ['without a key usage', { leaf: { without: [ids.keyUsage] } }],
    ['without basic constraints', { leaf: { without: [ids.constraints] } }],
    [
      'with a Netscape type for servers',
      { leaf: { with: [[ids.netscape, false, Buffer.from([3, 2, 6, 0x40])]] } },
    ],
    ...(
      [
        ['tls-client', purposes.client, [7, 0x80]],
        ['smime', purposes.email, [5, 0x20]],
        ['code', purposes.code, [4, 0x10]],
      ] as const
    ).map(
      ([purpose, own, bits]) =>
        [
          `with the Netscape type for ${purpose}`,
          { leaf: { with: [extended(own), [ids.netscape, false, Buffer.from([3, 2, ...bits])]] } },
          { purpose, hosts: [] },
        ] as const,
    ),
    ...(
      [
        ['nonRepudiation', [6, 0x40]],
        ['keyEncipherment', [5, 0x20]],
        ['keyAgreement', [3, 0x08]],
      ] as const
    ).map(
      ([title, bits]) =>
        [
          `for email, with the key usage ${title}`,
          { leaf: { with: [extended(purposes.email), keyUsage(Buffer.from([3, 2, ...bits]))] } },
          { purpose: 'smime', hosts: [] },
        ] as const,
    ),
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
    ...[
      'localhost',
      'WEB.Example.com',
      `${'a'.repeat(63)}.test`,
      // 253 octets, the most that a name has.
      `${'a.'.repeat(126)}a`,
    ].map(
      (host) =>
        [
          `with the host name ${host}`,
          { leaf: { with: [names(dns('www.example.com'), dns(host))] } },
        ] as const,
    ),
    ...['http://a@b@c.test/', 'urn:http://a b'].map(
      (uri) =>
        [
          `with the URI ${uri}`,
          { leaf: { with: [names(dns('www.example.com'), text(0x86, uri))] } },
        ] as const,
    ),
    [
      'with a mailbox among its names',
      { leaf: { with: [names(dns('www.example.com'), mail('first.last+tag@mail-1.example.com'))] } },
    ],
    [
      'with an address of version 6 among its names',
      { leaf: { with: [names(dns('www.example.com'), address(...Array.from({ length: 16 }, () => 1)))] } },
    ],
    ...['0X0A000001', '2001:db8::1'].map(
      (commonName) =>
        [
          `with ${commonName} as its common name and only hosts as names`,
          { leaf: { subject: cn(commonName) } },
        ] as const,
    ),
    [
      'with an address as its common name that is one of several',
      {
        leaf: {
          subject: cn('10.0.0.1'),
          with: [names(dns('www.example.com'), address(10, 0, 0, 1), address(10, 0, 0, 2))],
        },
      },
    ],
    ['with permitted names', { middle: { with: [nameLimits([dns('example.com')])] } }],
  ];

  const filled = good.map(([title, changes, more = {}]) => [title, changes, more] as const);

  test.each(filled)('is ok %s', (_, changes, more) => {
    const chain = makeChain(changes);
    expect(spoken(chain, judgeChain(chain, more))).toEqual([]);
  });
});

describe('an extension', () => {
  const broken = octets(nothing);
  const policy = sequence(oid(weird));
  const critical: readonly (readonly [string, Changes, readonly string[]])[] = [
    ['certificatePolicies', { leaf: { with: [[ids.policies, true, sequence(policy)]] } }, []],
    [
      'policyMappings',
      { middle: { with: [[ids.mappings, true, sequence(sequence(oid(weird), oid(`${weird}.2`)))]] } },
      [],
    ],
    [
      'extKeyUsage',
      { leaf: { with: [[ids.extended, true, sequence(oid(purposes.server))]] } },
      ['nonconforming extended-key-usage-critical leaf'],
    ],
    ['inhibitAnyPolicy', { middle: { with: [[ids.inhibitAny, true, integer(0)]] } }, []],
    [
      'policyConstraints',
      { middle: { with: [[ids.policyConstraints, true, sequence(der(0x81, Buffer.from([0])))]] } },
      [],
    ],
    [
      'authorityKeyIdentifier',
      { leaf: { with: [[ids.authorityKey, true, sequence(der(0x80, keyId(middleKey)))]] } },
      ['refused critical-forbidden leaf'],
    ],
    [
      'authorityInfoAccess',
      {
        leaf: {
          with: [
            [ids.access, true, sequence(sequence(oid('1.3.6.1.5.5.7.48.1'), text(0x86, 'http://a.test')))],
          ],
        },
      },
      ['refused critical-forbidden leaf'],
    ],
    ['poison', { leaf: { with: [[ids.poison, true, der(0x05)]] } }, ['refused precertificate leaf']],
  ];

  test.each(critical)('%s is judged only by its own rule where it is critical', (_, changes, findings) => {
    const chain = makeChain(changes);
    expect(spoken(chain, judgeChain(chain))).toEqual(findings);
  });

  test.each([
    ['nsComment', ids.comment, Buffer.from([0x16, 5])],
    ['timestamps', '1.3.6.1.4.1.11129.2.4.2', broken],
    ['privateKeyUsagePeriod', '2.5.29.16', broken],
    ['issuerAltName', '2.5.29.18', broken],
    ['freshestCRL', '2.5.29.46', broken],
  ])('%s does not make clients refuse a certificate where it is malformed', (_, id, value) => {
    const chain = makeChain({ leaf: { with: [[id, false, value]] } });
    expect(spoken(chain, judgeChain(chain))).toEqual(['nonconforming extension-malformed-unused leaf']);
  });
});

test.each([
  ['RSA 1963', { spki: rsaOf(1963) }, 'nonconforming key-uncommon leaf'],
  ['EC P-224', { key: p224 }, 'nonconforming key-uncommon leaf'],
  ['DSA 2048', { key: dsa }, 'nonconforming key-uncommon leaf'],
  ['an invalid key', { spki: explicitCurve() }, 'refused key-invalid leaf'],
])('%s has one finding', (_, leaf, finding) => {
  const chain = makeChain({ leaf });
  expect(spoken(chain, judgeChain(chain))).toEqual([finding]);
});

test('a serial number without octets is not a negative one', () => {
  const chain = makeChain({ leaf: { serial: integer() } });
  expect(spoken(chain, judgeChain(chain))).toEqual(['refused encoding leaf', 'nonconforming serial leaf']);
});

test('a root of version 1 needs no basic constraints', () => {
  const chain = makeChain({ root: { version: 1, extensions: [] } });
  expect(spoken(chain, judgeChain(chain))).toEqual(['nonconforming version root']);
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

test('a constraint that only Java cannot read is refused where it is critical', () => {
  const limited = (critical: boolean) =>
    makeChain({ middle: { with: [nameLimits([], [text(0x86, 'example.com:80')], critical)] } });
  const [critical, other] = [limited(true), limited(false)];
  expect(spoken(critical, judgeChain(critical))).toEqual(['refused constraints-unreadable middle']);
  expect(spoken(other, judgeChain(other))).toEqual(['nonconforming constraints-not-critical middle']);
});

test('a finding about constraints names the first that cannot be read', () => {
  const chain = makeChain({ middle: { with: [nameLimits([mail('a b'), mail('c d')], [mail('e f')])] } });
  expect(judgeChain(chain).findings.map(({ message }) => message)).toEqual([
    'clients cannot read its name constraint "a b"',
  ]);
});

test('a finding about usages lists them', () => {
  const messagesOf = (changes: Changes): readonly string[] =>
    judgeChain(makeChain(changes)).findings.map(({ message }) => message);
  expect(messagesOf({ leaf: { with: [extended()] } })[0]).toContain('its extended key usages are none');
  expect(messagesOf({ leaf: { with: [extended(purposes.client)] } })[0]).toContain('usages are clientAuth');
  expect(messagesOf({ leaf: { with: [extended(purposes.client, purposes.email)] } })[0]).toContain(
    'usages are clientAuth, emailProtection',
  );
  expect(messagesOf({ leaf: { with: [keyUsage(Buffer.from([3, 1, 0]))] } })[0]).toContain(': empty');
  expect(messagesOf({ leaf: { with: [keyUsage(usage.certAndListSign)] } }).join('; ')).toContain(
    'keyCertSign, cRLSign',
  );
  expect(messagesOf({ leaf: { with: [keyUsage(usage.listSign)] } })[0]).toContain('cRLSign');
});
