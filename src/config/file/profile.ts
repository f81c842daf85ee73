/** The format of the profiles file. A change needs another `version`. */
import type { Term } from '../../catalogue/term.ts';
import { endByUses, leastOf, lifeUntil } from '../../catalogue/term.ts';
import type { ProductName, ServiceName } from '../../catalogue/product.ts';
import type { Edition } from '../../catalogue/services/facts.ts';

/** Where tokens rest in place of the profiles file; `vendor` is the store of the vendor's tools. */
export type OtherCredentialStore = 'system' | 'vendor' | { readonly argv: readonly string[] };

export type CredentialStoreChoice = 'file' | OtherCredentialStore;

export interface KeptToken {
  readonly kind: 'kept';
  readonly keeper: OtherCredentialStore;
  readonly id: string;
  /** A few digits of the token's hash, which reveal a replaced token or `origin`. */
  readonly mark: string;
  /** Scheme, host and port, or a socket's path; tokens of earlier versions may lack it. */
  readonly origin?: string | undefined;
  readonly session?: KeptSession | undefined;
}

/** Only `stored` contains the token. */
export type TokenSource =
  | {
      readonly kind: 'stored';
      readonly value: string;
      readonly origin?: string | undefined;
      readonly session?: KeptSession | undefined;
    }
  | KeptToken
  | { readonly kind: 'environment'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'command'; readonly argv: readonly string[] };

export interface KeptSession {
  readonly method: string;
  readonly user?: string | undefined;
  readonly since: string;
  readonly expires?: string | undefined;
  readonly renewable: boolean;
  /** Requests that the token allowed when the session began; if absent, any number. */
  readonly uses?: number | undefined;
  /** RFC 3339: the time at which the server refused a token of limited uses. */
  readonly refused?: string | undefined;
  /** Flags of `login`; none is a secret. */
  readonly again?: LoginAgain | undefined;
}

export interface LoginAgain {
  readonly method?: string | undefined;
  readonly mount?: string | undefined;
  readonly role?: string | undefined;
  readonly username?: string | undefined;
  readonly 'role-id'?: string | undefined;
  readonly audience?: string | undefined;
}

/** The term of a session, by what the server said when it began, or by its uses if it refused the token since. */
export const sessionTerm = (
  { expires, uses = Number.POSITIVE_INFINITY, refused }: Pick<KeptSession, 'expires' | 'uses' | 'refused'>,
  now: number,
): Term =>
  leastOf(now, [
    { by: 'session', life: lifeUntil(expires, now) },
    ...endByUses(refused === undefined ? uses : 0),
  ]);

export const sessionIn = (token: TokenSource | undefined): KeptSession | undefined =>
  token?.kind === 'stored' || token?.kind === 'kept' ? token.session : undefined;

/** Commands use the first value unless a flag names another. */
export type OneOrMore = string | readonly string[];

export interface Mounts {
  readonly pki?: OneOrMore | undefined;
  readonly ldap?: OneOrMore | undefined;
  readonly cloud?: OneOrMore | undefined;
}

/** The service decides which of the last four members it has. */
export interface ServiceProfile {
  readonly url: string;
  readonly product?: ProductName | undefined;
  /** The edition, detected with the product; by default the newest. */
  readonly edition?: Edition | undefined;
  readonly version?: string | undefined;
  readonly token?: TokenSource | undefined;
  readonly caFile?: string | undefined;
  readonly clientCert?: string | undefined;
  readonly clientKey?: string | undefined;
  readonly serverName?: string | undefined;
  readonly allowHttp?: boolean | undefined;
  readonly organization?: string | undefined;
  readonly namespace?: OneOrMore | undefined;
  readonly region?: string | undefined;
  readonly mounts?: Mounts | undefined;
}

export type Profile = {
  readonly readOnly?: boolean | undefined;
  readonly protected?: boolean | undefined;
  readonly receiptDays?: number | undefined;
  /** The store for tokens; by default that of the system where it works, else the file. */
  readonly tokenKeeper?: CredentialStoreChoice | undefined;
  readonly organization?: string | undefined;
} & { readonly [S in ServiceName]?: ServiceProfile | undefined };

/** A token in no profile any more that its credential store did not remove. */
export interface LeftToken {
  readonly token: KeptToken;
  readonly service: ServiceName;
  readonly profile: string;
  readonly url: string;
  readonly product?: ProductName | undefined;
}

export interface ProfilesFile {
  readonly version: 1;
  /** The profile that is used if no other source gives an address. */
  readonly current?: string | undefined;
  readonly profiles: Readonly<Record<string, Profile>>;
  readonly left?: readonly LeftToken[] | undefined;
}

export const emptyProfiles: ProfilesFile = { version: 1, profiles: {} };

/** Names that JavaScript objects treat specially. */
const reservedKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const profileNamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export const isProfileName = (name: string): boolean =>
  profileNamePattern.test(name) && !reservedKeys.has(name);
