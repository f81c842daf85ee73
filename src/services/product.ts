/** The shape of what is known about a real server. */
import type { Method } from '../catalogue/operation.ts';
import type { ServiceName, Speaker } from '../catalogue/product.ts';

/**
 * Where a proof can be read: a recording, a function of the vendor's source (`vendor/file.go function`), or a page.
 */
export type ProofSource = `test/recordings/${string}.json` | `${string}.go ${string}` | `https://${string}`;

/**
 * What an error proves of the change that it ended. `nothing`: the server refused before it changed anything. `part`: it
 * stopped in the middle. `all`: the change was made, and what follows it failed.
 */
export interface Proven {
  readonly made: 'nothing' | 'part' | 'all';
  readonly shownBy: ProofSource;
}

/** A server's words for a failure. */
export interface KnownError {
  readonly status: readonly number[];
  readonly text: RegExp;
  /** The kind of error, where the status does not show it. */
  readonly is?: {
    readonly exit: 1 | 4 | 5 | 6 | 7;
    readonly code: string;
    readonly reason?: string;
  };
  /** Without it, the outcome of a change is unknown. */
  readonly proves?: Proven;
  /** What the server takes one after the other: of several, those before the one that failed may be done. */
  readonly inTurn?: { readonly of: string; readonly says: string };
  /** Only for these operations; a trailing `.` matches the whole group. */
  readonly operations?: readonly string[];
  /** `{key}` of a parameter is filled in. */
  readonly hint?: string;
  /** The error names what is missing instead of the server's words: the object of the path, the mount or the region. */
  readonly names?: 'object' | 'mount' | 'region';
}

export interface Product extends Speaker {
  readonly service: ServiceName;
  readonly tokenHeader: string;
  /** Sent as Accept, and as Content-Type of a body. */
  readonly mediaType: string;
  /** The Content-Type of a PATCH, where it is another. */
  readonly patchType?: string;
  /** Operation ids of writes that replace a whole object, of which the server can change single settings by PATCH. */
  readonly patches?: readonly string[];
  /** Real servers answer 415 to a write without Content-Type, even one without a body. */
  readonly typedWithoutBody: boolean;
  /** Headers that go with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How LIST is sent, by services that have it. */
  readonly list?: 'LIST' | 'GET';
  /** Documented name -> wire name, in bodies, queries and replies. */
  readonly wire: Readonly<Record<string, string>>;
  /** Operation id -> path, where it differs from the documented one. */
  readonly paths: Readonly<Record<string, string>>;
  /** Operation id -> method, where it differs from the documented one. */
  readonly methods?: Readonly<Record<string, Method>>;
  /** Operation id -> query names of the page's number and size, where they are not the documented ones. */
  readonly pageNames?: Readonly<Record<string, readonly [number: string, size: string]>>;
  /** Operation id (or a prefix that ends in `.`) -> why the server lacks it. */
  readonly lacks: Readonly<Record<string, string>>;
  /** Operation id -> flags that the server takes and ignores. */
  readonly ignores: Readonly<Record<string, readonly string[]>>;
  readonly errors: readonly KnownError[];
  /** Operation id -> what an empty list may mean beside "there is none". */
  readonly emptyLists: Readonly<Record<string, string>>;
  /** A tag that is attached already (add) or is not (remove) fails the whole request. */
  readonly tagsOnce?: true;
  /** `Error` of a scaling is true or false, and its text is the message. */
  readonly errorIsFlag?: true;
  /** A check-in by name leaves the lease of the check-out, which later takes the account from its next borrower. */
  readonly leaseOutlivesCheckIn?: true;
  /** A role in the body is ignored, and the limits of the role with it. */
  readonly ignoresRoleInBody?: true;
  /** Revokes a certificate that no role stored, when it is sent whole. */
  readonly revokesUnstored?: true;
  /** The deletion of a root deletes every issuer and every key of the mount. */
  readonly deletesEveryIssuer?: true;
  /** Characters of a session name; longer names are truncated silently. */
  readonly keptOfSessionName?: number | undefined;
  /** Requests that it takes from one user in a second. */
  readonly rate?: number;
  /** Servers may be open to anyone: a request without a token is sent anyway. */
  readonly open?: true;
}
