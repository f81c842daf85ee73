/** What is between certificates: signatures, names, lengths, constraints, trust, and what is served. */
import { describe, expect, test } from 'vitest';
import { der, oid, sequence } from '../../../src/documents/der-writer.ts';
import type { Extension } from '../../support/made-certificates.ts';
import {
  address,
  basic,
  cn,
  day,
  directory,
  dns,
  ecKey,
  ids,
  integer,
  keyId,
  mail,
  make,
  name,
  nameLimits,
  names,
  now,
  text,
} from '../../support/made-certificates.ts';
import type { Asked, Chain, Changes } from '../../support/made-chain.ts';
import { judgeAlone, judgeChain, makeChain, middleKey, rootKey, spoken } from '../../support/made-chain.ts';

const findingsOf = (changes: Changes, more?: Asked): readonly string[] => {
  const chain = makeChain(changes);
  return spoken(chain, judgeChain(chain, more));
};

const uri = (value: string): Uint8Array => text(0x86, value);
const other = (value: string): Uint8Array =>
  der(0xa0, oid('1.3.6.1.4.1.55738.2'), der(0xa0, der(0x0c, Buffer.from(value))));

describe('links', () => {
  test('a signature of another key is refused', () => {
    expect(findingsOf({ leaf: { signer: ecKey } })).toContain('refused signature leaf');
    expect(findingsOf({ middle: { signer: ecKey } })).toContain('refused signature middle');
  });

  test('a signature by an unknown algorithm is refused, not ok', () => {
    const chain = makeChain({ leaf: { outer: '1.2.3.4' } });
    const { findings } = judgeChain(chain);
    expect(spoken(chain, { path: judgeChain(chain).path, findings })).toContain('refused signature leaf');
    expect(findings.find(({ code }) => code === 'signature')?.message).toContain('cannot be verified');
    const other = makeChain({ leaf: { signer: ecKey } });
    expect(judgeChain(other).findings.find(({ code }) => code === 'signature')?.message).toContain(
      'is not signed by',
    );
  });

  test('names that differ only in case and blanks are the same, but not for Go', () => {
    const found = findingsOf({ leaf: { issuer: cn('MIDDLE ') } });
    expect(found).toEqual(['refused issuer-encoding leaf']);
  });

  test('a path that is longer than a CA allows is refused; self-issued CAs do not count', () => {
    const limited = { root: { with: [basic(true, 0)] } };
    expect(findingsOf(limited)).toEqual(['refused path-length root']);
    expect(findingsOf({ root: { with: [basic(true, 1)] } })).toEqual([]);
    const selfIssued = makeChain({
      ...limited,
      middle: { subject: cn('Root') },
      leaf: { issuer: cn('Root') },
    });
    expect(spoken(selfIssued, judgeChain(selfIssued))).not.toContain('refused path-length root');
  });

  test('the identifier of another certificate of the issuer is refused', () => {
    const identified = (serial: readonly number[], above: string): Changes => ({
      middle: { serial: integer(0, 0xfa, 0, 0x01) },
      leaf: {
        with: [
          [
            ids.authorityKey,
            false,
            sequence(
              der(0x80, keyId(middleKey)),
              der(0xa1, dns('ca.test'), directory(cn(above))),
              der(0x82, Buffer.from(serial)),
            ),
          ],
        ],
      },
    });
    expect(findingsOf(identified([0, 0xfa, 0, 0x01], 'Root'))).toEqual([]);
    const zeroInside = { middle: { serial: integer(0x7a, 0, 0x01) } };
    expect(findingsOf({ ...identified([0x7a, 0, 0x01], 'Root'), ...zeroInside })).toEqual([]);
    expect(findingsOf(identified([0, 0xfa, 0, 0x02], 'Root'))).toEqual(['refused key-identifier leaf']);
    expect(findingsOf(identified([0, 0xfa, 0, 0x01], 'Other'))).toEqual(['refused key-identifier leaf']);
    const { findings } = judgeChain(makeChain(identified([1], 'Root')));
    expect(findings.map(({ message }) => message)).toEqual([
      'it names another certificate than that of its issuer CN=Middle',
    ]);
  });

  test('an identifier that only one of them has is not another one', () => {
    expect(findingsOf({ middle: { without: [ids.subjectKey] } })).toEqual([
      'nonconforming subject-key-missing middle',
    ]);
    expect(findingsOf({ leaf: { without: [ids.authorityKey] } })).toEqual([
      'nonconforming authority-key-missing leaf',
    ]);
  });

  test('a chain that is deeper than allowed is refused; self-issued CAs do not count', () => {
    expect(findingsOf({}, { depth: 0 })).toEqual(['refused depth root']);
    expect(findingsOf({}, { depth: 1 })).toEqual([]);
    const selfIssued = { middle: { subject: cn('Root') }, leaf: { issuer: cn('Root') } };
    expect(findingsOf(selfIssued, { depth: 0 })).not.toContain('refused depth root');
  });

  test('the last certificate of a chain without its end is a CA in between', () => {
    const { middle, ...chain } = makeChain({ middle: { without: [ids.keyUsage] } });
    const found = judgeChain({ middle, ...chain }, { anchors: undefined });
    expect(spoken({ middle, ...chain }, found)).toEqual([
      'unknown issuer-unknown middle',
      'nonconforming ca-without-key-usage middle',
    ]);
    expect(found.path.end).toBe('partial');
    expect(judgeChain(makeChain()).path.end).toBe('trusted');
  });
});

