import type { Method } from '../catalogue/operation.ts';
import type { ServiceName, ServerProduct } from '../catalogue/product.ts';

/** Where the proof can be read: a recording, a function of the vendor's source, or a page. */
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
  /** The meaning of the error, if the status does not show it. */
  readonly is?: {
    readonly exit: 1 | 4 | 5 | 6 | 7;
    readonly code: string;
    readonly reason?: string;
  };
  /** If absent, the outcome of a change is unknown. */
  readonly proves?: Proven;
  /** The server takes these one after the other, so those before the failed one may be done. */
  readonly inTurn?: { readonly of: string; readonly says: string };
  /** The only operations with this error; a trailing `.` matches a group. */
  readonly operations?: readonly string[];
  /** The name of a parameter in braces is replaced by its value. */
  readonly hint?: string;
  /** Which object the message names as missing, in place of the server's words. */
  readonly names?: 'object' | 'mount' | 'region';
}

export interface Product extends ServerProduct {
  readonly service: ServiceName;
  readonly tokenHeader: string;
  readonly mediaType: string;
  readonly patchType?: string;
  /** Operation IDs of full writes, for which the server can PATCH single settings. */
  readonly patches?: readonly string[];
  /** Real servers reply 415 to a write without Content-Type, even without a body. */
  readonly typedWithoutBody: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly list?: 'LIST' | 'GET';
  /** Names in bodies, queries and replies: documented name -> wire name. */
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
  /** Adding an attached tag, or removing one that is not, fails the whole request. */
  readonly tagsOnce?: true;
  readonly errorIsFlag?: true;
  /** The lease of the check-out remains, and later takes the account from its next borrower. */
  readonly leaseOutlivesCheckIn?: true;
  /** The server ignores a role in the body, and so its limits. */
  readonly ignoresRoleInBody?: true;
  /** The server revokes a certificate that was not stored, if it is sent whole. */
  readonly revokesUnstored?: true;
  /** Deleting a root deletes all issuers and keys of the mount. */
  readonly deletesEveryIssuer?: true;
  readonly keptOfSessionName?: number | undefined;
  /** Requests of one user per second. */
  readonly rate?: number;
  /** Servers may need no token. */
  readonly open?: true;
}
