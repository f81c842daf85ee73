/** Which chains are found, in which order, how many are tried, and which of them counts. */
import { describe, expect, test } from 'vitest';
import type { ParsedCertificate } from '../../../src/documents/x509/certificate.ts';
import { parseCertificate } from '../../../src/documents/x509/certificate.ts';
import type { Path } from '../../../src/features/certificates/policy/path.ts';
import { pathsOf, Signatures } from '../../../src/features/certificates/policy/path.ts';
import type { Extension } from '../../support/made-certificates.ts';
import {
  basic,
  cn,
  day,
  directory,
  ecKey,
  ids,
  integer,
  keyUsage,
  make,
  nameLimits,
  now,
  usage,
} from '../../support/made-certificates.ts';
import type { Asked, Change } from '../../support/made-chain.ts';
import { judgeAlone, makeChain, middleKey, rootKey } from '../../support/made-chain.ts';

const chain = makeChain();
const { leaf, middle, root } = chain;

const judged = (more: Asked) => judgeAlone(leaf, more);
const codesOf = (more: Asked): readonly string[] => judged(more).findings.map(({ code }) => code);
const copy = ({ der }: ParsedCertificate): ParsedCertificate => parseCertificate(der);

const paths = (
  from: ParsedCertificate,
  pool: readonly ParsedCertificate[],
  anchors: readonly ParsedCertificate[] | undefined,
): readonly Path[] => [...pathsOf(from, { pool, anchors }, new Signatures())];

let count = 0;
const fresh = (): Uint8Array => {
  count += 1;
  return integer(0x50, count >> 8, count & 255);
};
const middleWith = (change: Change): ParsedCertificate =>
  makeChain({ middle: { ...change, serial: fresh() } }).middle;
const rootWith = (change: Change): ParsedCertificate =>
  makeChain({ root: { ...change, serial: fresh() } }).root;
const ca: readonly Extension[] = [basic(true), keyUsage(usage.certSign)];

describe('the chain that counts', () => {
  const old = { notAfter: now - day };
  const odd = { without: [ids.keyUsage] };
  const odder = { without: [ids.keyUsage, ids.authorityKey] };
  const unsure = { with: [nameLimits([], [directory(cn('other'))])] };
  const rows: readonly (readonly [string, Change, Change, readonly string[]])[] = [
    ['has fewer deviations', odder, odd, ['ca-without-key-usage']],
    ['has deviations rather than a refusal', old, odder, ['ca-without-key-usage', 'authority-key-missing']],
    ['has what is not known rather than a deviation', odd, unsure, ['constraints-for-go']],
    ['has nothing rather than one deviation', odd, {}, []],
  ];

  test.each(rows)('%s, wherever it stands', (_, worse, better, expected) => {
    const [one, other] = [middleWith(worse), middleWith(better)];
    expect(codesOf({ pool: [one, other], anchors: [root] })).toEqual(expected);
    expect(codesOf({ pool: [other, one], anchors: [root] })).toEqual(expected);
  });

  test('is the first of those that are equally good', () => {
    const [one, other] = [middleWith(old), middleWith(old)];
    const { path } = judged({ pool: [one, other], anchors: [root] });
    expect(path.certificates[1]).toBe(one);
  });
});

