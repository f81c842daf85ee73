/** One run: its session with the services, what it runs with, and what the top gives it. */
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
import type { World } from '../../system/world.ts';

export interface CallOptions {
  readonly base?: Json | undefined;
  readonly extra?: BuildOptions['extra'];
  /** Headers and query beside the documented parameters (paging, blocking queries). */
  readonly query?: readonly (readonly [string, string])[];
  readonly headers?: Readonly<Record<string, string>>;
  /** The server replies only when something changes, so no spinner is shown. */
  readonly blocking?: true;
  /** Gets the change of the receipt, so that a look at the object can settle its unknown outcome. */
  readonly onRecorded?: (change: OpenChange) => void;
  /** The number of the item of the run that it belongs to, for the receipt. */
  readonly item?: number | undefined;
  /** What is missing, in words, where no second change of the object follows: for the receipt. */
  readonly rest?: string;
  /** What the receipt says in place of what the operation does not say. */
  readonly raw?: RawFacts;
  /** The files that show what became of it, for the receipt. */
  readonly files?: FileEvidence;
  /** The secrets of a body that no parameters of the operation describe. */
  readonly secrets?: readonly Secret[];
  /** One of many requests: connections are kept from the first one on. */
  readonly kept?: true;
  /** Bytes; a larger reply is refused. For replies that are in memory together. */
  readonly maxBytes?: number | undefined;
  /** Milliseconds for this call instead of the operation's own. */
  readonly timeout?: number;
  /** Retries until the deadline, so that a loan can be given back after an election of the server's leader. */
  readonly retryToDeadline?: true;
  /** Said once, in place of the retries, while the server is sealed: only a person ends that. */
  readonly whenSealed?: string;
  /** The first signal does not end it: a read before a loan is given back. Persistent calls do not end either. */
  readonly ignoreInterrupt?: true;
  /** Ends this call before the run ends, for example a page that is no longer wanted. */
  readonly signal?: AbortSignal;
  /** A 404 that says only that there is no such object is an outcome without a document, not an error. */
  readonly mayBeAbsent?: true;
  /** Does not warn that a reply looks like another product: `doctor` compares them itself. */
  readonly productJudged?: true;
  /** The command can do without it: sent once, and not with a token that is good for a number of requests. */
  readonly optional?: true;
  /** A read of the object that this run made last will do, if nothing was changed since. */
  readonly latest?: true;
  /** Ignores `--wrap-ttl`: for look-ups, and steps of a workflow. */
  readonly unwrapped?: true;
  /** For a raw request: the operation whose path it has, with what path and query say, and what is asked of it first. */
  readonly like?:
    | { readonly operation: Operation; readonly input: InputRecord; readonly said: string }
    | undefined;
  /** The risks that the workflow found, in place of those that the operation declares. */
  readonly risks?: readonly (Risk & FoundRisk)[];
  /** The settings that change, in words, and the state that they were compared with. */
  readonly changes?: {
    readonly texts: readonly string[];
    readonly state: Json;
    readonly read: () => Promise<Json>;
  };
  /** Another server than the resolved one, with the token of its own endpoint: for log-ins, which leave no receipt. */
  readonly at?: Server;
}

/** `--body` and `--set`, which may contain what the input of a body lacks. */
export interface WrittenOptions extends CallOptions {
  readonly base: Json | undefined;
  readonly extra: BuildOptions['extra'];
}

/** Required input. Parameters that the body contains may be left out. */
export type CallInput<O, Options> = Options extends WrittenOptions ? InputBesideBodyOf<O> : InputOf<O>;

/** Typed by the operation: a slip in a key or a value of the input does not compile. */
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

/** The outcome of the changes of a run: of the last one that was made or whose outcome is unknown. */
export type Standing = 'none' | 'only-read' | 'refused' | 'done' | 'unknown';

/**
 * Asks the person at the terminal, and runs `trivet login` with these words; false if nobody can be asked, or it was not
 * done.
 */
export type LogIn = (question: string, words: readonly string[]) => Promise<boolean>;

/** Several changes, as one question. */
export interface ReviewedPlan {
  readonly question: string;
  readonly gravity: Gravity;
  /** What has to be typed for the gravity `type`. */
  readonly name?: string;
  /** The command asks for a yes whatever its risks are. */
  readonly asks?: true;
  /** `namespace default at https://host, profile prod`; empty for files on this machine. */
  readonly place: string;
  readonly protections: readonly Protection[];
}

/** What a run was told, which decides about its questions. */
export interface Told {
  readonly operation: Operation | undefined;
  readonly spoken: InputRecord;
  /** The object, as typed. */
  readonly named: string | undefined;
  /** The change that the words mean, whatever its command sends. */
  readonly call?: Call<CallOptions> | undefined;
  readonly given: Pick<Given, 'confirm' | 'contents' | 'spoken'>;
}

/** Asks before changes (engine/review.ts). */
export interface Review {
  readonly world: World;
  readonly globals: Globals;
  readonly reporter: Reporter;
  readonly told: Told;
  /** @param told the operation that the words mean, its input as typed, and what answers questions */
  begin(told: Told): void;
  /** Whether a change of this gravity needs no question any more. */
  covers(gravity: Gravity, protection: Protection | undefined): boolean;
  /** Notes what was approved. */
  approve(gravity: Gravity, protection?: Protection): void;
  /**
   * Refuses a change whose answer is missing whatever the servers hold, where nobody can be asked: then nothing is sent, not
   * even a read.
   * @param looks refuses what a look finds, too
   * @throws TrivetError usage
   */
  refuseUnanswered(call: Call<CallOptions>, session: Session, looks: boolean): Promise<void>;
  /**
   * Asks about a change, unless flags or an earlier answer approve it.
   * @throws TrivetError usage, if it is declined or nobody can be asked; nothing is sent
   */
  call(call: Call<CallOptions>, session: Session): Promise<void>;
  /**
   * Asks about several changes at once.
   * @throws TrivetError usage, if it is declined or nobody can be asked
   */
  plan(plan: ReviewedPlan): Promise<void>;
  /** Whether a person is asked about such a plan, and not flags. */
  asksAbout(plan: Pick<ReviewedPlan, 'gravity' | 'name' | 'protections'>): boolean;
  /** The gravity of a change, after a look at the servers. */
  gravityOf(call: Call<CallOptions>, session: Session): Promise<Gravity>;
}

