/** The services of the sandbox, imported when a path could first be theirs, asked in a fixed order. */
import type { SandboxContext, SandboxService, SandboxServiceFactory } from './contract.ts';

interface Entry {
  /** Paths that begin with none of these are not the service's; it is not imported for them. */
  readonly prefixes: readonly string[];
  readonly load: () => Promise<SandboxServiceFactory>;
}

/** In the order in which they are asked. */
const ENTRIES: readonly Entry[] = [
  {
    prefixes: [
      '/v1/job',
      '/job/',
      '/v1/validate/job',
      '/v1/agent/self',
      '/v1/status/leader',
      '/v1/namespaces',
    ],
    load: async () => (await import('./jobs/service.ts')).createService,
  },
  { prefixes: ['/api/'], load: async () => (await import('./workspaces/service.ts')).createService },
  { prefixes: ['/v1/'], load: async () => (await import('./secrets/service.ts')).createService },
];

export interface Services {
  find(path: string): Promise<SandboxService | undefined>;
  close(): Promise<void>;
}

export function createServices(context: SandboxContext): Services {
  const running = new Map<Entry, Promise<SandboxService>>();
  const start = async (entry: Entry): Promise<SandboxService> => (await entry.load())(context);
  return {
    async find(path) {
      for (const entry of ENTRIES) {
        if (!entry.prefixes.some((prefix) => path.startsWith(prefix))) continue;
        let service = running.get(entry);
        if (service === undefined) {
          service = start(entry);
          running.set(entry, service);
        }
        const ready = await service;
        if (ready.owns(path)) return ready;
      }
      return undefined;
    },
    async close() {
      for (const result of await Promise.allSettled(running.values())) {
        if (result.status === 'fulfilled') result.value.close();
      }
    },
  };
}
