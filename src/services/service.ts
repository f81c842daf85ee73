/** The interface of a service's code: reading, paging and errors of replies, and token checks. */
import type { Instead } from '../system/environment.ts';
import type { HttpRequest, HttpResponse } from '../catalogue/http.ts';
import type { Scope } from '../catalogue/target.ts';
import type { Json, JsonObject } from '../documents/json/json.ts';
import type { Operation, Read } from '../catalogue/operation.ts';
import type { InputRecord } from '../catalogue/parameter.ts';
import type { Family, ProductName, ServerKind, ServiceName, Speaker } from '../catalogue/product.ts';
import type { EndpointCandidate, TokenAccess } from '../config/candidate.ts';
import type { VendorCredentialStore } from '../config/tokens/credential-store.ts';
import type { Surroundings } from '../system/surroundings.ts';
import type { Endpoint } from '../config/endpoint.ts';
import type { Product } from './product.ts';
import type { View } from '../catalogue/view.ts';
import type { Envelope } from './envelope.ts';
import type { Inquiry } from './inquiry.ts';
import type { ServiceLogin } from './login-method.ts';

/** An error in the words of the service; `foreign` is a 404 that the service itself never sends. */
export interface ServerError {
  /** One line where possible; empty when the reply says nothing. */
  readonly text: string;
  /** Set where the adapter knows more than the status shows. */
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
  /** The part of the server that a request is about, as the server reads it. */
  scopeOf(request: HttpRequest, operation: Pick<Operation, 'path' | 'parameters'>): Scope;
  /** The items of a document for jsonl, csv, tsv, name, `--field` and tables. */
  readItems(document: Json, view: View): readonly JsonObject[];
  /** Where the items of a list lie that names no other place; `beside`: an object with more of each, by its key. */
  readonly listAt: { readonly path: string; readonly beside?: string };
  /** The view of a reply that is not the usual one of the operation: a wrapped one, one with more in it. */
  viewOf?(document: Json, view: View): View | undefined;
  /** The view of a wrapped reply, where the service wraps. */
  readonly wrapped?: View;
  /** The body that a saved reply contains; undefined where `body` is not one. */
  bodyInReply?(body: Json, operation: Operation): Json | undefined;
  readError(response: HttpResponse): ServerError;
  /** Statuses of a success, where the operation names none. */
  successOf(operation: Operation): readonly number[];
  /** Why a document cannot be a reply with this view: what holds its items is not there; undefined when it can. */
  misshapen(document: Json, view: View): string | undefined;
  /** Why a reply is about another object than its request; undefined where it is not. */
  otherObject?(document: Json, operation: Operation, input: InputRecord): string | undefined;
  /** The document of a list without items, where the service says so with a status that elsewhere is a failure. */
  emptyList?(operation: Operation, response: HttpResponse): Json | undefined;
  /** Lines that the reply wants shown: warnings of a success. */
  readWarnings(document: Json | undefined): readonly string[];
  /** The document for a run that is given no secrets: values that the server marks as sensitive are left out. */
  withoutSecrets?(document: Json): Json;
  /** The addition to the query for the next page; undefined after the last. */
  nextPage(
    operation: Operation,
    response: HttpResponse,
    document: Json,
    asked: PageAsked,
  ): PageRequest | undefined;
  /** True of a page that is not the one that was asked for, of a list that has more than the `came` items. */
  otherPage?(document: Json, asked: number, came: number): boolean;
  /** The page without items that came before: a collection may change while it is read. Adds what it has to `seen`. */
  unseen?(document: Json, seen: Set<string>): Json;
  /** One document of all pages, in order; `limit` keeps so many items. */
  mergePages(pages: readonly Json[], limit: number | undefined): Json;
  /** What the reply's headers reveal, if anything. */
  detect(response: HttpResponse): Seen | undefined;
  /** Reads that need no token and are answered by every server; the first one says whether it serves. */
  readonly questions: readonly Question[];
  /** What the reply to one of them reveals, if anything. */
  identify(response: HttpResponse, document: Json): ServerKind | undefined;
  /** A read that every valid token is allowed, and what its reply contains. */
  readonly ownToken: {
    readonly path: string;
    readonly holds: string;
    /** Used where the first does not exist; any success will do. */
    readonly orElse?: string;
    /** Requests that the token is good for after this one; undefined: any number. */
    readonly usesLeft?: (document: Json) => number | undefined;
    /** Seconds until the token ends; infinite without an end, undefined where the reply does not say. */
    readonly lastsFor?: (document: Json) => number | undefined;
  };
  /** A read that, with a token, reports more than those above. */
  readonly agent?: Agent;
  /** Meanings of statuses of the first question that differ from elsewhere. */
  readonly health?: {
    readonly refuses: Readonly<Record<number, string>>;
    readonly serves: readonly number[];
  };
  /** It replies to an unknown token as to one without the permission. */
  readonly hidesBadTokens?: true;
  /** Its routes are patterns: a name of another form finds none. */
  readonly routable?: RegExp;
}

