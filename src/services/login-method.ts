/** Methods of a service to log in, as data: what each needs, and the exchange that turns it into a token. */
import type { Json } from '../documents/json/json.ts';
import type { Operation } from '../catalogue/operation.ts';
import type { InputRecord } from '../catalogue/parameter.ts';

export type Ask = 'username' | 'password' | 'role-id' | 'secret-id' | 'jwt' | 'role';

export type Answers = Readonly<Partial<Record<Ask, string>>>;

interface Described {
  /** As `--method` names it. */
  readonly name: string;
  /** The usual path of its mount, where that is not its name. */
  readonly place?: string;
  /** For people: `user name and password`. */
  readonly title: string;
  readonly asks: readonly Ask[];
  /** Taken when given, and not asked for. */
  readonly may?: readonly Ask[];
  /** Another reason for a refusal, beyond the server's words. */
  readonly hint?: string;
  /** Where the platform keeps the identity. */
  readonly jwtFile?: string;
  /** It is proven by the client certificate of the connection. */
  readonly certificate?: true;
}

/** A method whose answers are sent in one request. */
export interface DirectMethod extends Described {
  readonly exchange: Operation;
  /** @param place the mount, or the server's own name of the method */
  readonly input: (place: string, answers: Answers) => InputRecord;
}

/** How a method with a browser asks the server. */
export interface Asking {
  readonly baseUrl: string;
  send(operation: Operation, input: InputRecord): Promise<Json>;
  /** GET of a document at the origin; undefined if there is none. */
  read(path: string): Promise<Json | undefined>;
  /**
   * Sends a form to a path of the origin and returns the reply; no redirect is followed.
   * @throws TrivetError exit 4, if the server refuses it, also with a redirect that names an error
   */
  form(path: string, fields: Readonly<Record<string, string>>): Promise<Json>;
}

/** A log-in that waits for a browser. */
export interface Begun {
  /** Where the person logs in. */
  readonly address: string;
  /** The parameters that the browser has to bring back. */
  readonly state: string;
  /** Values that only trivet and the server may see. */
  readonly secrets: readonly string[];
  /** Exchanges what the browser brought for the reply with the token. */
  readonly finish: (params: URLSearchParams) => Promise<Json>;
}

export interface BrowserPlan {
  /** The path of the redirect address. */
  readonly path: string;
  /** The first that is free is used. */
  readonly ports: readonly number[];
  /** The server accepts every port of this machine. */
  readonly anyPort?: true;
  readonly begin: (redirectUri: string) => Promise<Begun>;
}

/** A method with a page of an identity provider. */
export interface BrowserMethod extends Described {
  readonly browser: (
    asking: Asking,
    given: {
      readonly place: string;
      readonly role: string | undefined;
      readonly random: (bytes: number) => string;
    },
  ) => Promise<BrowserPlan>;
}

/** A log-in that is confirmed in any browser, while trivet asks the server for its end. */
export interface Confirmed {
  /** Where the person logs in. */
  readonly address: string;
  /** The code that the person types there, if the address does not contain it. */
  readonly code: string | undefined;
  /** Seconds between two questions. */
  readonly interval: number;
  readonly secrets: readonly string[];
  /** Asks for the reply with the token. */
  readonly ask: () => Promise<{ readonly reply: Json } | 'pending' | 'too-fast'>;
}

/** A method for machines without a browser. */
export interface DeviceMethod extends Described {
  readonly device: (asking: Asking, given: Parameters<BrowserMethod['browser']>[1]) => Promise<Confirmed>;
}

export type LoginMethod = DirectMethod | BrowserMethod | DeviceMethod;

/** A method that the server offers at a place. */
export interface Offer {
  readonly method: LoginMethod;
  readonly place: string;
  readonly isDefault: boolean;
}

/** A new token. */
export interface Granted {
  readonly token: string;
  readonly user: string | undefined;
  readonly policies: readonly string[];
  /** RFC 3339; undefined if it has no end. */
  readonly expires: string | undefined;
  readonly renewable: boolean;
  /** Requests that it is good for; absent: any number. */
  readonly uses?: number | undefined;
}

/** Proofs that the server wants before it gives the token: one for each group. */
export interface Further {
  readonly request: string;
  readonly proofs: readonly { readonly id: string; readonly type: string; readonly passcode: boolean }[];
}

export interface ServiceLogin {
  readonly methods: readonly LoginMethod[];
  /** The log-in methods that a server offers without a token. Absent: it offers only tokens. */
  readonly offers?: (asking: Asking) => Promise<readonly Offer[]>;
  /** `--method` is a name that the server gives, not the kind of a method. */
  readonly named?: true;
  /** @param now milliseconds since the epoch */
  readonly granted: (document: Json, now: number) => Granted | undefined;
  readonly further?: {
    readonly operation: Operation;
    readonly read: (document: Json) => Further | undefined;
    readonly body: (further: Further, passcodes: Readonly<Record<string, string>>) => Json;
  };
  /** Moves the end of the token that it is sent with. Absent: nothing can. */
  readonly renew?: Operation;
  /** Ends the token that it is sent with. Absent: its holder cannot. */
  readonly revoke?: Operation;
  /** Turns a wrapped secret ID into the ID. */
  readonly unwrap?: Operation;
  /** The page where a person makes a token. */
  readonly tokenPage?: (baseUrl: string) => string;
}