describe('names', () => {
  const hosts: readonly (readonly [string, readonly Uint8Array[], boolean])[] = [
    ['www.example.com', [dns('www.example.com')], true],
    ['www.example.com.', [dns('www.example.com')], true],
    ['www.example.com', [dns('www.example.com.')], false],
    ['WWW.Example.com.', [dns('www.example.COM')], true],
    ['example.com', [dns('www.example.com')], false],
    ['a.example.com', [dns('*.example.com')], true],
    ['a.b.example.com', [dns('*.example.com')], false],
    ['example.com', [dns('*.example.com')], false],
    ['.example.com', [dns('*.example.com')], false],
    ['example.com', [dns('*.com')], false],
    ['baz.example.com', [dns('ba*.example.com')], false],
    ['a.b.example.com', [dns('a.*.example.com')], false],
    ['bücher.example.com', [dns('xn--bcher-kva.example.com')], true],
    ['10.0.0.1', [address(10, 0, 0, 1)], true],
    ['10.0.0.1', [dns('10.0.0.1')], false],
    ['10.0.0.2', [address(10, 0, 0, 1)], false],
    ['[::1]', [address(...Array.from({ length: 15 }, () => 0), 1)], true],
    ['0:0:0:0:0:0:0:1', [address(...Array.from({ length: 15 }, () => 0), 1)], true],
    ['::ffff:10.0.0.1', [address(10, 0, 0, 1)], false],
    ['under_score.example.com', [dns('*.example.com')], true],
    ['.example.com', [dns('.example.com')], false],
    ['.', [dns('')], false],
    ['a.example.com', [dns('*.example.com*')], false],
    ['[::1', [address(...Array.from({ length: 16 }, () => 0))], false],
    ['x::]', [address(...Array.from({ length: 16 }, () => 0))], false],
    ['[::x', [address(...Array.from({ length: 16 }, () => 0))], false],
    ['xn--a.example.com', [dns('xn--a.example.com')], true],
    ['a b', [dns('a b')], false],
  ];

  test.each(hosts)('%s is looked for among the alternative names only', (host, list, isFor) => {
    const found = findingsOf({ leaf: { with: [names(...list)], subject: cn('x') } }, { hosts: [host] });
    expect(found.includes('refused host leaf')).toBe(!isFor);
  });
});

const six = (last: number): Uint8Array => address(...Array.from({ length: 15 }, () => 0), last);
const limits = (permitted: readonly Uint8Array[], excluded: readonly Uint8Array[] = []): Extension =>
  nameLimits(permitted, excluded);

