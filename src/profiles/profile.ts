/** The content of the profiles file. Changing it is a change of the file format: `version` says which. */
import type { ProductName, ServiceName } from '../model/product.ts';

/** Where a profile's token is. Only `stored` holds it. */
export type TokenSource =
  | { readonly kind: 'stored'; readonly value: string }
  /** A variable of the environment. */
  | { readonly kind: 'environment'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string }
  /** A program that prints it; run without a shell. */
  | { readonly kind: 'command'; readonly argv: readonly string[] };

/** One mount, or several: the first is the one that commands use without `--mount`. */
export type MountPaths = string | readonly string[];

export interface Mounts {
  readonly pki?: MountPaths | undefined;
  readonly ldap?: MountPaths | undefined;
  readonly cloud?: MountPaths | undefined;
}

/** One service of a profile. Which of the last four it may have depends on the service. */
export interface ServiceProfile {
  readonly url: string;
  readonly product?: ProductName | undefined;
  readonly token?: TokenSource | undefined;
  readonly caFile?: string | undefined;
  readonly clientCert?: string | undefined;
  readonly clientKey?: string | undefined;
  readonly serverName?: string | undefined;
  /** A token may go over plain HTTP to another machine. */
  readonly allowHttp?: boolean | undefined;
  readonly organization?: string | undefined;
  readonly namespace?: string | undefined;
  readonly region?: string | undefined;
  readonly mounts?: Mounts | undefined;
}

export type Profile = {
  /** Neither the servers of this profile nor the profile itself is changed. */
  readonly readOnly?: boolean | undefined;
  readonly organization?: string | undefined;
} & { readonly [S in ServiceName]?: ServiceProfile | undefined };

export interface ProfilesFile {
  readonly version: 1;
  /** The profile in use when no other source gives an address. */
  readonly current?: string | undefined;
  readonly profiles: Readonly<Record<string, Profile>>;
}

export const emptyProfiles: ProfilesFile = { version: 1, profiles: {} };

/** Keys that mean something to JavaScript objects: refused as names. */
const reservedKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const profileNamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export const isProfileName = (name: string): boolean =>
  profileNamePattern.test(name) && !reservedKeys.has(name);
