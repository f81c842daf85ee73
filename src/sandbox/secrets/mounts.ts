/** An engine is created when its mount is first used. */
import { runOnce } from '../occasion.ts';
import { randomUUID } from '../random.ts';
import type { Json } from '../contract.ts';
import type { Engine, EngineContext, EngineFactory } from './engine.ts';
import type { LeaseManager } from './leases.ts';
import type { MountKind } from './policy.ts';

export type EngineKind = Exclude<MountKind, 'system'>;

const FACTORIES: Readonly<Record<EngineKind, () => Promise<EngineFactory>>> = {
  pki: async () => (await import('./pki/engine.ts')).createEngine,
  ldap: async () => (await import('./ldap/engine.ts')).createEngine,
  aws: async () => (await import('./cloud/engine.ts')).createEngine,
  kv: async () => (await import('./others/engine.ts')).otherEngines.kv,
  'kv-v2': async () => (await import('./others/engine.ts')).otherEngines['kv-v2'],
  database: async () => (await import('./others/engine.ts')).otherEngines.database,
  ssh: async () => (await import('./others/engine.ts')).otherEngines.ssh,
};

export interface MountSettings {
  readonly description: string;
  readonly defaultLease: number;
  readonly longestLease: number;
}

export interface Mount {
  readonly kind: EngineKind;
  readonly listing: Readonly<Record<string, Json>>;
  settings: MountSettings;
  engine(): Promise<Engine>;
}

class LazyMount implements Mount {
  readonly kind: EngineKind;
  settings: MountSettings;
  private readonly uuid = randomUUID();
  private readonly context: EngineContext;
  private starting: Promise<Engine> | undefined;
  started: Engine | undefined;

  constructor(kind: EngineKind, settings: MountSettings, context: EngineContext) {
    this.kind = kind;
    this.settings = settings;
    this.context = context;
  }

  get listing(): Mount['listing'] {
    const { description, defaultLease, longestLease } = this.settings;
    return {
      accessor: `${this.kind}_${this.uuid.slice(0, 8)}`,
      config: { default_lease_ttl: defaultLease, force_no_cache: false, max_lease_ttl: longestLease },
      description,
      local: false,
      // Both versions of KV have one type.
      options: this.kind === 'kv-v2' ? { version: '2' } : {},
      seal_wrap: false,
      type: this.kind === 'kv-v2' ? 'kv' : this.kind,
      uuid: this.uuid,
    };
  }

  engine(): Promise<Engine> {
    this.starting ??= this.#start();
    return this.starting;
  }

  async #start(): Promise<Engine> {
    const create = await FACTORIES[this.kind]();
    const engine = await runOnce(`mount ${this.uuid}`, async () => create(this.context));
    this.started = engine;
    return engine;
  }

  async close(): Promise<void> {
    // The request that needed the engine got the failure.
    const engine = await this.starting?.catch(() => undefined);
    engine?.close?.();
  }
}

export interface Place {
  readonly path: string;
  readonly mount: Mount;
  readonly below: readonly string[];
}

export interface MountsContext extends Omit<EngineContext, 'empty' | 'leases' | 'mount'> {
  readonly leases: LeaseManager;
}

export class Mounts {
  private readonly context: MountsContext;
  private readonly mounts = new Map<string, LazyMount>();

  constructor(context: MountsContext) {
    this.context = context;
  }

  add(path: string, kind: EngineKind, settings: MountSettings, empty: boolean): void {
    this.mounts.set(path, new LazyMount(kind, settings, { ...this.context, mount: path, empty }));
  }

  alias(path: string, existing: string): void {
    const mount = this.mounts.get(existing);
    if (mount !== undefined) this.mounts.set(path, mount);
  }

  get(path: string): Mount | undefined {
    return this.mounts.get(path);
  }

  resolve(segments: readonly string[]): Place | undefined {
    for (let length = 1; length <= segments.length; length += 1) {
      const path = segments.slice(0, length).join('/');
      const mount = this.mounts.get(path);
      if (mount !== undefined) return { path, mount, below: segments.slice(length) };
    }
    return undefined;
  }

  inTheWay(path: string): string | undefined {
    return [...this.mounts.keys()].find(
      (other) => `${path}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${path}/`),
    );
  }

  entries(): readonly (readonly [string, Mount])[] {
    return [...this.mounts];
  }

  /** Under all of its paths; also revokes its leases. */
  async remove(path: string): Promise<void> {
    const mount = this.mounts.get(path);
    if (mount === undefined) return;
    for (const [own, other] of this.mounts) {
      if (other !== mount) continue;
      this.context.leases.revokeUnder(own);
      this.mounts.delete(own);
    }
    await mount.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.mounts.values()].map(async (mount) => mount.close()));
  }
}
