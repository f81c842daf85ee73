/** What is wrong with the certificates as they are served, as a table. */
import { expect, test } from 'vitest';
import type { Path } from '../../../src/features/certificates/policy/path.ts';
import { servedFindings } from '../../../src/features/certificates/policy/served.ts';
import { makeChain } from '../../support/made-chain.ts';

const { leaf, middle, root } = makeChain();
const all = [leaf, middle, root] as const;
const [other] = [makeChain().middle];

const lacks = (names: string): string => `refused not-served: what the server sends lacks ${names}`;
const order = 'nonconforming served-order: the certificates are not sent in the order of the chain';
const inFile =
  'unknown served-order: the certificates are not in the order of the chain, as a server sends them';
const twice = (name: string): string => `nonconforming served-twice: it is sent twice: ${name}`;
const unknown = 'unknown order-unknown: the order in which the certificates are sent is unknown';

type Row = readonly [
  title: string,
  end: Path['end'],
  certificates: Path['certificates'],
  sent: Path['certificates'],
  isOrdered: boolean | 'file',
  found: readonly string[],
];

const rows: readonly Row[] = [
  ['all but the anchor', 'trusted', all, [leaf, middle], true, []],
  ['all of them', 'trusted', all, [...all], true, []],
  ['all but the root', 'root', all, [leaf, middle], true, []],
  ['only the first', 'trusted', all, [leaf], true, [lacks('CN=Middle')]],
  ['only a CA', 'trusted', all, [middle], true, [lacks('CN=www.example.com')]],
  ['nothing', 'trusted', all, [], true, [lacks('CN=www.example.com; CN=Middle')]],
  ['the end of a partial chain', 'partial', [leaf, middle], [leaf], true, [lacks('CN=Middle')]],
  ['a whole partial chain', 'partial', [leaf, middle], [leaf, middle], true, []],
  ['the end of an untrusted chain', 'untrusted', [leaf, middle], [leaf], true, [lacks('CN=Middle')]],
  ['a certificate that is trusted itself', 'trusted', [leaf], [leaf], true, []],
  ['another than the one that is trusted itself', 'trusted', [leaf], [], true, [lacks('CN=www.example.com')]],
  ['the CA first', 'trusted', all, [middle, leaf], true, [order]],
  ['the CA first in a file', 'trusted', all, [middle, leaf], 'file', [inFile]],
  ['a file in order', 'trusted', all, [leaf, middle], 'file', []],
  ['something in between', 'trusted', all, [leaf, root, middle], true, [order]],
  ['something before', 'trusted', all, [other, leaf, middle], true, [order]],
  ['something before the only one', 'trusted', [leaf], [other, leaf], true, [order]],
  ['one that is missing, out of order', 'trusted', all, [root, leaf], true, [lacks('CN=Middle')]],
  ['the first twice', 'trusted', all, [leaf, leaf, middle], true, [twice('CN=www.example.com'), order]],
  [
    'the CA twice, and the first again',
    'trusted',
    all,
    [leaf, middle, middle, leaf],
    true,
    [twice('CN=Middle')],
  ],
  ['two without an order', 'trusted', all, [leaf, middle], false, []],
  ['three without an order', 'trusted', all, [...all], false, [unknown]],
  ['two that lack one, without an order', 'trusted', all, [leaf, root], false, [lacks('CN=Middle')]],
];

test.each(rows)('what is served is judged: %s', (_, end, certificates, sent, isOrdered, found) => {
  const findings = servedFindings({ certificates, end }, { certificates: sent, isOrdered });
  expect(findings.map(({ severity, code, message }) => `${severity} ${code}: ${message}`)).toEqual(found);
  for (const { check, certificate, hint } of findings) {
    expect([check, certificate]).toEqual(['served', undefined]);
    expect(hint).toContain('the root can be left out');
  }
});