export interface Session {
  readonly world: World;
  readonly globals: Globals;
  readonly reporter: Reporter;
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  /** Asks before changes. */
  readonly review: Review;
  /** What the run leaves of its changes. */
  readonly receipt: ReceiptOfRun;
  /** All that trivet can do. */
  readonly program: Program;
  /** Absent where nobody can be asked: for programs, agents, and runs that trivet starts by itself. */
  readonly logIn: LogIn | undefined;
  endpoint(service: ServiceName): Promise<Endpoint>;
  product(service: ServiceName): Promise<Product>;
  /** Sends the command's own operation; with `--dry-run` or `--curl` it shows the request and throws `RequestShown`. */
  readonly call: Send<Promise<Outcome>>;
  /** Sends a read that another operation needs, even in a dry run. */
  readonly lookUp: Send<Promise<Outcome>, Read>;
  /** Builds the request of an operation with its token, without sending it: for WebSockets and loans. */
  readonly prepare: Send<Promise<Call<CallOptions>>>;
  /**
   * Writes the line of the receipt before a change, which `call` does by itself; if the line is required and cannot
   * be written, nothing is sent.
   */
  record(call: Call<CallOptions>): Promise<OpenChange>;
  /** Sends a read outside the catalogue and returns the reply whatever its status: for detection and `doctor`. */
  probe(...asked: Parameters<Asker['probe']>): Promise<Probe>;
  /** Waits for `work`. The first signal does not interrupt its requests; the second prints `undo` and exits at once. */
  hold<T>(undo: () => string, work: () => Promise<T>): Promise<T>;
  /** Makes a change of files of this machine, as an item of the receipt. */
  changeHere<T>(change: ChangeHere, work: () => Promise<T>): Promise<T>;
  standing(): Standing;
  /** The name by which a read of this run found an ID. */
  nameOf(id: string): string | undefined;
  /** The call that an input would make, before names are looked up in lists: for reviews before anything is sent. */
  draft(operation: Operation, input: InputRecord, options?: CallOptions): Promise<Call<CallOptions>>;
  /**
   * The target of the request that an input makes; the request is not sent.
   * @param options `looksUp`: the part that its object decides is read from the object
   */
  target(
    operation: Operation,
    input: InputRecord,
    options?: CallOptions & { readonly looksUp?: true },
  ): Promise<Target>;
  /** The address of a prepared request: for exchanges other than one request and one reply. */
  destination(call: Call): Destination;
  /** The server: at once if a run of the same pool resolved it before. */
  server(service: ServiceName): Promise<Server>;
}

/** What one command runs with. */
export interface RunParts {
  readonly session: Session;
  /** The session of the run with another profile; the run's own if none is given. */
  sessionOf(profile: string | undefined): Session;
  readonly presenter: Presenter;
  readonly interruption: Interruption;
  /** 128+n after a signal; a batch gets the outcome of its item instead, and handles the signal itself. */
  interrupted(): number | undefined;
  /** Frees what the run has of its own: nothing for an item of a batch. */
  close(): void | Promise<void>;
}

/** What needs the attention of a person, as features that know about it tell `status`. */
export interface AttentionRow {
  readonly service: ServiceName;
  readonly kind: string;
  /** What several of the kind are, if not its plural; not shown. */
  readonly many?: string;
  readonly name: string;
  /** Organization, namespace or mount. */
  readonly scope: string;
  readonly state: string;
  readonly detail: string;
  readonly attention: boolean;
  /** The object that it is about, as commands name it. */
  readonly about?: {
    readonly kind: KindName;
    readonly name: string;
    readonly flags: Readonly<Record<string, string>>;
  };
  /** When it was read, milliseconds since the epoch, if that was not now but by an earlier command. */
  readonly asOf?: number;
  /** Milliseconds since the epoch, of what has an end; not shown. */
  readonly ends?: number;
}

/** Where is looked, and how far ahead. */
export interface Looking {
  readonly session: Session;
  readonly endpoint: Endpoint;
  /** Certificates that expire within these milliseconds are shown. */
  readonly soon: number;
  /** Of jobs, in place of that of the settings. */
  readonly namespaces?: readonly string[] | undefined;
}

/** What the top gives to every run: all commands, and the features that a run starts by itself. */
export interface Program {
  readonly catalogue: Catalogue;
  /** Changes the objects that an invocation selects; returns the exit code. */
  changeMany(invocation: Invocation, parts: RunParts): Promise<number>;
  /** Takes back what the receipt of a failed run says was done (`--on-failure undo`); true if all of it came back. */
  takeBack(
    run: { readonly session: Session; readonly interruption: RunParts['interruption'] },
    receipt: string,
  ): Promise<boolean>;
  /** What of certificates needs attention, for `status`. */
  readonly attention: {
    /** The CAs of a mount. */
    authorities(looking: Looking, mount: string): Promise<readonly AttentionRow[]>;
    /**
     * Due certificates of the latest inventories, and a row for each mount without a recent one; sends no request.
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
