import type { Method } from '../catalogue/operation.ts';
import type { ServiceName, ServerProduct } from '../catalogue/product.ts';

/** Where to read the proof: a recording, a function of the vendor's source, or a page. */
export type ProofSource = `test/recordings/${string}.json` | `${string}.go ${string}` | `https://${string}`;

/**
 * The part of its change that an error proves. `nothing`: refused before any change. `part`: stopped in the middle. `all`:
 * the change was made, and a later step failed.
 */
export interface Proven {
  readonly made: 'nothing' | 'part' | 'all';
  readonly shownBy: ProofSource;
}

export interface KnownError {
  readonly status: readonly number[];
  readonly text: RegExp;
  /** If the status does not show it. */
  readonly is?: {
    readonly exit: 1 | 4 | 5 | 6 | 7;
    readonly code: string;
    readonly reason?: string;
  };
  /** Absent: the outcome of a change is unknown. */
  readonly proves?: Proven;
  /** The server takes these one after the other: those before the failed one may be done. */
  readonly inTurn?: { readonly of: string; readonly says: string };
  /** Only for these; a trailing `.` matches a group. */
  readonly operations?: readonly string[];
  /** `{key}` of a parameter is filled in. */
  readonly hint?: string;
  /** Names the missing object, mount or region in place of the server's words. */
  readonly names?: 'object' | 'mount' | 'region';
}

export interface Product extends ServerProduct {
  readonly service: ServiceName;
  readonly tokenHeader: string;
  readonly mediaType: string;
  /** For PATCH, if different. */
  readonly patchType?: string;
  /** Operation IDs of full writes, for which the server can PATCH single settings. */
  readonly patches?: readonly string[];
  /** Real servers reply 415 to a write without Content-Type, even without a body. */
  readonly typedWithoutBody: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** For LIST. */
  readonly list?: 'LIST' | 'GET';
  /** Documented -> wire name, in bodies, queries and replies. */
  readonly wire: Readonly<Record<string, string>>;
  /** Operation ID -> undocumented path. */
  readonly paths: Readonly<Record<string, string>>;
  /** Operation ID -> undocumented method. */
  readonly methods?: Readonly<Record<string, Method>>;
  /** Operation ID -> query names of page number and size. */
  readonly pageNames?: Readonly<Record<string, readonly [number: string, size: string]>>;
  /** Operation ID, or prefix ending in `.` -> why the server lacks it. */
  readonly lacks: Readonly<Record<string, string>>;
  /** Operation ID -> flags that the server silently ignores. */
  readonly ignores: Readonly<Record<string, readonly string[]>>;
  readonly errors: readonly KnownError[];
  /** Operation ID -> other meanings of an empty list. */
  readonly emptyLists: Readonly<Record<string, string>>;
  /** Adding an attached tag, or removing another, fails the whole request. */
  readonly tagsOnce?: true;
  readonly errorIsFlag?: true;
  /** The lease of the check-out remains, and later takes the account from its next borrower. */
  readonly leaseOutlivesCheckIn?: true;
  /** Ignores a role in the body, and so its limits. */
  readonly ignoresRoleInBody?: true;
  /** Revokes a certificate that was not stored, if sent whole. */
  readonly revokesUnstored?: true;
  /** Deleting a root deletes all issuers and keys of the mount. */
  readonly deletesEveryIssuer?: true;
  /** Longer session names are truncated silently. */
  readonly keptOfSessionName?: number | undefined;
  /** Requests of one user per second. */
  readonly rate?: number;
  /** Servers may need no token. */
  readonly open?: true;
}
