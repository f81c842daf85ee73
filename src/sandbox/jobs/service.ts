import type { WebSocket } from 'ws';
import type { Needs, SandboxContext, SandboxRequest, SandboxResponse, SandboxService } from '../contract.ts';
import { ActionRunner } from './action/action.ts';
import { seedDemo } from './demo/seed.ts';
import { openCall } from './operations/call.ts';
import { presentedToken } from '../tokens.ts';
import { revertOnFailure } from './operations/revert.ts';
import { allRoutes, findRoute, jobPath } from './routes.ts';
import { Cluster } from './scheduler/cluster.ts';
import { Logins } from './scheduler/logins.ts';
import { Scheduler } from './scheduler/scheduler.ts';
import { Refusal } from './wire/failure.ts';
import { refusalResponse } from './wire/response.ts';

class JobsService implements SandboxService {
  readonly name = 'jobs';
  private readonly cluster: Cluster;
  private readonly scheduler: Scheduler;
  readonly #actions: ActionRunner;

  constructor(context: SandboxContext) {
    this.cluster = new Cluster(context.clock, context.effects);
    this.scheduler = new Scheduler(this.cluster);
    this.#actions = new ActionRunner(this.cluster, context);
    this.scheduler.onFailedDeployment = (record, deployment) =>
      revertOnFailure(this.cluster, this.scheduler, record, deployment);
    this.cluster.namespaces.set('default', {
      name: 'default',
      description: 'Default shared namespace',
      createIndex: 1,
    });
    if (!context.empty) this.cluster.logins = new Logins(context.clock, context.identities);
    if (!context.empty) seedDemo(this.cluster, this.scheduler);
  }

  #identified(request: SandboxRequest): SandboxRequest {
    if (request.principal !== undefined || !request.presented) return request;
    const token = presentedToken(request.headers) ?? '';
    return { ...request, principal: this.cluster.logins?.holder(token) };
  }

  async handle(sent: SandboxRequest): Promise<SandboxResponse> {
    try {
      const request = this.#identified(sent);
      const { handler, jobId } = findRoute(request);
      const call = openCall(request, this.cluster, this.scheduler, jobId);
      return await this.cluster.because({ method: request.method, path: request.path }, () => handler(call));
    } catch (error) {
      if (error instanceof Refusal) return refusalResponse(error);
      throw error;
    }
  }

  refuseUpgrade(request: SandboxRequest): SandboxResponse | undefined {
    return jobPath(request.path)?.part === 'action' ? undefined : { status: 404 };
  }

  upgrade(request: SandboxRequest, socket: WebSocket): void {
    this.#actions.accept(request, socket, jobPath(request.path)?.jobId ?? '');
  }

  state(): readonly object[] {
    return [this];
  }

  async routes(): Promise<readonly string[]> {
    return allRoutes;
  }

  adopt({ namespace = '' }: Needs): void {
    if (namespace === '' || this.cluster.namespaces.has(namespace)) return;
    this.cluster.namespaces.set(namespace, {
      name: namespace,
      description: '',
      createIndex: this.cluster.next(),
    });
  }

  async close(): Promise<void> {
    this.#actions.close();
    this.cluster.close();
  }
}

export function createService(context: SandboxContext): SandboxService {
  return new JobsService(context);
}