describe('name constraints', () => {
  const rows: readonly (readonly [
    string,
    Uint8Array,
    readonly Uint8Array[],
    readonly Uint8Array[],
    string?,
  ])[] = [
    ['below a permitted host', dns('a.example.com'), [dns('example.com')], []],
    ['a permitted host', dns('example.com'), [dns('EXAMPLE.com')], []],
    ['a host in capitals', dns('A.EXAMPLE.com'), [dns('example.com')], []],
    ['a host beside an excluded one', dns('x.a.test'), [], [dns('b.a.test')]],
    ['a wildcard above an excluded domain', dns('*.a.test'), [], [dns('.b.a.test')]],
    ['a wildcard in capitals', dns('*.A.test'), [], [dns('b.a.TEST')], 'name-excluded'],
    ['a permitted IPv6 network', six(1), [address(...Array.from({ length: 32 }, () => 0))], []],
    [
      'another network of the same size',
      address(10, 2, 3, 4),
      [address(10, 1, 0, 0, 255, 255, 0, 0)],
      [],
      'name-not-permitted',
    ],
    [
      'a permitted network beside one without a mask',
      address(10, 1, 2, 3),
      [address(10, 0, 0, 0), address(10, 0, 0, 0, 255, 0, 0, 0)],
      [],
    ],
    ['two signs in a row', mail('a@@test.example'), [mail('test.example')], [], 'name-unchecked'],
    ['a mailbox in capitals', mail('a@TEST.example'), [mail('test.example')], []],
    ['a mailbox of a host in capitals', mail('a@test.example'), [mail('TEST.example')], []],
    ['a mailbox below a domain in capitals', mail('a@b.test.example'), [mail('.TEST.example')], []],
    ['a URI that cannot be read', uri('no uri'), [uri('a.test')], [], 'name-unchecked'],
    ['a URI below a permitted host', uri('https://b.a.test/'), [uri('a.test')], [], 'name-not-permitted'],
    ['a URI of a host in capitals', uri('https://a.test/'), [uri('A.test')], []],
    ['a URI below a domain in capitals', uri('https://b.a.test/'), [uri('.A.test')], []],
    ['beside a permitted host', dns('badexample.com'), [dns('example.com')], [], 'name-not-permitted'],
    ['one of two permitted hosts', dns('b.test'), [dns('a.test'), dns('b.test')], []],
    ['below a permitted domain', dns('a.example.com'), [dns('.example.com')], []],
    ['a permitted empty host', dns('a.test'), [dns('')], [], 'name-unchecked'],
    ['an excluded empty host', dns('a.test'), [], [dns('')], 'name-excluded'],
    ['an excluded host', dns('a.test'), [], [dns('test')], 'name-excluded'],
    ['a mailbox below an excluded host', mail('a@b.test'), [], [mail('test')], 'name-excluded'],
    ['a mailbox below an excluded domain', mail('a@b.test'), [], [mail('.test')], 'name-excluded'],
    ['a mailbox of another host than the excluded one', mail('a@b.test'), [], [mail('a.test')]],
    ['an excluded mailbox in capitals', mail('a@b.test'), [], [mail('A@B.test')], 'name-excluded'],
    [
      'an excluded mailbox in quotes',
      mail('"a\\ b\\\\"@b.test'),
      [],
      [mail('"a b\\\\"@b.test')],
      'name-excluded',
    ],
    ['an excluded mailbox of another host', mail('a@b.test'), [], [mail('a@c.test')]],
    ['a mailbox beside an excluded one', mail('a@b.test'), [], [mail('b@b.test')]],
    ['a URI below an excluded host', uri('https://b.a.test/'), [], [uri('a.test')], 'name-excluded'],
    ['an excluded network', address(10, 1, 2, 3), [], [address(10, 9, 9, 9, 255, 0, 0, 0)], 'name-excluded'],
    [
      'a permitted network with more bits than its mask',
      address(10, 1, 2, 3),
      [address(10, 1, 0, 0, 255, 0, 0, 0)],
      [],
      'name-not-permitted',
    ],
    [
      'an excluded network of all of another family',
      address(10, 1, 2, 3),
      [],
      [address(...Array.from({ length: 32 }, () => 0))],
      'name-excluded',
    ],
    [
      'an excluded network of another family',
      address(10, 1, 2, 3),
      [],
      [address(...Array.from({ length: 32 }, (_, index) => (index % 16 === 0 ? 0xfc : 0)))],
    ],
    ['permitted and excluded', dns('a.test'), [dns('test')], [dns('a.test')], 'name-excluded'],
    ['a wildcard over an excluded host', dns('*.a.test'), [], [dns('b.a.test')], 'name-excluded'],
    ['a wildcard beside an excluded host', dns('*.a.test'), [], [dns('b.c.test')]],
    ['a wildcard wider than permitted', dns('*.a.test'), [dns('b.a.test')], [], 'name-not-permitted'],
    ['another kind of name', dns('a.test'), [mail('a.test')], [mail('a.test')]],
    ['a permitted network', address(10, 1, 2, 3), [address(10, 0, 0, 0, 255, 0, 0, 0)], []],
    [
      'outside a permitted network',
      address(11, 1, 2, 3),
      [address(10, 0, 0, 0, 255, 0, 0, 0)],
      [],
      'name-not-permitted',
    ],
    [
      'another family',
      address(10, 1, 2, 3),
      [address(...Array.from({ length: 32 }, () => 0))],
      [],
      'name-not-permitted',
    ],
    ['a network without a mask', address(10, 1, 2, 3), [address(10, 0, 0, 0)], [], 'name-unchecked'],
    ['a permitted mailbox', mail('a@test.example'), [mail('a@TEST.example')], []],
    ['another mailbox', mail('A@test.example'), [mail('a@test.example')], [], 'name-not-permitted'],
    ['a mailbox of a permitted host', mail('a@test.example'), [mail('test.example')], []],
    [
      'a mailbox below a permitted host',
      mail('a@b.test.example'),
      [mail('test.example')],
      [],
      'name-not-permitted',
    ],
    ['a mailbox below a permitted domain', mail('a@b.test.example'), [mail('.test.example')], []],
    ['two signs in a mailbox', mail('a@b@test.example'), [mail('test.example')], [], 'name-unchecked'],
    ['a permitted URI', uri('https://a.test/x'), [uri('a.test')], []],
    ['another URI', uri('https://b.test/x'), [uri('a.test')], [], 'name-not-permitted'],
    ['a URI below a permitted domain', uri('https://b.a.test/x'), [uri('.a.test')], []],
    ['a URI without a host', uri('urn:a'), [uri('a.test')], [], 'name-unchecked'],
    [
      'a permitted directory',
      directory(name(['2.5.4.10', 'A'], ['2.5.4.3', 'b'])),
      [directory(name(['2.5.4.10', 'a'])), directory(cn('www.example.com'))],
      [],
    ],
    [
      'an excluded directory',
      directory(name(['2.5.4.10', 'A'])),
      [],
      [directory(name(['2.5.4.10', 'a']))],
      'name-excluded',
    ],
    [
      'another directory',
      directory(cn('b')),
      [directory(cn('a')), directory(cn('www.example.com'))],
      [],
      'name-not-permitted',
    ],
    ['a custom name', other('a'), [], [other('b')], 'name-unchecked'],
  ];

  const filled = rows.map(
    ([title, one, permitted, excluded, expected = '']) =>
      [title, one, permitted, excluded, expected] as const,
  );

  test.each(filled)('hold for %s', (_, one, permitted, excluded, expected) => {
    const found = findingsOf({
      leaf: { with: [names(dns('www.example.com'), one)] },
      middle: {
        with: [
          limits(
            permitted.some((base) => base[0] === 0x82) ? [...permitted, dns('www.example.com')] : permitted,
            excluded,
          ),
        ],
      },
    }).filter((text) => text.includes('name-') && !text.includes('name-form'));
    expect(found).toEqual(expected === '' ? [] : [`refused ${expected} leaf`]);
  });

  test('the subject counts as a directory name', () => {
    const found = findingsOf({ middle: { with: [limits([directory(cn('other'))])] } });
    expect(found).toContain('refused name-not-permitted leaf');
  });

  test('a certificate without a subject has no directory name', () => {
    const found = findingsOf({
      leaf: { subject: sequence(), with: [[ids.names, true, sequence(dns('www.example.com'))]] },
      middle: { with: [limits([directory(cn('other'))])] },
    });
    expect(found).toEqual(['unknown constraints-for-go middle']);
  });

  test('the common name counts as a host where there is no other, and an email address of the subject', () => {
    const limited = (base: Uint8Array) => ({ middle: { with: [limits([base])] } });
    const found = (leaf: Changes['leaf'], base: Uint8Array) =>
      findingsOf({ leaf: leaf ?? {}, ...limited(base) }, { hosts: [] }).filter((text) =>
        text.includes('permitted'),
      );
    const broken = ['refused name-not-permitted leaf'];
    const alone = { with: [names(address(10, 0, 0, 1))] };
    expect(found(alone, dns('other.test'))).toEqual(broken);
    expect(found(alone, dns('example.com'))).toEqual([]);
    const beside = { subject: cn('x.other.test'), with: [names(dns('a.example.com'), address(10, 0, 0, 1))] };
    expect(found(beside, dns('example.com'))).toEqual([]);
    for (const word of ['Web server', 'localhost', 'a..b', 'a-.b', 'a.-b', '*.a.b', '-a.b', 'a.b-'])
      expect(found({ ...alone, subject: cn(word) }, dns('other.test'))).toEqual([]);
    const email = name(['1.2.840.113549.1.9.1', 'a@x.test'], ['2.5.4.3', 'a']);
    expect(found({ subject: email }, mail('other.test'))).toEqual(broken);
    expect(found({ subject: email }, mail('x.test'))).toEqual([]);
    // The name of a CA is not one of a host.
    expect(
      findingsOf({
        root: { with: [limits([dns('example.com')])] },
        middle: { subject: cn('ca.test.org') },
        leaf: { issuer: cn('ca.test.org') },
      }),
    ).toEqual([]);
  });

  test('as many comparisons as clients make are made', () => {
    // With the subject, 512 names.
    const found = findingsOf({
      leaf: { with: [names(...Array.from({ length: 511 }, (_, index) => dns(`a${index}.test`)))] },
      middle: {
        with: [
          limits(
            [],
            Array.from({ length: 512 }, (_, index) => dns(`b${index}.test`)),
          ),
        ],
      },
    });
    expect(found).not.toContain('refused constraints-too-many leaf');
  });

  test('constraints of the root hold for CAs in between, but not for those that it issued to itself', () => {
    const root = { with: [limits([dns('example.com')])] };
    const middle = { with: [names(dns('other.test'))] };
    expect(findingsOf({ root, middle })).toContain('refused name-not-permitted middle');
    const selfIssued = makeChain({
      root,
      middle: { ...middle, subject: cn('Root') },
      leaf: { issuer: cn('Root') },
    });
    expect(spoken(selfIssued, judgeChain(selfIssued))).not.toContain('refused name-not-permitted middle');
  });
});

