import type { Instead } from '../system/environment.ts';
import type { HttpRequest, HttpResponse } from '../catalogue/http.ts';
import type { Scope } from '../catalogue/target.ts';
import type { Json, JsonObject } from '../documents/json/json.ts';
import type { Operation, Read } from '../catalogue/operation.ts';
import type { InputRecord } from '../catalogue/parameter.ts';
import type { Family, ProductName, ServerKind, ServiceName, ServerProduct } from '../catalogue/product.ts';
import type { EndpointCandidate, TokenAccess } from '../config/candidate.ts';
import type { VendorCredentialStore } from '../config/tokens/credential-store.ts';
import type { Surroundings } from '../system/surroundings.ts';
import type { Endpoint } from '../config/endpoint.ts';
import type { Product } from './product.ts';
import type { View } from '../catalogue/view.ts';
import type { Inquiry } from './inquiry.ts';
import type { ServiceLogin } from './login-method.ts';

/** `foreign`: a 404 that the service itself never sends. */
export interface ServerError {
  /** One line if possible; empty if the reply says nothing. */
  readonly text: string;
  /** If the adapter knows more than the status shows. */
  readonly kind?:
    | 'missing-route'
    | 'missing-mount'
    | 'missing-namespace'
    | 'bad-token'
    | 'denied'
    | 'sealed'
    | 'html'
    | 'foreign'
    | undefined;
  readonly hint?: string | undefined;
}

export interface PageRequest {
  readonly query: readonly (readonly [string, string])[];
}

export interface Service {
  readonly name: ServiceName;
  scopeOf(request: HttpRequest, operation: Pick<Operation, 'path' | 'parameters'>): Scope;
  /** For jsonl, csv, tsv, name, `--field` and tables. */
  readItems(document: Json, view: View): readonly JsonObject[];
  /** Where items of a list are by default; `beside`: an object with more about each, by key. */
  readonly listAt: { readonly path: string; readonly beside?: string };
  /** A reply with another view than its operation: wrapped, or with more in it. */
  viewOf?(document: Json, view: View): View | undefined;
  readonly wrapped?: View;
  /** Undefined if `body` is not a saved reply. */
  bodyInReply?(body: Json, operation: Operation): Json | undefined;
  readError(response: HttpResponse): ServerError;
  successOf(operation: Operation): readonly number[];
  /** Why the document cannot have this view; undefined if it can. */
  misshapen(document: Json, view: View): string | undefined;
  /** Undefined if the reply is about the requested object. */
  otherObject?(document: Json, operation: Operation, input: InputRecord): string | undefined;
  /** An empty list that the service reports with the status of a failure. */
  emptyList?(operation: Operation, response: HttpResponse): Json | undefined;
  readWarnings(document: Json | undefined): readonly string[];
  /** Without values that the server marks as sensitive. */
  withoutSecrets?(document: Json): Json;
  /** Undefined after the last page. */
  nextPage(
    operation: Operation,
    response: HttpResponse,
    document: Json,
    asked: PageAsked,
  ): PageRequest | undefined;
  /** The page is not the requested one, of a list with more than `came` items. */
  otherPage?(document: Json, asked: number, came: number): boolean;
  /** Drops items that came before, since a collection may change while it is read. Adds to `seen`. */
  unseen?(document: Json, seen: Set<string>): Json;
  mergePages(pages: readonly Json[], limit: number | undefined): Json;
  detect(response: HttpResponse): Seen | undefined;
  /** Need no token; the first one shows whether the server serves. */
  readonly questions: readonly Question[];
  identify(response: HttpResponse, document: Json): ServerKind | undefined;
  readonly ownToken: {
    readonly path: string;
    readonly holds: string;
    /** Used if the first does not exist; any success will do. */
    readonly orElse?: string;
    /** After this request; undefined: any number. */
    readonly usesLeft?: (document: Json) => number | undefined;
    /** Seconds; infinite without an end, undefined if unknown. */
    readonly lastsFor?: (document: Json) => number | undefined;
  };
  readonly agent?: Agent;
  /** Statuses of the first question with another meaning. */
  readonly health?: {
    readonly refuses: Readonly<Record<number, string>>;
    readonly serves: readonly number[];
  };
  /** Unknown tokens get the reply of a missing permission. */
  readonly hidesBadTokens?: true;
  /** Routes are patterns: other names find none. */
  readonly routable?: RegExp;
}

