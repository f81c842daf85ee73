/** The engines of a namespace and where they are mounted; an engine is built when its mount is first touched. */
import { randomUUID } from 'node:crypto';
import type { Json } from '../contract.ts';
import type { Engine, EngineContext, EngineFactory } from './engine.ts';
import type { LeaseManager } from './leases.ts';
import type { MountKind } from './policy.ts';

export type EngineKind = Exclude<MountKind, 'system'>;

const FACTORIES: Readonly<Record<EngineKind, () => Promise<EngineFactory>>> = {
  pki: async () => (await import('./pki/engine.ts')).createEngine,
  ldap: async () => (await import('./ldap/engine.ts')).createEngine,
  aws: async () => (await import('./cloud/engine.ts')).createEngine,
};

export interface MountSettings {
  readonly description: string;
  /** Seconds; 0: the system's. */
  readonly defaultLease: number;
  readonly longestLease: number;
}

export interface Mount {
  readonly kind: EngineKind;
  /** What the mount listing says about it. */
  readonly listing: Readonly<Record<string, Json>>;
  settings: MountSettings;
  engine(): Promise<Engine>;
}

class LazyMount implements Mount {
  readonly kind: EngineKind;
  settings: MountSettings;
  readonly #uuid = randomUUID();
  readonly #context: EngineContext;
  #engine: Promise<Engine> | undefined;

  constructor(kind: EngineKind, settings: MountSettings, context: EngineContext) {
    this.kind = kind;
    this.settings = settings;
    this.#context = context;
  }

  get listing(): Mount['listing'] {
    const { description, defaultLease, longestLease } = this.settings;
    return {
      accessor: `${this.kind}_${this.#uuid.slice(0, 8)}`,
      config: { default_lease_ttl: defaultLease, force_no_cache: false, max_lease_ttl: longestLease },
      description,
      local: false,
      options: {},
      seal_wrap: false,
      type: this.kind,
      uuid: this.#uuid,
    };
  }

  engine(): Promise<Engine> {
    this.#engine ??= this.#start();
    return this.#engine;
  }

  async #start(): Promise<Engine> {
    const create = await FACTORIES[this.kind]();
    return create(this.#context);
  }

  /** Stops what runs in the engine. */
  async close(): Promise<void> {
    // An engine that could not start has told so to whoever asked for it.
    const engine = await this.#engine?.catch(() => undefined);
    engine?.close?.();
  }
}

export interface Place {
  readonly path: string;
  readonly mount: Mount;
  /** The segments below the mount. */
  readonly below: readonly string[];
}

export interface MountsContext extends Omit<EngineContext, 'empty' | 'leases' | 'mount'> {
  readonly leases: LeaseManager;
}

export class Mounts {
  readonly #context: MountsContext;
  readonly #mounts = new Map<string, LazyMount>();

  constructor(context: MountsContext) {
    this.#context = context;
  }

  /** Mounts one engine at a path; it begins with demo data unless it is to be empty. */
  add(path: string, kind: EngineKind, settings: MountSettings, empty: boolean): void {
    this.#mounts.set(path, new LazyMount(kind, settings, { ...this.#context, mount: path, empty }));
  }

  /** A second path to the engine that is mounted at the first one. */
  alias(path: string, existing: string): void {
    const mount = this.#mounts.get(existing);
    if (mount !== undefined) this.#mounts.set(path, mount);
  }

  get(path: string): Mount | undefined {
    return this.#mounts.get(path);
  }

  /** The mount that a path of segments leads into; a mount's own path may hold slashes. */
  resolve(segments: readonly string[]): Place | undefined {
    for (let length = 1; length <= segments.length; length += 1) {
      const path = segments.slice(0, length).join('/');
      const mount = this.#mounts.get(path);
      if (mount !== undefined) return { path, mount, below: segments.slice(length) };
    }
    return undefined;
  }

  /** A mount at this path, above it or below it: none of them can be beside another. */
  inTheWay(path: string): string | undefined {
    return [...this.#mounts.keys()].find(
      (other) => `${path}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${path}/`),
    );
  }

  /** Paths and mounts, in the order in which they came. */
  entries(): readonly (readonly [string, Mount])[] {
    return [...this.#mounts];
  }

  /** Ends the leases below the mount and forgets what it holds, under all of its paths. */
  async remove(path: string): Promise<void> {
    const mount = this.#mounts.get(path);
    if (mount === undefined) return;
    for (const [own, other] of this.#mounts) {
      if (other !== mount) continue;
      this.#context.leases.revokeUnder(own);
      this.#mounts.delete(own);
    }
    await mount.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#mounts.values()].map(async (mount) => mount.close()));
  }
}