describe('policies', () => {
  const one = '1.3.6.1.4.1.55738.3';
  const any = '2.5.29.32.0';
  const policies = (...list: readonly string[]): Extension => [
    ids.policies,
    false,
    sequence(...list.map((id) => sequence(oid(id)))),
  ];
  const required = (count: number): Extension => [
    ids.policyConstraints,
    true,
    sequence(der(0x80, Buffer.from([count]))),
  ];
  const inhibited = (count: number): Extension => [ids.inhibitAny, true, integer(count)];
  const rows: readonly (readonly [string, Changes, readonly string[]])[] = [
    [
      'a policy that is required is missing',
      { middle: { with: [required(0)] } },
      ['refused policy-missing leaf'],
    ],
    [
      'both have the policy',
      { middle: { with: [required(0), policies(one)] }, leaf: { with: [policies(one)] } },
      [],
    ],
    [
      'the CA allows any',
      { middle: { with: [required(0), policies(any)] }, leaf: { with: [policies(one)] } },
      [],
    ],
    [
      'they differ',
      { middle: { with: [required(0), policies(one)] }, leaf: { with: [policies('1.2.3')] } },
      ['refused policy-missing leaf'],
    ],
    [
      'all allow any',
      { middle: { with: [required(0), policies(any)] }, leaf: { with: [policies(any)] } },
      [],
    ],
    [
      'it is required below what the CA issued to itself',
      { middle: { with: [required(1)] }, leaf: { subject: cn('Middle') } },
      ['nonconforming common-name leaf'],
    ],
    [
      'any policy is forbidden below',
      { middle: { with: [required(0), policies(any), inhibited(0)] }, leaf: { with: [policies(any)] } },
      ['refused policy-missing leaf'],
    ],
    [
      'any policy is forbidden further below',
      { middle: { with: [required(0), policies(any), inhibited(1)] }, leaf: { with: [policies(any)] } },
      [],
    ],
    [
      'any policy is forbidden beside the one that is required',
      {
        middle: { with: [required(0), policies(any), inhibited(0)] },
        leaf: { with: [policies(one, any)] },
      },
      [],
    ],
    ['it is required only further below', { middle: { with: [required(2)] } }, []],
    [
      'it is required from the next one on',
      { middle: { with: [required(1)] } },
      ['refused policy-missing leaf'],
    ],
    [
      'policies are mapped',
      { middle: { with: [required(0), [ids.mappings, false, sequence(sequence(oid(one), oid('1.2.3')))]] } },
      ['unknown policy-mapped leaf'],
    ],
  ];
  test.each(rows)('hold where %s', (_, changes, expected) => {
    expect(findingsOf(changes)).toEqual(expected);
  });
});