/** By headers; the product if they differ by product. */
export interface Seen {
  readonly family: Family;
  readonly product?: ProductName;
}

interface Question {
  readonly path: string;
  /** Outside the base URL's path. */
  readonly atOrigin?: true;
}

interface Agent {
  readonly path: string;
  identify(document: Json): ServerKind | undefined;
}

export interface PageAsked {
  /** 1-based, as requested. */
  readonly number: number;
  /** Sent with the request. */
  readonly token: string | undefined;
}

/** From the variables and files of the vendor's tools. */
export interface VendorSettings {
  /** Undefined without an address. */
  variables(
    baseUrl: string | undefined,
    surroundings: Surroundings,
    access: TokenAccess,
  ): EndpointCandidate | undefined;
  /** Refused, since they change what is sent: with what to use instead. */
  readonly refused: Instead;
  /** They protect the reply, so they are refused wherever the address comes from. */
  readonly guarding?: Instead;
  readonly unused: Instead;
  /** Left in a file by a tool; used if no other source has an address. */
  leftOver?(baseUrl: string | undefined, surroundings: Surroundings): EndpointCandidate | undefined;
}

export type MakeProduct = (server: ServerProduct) => Product;

interface ScopeList {
  readonly path: string;
  readonly query?: readonly (readonly [string, string])[];
  /** Shows whether the server has it. */
  readonly one?: (name: string) => string;
  /** Mounts come with the group of their engine. */
  names(document: Json, context: Endpoint['context']): readonly ScopeListed[];
}

export interface ScopeListed {
  readonly name: string;
  readonly engine?: string;
}

export type ScopeLists = Readonly<Partial<Record<'organization' | 'namespace' | 'mount', ScopeList>>>;

export interface MountedEngine {
  /** Allowed to every token that may use the mount. */
  readonly show: Read;
  /** Other engines may have the operation's paths. */
  readonly engineOf: (operation: Operation) => string | undefined;
  readonly ownerOf: (operation: Operation) => string | undefined;
  readonly namedLike: (mount: string) => string | undefined;
  /** Undefined unless known to be another engine. */
  readonly otherThan: (engine: string, document: Json) => string | undefined;
  /** Whether `show` found that a mount is one of an operation's engine. */
  readonly holds: (operation: Operation, mount: string, document: Json) => boolean;
}

export interface KnownPaths {
  /** A GET changes nothing and gives no secrets. */
  readonly shown: RegExp;
  readonly computed?: RegExp;
  readonly changed?: RegExp;
  /** No mount ends here, though a command's path ends so. */
  readonly inEngine?: RegExp;
  /** This query returns more than its path. */
  readonly expands?: (query: readonly (readonly [string, string])[]) => boolean;
  /** LIST, or GET with `list=true`, returns only names. */
  readonly listed?: RegExp;
  readonly own?: readonly Operation[];
}

interface PlacedObject {
  readonly show: Read;
  readonly input: InputRecord;
  scopeIn(document: Json): Scope | undefined;
}

/** Undefined if no read shows the scope. */
export type PlacedBy = (request: HttpRequest) => PlacedObject | undefined;

/** Loaded for log-ins, and for questions about a token. */
export interface ServiceSessions {
  readonly login: ServiceLogin;
  readonly whoami: Inquiry;
  readonly credentialStore?: VendorCredentialStore;
}

export interface ServiceCode {
  readonly adapter: Service;
  readonly placed?: PlacedBy;
  readonly settings: VendorSettings;
  readonly products: MakeProduct;
  readonly sessions: () => Promise<{ readonly default: ServiceSessions }>;
  readonly scopes?: ScopeLists;
  readonly beyond?: KnownPaths;
  /** If engines share paths. */
  readonly mounted?: MountedEngine;
}
