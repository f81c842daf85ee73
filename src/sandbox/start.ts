import type { ClockStart, MovableClock } from './clock.ts';
import { createClock } from './clock.ts';
import type { ControlContext } from './control/context.ts';
import { answerControl } from './control/control.ts';
import { createSnapshots } from './control/snapshot-store.ts';
import type {
  Clock,
  Effect,
  EffectLog,
  Json,
  PrincipalName,
  SandboxContext,
  ServiceName,
} from './contract.ts';
import type { Dialects } from './dialects/dialects.ts';
import { createEffectLog } from './effects.ts';
import { createFaultPlan } from './faults.ts';
import type { Address } from './gate.ts';
import { createGate, inUrl, isLoopback } from './gate.ts';
import { answerIdentity } from './identity/endpoints.ts';
import { IdentityProvider } from './identity/identities.ts';
import { createInside, insideRequest } from './inside.ts';
import { listen } from './listener.ts';
import type { RandomSource } from './occasion.ts';
import { runFor } from './occasion.ts';
import { seededSource } from './random.ts';
import { createRedactor } from './redact.ts';
import type { RequestLog } from './request-log.ts';
import { createRequestLog } from './request-log.ts';
import { createServices } from './services.ts';
import type { NamedToken } from './tokens.ts';
import { createTokens, randomToken } from './tokens.ts';

export interface SandboxOptions {
  /** Default: any free port. */
  readonly port?: number;
  /** Default: 127.0.0.1. Other than loopback needs chosen tokens. */
  readonly host?: string;
  /** In the Host header, beside the machine's. */
  readonly allowHosts?: readonly string[];
  /** HTTPS with an authority of its own. */
  readonly tls?: boolean;
  readonly empty?: boolean;
  readonly token?: string;
  readonly tokens?: readonly NamedToken[];
  /** Random by default. */
  readonly control?: string;
  readonly scenarios?: readonly string[];
  /** Grammar of faults.ts; an invalid spec throws. */
  readonly faults?: readonly string[];
  readonly clock?: MovableClock;
  /** Default: now. */
  readonly begin?: ClockStart;
  readonly seed?: string;
  /** `vault@1.19+ent`; an unknown product throws. */
  readonly products?: readonly string[];
}

export interface Sandbox {
  readonly origin: string;
  readonly token: string;
  readonly tokens: Readonly<Record<PrincipalName, string>>;
  readonly control: string;
  /** PEM, with TLS. */
  readonly ca: string | undefined;
  /** Of that authority, for log-ins. */
  readonly client: { readonly certificate: string; readonly key: string } | undefined;
  /** {base_url} of each document. */
  readonly urls: Readonly<Record<ServiceName, string>>;
  readonly effects: EffectLog & { list(): readonly Effect[]; clear(): void };
  readonly requests: RequestLog;
  readonly clock: Clock;
  /** A control endpoint: `PUT /-/state`, with JSON as text. */
  ask(line: string, body?: string): Promise<{ readonly status: number; readonly body: Json }>;
  /** What the sandbox starts with, without tokens. */
  guide(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** One source for each request and task of the clock, in order. */
function createRandomness(seed: string | undefined) {
  let count = 0;
  return {
    next(): RandomSource | undefined {
      if (seed === undefined) return undefined;
      count += 1;
      return seededSource(seed, `${count}`);
    },
    reset(to = 0): number {
      const before = count;
      count = to;
      return before;
    },
  };
}

function productsOf(dialects: Dialects): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(dialects).map(([service, { product }]) => [service, product]));
}

