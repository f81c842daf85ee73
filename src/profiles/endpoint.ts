/** Where one service is and how to speak to it, with the source of every value. */
import type { Tls } from '../http/http.ts';
import type { ProductName, ServiceName } from '../model/product.ts';
import type { GatewayHeader } from '../operations/gateway-header.ts';
import type { ServerValues } from '../operations/globals.ts';

/** `flag --base-url`, `TRIVET_JOBS_URL`, `profile "prod"`, `VAULT_ADDR`, `~/.vault-token`, `default`. */
export type Source = string;

export interface Sourced<T> {
  readonly value: T;
  readonly source: Source;
}

export interface Token {
  readonly value: string;
  readonly source: Source;
}

export interface Mount extends Sourced<string> {
  /** More mounts of the engine, which only commands about all of them look at. */
  readonly also?: readonly string[];
}

/** Values that operations take from the context when no flag gives them. */
export interface Context {
  readonly organization?: Sourced<string> | undefined;
  readonly namespace?: Sourced<string> | undefined;
  readonly region?: Sourced<string> | undefined;
  /** By engine: `pki`, `ldap`, `cloud`. */
  readonly mounts: Readonly<Record<string, Mount>>;
}

export interface Endpoint {
  readonly service: ServiceName;
  readonly product: ProductName;
  /** The source that allows only reads here: `TRIVET_READ_ONLY`, `profile "prod"`. */
  readonly readOnly?: Source | undefined;
  /** False when `documented` is only the default: then `keyed` counts as `unsafe`. */
  readonly productChosen: boolean;
  /** The profile that the address comes from. */
  readonly profile?: string | undefined;
  /** {base_url} of the document, without a trailing slash. */
  readonly baseUrl: string;
  /** Reads the token (file, command) when first needed; undefined where none is configured. */
  token(): Promise<Token | undefined>;
  readonly tls: Tls;
  /** `--header`: they go to this address and to no other. */
  readonly headers: readonly GatewayHeader[];
  readonly socketPath?: string | undefined;
  readonly context: Context;
  /** Where each value comes from, for `profile explain`. */
  readonly sources: Readonly<Record<string, Source>>;
  /** Lines for stderr: a vendor variable that beats the current profile. */
  readonly notices: readonly string[];
}

/** What resolution looks at; no global is read. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined when there is none. */
  readonly home: string | undefined;
  readonly platform: NodeJS.Platform;
  readonly cwd: string;
  readonly uid: number | undefined;
}

/** The flags that take part in resolution. */
export type ResolutionFlags = Partial<ServerValues>;
