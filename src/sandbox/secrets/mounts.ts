/** The engines and where they are mounted; an engine is built when its mount is first touched. */
import { randomUUID } from 'node:crypto';
import type { Json } from '../contract.ts';
import type { Engine, EngineContext, EngineFactory } from './engine.ts';
import type { MountKind } from './policy.ts';

interface Definition {
  readonly kind: Exclude<MountKind, 'system'>;
  readonly paths: readonly string[];
  /** Longest lease of the mount in seconds; 0: the system's. */
  readonly longestLease: number;
  readonly load: () => Promise<EngineFactory>;
}

const TEN_YEARS = 315_360_000;

const DEFINITIONS: readonly Definition[] = [
  {
    kind: 'pki',
    paths: ['pki'],
    longestLease: TEN_YEARS,
    load: async () => (await import('./pki/engine.ts')).createEngine,
  },
  {
    kind: 'ldap',
    paths: ['ldap'],
    longestLease: 0,
    load: async () => (await import('./ldap/engine.ts')).createEngine,
  },
  {
    kind: 'aws',
    // The document's {cloud_mount}, and the name that the vendors' clients look for.
    paths: ['cloud', 'aws'],
    longestLease: 0,
    load: async () => (await import('./cloud/engine.ts')).createEngine,
  },
];

export interface Mount {
  readonly path: string;
  readonly kind: Exclude<MountKind, 'system'>;
  /** What the mount listing says about it. */
  readonly description: Readonly<Record<string, Json>>;
  engine(): Promise<Engine>;
}

export interface Mounts {
  find(path: string): Mount | undefined;
  all(): readonly Mount[];
  close(): Promise<void>;
}

export function createMounts(context: EngineContext): Mounts {
  const running: Promise<Engine>[] = [];
  const mounts = new Map<string, Mount>();
  for (const definition of DEFINITIONS) {
    let engine: Promise<Engine> | undefined;
    const start = async (): Promise<Engine> => (await definition.load())(context);
    const uuid = randomUUID();
    for (const path of definition.paths) {
      mounts.set(path, {
        path,
        kind: definition.kind,
        description: {
          accessor: `${definition.kind}_${uuid.slice(0, 8)}`,
          config: { default_lease_ttl: 0, force_no_cache: false, max_lease_ttl: definition.longestLease },
          description: '',
          local: false,
          options: {},
          seal_wrap: false,
          type: definition.kind,
          uuid,
        },
        // Two paths of one engine share it.
        engine() {
          if (engine === undefined) {
            engine = start();
            running.push(engine);
          }
          return engine;
        },
      });
    }
  }
  return {
    find: (path) => mounts.get(path),
    all: () => [...mounts.values()],
    async close() {
      for (const result of await Promise.allSettled(running)) {
        if (result.status === 'fulfilled') result.value.close?.();
      }
    },
  };
}
