/** Revocation by lists: whatever cannot be relied on is a failure, and not knowing is not an ok. */
import { describe, expect, test } from 'vitest';
import { der, sequence } from '../../../src/documents/der-writer.ts';
import type { RevocationInput } from '../../../src/features/certificates/policy/revocation.ts';
import { revocationFindings } from '../../../src/features/certificates/policy/revocation.ts';
import type { Extension, ListRecipe } from '../../support/made-certificates.ts';
import {
  authorityKey,
  basic,
  boolean,
  cn,
  day,
  directory,
  dns,
  ecKey,
  integer,
  keyId,
  keyUsage,
  listNumber,
  makeList,
  now,
  usage,
} from '../../support/made-certificates.ts';
import type { Chain, Changes } from '../../support/made-chain.ts';
import { judgeChain, makeChain, middleKey, rootKey, spoken } from '../../support/made-chain.ts';

const serial = integer(0x4a, 0x01);
const ofMiddle = (more: Partial<ListRecipe> = {}) =>
  makeList({ issuer: cn('Middle'), signer: middleKey, ...more });
const delta: Extension = ['2.5.29.27', true, integer(1)];
const reason = (code: number): Extension => ['2.5.29.21', false, der(0x0a, Buffer.from([code]))];
const point = (...parts: readonly Uint8Array[]): Extension => ['2.5.29.28', true, sequence(...parts)];
const flag = (tag: number): Uint8Array => der(tag, Buffer.from([0xff]));
const issuerOf = (value: string): Extension => ['2.5.29.29', true, sequence(directory(cn(value)))];

/** Most lists here are about the first certificate; what is unknown of the CA has tests of its own. */
const isUnknownCa = (finding: string): boolean => finding === 'unknown revocation-unknown middle';

type Stated = NonNullable<RevocationInput['stated']>[number]['is'];
/** What is given beside the lists. */
type More = Omit<Partial<RevocationInput>, 'stated' | 'doubts'> & {
  readonly changes?: Changes;
  /** Of the first certificate, and of its CA. */
  readonly stated?: Stated;
  readonly ofMiddle?: Stated;
  /** Of every list. */
  readonly doubt?: string;
};

const inputOf = (
  { leaf, middle }: Chain,
  lists: RevocationInput['lists'],
  { changes: _changes, stated, ofMiddle: ofCa, doubt, ...more }: More,
): RevocationInput => ({
  mode: 'check',
  isExplicit: lists.length > 0,
  lists,
  stated: [
    ...(stated === undefined ? [] : [{ certificate: leaf, is: stated }]),
    ...(ofCa === undefined ? [] : [{ certificate: middle, is: ofCa }]),
  ],
  doubts: new Map(doubt === undefined ? [] : lists.map((list) => [list, doubt])),
  ...more,
});

const allOf = (lists: RevocationInput['lists'], more: More = {}): readonly string[] => {
  const chain = makeChain(more.changes);
  const revocation = inputOf(chain, lists, more);
  return spoken(chain, judgeChain(chain, { revocation }));
};

const findingsOf = (...given: Parameters<typeof allOf>): readonly string[] =>
  allOf(...given).filter((finding) => !isUnknownCa(finding));

describe('the CAs in between', () => {
  test('are unknown where no list covers them, whatever is known of the certificate', () => {
    const ca = 'unknown revocation-unknown middle';
    expect(allOf([], { stated: 'valid' })).toEqual([ca]);
    expect(allOf([ofMiddle()])).toEqual([ca]);
    expect(allOf([ofMiddle({ revoked: [[serial]] })])).toEqual(['refused revoked leaf', ca]);
    expect(allOf([], { stated: 'valid', mode: 'require' })).toEqual(['refused revocation-unknown middle']);
    const ofRoot = makeList({ issuer: cn('Root'), signer: rootKey });
    expect(allOf([ofRoot], { stated: 'valid' })).toEqual([]);
    expect(allOf([ofMiddle(), ofRoot])).toEqual([]);
  });
});

