/** Log-in methods as data: what each needs, and its exchange for a token. */
import type { Json } from '../documents/json/json.ts';
import type { Operation } from '../catalogue/operation.ts';
import type { InputRecord } from '../catalogue/parameter.ts';

export type Ask = 'username' | 'password' | 'role-id' | 'secret-id' | 'jwt' | 'role';

export type Answers = Readonly<Partial<Record<Ask, string>>>;

interface Described {
  readonly name: string;
  /** The usual path of the mount, if it is not the name. */
  readonly place?: string;
  readonly title: string;
  readonly asks: readonly Ask[];
  readonly may?: readonly Ask[];
  readonly hint?: string;
  readonly jwtFile?: string;
  readonly certificate?: true;
}

export interface DirectMethod extends Described {
  readonly exchange: Operation;
  /** @param place the mount, or the server's own name of the method */
  readonly input: (place: string, answers: Answers) => InputRecord;
}

export interface Asking {
  readonly baseUrl: string;
  send(operation: Operation, input: InputRecord): Promise<Json>;
  /** Reads a path of the origin; undefined if there is none. */
  read(path: string): Promise<Json | undefined>;
  /**
   * Sends a form to the origin without following redirects.
   * @throws TrivetError exit 4, if the server refuses it, also by a redirect that names an error
   */
  form(path: string, fields: Readonly<Record<string, string>>): Promise<Json>;
}

export interface Begun {
  readonly address: string;
  readonly state: string;
  readonly secrets: readonly string[];
  readonly finish: (params: URLSearchParams) => Promise<Json>;
}

export interface BrowserPlan {
  readonly path: string;
  readonly ports: readonly number[];
  readonly anyPort?: true;
  readonly begin: (redirectUri: string) => Promise<Begun>;
}

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

/** A log-in that a person confirms in any browser, while trivet polls. */
export interface Confirmed {
  readonly address: string;
  readonly code: string | undefined;
  /** Seconds between polls. */
  readonly interval: number;
  readonly secrets: readonly string[];
  readonly ask: () => Promise<{ readonly reply: Json } | 'pending' | 'too-fast'>;
}

export interface DeviceMethod extends Described {
  readonly device: (asking: Asking, given: Parameters<BrowserMethod['browser']>[1]) => Promise<Confirmed>;
}

export type LoginMethod = DirectMethod | BrowserMethod | DeviceMethod;

export interface Offer {
  readonly method: LoginMethod;
  readonly place: string;
  readonly isDefault: boolean;
}

export interface Granted {
  readonly token: string;
  readonly user: string | undefined;
  readonly policies: readonly string[];
  /** RFC 3339; undefined without an end. */
  readonly expires: string | undefined;
  readonly renewable: boolean;
  /** Requests that the token allows; if absent, any number. */
  readonly uses?: number | undefined;
}

/** Proofs that the server requires first: one for each group. */
export interface Further {
  readonly request: string;
  readonly proofs: readonly { readonly id: string; readonly type: string; readonly passcode: boolean }[];
}

export interface ServiceLogin {
  readonly methods: readonly LoginMethod[];
  readonly offers?: (asking: Asking) => Promise<readonly Offer[]>;
  /** Whether `--method` takes the server's name of a method, not its kind. */
  readonly named?: true;
  /** @param now milliseconds since the epoch */
  readonly granted: (document: Json, now: number) => Granted | undefined;
  readonly further?: {
    readonly operation: Operation;
    readonly read: (document: Json) => Further | undefined;
    readonly body: (further: Further, passcodes: Readonly<Record<string, string>>) => Json;
  };
  readonly renew?: Operation;
  readonly revoke?: Operation;
  readonly unwrap?: Operation;
  readonly tokenPage?: (baseUrl: string) => string;
}
