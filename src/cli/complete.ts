/** Finds live names for completion, and the flags before the word that choose the server. */
import { meantWord } from '../catalogue/aliases.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Command } from '../catalogue/command.ts';
import { parametersOf } from '../catalogue/command.ts';
import { isStateKind, stateKinds } from '../catalogue/kind-name.ts';
import type { CompletionName } from '../catalogue/parameter.ts';
import { serviceNames, serviceTraits } from '../catalogue/product.ts';
import { isSensitive } from '../catalogue/shown.ts';
import { allFlags } from '../config/globals.ts';
import { contextVariables, ownPrefix } from '../config/own-variables.ts';
import type { Flag } from '../run/flags.ts';
import type { Environment } from '../system/environment.ts';
import type { Leaf } from './leaf.ts';
import { routeFor } from './route.ts';

/** Names that lie within the object that the first word after the command names. */
export const kindsWithParent: readonly CompletionName[] = [
  'allocation',
  'action',
  'group',
  'job-version',
  'borrowed-account',
];

/** The part of such a name before the last slash is a folder. */
const kindsWithFolders: readonly CompletionName[] = ['ldap-static-role', 'ldap-set'];

/** Variables that choose the server or the scope; none of them holds a secret. */
const variables: readonly string[] = [
  'TRIVET_PROFILE',
  ...serviceNames.flatMap((service) => [
    `${ownPrefix(service)}URL`,
    ...contextVariables(service).map(([, name]) => name),
    ...serviceTraits[service].vendorVariables,
  ]),
];

/** Flags without those that can hold a secret, since they are stored with the names. */
const contextFlags: ReadonlySet<string> = new Set([
  ...Object.entries(allFlags)
    .filter(([, flag]) => flag.scope === 'server' && !isSensitive(flag))
    .map(([key]) => key),
  'mount',
]);

interface Line {
  readonly command: Command;
  readonly typed: readonly string[];
  readonly given: readonly string[];
  readonly flag: Flag | undefined;
  readonly part: string;
}

/** A character that stands for the word to complete. */
const gap = '\0';

const lineOf = (leaf: Leaf, rest: readonly string[], last: string): Line => {
  const [name = ''] = /^--[^=]+=/.exec(last) ?? [];
  const { flags, positionals } = leaf.sort([...rest, `${name}${gap}`]);
  return {
    command: leaf.declared,
    typed: positionals.filter((word) => word !== gap),
    given: [...flags].flatMap(([flag, values]) =>
      contextFlags.has(flag.name)
        ? values.flatMap((value) => (value === gap ? [] : [`--${flag.name}=${value}`]))
        : [],
    ),
    flag: [...flags].find(([, values]) => values.includes(gap))?.[0],
    part: last.slice(name.length),
  };
};

interface Asked {
  readonly kind: string;
  readonly parent?: string | undefined;
  readonly given?: readonly string[];
  readonly before?: string | undefined;
}

const conditionsAsked = ({ typed }: Line): Asked => {
  const kinds = typed
    .map((word) => meantWord('kinds', word.replace(/:.*/s, '').replace(/.*@/s, '')))
    .filter(isStateKind);
  return { kind: 'condition', parent: (kinds.length === 0 ? stateKinds : kinds).join(',') };
};

/** Reads `PROFILE@KIND:NAME`, which asks for names of another profile. */
const objectAsked = (part: string): Asked | undefined => {
  const [before, profile, word = ''] = /^(?:([^:@]+)@)?([^:@]+):/.exec(part) ?? [];
  const kind = meantWord('kinds', word);
  if (!isStateKind(kind)) return undefined;
  return { kind, before, given: profile === undefined ? [] : [`--profile=${profile}`] };
};

const askedAt = (line: Line, cwd: string): Asked | undefined => {
  const { command, typed, flag, part } = line;
  if (flag?.name === 'where') return conditionsAsked(line);
  const places = command.positional ?? [];
  const place = places[typed.length] ?? (places.at(-1)?.variadic === true ? places.at(-1) : undefined);
  const kind = (flag?.parameter ?? parametersOf(command)[place?.name ?? ''])?.complete;
  if (kind === undefined) return undefined;
  if (kind === 'object' || kind === 'file-or-object') return objectAsked(part);
  if (kindsWithParent.includes(kind)) return { kind, parent: typed[0] };
  if (kind === 'environment') return { kind, parent: cwd };
  const slash = kind === 'workspace' ? part.indexOf('/') : part.lastIndexOf('/');
  const above = kind === 'workspace' || kindsWithFolders.includes(kind);
  return { kind, parent: above && slash > 0 ? part.slice(0, slash) : undefined };
};

interface Here {
  readonly env: Environment;
  readonly cwd: string;
}

/** Undefined if trivet knows no such names. */
export const lineOfNames = async (
  catalogue: Catalogue,
  words: readonly string[],
  { env, cwd }: Here,
): Promise<readonly string[] | undefined> => {
  const found = await routeFor(catalogue, words.slice(0, -1));
  if (found.leaf === undefined || found.tail !== undefined) return undefined;
  const line = lineOf(found.leaf, found.rest, words.at(-1) ?? '');
  const asked = askedAt(line, cwd);
  if (asked === undefined) return undefined;
  const { kind, parent = '', before = '' } = asked;
  const given = [...line.given, ...(asked.given ?? [])];
  const context = [parent, given.join(' '), ...variables.map((name) => env[name] ?? '')].join('|');
  // trivet refuses an address with a password.
  if (/:\/\/.*@/.test(context)) return undefined;
  const options = [...given, `--context=${context.replaceAll(/[^!-~]/g, '_')}`, `--before=${before}`];
  return ['completion', 'candidates', kind, ...(parent === '' ? [] : [parent]), ...options];
};
