/** Tests that a printed command reaches the place that it is about. */
import { expect, test } from 'vitest';
import type { GivenScope } from '../../src/services/suggest.ts';
import { shellWord } from '../../src/catalogue/text/shell-words.ts';
import { suggestWith } from '../../src/services/suggest.ts';

const given = [
  { key: 'profile', text: ' --profile prod' },
  { key: 'namespace', text: ' --namespace batch' },
];

test.each<[words: string, scope: GivenScope, line: string]>([
  ['job show web', {}, 'job show web --profile prod --namespace batch'],
  [
    'pki crl rotate',
    { mount: 'team pki' },
    "pki crl rotate --mount 'team pki' --profile prod --namespace batch",
  ],
  // A row of a list of all namespaces.
  ['job show web', { namespace: 'team-a' }, 'job show web --profile prod --namespace team-a'],
  [
    'job show web',
    { region: 'eu', namespace: '' },
    'job show web --region eu --profile prod --namespace batch',
  ],
  ['job list --namespace "*"', {}, 'job list --namespace "*" --profile prod'],
  ['job list --namespace=ops', { namespace: 'x' }, 'job list --namespace=ops --profile prod'],
  [
    "job list --where 'a --profile b'",
    {},
    "job list --where 'a --profile b' --profile prod --namespace batch",
  ],
  [
    "pki role list --mount 'a b'",
    { mount: 'pki' },
    "pki role list --mount 'a b' --profile prod --namespace batch",
  ],
  // What follows belongs to another program.
  [
    'workspace lock web -- ./a --profile x',
    {},
    'workspace lock web --profile prod --namespace batch -- ./a --profile x',
  ],
  [
    String.raw`job show $'it\'s -- it'`,
    {},
    String.raw`job show $'it\'s -- it' --profile prod --namespace batch`,
  ],
  // A name that would be read as a flag.
  [
    `job wait ${shellWord('-web')} --job-version 0 --for dead`,
    {},
    "job wait --job-version 0 --for dead --profile prod --namespace batch -- '-web'",
  ],
  [`job scale ${shellWord('-web')} g 4`, {}, "job scale --profile prod --namespace batch -- '-web' g 4"],
  [
    `job action run ${shellWord('-a b')} ${shellWord('-web')} --yes`,
    {},
    "job action run --yes --profile prod --namespace batch -- '-a b' '-web'",
  ],
  [
    "workspace lock web --reason '-x'",
    {},
    "workspace lock web --reason '-x' --profile prod --namespace batch",
  ],
])('%s in %o', (words, scope, line) => {
  expect(suggestWith(given, words, scope)).toBe(`trivet ${line}`);
});

test('without flags it is the words', () => {
  expect(suggestWith([], 'job list')).toBe('trivet job list');
});
