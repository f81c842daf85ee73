import type { SandboxContext } from '../contract.ts';
import { DEMO_LEASE } from './demo.ts';
import type { LeaseEvent } from './leases.ts';
import { LeaseManager } from './leases.ts';
import { LoginState } from './logins/state.ts';
import { MessageStore } from './messages/store.ts';
import { Mounts } from './mounts.ts';
import { idOfNamespace, joined, namespaceIdIn } from './namespace-path.ts';
import type { NamespaceOfLease, SystemRoutes } from './system/request.ts';
import { systemRoutes } from './system/routes.ts';
import type { TokenStore } from './tokens/store.ts';
import type { WrappedReplies } from './wrapping.ts';

export interface Namespace {
  readonly mounts: Mounts;
  readonly leases: LeaseManager;
  readonly routes: SystemRoutes;
}

interface Space extends Namespace {
  readonly messages: MessageStore;
  readonly logins: LoginState;
}

export class Namespaces {
  private readonly context: SandboxContext;
  private readonly wrappedReplies: WrappedReplies;
  private readonly tokens: TokenStore;
  private readonly spaces = new Map<string, Space>();

  constructor(context: SandboxContext, wrappedReplies: WrappedReplies, tokens: TokenStore) {
    this.tokens = tokens;
    this.context = context;
    this.wrappedReplies = wrappedReplies;
  }

  add(path: string, empty: boolean): Namespace {
    const { clock, effects } = this.context;
    const notify = (event: LeaseEvent, id: string): void =>
      effects.record({
        service: 'secrets',
        method: 'LEASE',
        path: `/v1/${joined(path, id)}`,
        what: `lease.${event} ${id}`,
      });
    const leases = new LeaseManager(clock, notify, path === '' ? '' : `.${idOfNamespace(path)}`);
    if (!empty) leases.create(DEMO_LEASE);
    const product = this.context.products?.secrets;
    const mounts = new Mounts({
      clock,
      effects,
      leases,
      product,
      origin: () => this.context.origin(),
    });
    const { startedAt = clock.now() } = this.context;
    const messages = new MessageStore();
    const logins = new LoginState(clock);
    const routes = systemRoutes({
      clock,
      effects,
      empty,
      product,
      startedAt,
      leases,
      messages,
      mounts,
      wrappedReplies: this.wrappedReplies,
      tokens: this.tokens,
      logins,
      identities: this.context.identities,
      namespace: path,
      namespaces: this,
    });
    const space = { mounts, messages, leases, logins, routes };
    this.spaces.set(path, space);
    return space;
  }

  find(path: string): Namespace | undefined {
    return this.spaces.get(path);
  }

  /** Undefined if the ID names none. */
  ofLease(leaseId: string): NamespaceOfLease | undefined {
    const id = namespaceIdIn(leaseId);
    const [path, space] = [...this.spaces].find(([one]) => id !== '' && idOfNamespace(one) === id) ?? [];
    return path === undefined || space === undefined ? undefined : { path, leases: space.leases };
  }

  below(path: string): readonly string[] {
    const prefix = joined(path, '');
    return [...this.spaces.keys()]
      .filter((other) => other !== '' && other.startsWith(prefix))
      .map((other) => other.slice(prefix.length))
      .filter((name) => name !== '' && !name.includes('/'));
  }

  /** `team-a/pki/roles` is `pki/roles` in `team-a`. */
  resolve(namespace: string, segments: readonly string[]): readonly [string, readonly string[]] {
    const [first, ...rest] = segments;
    const inner = first === undefined ? undefined : joined(namespace, first);
    if (inner === undefined || !this.spaces.has(inner)) return [namespace, segments];
    return this.resolve(inner, rest);
  }

  entries(): readonly (readonly [string, Namespace])[] {
    return [...this.spaces];
  }

  endWith(token: string): void {
    for (const { leases } of this.spaces.values()) leases.endWith(token);
  }

  async remove(path: string): Promise<void> {
    const space = this.spaces.get(path);
    this.spaces.delete(path);
    space?.leases.close();
    await space?.mounts.close();
  }

  async close(): Promise<void> {
    for (const { leases } of this.spaces.values()) leases.close();
    await Promise.all([...this.spaces.values()].map(async ({ mounts }) => mounts.close()));
  }
}