describe('what the issuers of CAs state', () => {
  test('decides without a list', () => {
    expect(allOf([], { stated: 'valid', ofMiddle: 'valid' })).toEqual([]);
    expect(allOf([], { stated: 'valid', ofMiddle: { revokedAt: now } })).toEqual(['refused revoked middle']);
  });

  test('does not outweigh a list that names the certificate: the reply can be older', () => {
    const is = { stated: 'valid', ofMiddle: 'valid' } as const;
    expect(allOf([ofMiddle({ revoked: [[serial]] })], is)).toEqual(['refused revoked leaf']);
    const ofRoot = makeList({ issuer: cn('Root'), signer: rootKey, revoked: [[serial]] });
    expect(allOf([ofRoot], is)).toEqual(['refused revoked middle']);
  });

  test('is not all that clients need: an expired list is named, unless there is a newer one', () => {
    const is = { stated: 'valid', ofMiddle: 'valid' } as const;
    const old = ofMiddle({ updated: now - 2 * day, next: now - 1000 });
    const ofRoot = makeList({
      issuer: cn('Root'),
      signer: rootKey,
      updated: now - 2 * day,
      next: now - 1000,
    });
    expect(allOf([old], is)).toEqual(['nonconforming list-expired leaf']);
    expect(allOf([ofRoot], is)).toEqual(['nonconforming list-expired middle']);
    expect(allOf([old, ofMiddle()], is)).toEqual([]);
    expect(allOf([ofMiddle({ next: undefined })], is)).toEqual([]);
    expect(allOf([ofMiddle({ updated: now - 2 * day, next: now })], is)).toEqual([]);
    const chain = makeChain();
    const { findings } = judgeChain(chain, { revocation: inputOf(chain, [old], is) });
    const ended = new Date(now - 1000).toISOString().replace(/\.\d+Z/, 'Z');
    expect(findings.map(({ message, hint }) => [message, hint])).toEqual([
      [
        `it was not revoked, but its revocation list expired ${ended}: clients that read lists refuse it`,
        'Build a new list: trivet pki crl rotate --mount MOUNT, with the mount of its issuer.',
      ],
    ]);
  });

  test('says why it is not known, unless a list says more', () => {
    const is = { stated: 'valid', ofMiddle: { why: 'nobody answers' } } as const;
    expect(allOf([], is)).toEqual(['unknown revocation-unknown middle']);
    expect(allOf([], { ...is, mode: 'require' })).toEqual(['refused revocation-unknown middle']);
    const ofRoot = makeList({ issuer: cn('Root'), signer: rootKey });
    expect(allOf([ofRoot], is)).toEqual([]);
    const chain = makeChain();
    const { findings } = judgeChain(chain, { revocation: inputOf(chain, [], is) });
    expect(findings.map(({ message }) => message)).toEqual(['nobody answers']);
  });
});

