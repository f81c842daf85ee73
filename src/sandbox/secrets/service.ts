/** Calls the engines (test/seeds/2-secrets.md). Serves all of `/v1/` but the jobs API. */
import type { SandboxContext, SandboxRequest, SandboxResponse, SandboxServiceFactory } from '../contract.ts';
import { DEMO_NAMESPACE, mountDemoNamespace, mountRoot } from './demo.ts';
import type { ServiceReply } from './envelope.ts';
import { failureResponse, hasEnvelope, replyResponse } from './envelope.ts';
import type { EngineRequest } from './engine.ts';
import { EngineError, RouteError } from './engine.ts';
import type { Namespace } from './namespaces.ts';
import { Namespaces } from './namespaces.ts';
import { isLogin } from './logins/endpoints.ts';
import type { ParsedRequest } from './parse.ts';
import { pageOf } from './paging.ts';
import { parseRequest, presentedToken } from './parse.ts';
import { hasSudo, permits } from './policy.ts';
import { dispatch, wrapped } from './routes.ts';
import { isAboutServer, isOpen } from './system/routes.ts';
import { targetOf } from './system/target.ts';
import { TokenStore } from './tokens/store.ts';
import { WrappedReplies, wrapSeconds } from './wrapping.ts';

/** Documented with a trailing slash, even for POST. */
const MESSAGES = ['sys', 'config', 'ui', 'custom-messages'];

function refuseTrailingSlash({ method, segments, trailingSlash }: ParsedRequest): void {
  if (method !== 'POST' || !trailingSlash) return;
  if (MESSAGES.every((part, index) => segments[index] === part)) return;
  throw new EngineError(400, "cannot write to a path ending in '/'");
}

const SPENT =
  'Secret cannot be returned; token had one use left, so leased credentials were immediately revoked.';

function hasLease({ body }: SandboxResponse): boolean {
  return typeof body === 'object' && body !== null && 'lease_id' in body && body['lease_id'] !== '';
}

function engineRequest(parsed: ParsedRequest, mount: string, below: readonly string[]): EngineRequest {
  return {
    method: parsed.method,
    segments: below,
    input: parsed.input,
    principal: parsed.principal,
    // Rules of paths were checked with what the path needs.
    sudo:
      parsed.principal !== undefined && (hasSudo(parsed.principal) || parsed.principal.paths !== undefined),
    inside: parsed.source.inside === true,
    mount,
    path: parsed.source.path,
  };
}

class SecretsService {
  readonly name = 'secrets';
  private readonly wrapped: WrappedReplies;
  private readonly tokens: TokenStore;
  private readonly namespaces: Namespaces;
  private sealed = false;

  constructor(context: SandboxContext) {
    this.wrapped = new WrappedReplies(context.clock);
    this.tokens = new TokenStore(
      context.clock,
      (event, accessor) =>
        context.effects.record({
          service: 'secrets',
          method: 'CLOCK',
          path: '/v1/auth/token',
          what: `token.${event} ${accessor}`,
        }),
      (token) => this.namespaces.endWith(token),
    );
    this.namespaces = new Namespaces(context, this.wrapped, this.tokens);
    mountRoot(this.namespaces.add('', context.empty).mounts, context.empty);
    if (!context.empty) mountDemoNamespace(this.namespaces.add(DEMO_NAMESPACE, true).mounts);
  }

  async handle(request: SandboxRequest): Promise<SandboxResponse> {
    const response = await this.#answer(request);
    const namespace = request.headers['x-vault-namespace'];
    // Real servers echo the header even for a missing namespace.
    if (namespace === undefined) return response;
    return { ...response, headers: { ...response.headers, 'x-vault-namespace': namespace } };
  }

  state(): readonly object[] {
    return [this];
  }

  async routes(): Promise<readonly string[]> {
    const found: string[] = [];
    const add = (prefix: string, routes: Readonly<Record<string, object>>): void => {
      for (const [pattern, methods] of Object.entries(routes)) {
        const isSystem = prefix.endsWith('/sys') && pattern.startsWith('auth/');
        const path = `${isSystem ? prefix.slice(0, -4) : prefix}/${pattern}`
          .replaceAll(/:(\w+)/g, '{$1}')
          .replaceAll(/\*(\w+)/g, '{$1...}');
        for (const method of Object.keys(methods)) found.push(`${method} ${path}`);
      }
    };
    for (const [namespace, { mounts, routes }] of this.namespaces.entries()) {
      const base = `/v1/${namespace === '' ? '' : `${namespace}/`}`;
      add(`${base}sys`, routes);
      for (const [path, mount] of mounts.entries()) add(`${base}${path}`, (await mount.engine()).routes);
    }
    return found;
  }

