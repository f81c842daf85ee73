import type { TrivetError } from '../system/error.ts';
import type { BaseUrl } from './base-url.ts';
import type { ProductName, ServiceName } from '../catalogue/product.ts';
import type { KeptSession, KeptToken } from './file/profile.ts';
import type { OneOfSeveral, Source, Sourced, SourcedProduct } from './endpoint.ts';

export interface UnreadToken {
  readonly source: Source;
  read(): Promise<string>;
  readonly session?: KeptSession | undefined;
  readonly origin?: string | undefined;
  /** The name of the credential store; absent for a file, a variable and the profile itself. */
  readonly keeper?: string | undefined;
  /** Whether a program gives the token, which may ask the person. */
  readonly asks?: true | undefined;
  /** The error that `read` will throw, if it is already known. */
  readonly refused?: TrivetError | undefined;
}

export type Address = BaseUrl & { readonly source: Source };

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
  readonly label: Source;
  readonly profile?: string;
  readonly url?: Address | undefined;
  readonly token?: UnreadToken | undefined;
  readonly product?: SourcedProduct | undefined;
  readonly tls: TlsPlan;
  readonly context: ContextPlan;
  readonly allowHttp?: boolean | undefined;
  readonly notices?: readonly string[] | undefined;
  /** For `profile explain`: unused settings, and tokens of another vendor's variable. */
  readonly remarks?: readonly string[] | undefined;
  readonly protected?: boolean | undefined;
  readonly receiptDays?: number | undefined;
  readonly readOnly?: boolean | undefined;
}

interface CommandLimits {
  readonly timeout: number;
  readonly maxBytes: number;
}

export type RunCommand = (argv: readonly string[], limits: CommandLimits) => Promise<Uint8Array>;

export interface KeptFor {
  readonly service: ServiceName;
  readonly profile: string;
  readonly url: string;
  readonly product: ProductName | undefined;
}

export interface TokenAccess {
  readonly runCommand?: RunCommand | undefined;
  readonly readKept?: ((token: KeptToken, of: KeptFor) => Promise<string>) | undefined;
  readonly readStdin?: (() => Promise<Uint8Array>) | undefined;
}