describe('a list that can be used', () => {
  test('says that a certificate is revoked, or that it is not', () => {
    expect(findingsOf([ofMiddle({ revoked: [[serial]] })])).toEqual(['refused revoked leaf']);
    expect(findingsOf([ofMiddle({ revoked: [[integer(9)]] })])).toEqual([]);
    expect(findingsOf([ofMiddle()])).toEqual([]);
  });

  test('covers the CAs in between, each by its own issuer', () => {
    const ofRoot = makeList({ issuer: cn('Root'), signer: rootKey, revoked: [[serial]] });
    expect(findingsOf([ofMiddle(), ofRoot])).toEqual(['refused revoked middle']);
  });

  test('may be signed where the issuer has no key usage', () => {
    expect(findingsOf([ofMiddle()], { changes: { middle: { without: ['2.5.29.15'] } } })).toEqual([
      'nonconforming ca-without-key-usage middle',
    ]);
  });

  test('covers a certificate without basic constraints', () => {
    expect(findingsOf([ofMiddle()], { changes: { leaf: { without: ['2.5.29.19'] } } })).toEqual([]);
  });

  test('has a number and an end', () => {
    expect(findingsOf([ofMiddle({ extensions: [] })])).toEqual(['nonconforming list-without-number leaf']);
    expect(findingsOf([ofMiddle({ next: undefined })])).toEqual(['nonconforming list-without-end leaf']);
  });

  test('is completed by changes', () => {
    const changes = ofMiddle({ extensions: [listNumber, delta], revoked: [[serial]] });
    expect(findingsOf([ofMiddle(), changes])).toEqual(['refused revoked leaf']);
    const freed = ofMiddle({
      extensions: [listNumber, delta],
      revoked: [[serial, [reason(8)]]],
      updated: now - 1000,
    });
    expect(findingsOf([ofMiddle({ revoked: [[serial, [reason(6)]]] }), freed])).toEqual([]);
    expect(findingsOf([freed, ofMiddle({ revoked: [[serial, [reason(6)]]] })])).toEqual([]);
  });

  test('covers only the certificates that name one of its distribution points', () => {
    const named = (...list: readonly string[]): Uint8Array =>
      der(0xa0, der(0xa0, ...list.map((name) => der(0x86, Buffer.from(`http://ca.test/${name}`)))));
    const shard = (more: Partial<ListRecipe> = {}) =>
      ofMiddle({ extensions: [listNumber, point(named('1'))], ...more });
    const points = (...parts: readonly Uint8Array[]): Changes => ({
      leaf: { with: [['2.5.29.31', false, sequence(sequence(...parts))]] },
    });
    expect(findingsOf([shard()])).toEqual(['refused list-unusable leaf']);
    expect(findingsOf([shard()], { changes: points(named('2')) })).toEqual(['refused list-unusable leaf']);
    expect(findingsOf([shard()], { changes: points(named('1')) })).toEqual([]);
    expect(findingsOf([shard()], { changes: points(named('2', '1', '3')) })).toEqual([]);
    const ofTwo = ofMiddle({ extensions: [listNumber, point(named('4', '2'))] });
    expect(findingsOf([ofTwo], { changes: points(named('2', '1')) })).toEqual([]);
    expect(findingsOf([shard()], { changes: points(der(0xa2, directory(cn('Middle')))) })).toEqual([]);
    expect(findingsOf([shard(), ofMiddle()], { changes: points(named('2')) })).toEqual([]);
    expect(findingsOf([shard({ revoked: [[serial]] })])).toEqual(['refused revoked leaf']);
  });

  test('can list certificates of other issuers', () => {
    const other = ofMiddle({
      revoked: [[serial, [issuerOf('Another')]], [serial]],
      extensions: [listNumber, point(flag(0x84))],
    });
    expect(findingsOf([other])).toEqual([]);
    const own = ofMiddle({
      revoked: [[serial, [issuerOf('Middle')]]],
      extensions: [listNumber, point(flag(0x84))],
    });
    expect(findingsOf([own])).toEqual(['refused revoked leaf']);
    const several: Extension = ['2.5.29.29', true, sequence(dns('ca.test'), directory(cn('Middle')))];
    const among = ofMiddle({ revoked: [[serial, [several]]], extensions: [listNumber, point(flag(0x84))] });
    expect(findingsOf([among])).toEqual(['refused revoked leaf']);
  });
});

describe('a list that cannot be used', () => {
  test.each([
    ['the day it was made', { updated: now }],
    ['its last moment', { next: now }],
  ])('is ok at %s', (_, recipe) => {
    expect(findingsOf([ofMiddle(recipe)])).toEqual([]);
  });

  test('is refused where it belongs to another issuer', () => {
    const another = makeList({ issuer: cn('Another'), signer: middleKey });
    expect(findingsOf([another])).toEqual(['refused list-of-another leaf']);
    expect(findingsOf([another], { isExplicit: false })).toEqual(['unknown revocation-unknown leaf']);
    const otherKey = ofMiddle({ extensions: [listNumber, authorityKey(keyId(ecKey))] });
    expect(findingsOf([otherKey])).toEqual(['refused list-of-another leaf']);
  });

  test('is refused where somebody gave it, and it is only for other kinds of certificates', () => {
    const only = (tag: number) => ofMiddle({ extensions: [listNumber, point(flag(tag))] });
    expect(findingsOf([only(0x81)])).toEqual([]);
    for (const tag of [0x82, 0x85]) {
      expect(findingsOf([only(tag)])).toEqual(['refused list-unusable leaf']);
      expect(findingsOf([only(tag)], { isExplicit: false })).toEqual(['unknown revocation-unknown leaf']);
      expect(findingsOf([only(tag), ofMiddle()])).toEqual([]);
    }
  });
});

