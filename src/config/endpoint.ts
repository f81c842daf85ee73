import type { Tls } from '../catalogue/http.ts';
import type { ProductName, ServerKind, ServiceName } from '../catalogue/product.ts';
import type { GatewayHeader } from './gateway-header.ts';
import type { KeptSession } from './file/profile.ts';
import type { ServerValues } from './globals.ts';

export type Source = string;

export interface Sourced<T> {
  readonly value: T;
  readonly source: Source;
}

export type SourcedProduct = Sourced<ProductName> & Omit<ServerKind, 'product'>;

export interface Token {
  readonly value: string;
  readonly source: Source;
  readonly session?: KeptSession | undefined;
  readonly keeper?: string | undefined;
}

export interface OneOfSeveral extends Sourced<string> {
  /** Further scopes, which only commands about all of them use. */
  readonly also?: readonly string[];
}

export interface Context {
  readonly organization?: Sourced<string> | undefined;
  readonly namespace?: OneOfSeveral | undefined;
  readonly region?: Sourced<string> | undefined;
  readonly mounts: Readonly<Record<string, OneOfSeveral>>;
}

export interface Protection {
  /** The text that confirms a change: the profile, or the host of an address without one. */
  readonly name: string;
  readonly address: string;
  readonly source: Source;
}

export interface PassedOver {
  readonly variable: string;
  readonly part: 'organization' | 'namespace' | 'region';
  readonly value: string;
  readonly used: string;
}

export interface Endpoint extends ServerKind {
  readonly service: ServiceName;
  readonly protection?: Protection | undefined;
  /** The setting that allows only reads: `TRIVET_READ_ONLY`, `profile "prod"`, or an unclear scope of a change. */
  readonly readOnly?: Source | PassedOver | undefined;
  /** False if `generic` is only the default, where `keyed` counts as `unsafe`. */
  readonly productChosen: boolean;
  readonly profile?: string | undefined;
  readonly receiptDays?: number | undefined;
  /** The {base_url} of the document, without a trailing slash. */
  readonly baseUrl: string;
  /** Reads the token when first needed; undefined if none is configured. */
  token(): Promise<Token | undefined>;
  replaceToken?(token: Token): void;
  /** Whether reading the token runs a program, which may ask the person. */
  readonly tokenAsks?: boolean;
  readonly tls: Tls;
  readonly headers: readonly GatewayHeader[];
  readonly socketPath?: string | undefined;
  readonly context: Context;
  readonly sources: Readonly<Record<string, Source>>;
  readonly notices: readonly string[];
}

export type ResolutionFlags = Partial<ServerValues>;
