/** The services of the sandbox; each is loaded at its first request. */
import type { SandboxContext, SandboxService, SandboxServiceFactory, ServiceName } from './contract.ts';
import { serviceOfPath } from './paths.ts';

const FACTORIES: Readonly<Record<ServiceName, () => Promise<SandboxServiceFactory>>> = {
  workspaces: async () => (await import('./workspaces/service.ts')).createService,
  secrets: async () => (await import('./secrets/service.ts')).createService,
  jobs: async () => (await import('./jobs/service.ts')).createService,
};

export interface Services {
  /** Returns the service of a path; undefined if the path belongs to none. */
  find(path: string): Promise<SandboxService | undefined>;
  close(): Promise<void>;
}

export function createServices(context: SandboxContext): Services {
  const running = new Map<ServiceName, Promise<SandboxService>>();
  const start = async (name: ServiceName): Promise<SandboxService> => (await FACTORIES[name]())(context);
  return {
    async find(path) {
      const name = serviceOfPath(path);
      if (name === undefined) return undefined;
      let service = running.get(name);
      if (service === undefined) {
        service = start(name);
        running.set(name, service);
      }
      return service;
    },
    async close() {
      for (const result of await Promise.allSettled(running.values())) {
        if (result.status === 'fulfilled') result.value.close();
      }
    },
  };
}
