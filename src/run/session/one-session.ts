import { isPast } from '../../catalogue/term.ts';
import { sessionTerm } from '../../config/file/profile.ts';
import { limits } from '../../system/limits.ts';
import { requestTo } from '../../services/subject.ts';
import type { Destination, HttpRequest, Transport } from '../../catalogue/http.ts';
import type { Target } from '../../catalogue/target.ts';
import { TransportError } from '../../catalogue/http.ts';
import { sendWithRetries } from '../../http/retry.ts';
import { asSent } from '../../http/request.ts';
import type { Retry, RetryOptions, Sent } from '../../http/retry.ts';
import { at, textAt } from '../../documents/json/json.ts';
import { namedSecrets } from '../../catalogue/shown.ts';
import { Exit, localError, TrivetError } from '../../system/error.ts';
import type { Operation, Read } from '../../catalogue/operation.ts';
import { mayRepeat } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import { serviceTraits } from '../../catalogue/product.ts';
import type { Endpoint, Token } from '../../config/endpoint.ts';
import { fillText, withContext } from '../../services/context.ts';
import { readDocument } from '../../services/document.ts';
import { isGivenOnce, unlike } from '../../services/expected.ts';
import { serviceOf } from '../../services/index.ts';
import type { Call } from '../../services/call.ts';
import { effectOf, lookUpOf, ReplyJudge } from '../../services/call.ts';
import { productOf } from '../../services/products.ts';
import type { Product } from '../../services/product.ts';
import { isGuarded, isOddlyNamed, mustHaveToken, requestToken } from './before-request.ts';
import { deadlinesOf, maxReplyBytes, ownLimit } from './deadlines.ts';
import { noteProduct, rememberSeen } from './detect.ts';
import { repeatedFlags } from '../given-globals.ts';
import type { Globals } from '../given-globals.ts';
import type { Interruption } from '../interruption.ts';
import type { Pool } from './pool.ts';
import { oneShots } from './pool.ts';
import type { Server } from './server.ts';
import { serverAt } from './server.ts';
import { knownTarget, requestOfInput, reviewedAs, targetOf } from './target.ts';
import { countRequest, isCounted, requestsWith } from './token-uses.ts';
import type { Probe, ProbeOptions } from './probe.ts';
import type { ReceiptOfRun } from '../log/of-run.ts';
import type { ChangeHere, OpenChange, Origin, PartOfRun, Sending, ObjectReply } from '../log/sending.ts';
import type { Reporter } from '../reporter.ts';
import type { Io } from '../../system/io.ts';
import type { CallOptions, LogIn, Program, Review, Standing, Session } from './session.ts';
import type { Outcome } from './outcome.ts';
import { hasMore, isOfObject, replyOf } from './outcome.ts';
import { RequestShown } from './session.ts';

export interface SessionParts extends Pick<
  Session,
  'io' | 'reporter' | 'review' | 'receipt' | 'program' | 'logIn'
> {
  readonly pool: Pool;
  readonly interruption: Pick<Interruption, 'signal' | 'writeSignal' | 'hold' | 'inFlight'>;
  readonly part?: PartOfRun | undefined;
  show(call: Call, target: Destination, globals: Globals): Promise<void>;
}

/** A class: a batch makes one for each line, and closures cost several times as much. */
class OneSession implements Session {
  readonly io: Io;
  readonly globals: Globals;
  readonly reporter: Reporter;
  readonly signal: AbortSignal;
  readonly review: Review;
  readonly receipt: ReceiptOfRun;
  readonly program: Program;
  readonly logIn: LogIn | undefined;
  readonly #writeSignal: AbortSignal;
  readonly #run: SessionParts;
  #servers: Map<ServiceName, Promise<Server>> | undefined;
  readonly #found = new Map<string, string>();
  #latest: { readonly read: Outcome; readonly place: string; readonly headers: string } | undefined;
  #standing: Standing['is'] = 'none';
  #made: Call<CallOptions> | undefined;
  #sent = 0;