describe('without a list', () => {
  test('revocation is unknown, which --revocation require does not accept', () => {
    expect(findingsOf([])).toEqual(['unknown revocation-unknown leaf']);
    expect(findingsOf([], { isExplicit: true })).toEqual(['unknown revocation-unknown leaf']);
    expect(findingsOf([], { doubt: 'a doubt', stated: 'valid' })).toEqual([]);
    expect(findingsOf([], { stated: { revokedAt: now } })).toEqual(['refused revoked leaf']);
    expect(findingsOf([ofMiddle()], { doubt: 'a doubt' })).toEqual(['unknown revocation-unknown leaf']);
    expect(findingsOf([ofMiddle()], { doubt: 'a doubt', mode: 'require' })).toContain(
      'refused revocation-unknown leaf',
    );
    expect(findingsOf([], { mode: 'require' })).toEqual([
      'refused revocation-unknown leaf',
      'refused revocation-unknown middle',
    ]);
    expect(findingsOf([ofMiddle()], { mode: 'require' })).toEqual(['refused revocation-unknown middle']);
  });

  test('nothing is looked at when it is off', () => {
    expect(findingsOf([ofMiddle({ revoked: [[serial]] })], { mode: 'off' })).toEqual([]);
  });
});

describe('what it says', () => {
  const said = (lists: RevocationInput['lists'], more: More = {}): readonly string[] => {
    const chain = makeChain(more.changes);
    const revocation = inputOf(chain, lists, more);
    const judgement = judgeChain(chain, { revocation });
    const names = spoken(chain, judgement);
    return judgement.findings.flatMap(({ message }, index) =>
      isUnknownCa(names[index] ?? '') ? [] : [message],
    );
  };
  const unusable = (why: string): readonly string[] => [`its revocation list cannot be used: ${why}`];
  const at = (time: number): string =>
    new Date(Math.floor(time / 1000) * 1000).toISOString().replace('.000', '');

  const lists: readonly (readonly [Partial<ListRecipe>, string, Changes?])[] = [
    [{ signer: ecKey }, 'it is not signed by CN=Middle'],
    [{ updated: now + 1000, next: now + day }, `it is from the future, ${at(now + 1000)}`],
    [{ updated: now - 2 * day, next: now - 1000 }, `it expired ${at(now - 1000)}`],
    [
      { extensions: [listNumber, ['1.2.3', true, integer(1)]] },
      'it has a critical extension that is not known: 1.2.3',
    ],
    [
      { extensions: [['2.5.29.20', true, integer(1)]] },
      'it has a critical extension that is not known: cRLNumber',
    ],
    [
      { revoked: [[integer(9), [['1.2.3', true, integer(1)]]]] },
      'it has a critical extension that is not known: 1.2.3',
    ],
    [{ extensions: [['2.5.29.20', false, boolean(true)]] }, 'its extension cRLNumber is not valid'],
    [
      {},
      'CN=Middle is not allowed to sign revocation lists',
      { middle: { with: [keyUsage(usage.certSign)] } },
    ],
    [{ extensions: [listNumber, point(flag(0x83))] }, 'it covers only some reasons'],
    [{ extensions: [listNumber, delta] }, 'it contains only changes to another list'],
    [{ extensions: [listNumber, point(flag(0x82))] }, 'it covers only CA certificates'],
    [{ extensions: [listNumber, point(flag(0x85))] }, 'it covers only attribute certificates'],
    [
      { extensions: [listNumber, point(flag(0x85))], revoked: [[serial]] },
      'it covers only attribute certificates',
    ],
    [
      {
        extensions: [listNumber, point(der(0xa0, der(0xa0, der(0x86, Buffer.from('http://ca.test/1')))))],
      },
      'it covers only other distribution points',
    ],
    [{ outer: '1.2.840.10045.4.3.3' }, 'it names two signature algorithms'],
  ];

  test.each(lists.map(([recipe, why, changes = {}]) => [why, recipe, changes] as const))(
    'of a list that cannot be used: %s',
    (why, recipe, changes) => {
      expect(findingsOf([ofMiddle(recipe)], { changes })).toEqual(['refused list-unusable leaf']);
      expect(said([ofMiddle(recipe)], { changes })).toEqual(unusable(why));
    },
  );

  test('of the first extension that is not valid', () => {
    const [number, numbers]: readonly Extension[] = [
      ['2.5.29.20', false, boolean(true)],
      ['2.5.29.35', false, boolean(true)],
    ];
    if (number === undefined || numbers === undefined) return;
    expect(said([ofMiddle({ extensions: [number, numbers] })])).toEqual(
      unusable('its extension cRLNumber is not valid'),
    );
  });

  test('of the first of several that cannot be used', () => {
    const [one, two] = [ofMiddle({ signer: ecKey }), ofMiddle({ outer: '1.2.840.10045.4.3.3' })];
    expect(said([one, two])).toEqual(unusable('it is not signed by CN=Middle'));
    expect(said([two, one])).toEqual(unusable('it names two signature algorithms'));
  });

  test('of a revoked certificate: when, and why if the list has a reason', () => {
    const plain = said([ofMiddle({ revoked: [[serial]] })]);
    expect(plain).toHaveLength(1);
    expect(plain[0]).toMatch(/^it was revoked \d{4}-\d\d-\d\dT[\d:]+Z$/);
    const because = said([ofMiddle({ revoked: [[serial, [reason(1)]]] })]);
    expect(because[0]).toMatch(/^it was revoked \S+Z \(keyCompromise\)$/);
    expect(said([], { stated: { revokedAt: now } })).toEqual([`it was revoked ${at(now)}`]);
  });

  test('of lists that say less than they should', () => {
    expect(said([ofMiddle({ extensions: [] })])).toEqual(['its revocation list has no number']);
    expect(said([ofMiddle({ next: undefined })])).toEqual([
      'its revocation list does not say until when it is valid',
    ]);
  });

  test('of what is not known', () => {
    expect(said([ofMiddle()], { doubt: 'a doubt' })).toEqual(['it is not on the list, but a doubt']);
    expect(said([])).toEqual(['no revocation list covers it, so whether it was revoked is unknown']);
    expect(said([], { why: 'nobody was asked' })).toEqual(['nobody was asked']);
    expect(said([], { why: 'nobody was asked', mode: 'require' })).toEqual([
      'nobody was asked',
      'no revocation list covers it, so whether it was revoked is unknown',
    ]);
    const others = ['Another', 'A third', 'Another'].map((one) =>
      makeList({ issuer: cn(one), signer: middleKey }),
    );
    expect(said(others)).toEqual(['the revocation list comes from another issuer, CN=Another; CN=A third']);
  });

  test('and what to do about it', () => {
    const hints = (revoked: NonNullable<ListRecipe['revoked']>, more: Partial<ListRecipe> = {}) => {
      const revocation: RevocationInput = {
        mode: 'check',
        isExplicit: true,
        lists: [ofMiddle({ revoked, ...more }), makeList({ issuer: cn('Root'), signer: rootKey })],
      };
      return judgeChain(makeChain({}), { revocation }).findings.map(({ hint, check }) => [check, hint]);
    };
    expect(hints([[serial]])).toEqual([['revocation', expect.stringContaining('Replace it')]]);
    expect(hints([], { signer: ecKey })).toEqual([
      ['revocation', expect.stringContaining('trivet pki crl show')],
    ]);
  });
});

