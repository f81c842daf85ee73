/** Methods of a service to log in, as data: what each needs, and the exchange that turns it into a token. */
import type { Json } from '../../../model/json/json.ts';
import type { Operation } from '../../../model/catalogue/operation.ts';
import type { InputRecord } from '../../../model/catalogue/parameter.ts';

export type Ask = 'username' | 'password' | 'role-id' | 'secret-id' | 'jwt' | 'role';

export type Answers = Readonly<Partial<Record<Ask, string>>>;

export interface LoginMethod {
  /** As `--method` names it. */
  readonly name: string;
  /** For people: `user name and password`. */
  readonly title: string;
  readonly asks: readonly Ask[];
  /** Taken when given, and not asked for. */
  readonly may?: readonly Ask[];
  readonly exchange: Operation;
  /** @param place the mount, or the server's own name of the method */
  readonly input: (place: string, answers: Answers) => InputRecord;
  /** What a refusal may mean beyond the server's words. */
  readonly hint?: string;
  /** Where the platform keeps the identity. */
  readonly jwtFile?: string;
  /** It is proven by the client certificate of the connection. */
  readonly certificate?: true;
}

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
}

/** Proofs that the server wants before it gives the token: one for each group. */
export interface Further {
  readonly request: string;
  readonly proofs: readonly { readonly id: string; readonly type: string; readonly passcode: boolean }[];
}

export interface ServiceLogin {
  readonly methods: readonly LoginMethod[];
  /** What a server offers to those who have no token. Absent: it offers nothing but tokens. */
  readonly offers?: {
    readonly operation: Operation;
    readonly read: (document: Json) => readonly Offer[];
  };
  /** `--method` is a name that the server gives, not the kind of a method. */
  readonly named?: true;
  /** @param now milliseconds since the epoch */
  readonly granted: (document: Json, now: number) => Granted | undefined;
  readonly further?: {
    readonly operation: Operation;
    readonly read: (document: Json) => Further | undefined;
    readonly body: (further: Further, passcodes: Readonly<Record<string, string>>) => Json;
  };
  /** Ends the token that it is sent with. Absent: its holder cannot. */
  readonly revoke?: Operation;
  /** Turns a wrapped secret ID into the ID. */
  readonly unwrap?: Operation;
  /** The page where a person makes a token. */
  readonly tokenPage?: (baseUrl: string) => string;
}
