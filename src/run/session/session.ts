import type { Destination, Secret } from '../../catalogue/http.ts';
import type { Target } from '../../catalogue/target.ts';
import type { BuildOptions } from '../../http/request.ts';
import type { Json } from '../../documents/json/json.ts';
import type { Exact, InputBesideBodyOf, InputOf, Operation, Read } from '../../catalogue/operation.ts';
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
  /** Beside documented parameters (paging, blocking queries). */
  readonly query?: readonly (readonly [string, string])[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Replies at a change: no spinner. */
  readonly blocking?: true;
  /** Gets the receipt's change, so that a look can settle its unknown outcome. */
  readonly onRecorded?: (change: OpenChange) => void;
  /** For the receipt: the run's item. */
  readonly item?: number | undefined;
  /** For the receipt: what is missing, if no second change of the object follows. */
  readonly rest?: string;
  /** For the receipt of a raw request. */
  readonly raw?: RawFacts;
  /** For the receipt: files that show its outcome. */
  readonly files?: FileEvidence;
  /** Of a body without parameters. */
  readonly secrets?: readonly Secret[];
  readonly kept?: true;
  /** Bytes, for replies that are in memory together. */
  readonly maxBytes?: number | undefined;
  readonly timeout?: number;
  /** A loan can be given back after an election of the server's leader. */
  readonly retryToDeadline?: true;
  /** Printed once while the server is sealed, in place of the retries: only a person ends that. */
  readonly whenSealed?: string;
  /** The first signal does not end it: a read before a loan is given back. */
  readonly ignoreInterrupt?: true;
  /** Ends this call before the run: a page no longer wanted. */
  readonly signal?: AbortSignal;
  /** A 404 about the object is an outcome without a document. */
  readonly mayBeAbsent?: true;
  /** No warning about another product: `doctor` compares itself. */
  readonly productJudged?: true;
  /** Sent once, and not with a token of limited uses. */
  readonly optional?: true;
  /** Uses this run's last read of the object, if nothing was changed since. */
  readonly latest?: true;
  readonly unwrapped?: true;
  /** Of a raw request: the operation with its path, and what is asked first. */
  readonly like?:
    | { readonly operation: Operation; readonly input: InputRecord; readonly said: string }
    | undefined;
  /** Replace those of the operation. */
  readonly risks?: readonly (Risk & FoundRisk)[];
  /** In words, with the state that they were compared with. */
  readonly changes?: {
    readonly texts: readonly string[];
    readonly state: Json;
    readonly read: () => Promise<Json>;
  };
  /** With its own endpoint's token: log-ins, which leave no receipt. */
  readonly at?: Server;
}

/** May contain what the input lacks. */
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

/** Ends a command whose request was shown instead of sent. */
export class RequestShown extends Error {}

export type Standing = 'none' | 'only-read' | 'refused' | 'done' | 'unknown';

/** Runs `trivet login` with these words; false if nobody can be asked, or it was not done. */
export type LogIn = (question: string, words: readonly string[]) => Promise<boolean>;

export interface ReviewedPlan {
  readonly question: string;
  readonly gravity: Gravity;
  readonly name?: string;
  /** Asks for a yes whatever the risks. */
  readonly asks?: true;
  /** `namespace default at https://host, profile prod`; empty for files on this machine. */
  readonly place: string;
  readonly protections: readonly Protection[];
}

export interface Told {
  readonly operation: Operation | undefined;
  readonly spoken: InputRecord;
  readonly named: string | undefined;
  /** The call that the words mean, whatever the command sends. */
  readonly call?: Call<CallOptions> | undefined;
  readonly given: Pick<Given, 'confirm' | 'contents' | 'spoken'>;
}

export interface Review {
  readonly io: Io;
  readonly globals: Globals;
  readonly reporter: Reporter;
  readonly told: Told;
  /** @param told operation, typed input, and flags that answer questions */
  begin(told: Told): void;
  covers(gravity: Gravity, protection: Protection | undefined): boolean;
  approve(gravity: Gravity, protection?: Protection): void;
  /**
   * Fails if an answer is missing, whatever the servers hold, and nobody can be asked: not even a read is sent.
   * @param looks also refuses what a look finds
   * @throws TrivetError usage
   */
  refuseUnanswered(call: Call<CallOptions>, session: Session, looks: boolean): Promise<void>;
  /**
   * Unless flags or an earlier answer approve it.
   * @throws TrivetError usage, if it is declined or nobody can be asked; nothing is sent
   */
  call(call: Call<CallOptions>, session: Session): Promise<void>;
  plan(plan: ReviewedPlan): Promise<void>;
  /** A person is asked, not flags. */
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
  /** With `--dry-run` or `--curl` it shows the request and throws `RequestShown`. */
  readonly call: Send<Promise<Outcome>>;
  /** Sent even in a dry run. */
  readonly lookUp: Send<Promise<Outcome>, Read>;
  /** Not sent: for WebSockets and loans. */
  readonly prepare: Send<Promise<Call<CallOptions>>>;
  /** The receipt's line before a change, which `call` writes itself; if required and not writable, nothing is sent. */
  record(call: Call<CallOptions>): Promise<OpenChange>;
  probe(...asked: Parameters<Asker['probe']>): Promise<Probe>;
  /** The first signal does not interrupt its requests; the second prints `undo` and exits. */
  hold<T>(undo: () => string, work: () => Promise<T>): Promise<T>;
  /** An item of the receipt. */
  changeHere<T>(change: ChangeHere, work: () => Promise<T>): Promise<T>;
  standing(): Standing;
  /** As a read of this run found it. */
  nameOf(id: string): string | undefined;
  draft(operation: Operation, input: InputRecord, options?: CallOptions): Promise<Call<CallOptions>>;
  /**
   * Not sent.
   * @param options `looksUp`: reads the scope that the object decides
   */
  target(
    operation: Operation,
    input: InputRecord,
    options?: CallOptions & { readonly looksUp?: true },
  ): Promise<Target>;
  destination(call: Call): Destination;
  /** At once if a run of the same pool resolved it. */
  server(service: ServiceName): Promise<Server>;
}

export interface RunParts {
  readonly session: Session;
  /** The run's own session for undefined. */
  sessionOf(profile: string | undefined): Session;
  readonly presenter: Presenter;
  readonly interruption: Interruption;
  /** 128+n after a signal; a batch handles signals itself. */
  interrupted(): number | undefined;
  /** Only what the run owns: nothing for an item of a batch. */
  close(): void | Promise<void>;
}

/** A row of `status` about something that needs a person. */
export interface AttentionRow {
  readonly service: ServiceName;
  readonly kind: string;
  /** The plural, if irregular; not shown. */
  readonly many?: string;
  readonly name: string;
  /** Organization, namespace or mount. */
  readonly scope: string;
  readonly state: string;
  readonly detail: string;
  readonly attention: boolean;
  /** As commands name the object. */
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
  /** In place of the settings'. */
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
     * Of the latest inventories, and mounts without a recent one; sends nothing.
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