/** The family of a server by its headers, and its product where they differ by product. */
export interface Seen {
  readonly speaks: Family;
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
  /** 1-based number of the page that was asked for. */
  readonly number: number;
  /** The token that asked for it. */
  readonly token: string | undefined;
}

/** Settings from the variables and files of the vendor's own tools. */
export interface VendorSettings {
  /** With the address of the service; undefined if there are none. */
  variables(
    baseUrl: string | undefined,
    surroundings: Surroundings,
    access: TokenAccess,
  ): EndpointCandidate | undefined;
  /** Variables that change what the vendor's tools send and that trivet refuses, with what to use instead. */
  readonly refused: Instead;
  /** Of these, those that protect the reply: refused wherever the address comes from. */
  readonly guarding?: Instead;
  /** Variables that have no effect, with what to use instead. */
  readonly unused: Instead;
  /** Credentials that a tool left in a file, used if no other source has an address. */
  leftOver?(baseUrl: string | undefined, surroundings: Surroundings): EndpointCandidate | undefined;
}

/** Makes the product of a server: of the documented one, and of those of the service's family. */
export type MakeProduct = (server: Speaker) => Product;

type Load<Module> = () => Promise<Module>;

interface ScopeList {
  readonly path: string;
  readonly query?: readonly (readonly [string, string])[];
  /** The path of one, which shows whether the server has it. */
  readonly one?: (name: string) => string;
  /** The names in a reply; of mounts also their engine, as groups are called. */
  names(document: Json, context: Endpoint['context']): readonly ScopeListed[];
}

export interface ScopeListed {
  readonly name: string;
  readonly engine?: string;
}

export type ScopeLists = Readonly<Partial<Record<'organization' | 'namespace' | 'mount', ScopeList>>>;

/** The engine behind the path of a request, for services whose engines share paths. */
export interface MountedEngine {
  /** Allowed to every token that may use the mount. */
  readonly show: Read;
  /** The engine of an operation below a mount, whose paths other engines may have. */
  readonly engineOf: (operation: Operation) => string | undefined;
  /** The same for any operation, also for one whose paths no other engine has. */
  readonly ownerOf: (operation: Operation) => string | undefined;
  /** The engine whose name that of a mount has: `aws` for `aws-prod`. */
  readonly namedLike: (mount: string) => string | undefined;
  /** The engine that `show` found, if it is known to be another one. */
  readonly otherThan: (engine: string, document: Json) => string | undefined;
  /** Whether `show` found that a mount is one of an operation's engine. */
  readonly holds: (operation: Operation, mount: string, document: Json) => boolean;
}

/** The effect of a raw request to a path beyond the catalogue. */
export interface KnownPaths {
  /** A GET changes nothing and gives no secrets. */
  readonly shown: RegExp;
  /** A POST changes nothing and gives no secrets. */
  readonly computed?: RegExp;
  /** A GET changes something. */
  readonly changed?: RegExp;
  /** Where no mount ends: a change below it is one of an engine, though a command's path ends like it. */
  readonly inEngine?: RegExp;
  /** A query that gives more than its path. */
  readonly expands?: (query: readonly (readonly [string, string])[]) => boolean;
  /** A LIST, or a GET with `list=true`, gives names only. */
  readonly listed?: RegExp;
  /** The requests that trivet itself makes for its sessions, about which nobody is asked. */
  readonly own?: () => Promise<readonly Operation[]>;
}

/** The read of the object of a request that names it by an ID, and the part of the server that its reply says. */
interface PlacedObject {
  readonly show: Read;
  readonly input: InputRecord;
  scopeIn(document: Json): Scope | undefined;
}

/** Returns the read that shows where the object of a request is; undefined where none does. */
export type PlacedBy = (request: HttpRequest) => PlacedObject | undefined;

export interface ServiceCode {
  readonly adapter: Service;
  /** Finds the scope of an object that a request names by its ID; without it the scope is unknown. */
  readonly placed?: Load<PlacedBy>;
  readonly settings: VendorSettings;
  readonly products: Load<MakeProduct>;
  readonly whoami: Load<{ readonly default: Inquiry }>;
  readonly login: Load<{ readonly default: ServiceLogin }>;
  /** Where it lists the scopes that flags name, for completion. */
  readonly scopes?: Load<{ readonly default: ScopeLists }>;
  /** The known paths beyond the catalogue. */
  readonly beyond?: Load<KnownPaths>;
  /** Where engines share paths. */
  readonly mounted?: Load<MountedEngine>;
  /** Where the vendor's own tools keep a token; absent: they keep none. */
  readonly keeper?: Load<{ readonly default: VendorCredentialStore }>;
  /** The schemas of its documents; without it they are the bare items. */
  readonly envelope?: Load<{ readonly default: Envelope }>;
}