/** Otherwise whoever reaches the address could guess the token. */
function refuseOpenDoor(host: string, { token, tokens = [] }: SandboxOptions): void {
  if (isLoopback(host) || token !== undefined || tokens.length > 0) return;
  throw new Error(
    `${host} can be reached from other machines, so it needs a token that you choose (--token)`,
  );
}

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = '127.0.0.1', port = 0, allowHosts = [], seed } = options;
  refuseOpenDoor(host, options);
  const address: Address = { host, port };
  const faults = createFaultPlan(options.faults ?? []);
  const dialects: Dialects =
    options.products === undefined
      ? {}
      : (await import('./dialects/parse.ts')).dialectsNamed(options.products);
  const clock = options.clock ?? createClock(options.begin);
  const effects = createEffectLog();
  const tokens = createTokens(options.token ?? randomToken(), options.tokens);
  const control = options.control ?? randomToken();
  const requests = createRequestLog((headers) => tokens.redact(headers));
  const randomness = createRandomness(seed);
  const identity =
    options.tls === true
      ? await (await import('./tls-identity.ts')).createIdentity([host, ...allowHosts])
      : undefined;
  let origin = '';
  let isEmpty = options.empty ?? false;
  let startedAt = clock.now();
  const serviceClock: Clock = {
    now: () => clock.now(),
    advance: (milliseconds) => clock.advance(milliseconds),
    after: (milliseconds, task) =>
      clock.after(milliseconds, () => runFor({ body: undefined, random: randomness.next() }, task)),
  };
  const identities = new IdentityProvider(
    serviceClock,
    () => origin,
    ({ role, name }) => tokens.give(role, name),
  );
  const services = createServices(
    (): SandboxContext => ({
      clock: serviceClock,
      effects,
      empty: isEmpty,
      origin: () => origin,
      startedAt,
      identities,
      products: productsOf(dialects),
      principalOf: (token) => tokens.principalOf(token),
    }),
    (name) => (seed === undefined ? undefined : seededSource(seed, name)),
  );
  const startAnew = async (empty: boolean): Promise<void> => {
    await services.close();
    clock.reset();
    isEmpty = empty;
    startedAt = clock.now();
    randomness.reset();
  };
  const snapshots = createSnapshots({
    now: () => clock.now(),
    async remember() {
      const restoreServices = await services.remember();
      const restoreClock = clock.remember();
      const before = [isEmpty, startedAt] as const;
      const count = randomness.reset();
      randomness.reset(count);
      return async () => {
        await restoreServices();
        restoreClock();
        [isEmpty, startedAt] = before;
        randomness.reset(count);
      };
    },
    async reset() {
      await startAnew(options.empty ?? false);
      effects.clear();
      requests.clear();
      faults.reset();
    },
  });
  const inside = createInside(services, tokens.byName.owner);
  const controlContext: ControlContext = {
    token: control,
    clock,
    effects,
    requests,
    faults,
    services,
    snapshots,
    redactor: createRedactor(() => [...tokens.all, control]),
    ask: async (...request) =>
      runFor({ body: undefined, random: randomness.next() }, async () => inside.ask(...request)),
    adopt: async (service, needs) => (await services.named(service)).adopt?.(needs),
    empty: async () => startAnew(true),
  };
  const listener = await listen(
    { address, gate: (boundPort) => createGate(address, allowHosts, boundPort), identity },
    {
      clock,
      tokens,
      faults,
      services,
      dialects,
      control: async (request) => answerControl(request, controlContext),
      identity: async (request) => answerIdentity(request, identities),
      nextRandom: () => randomness.next(),
      log: ({ method, path, search, headers }, body) =>
        requests.record({ time: clock.now(), method, path, query: search, headers, body }),
      pause: async (milliseconds) =>
        new Promise((resolve) => {
          setTimeout(resolve, milliseconds).unref();
        }),
    },
  );
  const own = isLoopback(host) || host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  origin = `${identity === undefined ? 'http' : 'https'}://${inUrl(host === '::1' ? host : own)}:${listener.port}`;
  if (options.scenarios !== undefined && options.scenarios.length > 0) {
    try {
      const { playScenarios } = await import('./scenarios.ts');
      await playScenarios(options.scenarios, controlContext.ask);
    } catch (error) {
      await listener.close();
      await services.close();
      throw error;
    }
  }
  return {
    origin,
    token: tokens.byName.owner,
    tokens: tokens.byName,
    control,
    ca: identity?.ca,
    client: identity?.client,
    urls: { workspaces: `${origin}/api/v2`, secrets: `${origin}/v1`, jobs: origin },
    effects,
    requests,
    clock,
    async ask(line, body) {
      const [method = '', path = ''] = line.split(' ');
      const reply = await answerControl(insideRequest(method, path, body ?? '', control), controlContext);
      return { status: reply.status, body: Buffer.isBuffer(reply.body) ? null : (reply.body ?? null) };
    },
    async guide() {
      const { describeContents } = await import('./guide.ts');
      return describeContents(tokens.byName, options.empty ?? false);
    },
    async close() {
      await listener.close();
      await services.close();
    },
  };
}
