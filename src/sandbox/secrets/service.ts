/**
 * The secrets service of the sandbox: the envelope around the engines (document 2). It has every path under `/v1/`
 * that is not the jobs API's.
 */
import type { SandboxContext, SandboxResponse, SandboxServiceFactory } from '../contract.ts';
import type { ServiceReply } from './envelope.ts';
import { failureResponse, hasEnvelope, replyResponse } from './envelope.ts';
import type { EngineRequest } from './engine.ts';
import { EngineError } from './engine.ts';
import type { LeaseEvent } from './leases.ts';
import { LeaseManager } from './leases.ts';
import type { Mounts } from './mounts.ts';
import { createMounts } from './mounts.ts';
import type { ParsedRequest } from './parse.ts';
import { parseRequest } from './parse.ts';
import { hasSudo, permits } from './policy.ts';
import { dispatch, wrapped } from './routes.ts';
import type { SystemContext, SystemRoutes } from './system/request.ts';
import { isOpen, systemRoutes } from './system/routes.ts';
import { targetOf } from './system/status.ts';
import { WrappedReplies, wrapSeconds } from './wrapping.ts';

/** The document writes the path of custom messages with a slash at the end, also for POST. */
const MESSAGES = ['sys', 'config', 'ui', 'custom-messages'];

function refuseTrailingSlash({ method, segments, trailingSlash }: ParsedRequest): void {
  if (method !== 'POST' || !trailingSlash) return;
  if (MESSAGES.every((part, index) => segments[index] === part)) return;
  throw new EngineError(400, "cannot write to a path ending in '/'");
}

function engineRequest(parsed: ParsedRequest, mount: string, below: readonly string[]): EngineRequest {
  return {
    method: parsed.method,
    segments: below,
    input: parsed.input,
    principal: parsed.principal,
    sudo: parsed.principal !== undefined && hasSudo(parsed.principal),
    mount,
    path: parsed.source.path,
  };
}

class SecretsService {
  readonly name = 'secrets';
  readonly #leases: LeaseManager;
  readonly #mounts: Mounts;
  readonly #wrapped: WrappedReplies;
  readonly #routes: SystemRoutes;

  constructor(context: SandboxContext) {
    const notify = (event: LeaseEvent, id: string): void =>
      context.effects.record({
        service: 'secrets',
        method: 'LEASE',
        path: `/v1/${id}`,
        what: `lease.${event} ${id}`,
      });
    this.#leases = new LeaseManager(context.clock, notify);
    this.#wrapped = new WrappedReplies(context.clock);
    const { clock, effects, empty } = context;
    this.#mounts = createMounts({
      clock,
      effects,
      empty,
      leases: this.#leases,
      origin: () => context.origin(),
    });
    const system: SystemContext = {
      clock,
      effects,
      empty,
      leases: this.#leases,
      mounts: this.#mounts,
      wrappedReplies: this.#wrapped,
    };
    this.#routes = systemRoutes(system);
  }

  async handle(request: Parameters<typeof parseRequest>[0]): Promise<SandboxResponse> {
    try {
      const parsed = parseRequest(request);
      const wrapFor = wrapSeconds(request.headers['x-vault-wrap-ttl']);
      const reply = await this.#reply(parsed);
      if (wrapFor === undefined || !hasEnvelope(reply)) return replyResponse(reply);
      return replyResponse(reply, this.#wrapped.keep(reply, wrapFor, parsed.segments.join('/')));
    } catch (error) {
      return failureResponse(error);
    }
  }

  close(): void {
    this.#leases.close();
    this.#wrapped.close();
    void this.#mounts.close();
  }

  async #reply(parsed: ParsedRequest): Promise<ServiceReply> {
    const { method, segments } = parsed;
    const [first = '', ...rest] = segments;
    const target = targetOf(this.#mounts, segments);
    const mount = this.#mounts.find(first);
    const engine = await mount?.engine();
    const open =
      engine === undefined
        ? first === 'sys' && isOpen(rest)
        : (engine.unauthenticated?.({ method, segments: rest }) ?? false);
    // Nothing tells an unknown token whether a mount exists.
    if (parsed.principal === undefined && !open) throw new EngineError(403, 'permission denied');
    if (target === undefined) {
      const route = segments.join('/') + (method === 'LIST' ? '/' : '');
      throw new EngineError(404, `no handler for route "${route}". route entry not found.`);
    }
    if (!open && parsed.principal !== undefined && !permits(parsed.principal, { ...target, method })) {
      throw new EngineError(403, wrapped('permission denied'));
    }
    refuseTrailingSlash(parsed);
    if (engine !== undefined) return engine.handle(engineRequest(parsed, first, rest));
    return dispatch(this.#routes, {
      ...engineRequest(parsed, first, target.segments),
      namespace: parsed.namespace,
      headers: parsed.source.headers,
    });
  }
}

export const createService: SandboxServiceFactory = (context) => new SecretsService(context);
