/** One source of a service's address: a profile, trivet's own variables, or a vendor's. */
import type { TrivetError } from '../system/error.ts';
import type { BaseUrl } from './base-url.ts';
import type { ProductName, ServiceName } from '../catalogue/product.ts';
import type { KeptSession, KeptToken } from './file/profile.ts';
import type { OneOfSeveral, Source, Sourced, SourcedProduct } from './endpoint.ts';

/** A token that was not read yet. */
export interface UnreadToken {
  readonly source: Source;
  /** Reads and checks it; exit 3 if it cannot be read. */
  read(): Promise<string>;
  /** The log-in that gave it. */
  readonly session?: KeptSession | undefined;
  /** What it was stored for, as `BaseUrl.origin`; absent where nothing recorded it. */
  readonly origin?: string | undefined;
  /** What keeps it, for people; absent for a file, a variable and the profile itself. */
  readonly keeper?: string | undefined;
  /** Whether a program gives it, which may ask the person. */
  readonly asks?: true | undefined;
  /** Why `read` will reject, if that is already known. */
  readonly refused?: TrivetError | undefined;
}

/** The address of a service and its source. */
export type Address = BaseUrl & { readonly source: Source };

/** PEM text that was not read yet. */
export type PemPlan = { readonly source: Source } & (
  | { readonly kind: 'file' | 'folder'; readonly path: string }
  | { readonly kind: 'text'; readonly text: string }
);

export interface TlsPlan {
  readonly ca?: PemPlan | undefined;
  readonly cert?: PemPlan | undefined;
  readonly key?: PemPlan | undefined;
  readonly serverName?: Sourced<string> | undefined;
}

export interface ContextPlan {
  readonly organization?: Sourced<string> | undefined;
  readonly namespace?: OneOfSeveral | undefined;
  readonly region?: Sourced<string> | undefined;
  readonly mounts?: Readonly<Record<string, OneOfSeveral>> | undefined;
}

export interface EndpointCandidate {
  readonly kind: 'own' | 'profile' | 'vendor';
  /** The name in messages: `profile "prod"`, `VAULT_ADDR`. */
  readonly label: Source;
  /** The name of the profile, if it is one. */
  readonly profile?: string;
  readonly url?: Address | undefined;
  readonly token?: UnreadToken | undefined;
  readonly product?: SourcedProduct | undefined;
  readonly tls: TlsPlan;
  readonly context: ContextPlan;
  /** Whether the profile allows a token over plain HTTP to another machine. */
  readonly allowHttp?: boolean | undefined;
  /** Notes for every run. */
  readonly notices?: readonly string[] | undefined;
  /** Sentences for `profile explain`: what is set and not used, and tokens of another vendor's variable. */
  readonly remarks?: readonly string[] | undefined;
  /** Whether the profile is protected. */
  readonly protected?: boolean | undefined;
  /** Days for which the profile keeps receipts. */
  readonly receiptDays?: number | undefined;
  /** Whether the profile allows only reads. */
  readonly readOnly?: boolean | undefined;
}

/** What a program that prints a token can use. */
interface CommandLimits {
  /** Milliseconds. */
  readonly timeout: number;
  readonly maxBytes: number;
}

/** Runs a program without a shell and returns its standard output; exit 3 if it fails. */
export type RunCommand = (argv: readonly string[], limits: CommandLimits) => Promise<Uint8Array>;

/** Whose token a keeper has. */
export interface KeptFor {
  readonly service: ServiceName;
  readonly profile: string;
  /** Of the server. */
  readonly url: string;
  readonly product: ProductName | undefined;
}

/** How to read tokens that are neither text nor file. */
export interface TokenAccess {
  readonly runCommand?: RunCommand | undefined;
  /** Reads a token from its keeper. */
  readonly readKept?: ((token: KeptToken, of: KeptFor) => Promise<string>) | undefined;
  /** For `--token-file -`. */
  readonly readStdin?: (() => Promise<Uint8Array>) | undefined;
}
