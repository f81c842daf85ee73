import type { Destination, Secret } from '../../catalogue/http.ts';
import type { Target } from '../../catalogue/target.ts';
import type { BuildOptions } from '../../http/request.ts';
import type { Json } from '../../documents/json/json.ts';
import type {
  Exact,
  InputBesideBodyOf,
  InputOf,
  Operation,
  Read,
  ReadOne,
} from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { KindName } from '../../catalogue/kind-name.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import type { Endpoint, Protection } from '../../config/endpoint.ts';
import type { Call } from '../../services/call.ts';
import type { Product } from '../../services/product.ts';
import type { Asker } from './detect.ts';
import type { Globals } from '../given-globals.ts';
import type { Risk } from '../../catalogue/operation.ts';
import type { FoundRisk, Gravity } from '../../catalogue/risk.ts';
import type { Server } from './server.ts';
import type { Probe } from './probe.ts';
import type { ReceiptOfRun } from '../log/of-run.ts';
import type { FileEvidence } from '../log/files.ts';
import type { ChangeHere, OpenChange, RawFacts } from '../log/sending.ts';
import type { Outcome } from './outcome.ts';
import type { Interruption } from '../interruption.ts';
import type { Given, Invocation } from '../invocation/invocation.ts';
import type { Presenter } from '../presenter/presenter.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Reporter } from '../reporter.ts';
import type { Io } from '../../system/io.ts';

