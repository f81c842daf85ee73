/** Starts the sandbox: the three documented APIs on one loopback port. */
import { createClock } from './clock.ts';
import type { Clock, Effect, EffectLog, PrincipalName, SandboxContext, ServiceName } from './contract.ts';
import { createEffectLog } from './effects.ts';
import { createFaultPlan } from './faults.ts';
import { listen } from './listener.ts';
import type { RequestLog } from './request-log.ts';
import { createRequestLog } from './request-log.ts';
import { createServices } from './services.ts';
import { createTokens, randomToken } from './tokens.ts';

export interface SandboxOptions {
  /** By default, any free port. */
  readonly port?: number;
  /** Omits the demo state; the services start with only what they require. */
  readonly empty?: boolean;
  /** The owner's token; random by default. */
  readonly token?: string;
  /** Specs in the grammar of faults.ts; an invalid one throws. */
  readonly faults?: readonly string[];
  readonly clock?: Clock;
}

export interface Sandbox {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string;
  /** The owner's token. */
  readonly token: string;
  readonly tokens: Readonly<Record<PrincipalName, string>>;
  /** The {base_url} of each document. */
  readonly urls: Readonly<Record<ServiceName, string>>;
  readonly effects: EffectLog & { list(): readonly Effect[]; clear(): void };
  readonly requests: RequestLog;
  readonly clock: Clock;
  /** Returns a line for each kind of name or ID that the sandbox starts with, without the tokens. */
  guide(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const faults = createFaultPlan(options.faults ?? []);
  const clock = options.clock ?? createClock();
  const effects = createEffectLog();
  const requests = createRequestLog();
  const tokens = createTokens(options.token ?? randomToken());
  let origin = '';
  const context: SandboxContext = {
    clock,
    effects,
    empty: options.empty ?? false,
    origin: () => origin,
    startedAt: clock.now(),
    principalOf: (token) => tokens.principalOf(token),
  };
  const services = createServices(context);
  const listener = await listen(options.port ?? 0, {
    clock,
    effects,
    tokens,
    faults,
    services,
    log({ method, path, search, headers }, body) {
      requests.record({ method, path, query: search, headers: tokens.redact(headers), body });
    },
    pause: async (milliseconds) =>
      new Promise((resolve) => {
        setTimeout(resolve, milliseconds).unref();
      }),
  });
  origin = `http://127.0.0.1:${listener.port}`;
  return {
    origin,
    token: tokens.byName.owner,
    tokens: tokens.byName,
    urls: { workspaces: `${origin}/api/v2`, secrets: `${origin}/v1`, jobs: origin },
    effects,
    requests,
    clock,
    async guide() {
      const { describeContents } = await import('./guide.ts');
      return describeContents(tokens.byName, context.empty);
    },
    async close() {
      await listener.close();
      await services.close();
    },
  };
}
