import type { SandboxContext, SandboxService, SandboxServiceFactory, ServiceName } from './contract.ts';
import { remember } from './memory.ts';
import type { RandomSource } from './occasion.ts';
import { runFor } from './occasion.ts';
import { serviceOfPath } from './paths.ts';

const FACTORIES: Readonly<Record<ServiceName, () => Promise<SandboxServiceFactory>>> = {
  workspaces: async () => (await import('./workspaces/service.ts')).createService,
  secrets: async () => (await import('./secrets/service.ts')).createService,
  jobs: async () => (await import('./jobs/service.ts')).createService,
};

export const SERVICE_NAMES: readonly ServiceName[] = ['workspaces', 'secrets', 'jobs'];

export interface Services {
  find(path: string): Promise<SandboxService | undefined>;
  named(name: ServiceName): Promise<SandboxService>;
  routes(): Promise<readonly string[]>;
  remember(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export function createServices(
  context: () => SandboxContext,
  random: (name: string) => RandomSource | undefined,
): Services {
  let running = new Map<ServiceName, Promise<SandboxService>>();
  const start = async (name: ServiceName): Promise<SandboxService> => {
    const create = await FACTORIES[name]();
    return runFor({ body: undefined, random: random(name) }, async () => create(context()));
  };
  const named = async (name: ServiceName): Promise<SandboxService> => {
    let service = running.get(name);
    if (service === undefined) {
      service = start(name);
      running.set(name, service);
    }
    return service;
  };
  const started = async (): Promise<readonly SandboxService[]> => {
    const results = await Promise.allSettled(running.values());
    return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  };
  const close = async (): Promise<void> => {
    const ended = await started();
    running = new Map();
    for (const service of ended) await service.close();
  };
  return {
    async find(path) {
      const name = serviceOfPath(path);
      return name === undefined ? undefined : named(name);
    },
    named,
    async routes() {
      const routes: string[] = [];
      for (const name of SERVICE_NAMES) routes.push(...(await (await named(name)).routes()));
      return routes;
    },
    async remember() {
      const restore = remember((await started()).flatMap((service) => service.state()));
      const then = new Map(running);
      return async () => {
        // What waits in the current state ends; restored objects replace it.
        await close();
        restore();
        running = new Map(then);
      };
    },
    close,
  };
}