describe('a chain whose end is missing', () => {
  const { leaf, middle } = makeChain({});
  const found = (
    certificates: readonly (typeof leaf)[],
    lists: RevocationInput['lists'],
    issuers?: RevocationInput['issuers'],
  ) =>
    revocationFindings(
      { certificates, end: 'partial' },
      { mode: 'require', isExplicit: false, lists, ...(issuers === undefined ? {} : { issuers }) },
      now,
    ).map(({ code, certificate }) => [code, certificate === leaf ? 'leaf' : 'middle']);

  test('is looked at up to its last certificate', () => {
    expect(found([leaf, middle], [ofMiddle()])).toEqual([['revocation-unknown', 'middle']]);
    expect(found([leaf], [])).toEqual([['revocation-unknown', 'leaf']]);
    const ofRoot = makeList({ issuer: cn('Root'), signer: rootKey });
    expect(found([leaf, middle], [ofMiddle(), ofRoot])).toEqual([['revocation-unknown', 'middle']]);
  });

  test('is on the list of its issuer, if that is at hand: another CA of that name, or another CA, is not', () => {
    const { root } = makeChain({});
    const renamed = makeChain({ root: { subject: cn('Other') } }).root;
    const imposter = makeChain({ root: { key: ecKey, signer: ecKey } }).root;
    const lists = [ofMiddle(), makeList({ issuer: cn('Root'), signer: rootKey, revoked: [[serial]] })];
    const revoked = [['revoked', 'middle']];
    const unknown = [['revocation-unknown', 'middle']];
    expect(found([leaf, middle], lists, [root])).toEqual(revoked);
    expect(found([leaf, middle], lists, [imposter, renamed, root])).toEqual(revoked);
    expect(found([leaf, middle], lists, [imposter])).toEqual(unknown);
    expect(found([leaf, middle], lists, [renamed])).toEqual(unknown);
  });

  test('cannot be checked by a list that somebody gave and that can be of its issuer', () => {
    const said = (lists: RevocationInput['lists']) =>
      revocationFindings(
        { certificates: [leaf], end: 'partial' },
        { mode: 'check', isExplicit: true, lists },
        now,
      ).map(({ code, message }) => `${code}: ${message}`);
    const ofKey = (key: typeof ecKey) => ofMiddle({ extensions: [listNumber, authorityKey(keyId(key))] });
    const another = makeList({ issuer: cn('Another'), signer: middleKey });
    const missing =
      'revocation-unknown: the certificate of its issuer is missing, so the revocation list of CN=Middle cannot be checked';
    const otherKey =
      'list-of-another: the revocation list comes from another issuer, which has the name CN=Middle and another key';
    expect(said([ofKey(middleKey)])).toEqual([missing]);
    expect(said([ofMiddle({ extensions: [listNumber] })])).toEqual([missing]);
    expect(said([ofKey(ecKey)])).toEqual([otherKey]);
    expect(said([ofKey(ecKey), ofKey(middleKey)])).toEqual([missing]);
    expect(said([another])).toEqual([
      'list-of-another: the revocation list comes from another issuer, CN=Another',
    ]);
    expect(said([another, ofKey(ecKey)])).toEqual([otherKey]);
  });

  test('needs no list where the mount says that its last certificate is valid', () => {
    const stated = [{ certificate: leaf, is: 'valid' }] as const;
    const old = ofMiddle({ updated: now - 2 * day, next: now - 1000 });
    const input = { mode: 'check', isExplicit: false, lists: [old], stated } as const;
    expect(revocationFindings({ certificates: [leaf], end: 'partial' }, input, now)).toEqual([]);
  });

  test('a root is on its own list, if it is on any', () => {
    const { root } = makeChain({});
    const own = makeList({ issuer: cn('Root'), signer: rootKey, revoked: [[serial]] });
    const input = { mode: 'check', isExplicit: false, lists: [own] } as const;
    const codes = (end: 'root' | 'trusted') =>
      revocationFindings({ certificates: [root], end }, input, now).map(({ code }) => code);
    expect([codes('root'), codes('trusted')]).toEqual([['revoked'], ['revoked']]);
  });
});

