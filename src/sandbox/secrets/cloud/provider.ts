/** The cloud provider in memory. Users exist from the start, for static roles (section 2.3). */
import { randomName } from '../leases.ts';
import type { AccessKey } from './access-key.ts';
import { newAccessKey } from './access-key.ts';

export const ACCOUNT = '123456789012';
export const SERVICE_USER = 'service';
const KEYS_PER_USER = 2;

/** With the number of their keys. */
export const EXISTING_USERS: readonly (readonly [name: string, keys: number])[] = [
  [SERVICE_USER, 0],
  ['backup', 1],
  ['backup-user', 1],
  ['build-user', 1],
  ['deploy-user', 0],
  ['reporting', 2],
];

export interface User {
  readonly name: string;
  readonly id: string;
  readonly keys: readonly AccessKey[];
}

/** The caller chooses the status. */
export class ProviderError extends Error {}

export class Provider {
  private readonly users = new Map<string, User>();
  private configuredKey: string | undefined;

  constructor() {
    for (const [name, count] of EXISTING_USERS) {
      this.createUser(name);
      for (let made = 0; made < count; made += 1) this.createAccessKey(name);
    }
  }

  user(name: string): User {
    const user = this.users.get(name);
    if (user === undefined) {
      throw new ProviderError(`NoSuchEntity: The user with name ${name} cannot be found.`);
    }
    return user;
  }

  createUser(name: string): User {
    if (this.users.has(name)) {
      throw new ProviderError(`EntityAlreadyExists: User with name ${name} already exists.`);
    }
    const user: User = { name, id: `AIDA${randomName(17).toUpperCase()}`, keys: [] };
    this.users.set(name, user);
    return user;
  }

  deleteUser(name: string): void {
    this.users.delete(name);
  }

  createAccessKey(name: string): AccessKey {
    const user = this.user(name);
    if (user.keys.length >= KEYS_PER_USER) {
      throw new ProviderError(`LimitExceeded: Cannot exceed quota for AccessKeysPerUser: ${KEYS_PER_USER}`);
    }
    const key = newAccessKey();
    this.users.set(name, { ...user, keys: [...user.keys, key] });
    return key;
  }

  deleteAccessKey(name: string, id: string): void {
    const user = this.user(name);
    this.users.set(name, { ...user, keys: user.keys.filter((key) => key.id !== id) });
  }

  rotateOldest(name: string): AccessKey {
    const { keys } = this.user(name);
    const [oldest] = keys;
    if (keys.length >= KEYS_PER_USER && oldest !== undefined) this.deleteAccessKey(name, oldest.id);
    return this.createAccessKey(name);
  }

  /** Replaces the key that was configured before. */
  adoptServiceKey(key: AccessKey | undefined): void {
    const user = this.user(SERVICE_USER);
    const others = user.keys.filter(({ id }) => id !== this.configuredKey && id !== key?.id);
    this.configuredKey = key?.id;
    this.users.set(SERVICE_USER, { ...user, keys: key === undefined ? others : [key, ...others] });
  }

  knowsServiceKey(id: string): boolean {
    return this.user(SERVICE_USER).keys.some((key) => key.id === id);
  }
}
