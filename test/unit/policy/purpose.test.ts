/** Which purpose is judged where none was named, and which findings fail. */
import { describe, expect, test } from 'vitest';
import { isFailure } from '../../../src/features/certificates/policy/finding.ts';
import { purposeOf, usesOf } from '../../../src/features/certificates/policy/purpose.ts';
import {
  basic,
  dns,
  extended,
  ids,
  keyUsage,
  names,
  purposes,
  usage,
} from '../../support/made-certificates.ts';
import type { Change } from '../../support/made-chain.ts';
import { makeChain } from '../../support/made-chain.ts';

describe('the purpose of a certificate', () => {
  const rows: readonly (readonly [string, Change, readonly string[], string])[] = [
    ['TLS servers for one with both usages', {}, [], 'tls-server'],
    ['TLS clients for one with both usages and no names', { without: [ids.names] }, [], 'tls-client'],
    ['TLS servers where a host is asked for', { without: [ids.names] }, ['a.test'], 'tls-server'],
    ['TLS servers without usages', { without: [ids.extended] }, [], 'tls-server'],
    ['TLS servers without usages and names', { without: [ids.extended, ids.names] }, [], 'tls-server'],
    [
      'TLS servers with names for servers only',
      { with: [extended(purposes.server), names(dns('a.test'))] },
      [],
      'tls-server',
    ],
    ['TLS clients for a usage of clients', { with: [extended(purposes.client)] }, [], 'tls-client'],
    [
      'TLS servers for a usage of clients and a host',
      { with: [extended(purposes.client)] },
      ['a.test'],
      'tls-server',
    ],
    ['email', { with: [extended(purposes.email)] }, [], 'smime'],
    ['code', { with: [extended(purposes.code)] }, [], 'code'],
    ['TLS servers for another usage', { with: [extended('1.2.3')] }, [], 'tls-server'],
  ];

  test.each(rows)('is %s', (_, change, hosts, purpose) => {
    expect(purposeOf(makeChain({ leaf: change }).leaf, hosts)).toBe(purpose);
  });
});

describe('the uses of a certificate', () => {
  const rows: readonly (readonly [string, Change, readonly string[]])[] = [
    ['servers and clients', {}, ['tls-server', 'tls-client']],
    ['servers', { with: [extended(purposes.server)] }, ['tls-server']],
    ['clients', { with: [extended(purposes.client)] }, ['tls-client']],
    ['email', { with: [extended(purposes.email)] }, ['smime']],
    ['code', { with: [extended(purposes.code)] }, ['code']],
    ['another usage', { with: [extended(purposes.server, '1.2.3')] }, ['tls-server', '1.2.3']],
    ['everything', { without: [ids.extended] }, ['tls-server', 'tls-client', 'smime', 'code']],
    [
      'servers and clients, without basic constraints too',
      { without: ['2.5.29.19'] },
      ['tls-server', 'tls-client'],
    ],
    ['no signatures', { with: [keyUsage(usage.encipherment)] }, []],
    ['signing certificates', { with: [keyUsage(usage.certSign), basic(true)] }, ['ca']],
  ];

  test.each(rows)('are %s', (_, change, uses) => {
    expect(usesOf(makeChain({ leaf: change }).leaf)).toEqual(uses);
  });
});

test('what is refused always fails, what does not conform only when strict, the unknown never', () => {
  const fails = (['refused', 'nonconforming', 'unknown'] as const).map((severity) => [
    isFailure({ severity }, false),
    isFailure({ severity }, true),
  ]);
  expect(fails).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ]);
});
