/** The address and settings of one service, with the source of every value. */
import type { Tls } from '../catalogue/http.ts';
import type { ProductName, ServerKind, ServiceName } from '../catalogue/product.ts';
import type { GatewayHeader } from './gateway-header.ts';
import type { KeptSession } from './file/profile.ts';
import type { ServerValues } from './globals.ts';

/** `flag --base-url`, `TRIVET_JOBS_URL`, `profile "prod"`, `VAULT_ADDR`, `~/.vault-token`, `default`. */
export type Source = string;

export interface Sourced<T> {
  readonly value: T;
  readonly source: Source;
}

/** A chosen product, with what was detected of its server. */
export type SourcedProduct = Sourced<ProductName> & Omit<ServerKind, 'product'>;

export interface Token {
  readonly value: string;
  readonly source: Source;
  readonly session?: KeptSession | undefined;
  readonly keeper?: string | undefined;
}

/** A mount, or the namespace of jobs. */
export interface OneOfSeveral extends Sourced<string> {
  /** The others that the profile names, used only by commands about all of them. */
  readonly also?: readonly string[];
}

/** Values that operations take from the context if no flag gives them. */
export interface Context {
  readonly organization?: Sourced<string> | undefined;
  readonly namespace?: OneOfSeveral | undefined;
  readonly region?: Sourced<string> | undefined;
  /** By engine: `pki`, `ldap`, `cloud`. */
  readonly mounts: Readonly<Record<string, OneOfSeveral>>;
}

export interface Protection {
  /** The text that confirms a change: the profile, or the host of an address without one. */
  readonly name: string;
  readonly address: string;
  readonly source: Source;
}

/** A variable that names another scope than the one that requests go to. */
export interface PassedOver {
  readonly variable: string;
  readonly part: 'organization' | 'namespace' | 'region';
  readonly value: string;
  /** The setting that is used: `profile "prod" with namespace batch`. */
  readonly used: string;
}

export interface Endpoint extends ServerKind {
  readonly service: ServiceName;
  readonly protection?: Protection | undefined;
  /** The source that allows only reads: `TRIVET_READ_ONLY`, `profile "prod"`; or why it is not clear what to change. */
  readonly readOnly?: Source | PassedOver | undefined;
  /** False if `generic` is only the default, for which `keyed` counts as `unsafe`. */
  readonly productChosen: boolean;
  readonly profile?: string | undefined;
  readonly receiptDays?: number | undefined;
  /** {base_url} of the document, without a trailing slash. */
  readonly baseUrl: string;
  /** Reads the token (file, command) when first needed: a promise until it is read, undefined if none is configured. */
  token(): Promise<Token | undefined>;
  /** From now on that is the token: of a log-in during the run. */
  replaceToken?(token: Token): void;
  /** Whether reading the token runs a program, which may ask the person. */
  readonly tokenAsks?: boolean;
  readonly tls: Tls;
  /** `--header`: sent to this address only. */
  readonly headers: readonly GatewayHeader[];
  readonly socketPath?: string | undefined;
  readonly context: Context;
  readonly sources: Readonly<Record<string, Source>>;
  /** Notes for stderr: a vendor variable that overrides the current profile. */
  readonly notices: readonly string[];
}

export type ResolutionFlags = Partial<ServerValues>;
