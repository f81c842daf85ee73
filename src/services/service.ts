import type { Instead } from '../system/environment.ts';
import type { HttpRequest, HttpResponse } from '../catalogue/http.ts';
import type { Scope } from '../catalogue/target.ts';
import type { Json, JsonObject } from '../documents/json/json.ts';
import type { Operation, ReadOne } from '../catalogue/operation.ts';
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
  /** Set if the adapter knows more than the status shows. */
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
  /** Items for jsonl, csv, tsv, name, `--field` and tables. */
  readItems(document: Json, view: View): readonly JsonObject[];
  /** Where the items of a list are by default; `beside` is an object with more about each, by key. */
  readonly listAt: { readonly path: string; readonly beside?: string };
  /** The view of a reply that is wrapped, or has more in it than its operation's view. */
  viewOf?(document: Json, view: View): View | undefined;
  readonly wrapped?: View;
  bodyInReply?(body: Json, operation: Operation): Json | undefined;
  readError(response: HttpResponse): ServerError;
  successOf(operation: Operation): readonly number[];
  misshapen(document: Json, view: View): string | undefined;
  /** Names another object that the reply is about; undefined if it is the requested one. */
  otherObject?(document: Json, operation: Operation, input: InputRecord): string | undefined;
  emptyList?(operation: Operation, response: HttpResponse): Json | undefined;
  readWarnings(document: Json | undefined): readonly string[];
  /** Leaves out values that the server marks as sensitive. */
  withoutSecrets?(document: Json): Json;
  /** Undefined after the last page. */
  nextPage(
    operation: Operation,
    response: HttpResponse,
    document: Json,
    asked: PageAsked,
  ): PageRequest | undefined;
  /** Whether the page is not the requested one, of a list with more than `came` items. */
  otherPage?(document: Json, asked: number, came: number): boolean;
  /** Drops items that came before, since a collection may change while it is read; adds the others to `seen`. */
  unseen?(document: Json, seen: Set<string>): Json;
  mergePages(pages: readonly Json[], limit: number | undefined): Json;
  detect(response: HttpResponse): Seen | undefined;
  /** Questions that need no token; the first one shows whether the server serves. */
  readonly questions: readonly Question[];
  identify(response: HttpResponse, document: Json): ServerKind | undefined;
  readonly ownToken: {
    readonly path: string;
    readonly holds: string;
    /** A path to use if the first one does not exist; any success will do. */
    readonly orElse?: string;
    /** Requests that the token allows after this one; undefined: any number. */
    readonly usesLeft?: (document: Json) => number | undefined;
    /** Seconds; infinite if the token does not end, undefined if unknown. */
    readonly lastsFor?: (document: Json) => number | undefined;
  };
  readonly agent?: Agent;
  /** Statuses of the first question that have another meaning. */
  readonly health?: {
    readonly refuses: Readonly<Record<number, string>>;
    readonly serves: readonly number[];
  };
  /** Whether an unknown token gets the reply of a missing permission. */
  readonly hidesBadTokens?: true;
  /** Routes are patterns, so a name that does not match finds none. */
  readonly routable?: RegExp;
}

/** What the headers show: a product if they differ by product, else the family. */
export interface Seen {
  readonly family: Family;
  readonly product?: ProductName;
}

interface Question {
  readonly path: string;
  readonly atOrigin?: true;
}

interface Agent {
  readonly path: string;
  identify(document: Json): ServerKind | undefined;
}

export interface PageAsked {
  readonly number: number;
  readonly token: string | undefined;
}

export interface VendorSettings {
  variables(
    baseUrl: string | undefined,
    surroundings: Surroundings,
    access: TokenAccess,
  ): EndpointCandidate | undefined;
  /** Variables that are refused because they change what is sent, with what to use instead. */
  readonly refused: Instead;
  /** Variables that protect the reply, so they are refused wherever the address comes from. */
  readonly guarding?: Instead;
  readonly unused: Instead;
  /** Settings that a tool left in a file; used if no other source has an address. */
  leftOver?(baseUrl: string | undefined, surroundings: Surroundings): EndpointCandidate | undefined;
}

export type MakeProduct = (server: ServerProduct) => Product;

interface ScopeList {
  readonly path: string;
  readonly query?: readonly (readonly [string, string])[];
  /** The path that shows whether the server has it. */
  readonly one?: (name: string) => string;
  names(document: Json, context: Endpoint['context']): readonly ScopeListed[];
}

export interface ScopeListed {
  readonly name: string;
  readonly engine?: string;
}

export type ScopeLists = Readonly<Partial<Record<'organization' | 'namespace' | 'mount', ScopeList>>>;

export interface MountedEngine {
  /** A read that every token may send that may use the mount. */
  readonly show: ReadOne;
  /** Names the engine of an operation whose paths other engines may have too. */
  readonly engineOf: (operation: Operation) => string | undefined;
  readonly ownerOf: (operation: Operation) => string | undefined;
  readonly namedLike: (mount: string) => string | undefined;
  /** Names the engine if it is known to be another one. */
  readonly otherThan: (engine: string, document: Json) => string | undefined;
  /** Whether `show` found that a mount is one of an operation's engine. */
  readonly holds: (operation: Operation, mount: string, document: Json) => boolean;
}

export interface KnownPaths {
  /** Paths whose GET changes nothing and returns no secrets. */
  readonly shown: RegExp;
  readonly computed?: RegExp;
  readonly changed?: RegExp;
  /** Paths in which no mount ends, although a command's path ends so. */
  readonly inEngine?: RegExp;
  /** Whether a query returns more than its path. */
  readonly expands?: (query: readonly (readonly [string, string])[]) => boolean;
  /** Paths where LIST, or GET with `list=true`, returns only names. */
  readonly listed?: RegExp;
  readonly own?: readonly Operation[];
}

interface PlacedObject {
  readonly show: ReadOne;
  readonly input: InputRecord;
  scopeIn(document: Json): Scope | undefined;
}

/** Undefined if no read shows the scope. */
export type PlacedBy = (request: HttpRequest) => PlacedObject | undefined;

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
  /** Set if engines share paths. */
  readonly mounted?: MountedEngine;
}