describe('trust', () => {
  const alone = ({ leaf }: Chain, more: Asked): readonly string[] =>
    judgeAlone(leaf, more).findings.map(({ code, severity }) => `${severity} ${code} -`);
  const chain = makeChain();
  const { leaf, middle, root } = chain;

  test('a root that is not an anchor is refused', () => {
    const another = makeChain({ root: { subject: cn('Another') } }).root;
    expect(alone(chain, { pool: [middle, root], anchors: [another] })).toEqual(['refused untrusted -']);
    expect(alone(chain, { pool: [middle, root], anchors: [] })).toEqual(['refused untrusted -']);
  });

  test('without anchors a root is not known to be trusted', () => {
    expect(alone(chain, { pool: [middle, root] })).toEqual(['unknown trust-unknown -']);
    expect(alone(chain, { pool: [middle] })).toEqual(['unknown issuer-unknown -']);
  });

  test('a certificate whose issuer is missing is refused', () => {
    expect(alone(chain, {})).toEqual(['refused issuer-missing -']);
    expect(alone(chain, { pool: [middle], anchors: [] })).toEqual(['refused issuer-missing -']);
  });

  test('an intermediate can be trusted, but not by all clients without its root', () => {
    expect(alone(chain, { anchors: [middle] })).toEqual(['unknown anchor-without-root -']);
    expect(alone(chain, { anchors: [middle, chain.root] })).toEqual([]);
    expect(alone(chain, { anchors: [chain.root, middle] })).toEqual([]);
    expect(alone(chain, { anchors: [chain.leaf, middle] })).toEqual(['unknown anchor-without-root -']);
  });

  test('a self-signed certificate is ok only where it is trusted', () => {
    const own = make({
      subject: cn('own'),
      extensions: leaf.all.map(({ oid: id, critical, der: value }) => [id, critical, value] as const),
    });
    const codes = alone({ ...chain, leaf: own }, {});
    expect(codes).toContain('unknown self-signed -');
    expect(alone({ ...chain, leaf: own }, { anchors: [root] })).toContain('refused untrusted -');
    expect(alone({ ...chain, leaf: own }, { anchors: [own] })).not.toContain('refused untrusted -');
  });

  test('the best of several chains counts', () => {
    const old = makeChain({ middle: { notAfter: now - day, serial: integer(9) } }).middle;
    expect(alone(chain, { pool: [old, middle], anchors: [root] })).toEqual([]);
  });

  test('of two CAs with one name, the one that signed counts', () => {
    const namesake = makeChain({ middle: { key: ecKey, serial: integer(8) } }).middle;
    expect(alone(chain, { pool: [namesake, middle], anchors: [root] })).toEqual([]);
    expect(alone(chain, { pool: [middle, namesake], anchors: [root] })).toEqual([]);
  });

  test('circles end', () => {
    const [a, b] = [
      make({ subject: cn('A'), issuer: cn('B'), key: middleKey, signer: rootKey, extensions: [basic(true)] }),
      make({ subject: cn('B'), issuer: cn('A'), key: rootKey, signer: middleKey, extensions: [basic(true)] }),
    ];
    const below = make({ subject: cn('C'), issuer: cn('A'), signer: middleKey });
    expect(alone({ ...chain, leaf: below }, { pool: [a, b], anchors: [root] })).toContain(
      'refused issuer-missing -',
    );
    expect(alone({ ...chain, leaf: below }, { anchors: [a, b] })).toContain('unknown anchor-without-root -');
  });
});

describe('what is served', () => {
  const { leaf, middle, root } = makeChain();
  const served = (certificates: readonly (typeof leaf)[], isOrdered = true): readonly string[] =>
    judgeChain({ leaf, middle, root }, { served: { certificates, isOrdered }, pool: [middle] }).findings.map(
      ({ code, severity }) => `${severity} ${code} -`,
    );

  test('an intermediate that only the pool has is missing for clients', () => {
    expect(served([leaf])).toEqual(['refused not-served -']);
    expect(served([leaf, root])).toEqual(['refused not-served -']);
  });

  test('the root can be sent or left out', () => {
    expect(served([leaf, middle])).toEqual([]);
    expect(served([leaf, middle, root])).toEqual([]);
  });

  test('the order is that of the chain', () => {
    expect(served([leaf, root, middle])).toEqual(['nonconforming served-order -']);
    expect(served([middle, leaf])).toEqual(['nonconforming served-order -']);
    expect(served([leaf, middle, root], false)).toEqual(['unknown order-unknown -']);
    expect(served([leaf, middle], false)).toEqual([]);
  });
});

test('an issuer is known by its key and its name', () => {
  expect(keyId(rootKey)).not.toEqual(keyId(middleKey));
});