  constructor(run: SessionParts, globals: Globals) {
    this.io = run.io;
    this.globals = globals;
    this.reporter = run.reporter;
    this.signal = run.interruption.signal;
    this.review = run.review;
    this.receipt = run.receipt;
    this.program = run.program;
    this.logIn = run.logIn;
    this.#writeSignal = run.interruption.writeSignal;
    this.#run = run;
  }

  // undici pays off with kept connections: short runs are over before it is loaded.
  #nextTransport(kept = false): Promise<Transport> {
    this.#sent += 1;
    return this.#run.pool.transport(this.#sent <= oneShots && !kept ? 'one-shot' : 'many');
  }

  server(service: ServiceName): Promise<Server> {
    const known = this.#servers?.get(service);
    if (known !== undefined) return known;
    const found = this.#run.pool.server(service, this.globals);
    const servers = (this.#servers ??= new Map());
    const noted = found.then((server) => {
      for (const notice of server.endpoint.notices) this.reporter.note(notice);
      return server;
    });
    servers.set(service, noted);
    return noted;
  }

  async endpoint(service: ServiceName): Promise<Endpoint> {
    return (await this.server(service)).endpoint;
  }

  async product(service: ServiceName): Promise<Product> {
    return (await this.server(service)).product;
  }

  async target(
    operation: Operation,
    input: InputRecord,
    options: CallOptions & { readonly looksUp?: true } = {},
  ): Promise<Target> {
    const call = await this.draft(operation, input, options);
    return options.looksUp === true ? knownTarget(call, this) : targetOf(call);
  }

  async draft(operation: Operation, input: InputRecord, how: CallOptions = {}): Promise<Call<CallOptions>> {
    const server = await this.server(operation.service);
    const request = requestOfInput(server, operation, input, how);
    return reviewedAs(this.#callOf(server, operation, asSent(operation, input, how), request, how));
  }

  /** Another address gets no token. */
  async #serverFor(service: ServiceName, { at: other, url, caFile }: ProbeOptions): Promise<Server> {
    if (other === undefined && url === undefined) return this.server(service);
    const found = other ?? (await (await import('./probe.ts')).bareEndpoint(service, url ?? '', caFile));
    return serverAt(found, await productOf(service, found), this.io.env);
  }

  destination({ server, request }: Call): Destination {
    const { target, secrets } = server.route(request.secrets.length > 0);
    if (secrets.length > 0) this.reporter.hide(secrets);
    return target;
  }

  async probe(service: ServiceName, path: string, probing: ProbeOptions = {}): Promise<Probe> {
    const { sendProbe } = await import('./probe.ts');
    const probe = await sendProbe({
      server: await this.#serverFor(service, probing),
      path,
      probing,
      options: {
        io: this.io,
        globals: this.globals,
        reporter: this.reporter,
        signal: this.signal,
        writeSignal: this.#writeSignal,
      },
      transport: () => this.#nextTransport(),
    });
    if (this.#standing === 'none') this.#standing = 'only-read';
    return probe;
  }

  async prepare(
    operation: Operation,
    given: InputRecord,
    options: CallOptions = {},
  ): Promise<Call<CallOptions>> {
    const { dryRun, curl } = this.globals;
    // Each change passes here, so each is shown instead of sent.
    if ((dryRun || curl) && operation.effect !== 'read') return this.#show(operation, given, options);
    const { server, callWith } = await this.#filled(operation, given, options);
    const { endpoint } = server;
    if (isGuarded(operation, endpoint, this, options)) {
      const { gate } = await rules();
      await gate(callWith(undefined), this, this.#run.pool.products);
    }
    let token = await requestToken(server, operation, false);
    if (token === undefined && mustHaveToken(server, operation))
      throw (await failures()).unauthenticated(operation, endpoint);
    if (options.optional === true && isCounted(token))
      throw localError('the token allows a limited number of requests, and this one is not needed');
    if (token?.session?.expires !== undefined && options.at === undefined) {
      const { keepSession } = await import('./keep-session.ts');
      token = await keepSession(this, endpoint, token, this.#freshToken(operation.service));
    }
    countRequest(token);
    const call = callWith(token);
    this.reporter.hide(call.request.secrets);
    return call;
  }

  async #filled(operation: Operation, given: InputRecord, options: CallOptions) {
    const server = options.at ?? (await this.server(operation.service));
    const filled = withContext(operation, given, server.endpoint, server.product);
    const input = asSent(operation, filled, options);
    const callWith = (token: Token | undefined): Call<CallOptions> => {
      const request = this.#request(server, operation, filled, options, token);
      return this.#callOf(server, operation, input, request, options, token?.source);
    };
    return { server, callWith };
  }

  #freshToken(service: ServiceName): () => Promise<Token | undefined> {
    return () => this.#run.pool.freshToken(service, this.globals);
  }

  /**
   * Resolves after a log-in that follows a refused token.
   * @throws the failure otherwise
   */
  async #logInAfter(error: unknown, { service }: Operation, { at }: CallOptions): Promise<void> {
    const isRefused = error instanceof TrivetError && error.exit === Exit.denied && at === undefined;
    if (!isRefused || (error.effect !== 'unchanged' && error.effect !== undefined)) throw error;
    const { endpoint } = await this.server(service);
    const token = await endpoint.token();
    if (token?.session === undefined || endpoint.profile === undefined) throw error;
    const { expires = '' } = token.session;
    if (error.code !== 'unauthenticated' && !isPast(sessionTerm({ expires }, this.io.now()))) {
      const { isUnknownToken } = await failures();
      if (!(await isUnknownToken(this, service, token))) throw error;
    }
    const { logInAgain, noteRefused, refusedAs } = await import('./keep-session.ts');
    const fresh = this.#freshToken(service);
    if ((await logInAgain(this, endpoint, token, 'is not accepted by the server', fresh)) !== token) return;
    await noteRefused(this, endpoint, token);
    throw refusedAs(error, endpoint, token, requestsWith(token));
  }

  #request(
    server: Server,
    operation: Operation,
    input: InputRecord,
    { base, extra, query, headers, unwrapped, secrets }: CallOptions,
    token: Token | undefined,
  ): HttpRequest {
    return server.plan(operation).request(input, {
      base,
      extra,
      query,
      headers,
      secrets,
      token: token?.value,
      userAgent: this.reporter.userAgent,
      wrapTtl: unwrapped === true ? undefined : this.globals.wrapTtl,
    });
  }

  #callOf(
    server: Server,
    operation: Operation,
    input: InputRecord,
    request: HttpRequest,
    how: CallOptions,
    tokenSource?: string,
  ): Call<CallOptions> {
    const { globals } = this;
    return {
      operation,
      input,
      request,
      server,
      service: serviceOf(operation.service),
      how,
      tokenSource,
      found: this.#found,
      serverFlags: repeatedFlags(globals),
      isWait: operation.effect === 'read' && globals.longestRead !== undefined,
    };
  }

  #sendingOf(call: Call<CallOptions>, quietly: boolean): RetryOptions {
    const { io, globals } = this;
    const { operation, server, how: said } = call;
    const effect = effectOf(operation, server.endpoint.productChosen);
    const held = said.retryToDeadline === true || said.ignoreInterrupt === true;
    // A run that is stopped before its first change makes none; later changes complete or take back the first.
    const isFirst = this.#isBeforeChanges && this.signal.aborted;
    const usual = !held && (effect === 'read' || isFirst) ? this.signal : this.#writeSignal;
    const bound =
      ownLimit(said, globals.timeout) ?? (held || effect !== 'read' ? undefined : globals.longestRead);
    return {
      target: this.destination(call),
      deadlines: bound === undefined ? deadlinesOf(operation, globals.timeout) : deadlinesOf({}, bound),
      effect,
      connection: mayRepeat(effect) ? 'kept' : effect === 'idempotent' ? 'warm' : 'fresh',
      signal: said.signal === undefined ? usual : AbortSignal.any([usual, said.signal]),
      maxBytes: said.maxBytes ?? maxReplyBytes,
      attempts:
        said.retryToDeadline === true ? Number.POSITIVE_INFINITY : said.optional === true ? 1 : undefined,
      clock: io,
      judge: new ReplyJudge(call),
      onRetry: this.#onRetry(call, quietly),
    };
  }

  #onRetry(
    { operation, service, how: { whenSealed } }: Call<CallOptions>,
    quietly: boolean,
  ): (retry: Retry) => void {
    const { reporter } = this;
    let isSaid = false;
    return (retry) => {
      const { because } = retry;
      const isSealed =
        whenSealed !== undefined && 'status' in because && service.readError(because).kind === 'sealed';
      if (!isSealed) reporter.retry(retry, quietly ? undefined : requestTo(operation));
      else if (!isSaid) reporter.warn(whenSealed);
      isSaid ||= isSealed;
    };
  }

  async #send(
    operation: Operation,
    input: InputRecord,
    options: CallOptions,
    quietly: boolean,
  ): Promise<Outcome> {
    const { reporter } = this;
    const changes = operation.effect !== 'read' && options.at === undefined;
    if (changes) await this.#refuseUnkeepable(operation, input, options);
    const call = await this.prepare(operation, input, options);
    const { request } = call;
    const sending = this.#sendingOf(call, quietly);
    // A workflow judges its own look-ups.
    const isOwn = changes
      ? operation.parameters['mount'] === undefined
      : quietly || !isOddlyNamed(operation, call.input);
    // An object that was taken from a mount is given back at once.
    if (!isOwn && options.retryToDeadline !== true) await this.#refuseElsewhere(call);
    const recorded = changes ? await this.record(call) : undefined;
    if (recorded !== undefined) options.onRecorded?.(recorded);
    const landed =
      sending.effect === 'read' ? undefined : this.#run.interruption.inFlight(() => leftInFlight(call));
    reporter.request(request, call.server.endpoint.baseUrl);
    const busy = options.blocking === true ? undefined : reporter.busy(operation);
    try {
      const transport = await this.#nextTransport(options.kept);
      const sent = await sendWithRetries(transport, request, sending);
      if (this.#standing === 'none' && operation.effect === 'read') this.#standing = 'only-read';
      const read = this.#outcomeOf(call, sent) ?? (await unusable(call, sent, reporter));
      const id = at(read.document, 'data', 'id');
      if (operation.effect !== 'read') {
        this.#standing = 'done';
        this.#made = call;
        this.#latest = undefined;
      } else {
        this.#latest = { read, place: placeOf(call), headers: JSON.stringify(options.headers ?? {}) };
        if (typeof id === 'string')
          this.#found.set(
            id,
            fillText('{name}', call.input) || (textAt(at(read.document, 'data', 'attributes'), 'name') ?? id),
          );
      }
      if (recorded !== undefined) await recorded.done(replyOf(read));
      return read;
    } catch (error) {
      // A server may quote secrets that only their names reveal.
      if (request.body?.kind === 'json') reporter.hide(namedSecrets(request.body.value));
      const failure =
        error instanceof TransportError ? (await failures()).transportFailure(call, error) : error;
      if (operation.effect !== 'read') {
        this.#fail(failure);
        recorded?.failed(failure instanceof TrivetError ? failure : undefined);
      }
      const isSent = !(error instanceof TransportError) || error.phase !== 'not-sent';
      if (isSent && this.#standing === 'none') this.#standing = 'only-read';
      throw failure;
    } finally {
      landed?.();
      busy?.end();
    }
  }

  /** @throws TrivetError local, for a one-time reply that no file could keep */
  async #refuseUnkeepable(
    operation: Operation,
    input: InputRecord,
    { like, unwrapped }: CallOptions,
  ): Promise<void> {
    const meant = like ?? { operation, input };
    const { outFolder, out = outFolder, wrapTtl } = this.globals;
    const place = out ?? this.io.placeOfOutput;
    const isWrapped = wrapTtl !== undefined && unwrapped !== true;
    if (place === undefined || !(isWrapped || isGivenOnce(meant.operation, meant.input))) return;
    const { refuseUnkeepable } = await rules();
    await refuseUnkeepable(`the reply to ${requestTo(operation)}, which is given only once`, place, this.io);
  }

  async #refuseElsewhere(call: Call<CallOptions>): Promise<void> {
    const { refuseOtherEngine } = await rules();
    const latest = this.#latest;
    await refuseOtherEngine(call, namespaceSent(call), async (show, input) => {
      const found = await this.#beside(call, show, input);
      // The change itself reports the effect of a signal.
      return found instanceof TrivetError ? undefined : found;
    });
    this.#latest = latest;
  }

  async record(call: Call<CallOptions>): Promise<OpenChange> {
    const { operation, input, request, service, server, how } = call;
    const sending: Sending = Object.assign(this.#origin(server.endpoint), {
      operation,
      input,
      // A lease is in the namespace of its ID, whatever the header.
      namespace:
        service.scopeOf(request, operation).unknown === 'namespace' ? undefined : namespaceSent(call),
      rest: how.rest,
      raw: how.raw,
      files: how.files,
      nameOf: (id: string) => this.#found.get(id),
      read: (show: Read, of: InputRecord, made?: true) => this.#shown(show, of, call, made),
    });
    return this.receipt.started(sending, how.item ?? this.#run.part);
  }

  #origin({ baseUrl, profile, receiptDays: keepDays, context }: Endpoint): Origin {
    const warn = (text: string): void => this.reporter.warnOnce(text);
    return { baseUrl, namespace: context.namespace?.value, profile, keepDays, warn };
  }

  async changeHere<T>(change: ChangeHere, work: () => Promise<T>): Promise<T> {
    const origin = this.#origin(await this.endpoint(change.service));
    const ended = await this.receipt.startedHere(change, origin, this.#run.part);
    try {
      const done = await work();
      ended(Exit.ok);
      return done;
    } catch (error) {
      if (error instanceof TrivetError) ended(error.exit);
      throw error;
    }
  }

  /** Reads the object for the receipt; undefined if that is denied or slow. */
  async #shown(
    operation: Operation,
    input: InputRecord,
    change: Call<CallOptions>,
    made?: true,
  ): Promise<ObjectReply | undefined> {
    const { read: known, place } = this.#latest ?? {};
    this.#latest = undefined;
    if (known?.operation.view === operation.view && place === placeOf(change) && isOfObject(known, input))
      return replyOf(known);
    const held = made === undefined ? {} : { ignoreInterrupt: made };
    const found = await this.#beside(change, operation, input, { mayBeAbsent: true, ...held });
    // After a signal no change is sent, but one that was made is recorded.
    if (found instanceof TrivetError && made === undefined && this.signal.aborted) throw found;
    return found instanceof TrivetError || hasMore(found) ? undefined : replyOf(found);
  }

  /** Reads with one attempt, beside a change; returns an error if that is denied or too slow. */
  async #beside(
    { how: { headers } }: Call<CallOptions>,
    operation: Operation,
    input: InputRecord,
    more: CallOptions = {},
  ): Promise<Outcome | TrivetError> {
    const brief = { timeout: limits.besideChange, optional: true, unwrapped: true } as const;
    try {
      return await this.#send(operation, input, { ...brief, ...more, ...(headers && { headers }) }, true);
    } catch (error) {
      if (!(error instanceof TrivetError)) throw error;
      return error;
    }
  }

  get #isBeforeChanges(): boolean {
    return this.#standing === 'none' || this.#standing === 'only-read';
  }

  #fail(error: unknown): void {
    const effect = error instanceof TrivetError ? error.effect : 'unknown';
    if (effect === 'unknown') this.#standing = 'unknown';
    else if (effect === 'unchanged' && this.#isBeforeChanges) this.#standing = 'refused';
  }

  #outcomeOf(call: Call<CallOptions>, { response, attempts }: Sent): Outcome | undefined {
    const { reporter } = this;
    const { operation, input, service, server } = call;
    const { endpoint: where, product } = server;
    reporter.reply(response, attempts);
    if (call.how.productJudged !== true) noteProduct(call, response, reporter);
    if (!where.productChosen) rememberSeen(this.#run.pool.products, where.baseUrl, service.detect(response));
    if (response.status < 200 || response.status >= 300) return undefined;
    const read = readDocument(response, operation);
    if (!read.ok || unlike(call, response, read.value) !== undefined) return undefined;
    const document =
      where.readOnly === undefined ? read.value : (service.withoutSecrets?.(read.value) ?? read.value);
    return { operation, input, document, response, product };
  }

  nameOf(id: string): string | undefined {
    return this.#found.get(id);
  }

  standing(): Standing {
    return { is: this.#standing, lookUp: this.#made && lookUpOf(this.#made) };
  }

  call(operation: Operation, input: InputRecord, options: CallOptions = {}): Promise<Outcome> {
    return this.globals.dryRun || this.globals.curl
      ? this.#show(operation, input, options)
      : this.#send(operation, input, options, false).catch(async (error: unknown) => {
          await this.#logInAfter(error, operation, options);
          return this.#send(operation, input, options, false);
        });
  }

  async #show(operation: Operation, input: InputRecord, options: CallOptions): Promise<never> {
    const { server, callWith } = await this.#filled(operation, input, options);
    const call = callWith(await requestToken(server, operation, true));
    this.reporter.hide(call.request.secrets);
    await this.#run.show(call, call.server.route(false).target, this.globals);
    throw new RequestShown();
  }

  async lookUp(operation: Operation, input: InputRecord, options?: CallOptions): Promise<Outcome> {
    const known = options?.latest === true ? this.#latest : undefined;
    if (
      known?.read.operation.id === operation.id &&
      known.headers === JSON.stringify(options?.headers ?? {}) &&
      isOfObject(known.read, input)
    )
      return known.read;
    const sent = { unwrapped: true, ...options } as const;
    return this.#send(operation, input, sent, true).catch(async (error: unknown) => {
      if (sent.optional === true) throw error;
      await this.#logInAfter(error, operation, sent);
      return this.#send(operation, input, sent, true);
    });
  }

  readPage(operation: Read, input: InputRecord, options?: CallOptions): Promise<Outcome> {
    return this.lookUp(operation, input, options);
  }

  async hold<T>(undo: () => string, work: () => Promise<T>): Promise<T> {
    const release = this.#run.interruption.hold(undo);
    try {
      return await work();
    } finally {
      release();
    }
  }
}

const namespaceSent = ({ operation, request }: Call): string | undefined =>
  request.headers[serviceTraits[operation.service].headers?.namespace ?? ''];

const placeOf = (call: Call): string => `${call.server.endpoint.baseUrl} ${namespaceSent(call) ?? ''}`;

export const createSession = (run: SessionParts, globals: Globals): Session => new OneSession(run, globals);

const unusable = async (call: Call<CallOptions>, sent: Sent, reporter: Reporter): Promise<Outcome> => {
  const { nothingIn } = await failures();
  const { operation, input, server } = call;
  const document = nothingIn(call, sent, reporter);
  return { operation, input, document, response: sent.response, product: server.product };
};

const rules = async () => (await import('./gate.ts')).default;

const failures = async () => (await import('./failed.ts')).default;

const leftInFlight = (call: Call): string => {
  const lookUp = lookUpOf(call);
  const how = lookUp === undefined ? '' : `; to see whether it happened: ${lookUp}`;
  return `${requestTo(call.operation)} was sent and its outcome is unknown${how}`;
};