describe('of several lists', () => {
  test('one that cannot be used revokes nothing', () => {
    const forged = ofMiddle({ signer: ecKey, revoked: [[serial]] });
    expect(findingsOf([ofMiddle(), forged])).toEqual(['refused list-unusable leaf']);
  });

  test('the newest decides', () => {
    const freed = ofMiddle({
      extensions: [listNumber, delta],
      revoked: [[serial, [reason(8)]]],
      updated: now - 20_000,
    });
    const held = ofMiddle({ revoked: [[serial, [reason(6)]]], updated: now - 10_000 });
    expect(findingsOf([freed, held])).toEqual(['refused revoked leaf']);
  });

  test('one of user certificates does not cover a CA', () => {
    const ca: Changes = { leaf: { with: [basic(true)] } };
    const users = ofMiddle({ extensions: [listNumber, point(flag(0x81))] });
    expect(findingsOf([users], { changes: ca })).toContain('refused list-unusable leaf');
    const ofRoot = makeList({
      issuer: cn('Root'),
      signer: rootKey,
      extensions: [listNumber, point(flag(0x85))],
    });
    expect(allOf([ofMiddle(), ofRoot])).toEqual(['unknown revocation-unknown middle']);
    const ofUsers = makeList({
      issuer: cn('Root'),
      signer: rootKey,
      extensions: [listNumber, point(flag(0x81))],
    });
    expect(findingsOf([ofMiddle(), ofUsers], { mode: 'require' })).toEqual([
      'refused revocation-unknown middle',
    ]);
  });
});
