/** Aliases of the words that trivet shows: neutral words of the documents, earlier and short ones. Help lists none. */

import { memoize } from '../system/values/memoize.ts';

type Words = Readonly<Record<string, string>>;

const aliases = {
  groups: { cloud: 'aws', ws: 'workspace' },
  /** Last words of commands that end with the shown word, unless a command has that path. */
  verbs: { ls: 'list', rm: 'delete' },
  commands: {
    'aws config rotate-root': 'aws rotate-root',
    'aws static-cred': 'aws static-creds',
    'job run': 'job register',
    'ldap config rotate-root': 'ldap rotate-root',
    'ldap static-cred': 'ldap static-creds',
    'sandbox serve': 'sandbox start',
  },
  flags: {
    by: 'names-are',
    'cloud-mount': 'aws-mount',
    'engine-version': 'terraform-version',
    journal: 'receipt',
    map: 'env-map',
    on: 'confirm-profile',
    wave: 'waves',
  },
  /** Former and vendors' names of flags: only for did-you-mean. */
  foreignFlags: {
    'drift-detection': 'assessments-enabled',
    filter: 'where',
    selector: 'where',
    'vcs-repo-github-app-installation-id': 'vcs-repo-vcs-app-installation-id',
  },
  fields: { 'terraform-version': 'engine-version' },
  kinds: { 'aws-role': 'cloud-role', 'aws-static-role': 'cloud-static-role', 'aws-config': 'cloud-config' },
  products: { documented: 'generic' },
} as const satisfies Readonly<Record<string, Words>>;

/** Flags that `trivet changes continue` replaces. They work, but help and completion do not list them. */
const formerFlags: ReadonlySet<string> = new Set(['resume', 'retry-unknown']);

/** Letters that a vendor's tool uses for a number, and the flag of trivet: `-n 20` lines. */
const vendorsLetters: Words = { n: 'tail' };

export const flagOfVendorsLetter = (letter: string): string | undefined =>
  Object.hasOwn(vendorsLetters, letter) ? vendorsLetters[letter] : undefined;

export const isFormerFlag = (path: string, name: string): boolean =>
  formerFlags.has(name) && path !== 'changes continue';

type AliasTable = keyof typeof aliases;

export const meantWord = (table: AliasTable, word: string): string => {
  const words: Words = aliases[table];
  return Object.hasOwn(words, word) ? (words[word] ?? word) : word;
};

const others = memoize((words: Words): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, readonly string[]>();
  for (const [other, shown] of Object.entries(words)) found.set(shown, [...(found.get(shown) ?? []), other]);
  return found;
});

export const otherWords = (table: AliasTable, shown: string): readonly string[] =>
  others(aliases[table]).get(shown) ?? [];

export const fieldLabel = (key: string): string => otherWords('fields', key)[0] ?? key;

export const keyOfWord = (table: AliasTable, word: string, record: object): string | undefined =>
  [word, meantWord(table, word)].find((one) => Object.hasOwn(record, one));

export const otherPaths = (path: string): readonly string[] => {
  const [first = '', ...rest] = path.split(' ');
  const last = rest.at(-1);
  const ends = last === undefined ? [] : otherWords('verbs', last);
  return [
    ...otherWords('commands', path),
    ...[first, ...otherWords('groups', first)].flatMap((group) => [
      ...(group === first ? [] : [[group, ...rest].join(' ')]),
      ...ends.map((end) => [group, ...rest.slice(0, -1), end].join(' ')),
    ]),
    ...otherWords('commands', path).flatMap((other) => {
      const [begin = '', ...others] = other.split(' ');
      return otherWords('groups', begin).map((group) => [group, ...others].join(' '));
    }),
  ];
};