  async close(): Promise<void> {
    this.wrapped.close();
    this.tokens.close();
    await this.namespaces.close();
  }

  async #answer(request: SandboxRequest): Promise<SandboxResponse> {
    const response = await this.#answered(request);
    if (!this.tokens.endSpent(presentedToken(request.headers))) return response;
    return hasLease(response) ? failureResponse(new EngineError(400, SPENT)) : response;
  }

  async #answered(request: SandboxRequest): Promise<SandboxResponse> {
    try {
      const parsed = this.#place(parseRequest(this.#identified(request)));
      const seal = this.#seal(parsed);
      if (seal !== undefined) return replyResponse(seal);
      const wrapFor = wrapSeconds(request.headers['x-vault-wrap-ttl']);
      const reply = await this.#reply(parsed);
      if (wrapFor === undefined || !hasEnvelope(reply)) return replyResponse(reply);
      return replyResponse(reply, this.wrapped.keep(reply, wrapFor, parsed.segments.join('/')));
    } catch (error) {
      return failureResponse(error);
    }
  }

  /** A sealed server does nothing else. */
  #seal({ method, segments, principal, source }: ParsedRequest): ServiceReply | undefined {
    const [first, verb, ...rest] = segments;
    const about = first === 'sys' && rest.length === 0 ? verb : undefined;
    const writes = method === 'POST';
    if (about === 'seal' && writes) {
      if (principal === undefined || !hasSudo(principal)) throw new EngineError(403, 'permission denied');
      this.sealed = true;
      return {};
    }
    if (about === 'unseal' && writes) this.sealed = false;
    const status = {
      initialized: true,
      sealed: this.sealed,
      t: 1,
      n: 1,
      progress: 0,
      version: '1.0.0+sandbox',
    };
    if (about === 'unseal' || (this.sealed && (about === 'seal-status' || about === 'health')))
      return { raw: { bytes: Buffer.from(JSON.stringify(status)), type: 'application/json' } };
    if (this.sealed && source.inside !== true) throw new EngineError(503, 'Vault is sealed');
    return undefined;
  }

  /** Also finds tokens below the sandbox's own, and drops revoked ones. */
  #identified(request: SandboxRequest): SandboxRequest {
    const principal = this.tokens.use(presentedToken(request.headers), request.principal);
    return { ...request, principal };
  }

  /** In the header, at the start of the path, or partly in both. */
  #place(parsed: ParsedRequest): ParsedRequest {
    const [namespace, segments] = this.namespaces.resolve(parsed.namespace, parsed.segments);
    return { ...parsed, namespace, segments };
  }

  #namespaceOf({ namespace, segments, principal }: ParsedRequest): Namespace {
    const [first, ...rest] = segments;
    const found = this.namespaces.find(first === 'sys' && isAboutServer(rest) ? '' : namespace);
    if (found !== undefined) return found;
    throw principal === undefined
      ? new EngineError(403, 'permission denied')
      : new EngineError(404, 'namespace not found');
  }

  async #reply(parsed: ParsedRequest): Promise<ServiceReply> {
    const { method, segments, principal } = parsed;
    const { mounts, routes, leases } = this.#namespaceOf(parsed);
    const place = mounts.resolve(segments);
    const engine = await place?.mount.engine();
    const open =
      place === undefined || engine === undefined
        ? isLogin(segments) || (segments[0] === 'sys' && isOpen(segments.slice(1)))
        : (engine.unauthenticated?.({ method, segments: place.below }) ?? false);
    const isBad = principal === undefined && parsed.source.presented && segments[1] === 'internal';
    if (isBad || (principal === undefined && !open)) throw new EngineError(403, 'permission denied');
    const target = targetOf(mounts, segments);
    if (target === undefined) {
      const route = segments.join('/') + (method === 'LIST' ? '/' : '');
      throw new RouteError(404, `no handler for route "${route}". route entry not found.`);
    }
    if (!open && principal !== undefined && !permits(principal, { ...target, method })) {
      throw new EngineError(403, wrapped('permission denied'));
    }
    refuseTrailingSlash(parsed);
    if (place !== undefined && engine !== undefined) {
      const reply = await engine.handle(engineRequest(parsed, place.path, place.below));
      if (reply.lease !== undefined && principal !== undefined) leases.bind(reply.lease.id, principal.token);
      return method === 'LIST' ? pageOf(reply, parsed.input) : reply;
    }
    const request = engineRequest(parsed, segments[0] ?? '', target.segments);
    return dispatch(routes, { ...request, headers: parsed.source.headers, client: parsed.source.client });
  }
}

export const createService: SandboxServiceFactory = (context) => new SecretsService(context);
