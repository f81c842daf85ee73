/** What each finding says: its check, its message and what to do. */
import { describe, expect, test } from 'vitest';
import { der, oid, sequence } from '../../../src/documents/der-writer.ts';
import type { Extension } from '../../support/made-certificates.ts';
import {
  address,
  authorityKey,
  basic,
  cn,
  dns,
  ecKey,
  ids,
  integer,
  mail,
  make,
  nameLimits,
  names,
} from '../../support/made-certificates.ts';
import type { Asked, Chain, Changes } from '../../support/made-chain.ts';
import { judgeChain, makeChain, middleKey, rootKey } from '../../support/made-chain.ts';
import { rows } from './rule-rows.ts';
import { chainWording, ruleWording } from './wording.ts';

const saidOf = (chain: Chain, more: Asked = {}): readonly string[] =>
  judgeChain(chain, more).findings.map(({ code, severity, check, certificate, message, hint }) => {
    const place = (['leaf', 'middle', 'root'] as const).find((one) => chain[one] === certificate);
    return [code, severity, place ?? (certificate === undefined ? '-' : 'other'), check, message, hint].join(
      ' | ',
    );
  });

describe('a rule', () => {
  const filled = rows.map(([code, changes, more = {}], index) => [code, index, changes, more] as const);

  test.each(filled)('%s says in row %i what is wrong, and what to do', (code, index, changes, more) => {
    const said = saidOf(makeChain(changes), more).filter((text) => text.startsWith(`${code} | `));
    expect(said).toEqual([ruleWording[index]]);
  });
});

const policy = '1.3.6.1.4.1.55738.3';
const required = (count: number): Extension => [
  ids.policyConstraints,
  true,
  sequence(der(0x80, Buffer.from([count]))),
];

/** Further chains: what is between certificates, at the end, and served. */
const chains: Readonly<Record<string, readonly [Changes, ((chain: Chain) => Asked)?]>> = {
  'the signature of another key': [{ leaf: { signer: ecKey } }],
  'a signature by an unknown algorithm': [{ leaf: { outer: '1.2.3.4' } }],
  'a name that is written differently': [{ leaf: { issuer: cn('MIDDLE ') } }],
  'the identifier of another key': [{ leaf: { with: [authorityKey(Buffer.from('other'))] } }],
  'a path that is too long': [{ root: { with: [basic(true, 0)] } }],
  'a chain that is too deep': [{}, () => ({ depth: 0 })],
  'another host': [{}, () => ({ hosts: ['mail.example.com', 'www.example.com'] })],
  'a host with an underscore': [
    { leaf: { with: [names(dns('www.example.com'), dns('a_b.test'))] } },
    () => ({ hosts: ['a_b.test'] }),
  ],
  'another host of several': [
    { leaf: { with: [names(dns('www.example.com'), dns('a.test'))] } },
    () => ({ hosts: ['b.test'] }),
  ],
  'an address among the DNS names': [
    { leaf: { with: [names(dns('www.example.com'), dns('192.0.2.1'))] } },
    () => ({ hosts: ['192.0.2.1'] }),
  ],
  'a host without names': [{ leaf: { without: [ids.names] } }],
  'an anchor without a root': [{}, ({ middle }) => ({ anchors: [middle] })],
  'no anchor': [{}, () => ({ anchors: undefined })],
  'a root as no anchor': [{}, ({ root }) => ({ anchors: undefined, pool: [root] })],
  'no issuer': [{}, () => ({ served: undefined, anchors: undefined })],
  'no issuer below given anchors': [{}, () => ({ anchors: [] })],
  'an excluded name': [{ middle: { with: [nameLimits([], [dns('example.com')])] } }],
  'a name that is not permitted': [{ middle: { with: [nameLimits([dns('a.test')])] } }],
  'a name that cannot be compared': [
    {
      leaf: { with: [names(dns('www.example.com'), mail('a@b@c.test'))] },
      middle: { with: [nameLimits([mail('c.test')])] },
    },
  ],
  'a network without a mask': [
    {
      leaf: { with: [names(dns('www.example.com'), address(10, 0, 0, 1))] },
      middle: { with: [nameLimits([], [address(10, 0, 0, 0)])] },
    },
  ],
  'more names than clients compare': [
    {
      leaf: { with: [names(...Array.from({ length: 600 }, (_, index) => dns(`a${index}.test`)))] },
      middle: {
        with: [
          nameLimits(
            [],
            Array.from({ length: 600 }, (_, index) => dns(`b${index}.test`)),
          ),
        ],
      },
    },
    () => ({ hosts: [] }),
  ],
  'a policy that is missing': [{ middle: { with: [required(0)] } }],
  'policies that are mapped': [
    {
      middle: {
        with: [required(0), [ids.mappings, false, sequence(sequence(oid(policy), oid('1.2.3')))]],
      },
    },
  ],
  'what is not served': [
    {},
    ({ leaf, middle }) => ({ served: { certificates: [leaf], isOrdered: true }, pool: [middle] }),
  ],
  'an order that is unknown': [
    {},
    ({ leaf, middle, root }) => ({ served: { certificates: [leaf, middle, root], isOrdered: false } }),
  ],
  'another order': [
    {},
    ({ leaf, middle, root }) => ({ served: { certificates: [leaf, root, middle], isOrdered: true } }),
  ],
  'a certificate that is sent twice': [
    {},
    ({ leaf, middle }) => ({ served: { certificates: [leaf, middle, middle], isOrdered: true } }),
  ],
};

describe('a chain', () => {
  test.each(Object.keys(chains))('with %s is reported in words', (title) => {
    const [changes = {}, more] = chains[title] ?? [];
    const chain = makeChain(changes);
    expect(saidOf(chain, more?.(chain))).toEqual([chainWording[title]].flat());
  });

  test('that is only one certificate is reported in words', () => {
    const { leaf } = makeChain();
    const own = make({
      subject: cn('own'),
      extensions: leaf.all.map(({ oid: id, critical, der: value }) => [id, critical, value] as const),
    });
    const alone = { served: undefined, anchors: undefined, hosts: [] };
    expect(saidOf({ leaf: own, middle: own, root: own }, alone)).toEqual(
      [chainWording['a self-signed one']].flat(),
    );
    const strange = { ...alone, anchors: [makeChain().root] };
    expect(saidOf({ leaf: own, middle: own, root: own }, strange)).toEqual(
      [chainWording['an untrusted one']].flat(),
    );
  });

  test('that cannot be found among too many is reported in words', () => {
    const many = Array.from({ length: 300 }, (_, index) =>
      make({
        subject: cn('X'),
        issuer: cn('X'),
        serial: integer(1, index >> 8, index & 255),
        signer: middleKey,
      }),
    );
    const leaf = make({ subject: cn('C'), issuer: cn('X'), signer: rootKey });
    const more = { served: undefined, pool: many, anchors: [makeChain().root], hosts: [] };
    expect(saidOf({ leaf, middle: leaf, root: leaf }, more)).toEqual([chainWording['too many']]);
  });
});
