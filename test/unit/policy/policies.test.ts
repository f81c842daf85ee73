/** Certificate policies of longer paths: where any policy is forbidden, and for which certificates. */
import { expect, test } from 'vitest';
import { der, oid, sequence } from '../../../src/documents/der-writer.ts';
import { policyFindings } from '../../../src/features/certificates/policy/policies.ts';
import type { Extension } from '../../support/made-certificates.ts';
import { cn, ids, integer, make } from '../../support/made-certificates.ts';

const any = '2.5.29.32.0';
const one = '1.3.6.1.4.1.55738.3';
const policies = (...list: readonly string[]): Extension => [
  ids.policies,
  false,
  sequence(...list.map((id) => sequence(oid(id)))),
];
const required: Extension = [ids.policyConstraints, true, sequence(der(0x80, Buffer.from([0])))];
const inhibited = (count: number): Extension => [ids.inhibitAny, true, integer(count)];
const named = (subject: string, issuer: string, ...extensions: readonly Extension[]) =>
  make({ subject: cn(subject), issuer: cn(issuer), extensions });
const root = named('Root', 'Root');

test.each([
  [
    'a certificate further below than it may be any',
    [named('leaf', 'Sub', policies(any)), named('Sub', 'Mid', policies(any))],
    inhibited(1),
    ['policy-missing'],
  ],
  [
    'a certificate as far below as it may be any',
    [named('leaf', 'Sub', policies(any)), named('Sub', 'Mid', policies(any))],
    inhibited(2),
    [],
  ],
  [
    'a CA below',
    [named('leaf', 'Sub', policies(one)), named('Sub', 'Mid', policies(any))],
    inhibited(0),
    ['policy-missing'],
  ],
  [
    'a CA that a CA issued to itself',
    [named('leaf', 'Mid', policies(one)), named('Mid', 'Mid', policies(any))],
    inhibited(0),
    [],
  ],
  [
    'a certificate with the name of its CA',
    [named('Mid', 'Mid', policies(any))],
    inhibited(0),
    ['policy-missing'],
  ],
] as const)('any policy where a CA limits it: %s', (_, below, limit, expected) => {
  const authority = named('Mid', 'Root', required, policies(any), limit);
  expect(policyFindings([...below, authority, root]).map(({ code }) => code)).toEqual(expected);
});