export interface CallOptions {
  readonly base?: Json | undefined;
  readonly extra?: BuildOptions['extra'];
  /** Query parameters beside the documented ones (paging, blocking queries). */
  readonly query?: readonly (readonly [string, string])[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the server replies only at a change, so that no spinner is shown. */
  readonly blocking?: true;
  /** Gets the change of the receipt, so that a look-up can settle its unknown outcome. */
  readonly onRecorded?: (change: OpenChange) => void;
  /** The item of the run that the receipt counts the change to. */
  readonly item?: number | undefined;
  /** What is missing if no second change of the object follows, in words, for the receipt. */
  readonly rest?: string;
  readonly raw?: RawFacts;
  readonly files?: FileEvidence;
  /** The secrets of a body that no parameter describes: only what is listed here is hidden. */
  readonly secrets?: readonly Secret[];
  /** Keeps the connection from the first request on, since many follow. */
  readonly kept?: true;
  /** Bytes, for replies that are in memory together. */
  readonly maxBytes?: number | undefined;
  readonly timeout?: number;
  /** Retries until the deadline, so that a loan can be given back after the servers elect another leader. */
  readonly retryToDeadline?: true;
  /** Printed once while the server is sealed, in place of retries: only a person can unseal it. */
  readonly whenSealed?: string;
  /** Whether the first signal does not end it, for a read before a loan is given back. */
  readonly ignoreInterrupt?: true;
  /** Ends this call before the run ends, for a page that is no longer wanted. */
  readonly signal?: AbortSignal;
  /** Whether a 404 about the object is an outcome without a document. */
  readonly mayBeAbsent?: true;
  /** Prints no warning about another product, since `doctor` compares by itself. */
  readonly productJudged?: true;
  /** Sent with one attempt, and not with a token of limited uses. */
  readonly optional?: true;
  /** Uses the last read of the object by this run, if nothing was changed since. */
  readonly latest?: true;
  /** Ignores `--wrap-ttl`, since the workflow reads the reply. */
  readonly unwrapped?: true;
  /** The operation whose path a raw request has, and the words of the first question. */
  readonly like?:
    | { readonly operation: Operation; readonly input: InputRecord; readonly said: string }
    | undefined;
  /** Replace the risks of the operation: the review looks for no others. */
  readonly risks?: readonly (Risk & FoundRisk)[];
  /** The question shows `texts`; nothing is sent if `read` returns another state than `state` after the answer. */
  readonly changes?: {
    readonly texts: readonly string[];
    readonly state: Json;
    readonly read: () => Promise<Json>;
  };
  /** The server of a log-in, which uses its own token and leaves no receipt. */
  readonly at?: Server;
}

/** The body in `base` may contain what the input lacks. */
export interface WrittenOptions extends CallOptions {
  readonly base: Json | undefined;
  readonly extra: BuildOptions['extra'];
}

/** Required input. Parameters that the body contains may be left out. */
export type CallInput<O, Options> = Options extends WrittenOptions ? InputBesideBodyOf<O> : InputOf<O>;

/** A wrong key or value does not compile. */
type Send<Result, Allowed extends Operation = Operation> = <
  O extends Allowed,
  In extends CallInput<O, Options>,
  Options extends CallOptions = CallOptions,
>(
  operation: O,
  input: Exact<In, CallInput<O, Options>>,
  options?: Options,
) => Result;

/** Thrown when a request was shown instead of sent, to end the command. */
export class RequestShown extends Error {}

export interface Standing {
  readonly is: 'none' | 'only-read' | 'refused' | 'done' | 'unknown';
  /** The command that shows the state of what the last change was made to. */
  readonly lookUp?: string | undefined;
}

/** Runs `trivet login` with these words; false if there is no terminal, or no log-in was made. */
export type LogIn = (question: string, words: readonly string[]) => Promise<boolean>;

export interface ReviewedPlan {
  readonly question: string;
  readonly gravity: Gravity;
  readonly name?: string;
  /** Whether to ask for a yes whatever the risks. */
  readonly asks?: true;
  /** Where the change goes: `namespace default at https://host, profile prod`; empty for files on this machine. */
  readonly place: string;
  readonly protections: readonly Protection[];
}

export interface Told {
  readonly operation: Operation | undefined;
  readonly spoken: InputRecord;
  readonly named: string | undefined;
  /** The call that the typed words mean, whatever the command sends. */
  readonly call?: Call<CallOptions> | undefined;
  readonly given: Pick<Given, 'confirm' | 'contents' | 'spoken'>;
}

export interface Review {
  readonly io: Io;
  readonly globals: Globals;
  readonly reporter: Reporter;
  readonly told: Told;
  begin(told: Told): void;
  covers(gravity: Gravity, protection: Protection | undefined): boolean;
  approve(gravity: Gravity, protection?: Protection): void;
  /**
   * Fails if confirmation is missing whatever the servers hold, and nobody can be asked; nothing is sent, not even
   * a read.
   * @param looks also refuses what a look finds
   * @throws TrivetError usage
   */
  refuseUnanswered(call: Call<CallOptions>, session: Session, looks: boolean): Promise<void>;
  /** @throws TrivetError usage, if it is declined or nobody can be asked; nothing is sent */
  call(call: Call<CallOptions>, session: Session): Promise<void>;
  plan(plan: ReviewedPlan): Promise<void>;
  asksAbout(plan: Pick<ReviewedPlan, 'gravity' | 'name' | 'protections'>): boolean;
  gravityOf(call: Call<CallOptions>, session: Session): Promise<Gravity>;
}

export interface Session {
  readonly io: Io;
  readonly globals: Globals;
  readonly reporter: Reporter;
  readonly signal: AbortSignal;
  readonly review: Review;
  readonly receipt: ReceiptOfRun;
  readonly program: Program;
  /** Absent for programs, agents, and runs that trivet starts itself. */
  readonly logIn: LogIn | undefined;
  endpoint(service: ServiceName): Promise<Endpoint>;
  product(service: ServiceName): Promise<Product>;
  /** Sends a request. With `--dry-run` or `--curl` it shows a change and throws `RequestShown`. */
  readonly call: Send<Promise<Outcome>>;
  /** Reads one object, even in a dry run. `readList` reads a list. */
  readonly lookUp: Send<Promise<Outcome>, ReadOne>;
  /**
   * The same request, for a list as well: for `readList`, and for a state that is the rows of a list. It has a name
   * of its own so that no other reader takes the first page for the list: `lookUp` with a list does not compile.
   */
  readonly readPage: Send<Promise<Outcome>, Read>;
  /** Makes a call without sending it, for WebSockets and loans. */
  readonly prepare: Send<Promise<Call<CallOptions>>>;
  /** `call` writes this line by itself. If it is required and cannot be written, nothing is sent. */
  record(call: Call<CallOptions>): Promise<OpenChange>;
  probe(...asked: Parameters<Asker['probe']>): Promise<Probe>;
  /** Runs `work`, which the first signal does not interrupt; the second prints `undo` and exits. */
  hold<T>(undo: () => string, work: () => Promise<T>): Promise<T>;
  changeHere<T>(change: ChangeHere, work: () => Promise<T>): Promise<T>;
  standing(): Standing;
  nameOf(id: string): string | undefined;
  draft(operation: Operation, input: InputRecord, options?: CallOptions): Promise<Call<CallOptions>>;
  /** @param options `looksUp`: reads the scope that the object decides */
  target(
    operation: Operation,
    input: InputRecord,
    options?: CallOptions & { readonly looksUp?: true },
  ): Promise<Target>;
  destination(call: Call): Destination;
  /** Returns no promise if a run of this pool has resolved the server. */
  server(service: ServiceName): Promise<Server>;
}

export interface RunParts {
  readonly session: Session;
  /** Returns the session of a profile; for undefined, this one. */
  sessionOf(profile: string | undefined): Session;
  readonly presenter: Presenter;
  readonly interruption: Interruption;
  /** 128+n after a signal. A batch handles signals itself. */
  interrupted(): number | undefined;
  close(): void | Promise<void>;
}

/** A row of `status` about something that needs a person. */
export interface AttentionRow {
  readonly service: ServiceName;
  readonly kind: string;
  /** The plural, if it is irregular; not shown. */
  readonly many?: string;
  readonly name: string;
  readonly scope: string;
  readonly state: string;
  readonly detail: string;
  readonly attention: boolean;
  readonly about?: {
    readonly kind: KindName;
    readonly name: string;
    readonly flags: Readonly<Record<string, string>>;
  };
  /** Milliseconds since the epoch, if an earlier command read it. */
  readonly asOf?: number;
  /** Milliseconds since the epoch; not shown. */
  readonly ends?: number;
}

export interface Looking {
  readonly session: Session;
  readonly endpoint: Endpoint;
  /** Milliseconds. */
  readonly soon: number;
  readonly namespaces?: readonly string[] | undefined;
}

export interface Program {
  readonly catalogue: Catalogue;
  changeMany(invocation: Invocation, parts: RunParts): Promise<number>;
  takeBack(
    run: { readonly session: Session; readonly interruption: RunParts['interruption'] },
    receipt: string,
  ): Promise<boolean>;
  readonly attention: {
    authorities(looking: Looking, mount: string): Promise<readonly AttentionRow[]>;
    /**
     * Reads the latest inventories without a request; also returns mounts without a recent one.
     * @param present mounts that exist
     * @param shown rows of what was read
     */
    inventoried(
      looking: Looking,
      present: readonly string[],
      shown: readonly AttentionRow[],
    ): Promise<readonly AttentionRow[]>;
  };
}