describe('a search', () => {
  /** `across` CAs below `up` roots, of which only the last pair is valid. */
  const grid = (across: number, up: number): readonly string[] => {
    const late = (index: number, length: number): Change =>
      index === length - 1 ? {} : { notAfter: now - day };
    const pool = Array.from({ length: across }, (_, index) => middleWith(late(index, across)));
    const anchors = Array.from({ length: up }, (_, index) => rootWith(late(index, up)));
    return codesOf({ pool, anchors });
  };

  test('goes through 128 chains, and no further', () => {
    expect(grid(4, 32)).toEqual([]);
    expect(grid(3, 43)).toEqual(['expired']);
  });

  test('checks 256 signatures, each once', () => {
    const signatures = new Signatures();
    const ones = Array.from({ length: 16 }, () => copy(leaf));
    const others = Array.from({ length: 16 }, () => copy(middle));
    for (const one of ones) {
      for (const other of others) {
        expect(signatures.exhausted).toBe(false);
        for (let again = 0; again < 3; again += 1) expect(signatures.signedBy(one, other)).toBe(true);
      }
    }
    expect(signatures.exhausted).toBe(true);
    const [known] = ones;
    const [by] = others;
    if (known !== undefined && by !== undefined) expect(signatures.signedBy(known, by)).toBe(true);
    expect(signatures.signedBy(leaf, middle)).toBe('unknown');
  });

  test('tries 2048 certificates', () => {
    const layers = Array.from({ length: 6 }, (_, layer) =>
      Array.from({ length: 4 }, () =>
        make({
          subject: cn(`L${layer}`),
          issuer: cn(`L${layer + 1}`),
          serial: fresh(),
          key: middleKey,
          signer: middleKey,
          extensions: ca,
        }),
      ),
    );
    const below = make({ subject: cn('C'), issuer: cn('L0'), signer: middleKey });
    expect(paths(below, layers.flat(), undefined)).toHaveLength(1536);
  });

  test('that finds nothing has only the certificate', () => {
    const many = Array.from({ length: 300 }, () =>
      make({ subject: cn('X'), issuer: cn('X'), serial: fresh(), signer: middleKey }),
    );
    const below = make({ subject: cn('C'), issuer: cn('X'), signer: rootKey });
    expect(judged({ leaf: below, pool: many, anchors: [root] }).path).toEqual({
      certificates: [below],
      end: 'partial',
    });
  });
});

describe('a path', () => {
  /** A certificate, and as many CAs above it, the last of which is a root. */
  const long = (length: number): readonly ParsedCertificate[] =>
    Array.from({ length }, (_, index) =>
      make({
        subject: cn(`C${index}`),
        issuer: cn(`C${Math.min(index + 1, length - 1)}`),
        serial: fresh(),
        signer: ecKey,
        extensions: ca,
      }),
    );

  test('has at most 24 certificates', () => {
    for (const [length, end] of [
      [24, 'trusted'],
      [25, 'partial'],
    ] as const) {
      const [first = leaf, ...rest] = long(length);
      const [found] = paths(first, rest, rest.slice(-1));
      expect([found?.certificates.length, found?.end]).toEqual([24, end]);
    }
  });

  test('has each CA once, also under another serial number', () => {
    const common = { extensions: ca } as const;
    const a = make({ ...common, subject: cn('A'), issuer: cn('B'), key: middleKey, signer: rootKey });
    const b = make({ ...common, subject: cn('B'), issuer: cn('A'), key: rootKey, signer: middleKey });
    const below = make({ subject: cn('C'), issuer: cn('A'), signer: middleKey });
    const again = make({
      ...common,
      subject: cn('A'),
      issuer: cn('B'),
      key: middleKey,
      signer: rootKey,
      serial: fresh(),
    });
    const found = paths(below, [a, b, again], [root]);
    expect(found.map(({ certificates }) => certificates.length)).toEqual([3, 3]);
  });

  test('has two keys of one CA', () => {
    const before = make({ subject: cn('X'), issuer: cn('X'), key: rootKey, signer: rootKey, extensions: ca });
    const next = make({
      subject: cn('X'),
      issuer: cn('X'),
      key: middleKey,
      signer: rootKey,
      serial: fresh(),
      extensions: ca,
    });
    const below = make({ subject: cn('C'), issuer: cn('X'), signer: middleKey });
    const [found, more] = paths(below, [next], [before]);
    expect([found?.certificates, found?.end, more]).toEqual([[below, next, before], 'trusted', undefined]);
    expect(paths(below, [next], undefined)).toEqual([{ certificates: [below, next], end: 'partial' }]);
    expect(codesOf({ leaf: below, pool: [next] })).toContain('issuer-unknown');
    expect(paths(below, [next, before], undefined)).toEqual([
      { certificates: [below, next, before], end: 'root' },
    ]);
  });

  test('leaves out copies, and CAs that did not sign', () => {
    const namesake = makeChain({ middle: { key: ecKey, serial: fresh() } }).middle;
    expect(paths(leaf, [middle, copy(middle), namesake], [root])).toEqual([
      { certificates: [leaf, middle, root], end: 'trusted' },
    ]);
  });

  test('ends with an anchor, whichever copy of it', () => {
    expect(paths(leaf, [], [copy(leaf)])).toEqual([{ certificates: [leaf], end: 'trusted' }]);
  });
});
