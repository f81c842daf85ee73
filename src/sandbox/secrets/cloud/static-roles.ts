/** Existing users with scheduled rotation of their keys (test/seeds/2-secrets.md, section 2.3, "Static role"). */
import type { Clock, Json } from '../../contract.ts';
import type { Input } from '../coerce.ts';
import { asSeconds, asText } from '../coerce.ts';
import { EngineError } from '../engine.ts';
import type { Report } from '../report.ts';
import { wrapped } from '../routes.ts';
import type { AccessKey } from './access-key.ts';
import type { Provider } from './provider.ts';
import { ProviderError } from './provider.ts';

const SHORTEST_PERIOD = 60;

interface StaticRole {
  readonly name: string;
  readonly userId: string;
  readonly username: string;
  readonly period: number;
  readonly key: AccessKey;
  readonly stopTimer: () => void;
}

export interface StaticRolesContext {
  readonly clock: Clock;
  readonly provider: Provider;
  readonly authorize: () => void;
  readonly scheduledReport: (name: string) => Report;
}

function parsePeriod(input: Input): number | undefined {
  const period = asSeconds(input, 'rotation_period');
  if (period !== undefined && period < SHORTEST_PERIOD) {
    throw new EngineError(
      400,
      `role rotation period out of range: must be at least ${SHORTEST_PERIOD} seconds`,
    );
  }
  return period;
}

export class StaticRoles {
  private readonly context: StaticRolesContext;
  private readonly roles = new Map<string, StaticRole>();

  constructor(context: StaticRolesContext) {
    this.context = context;
  }

  write(name: string, input: Input, report: Report): Readonly<Record<string, Json>> {
    const before = this.roles.get(name);
    const username = asText(input, 'username', '') || before?.username;
    if (username === undefined) throw new EngineError(400, 'missing "username" parameter');
    const given = parsePeriod(input);
    const period = given ?? before?.period;
    if (period === undefined) throw new EngineError(400, 'missing "rotation_period" parameter');
    if (before !== undefined && before.username !== username) {
      throw new EngineError(400, 'cannot update the username of a static role');
    }
    if (before === undefined) this.#schedule(this.#adopt(name, username, period, report));
    else if (given !== undefined) this.#schedule({ ...before, period });
    report(`static-role.written ${name}`);
    return this.view(name) ?? {};
  }

  names(): Iterable<string> {
    return this.roles.keys();
  }

  view(name: string): Readonly<Record<string, Json>> | undefined {
    const role = this.roles.get(name);
    if (role === undefined) return undefined;
    return { id: role.userId, name, rotation_period: role.period, username: role.username };
  }

  credentials(name: string): Readonly<Record<string, Json>> | undefined {
    const role = this.roles.get(name);
    return role === undefined ? undefined : { access_key: role.key.id, secret_key: role.key.secret };
  }

  delete(name: string, report: Report): void {
    const role = this.roles.get(name);
    if (role === undefined) return;
    role.stopTimer();
    this.roles.delete(name);
    report(`static-role.deleted ${name}`);
  }

  close(): void {
    for (const role of this.roles.values()) role.stopTimer();
  }

  /** Replaces the oldest key of a user with the maximum. */
  #adopt(name: string, username: string, period: number, report: Report): StaticRole {
    const { authorize, provider } = this.context;
    try {
      authorize();
      const userId = provider.user(username).id;
      const key = this.#rotateKey(username, report);
      return { name, userId, username, period, key, stopTimer: () => undefined };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      throw new EngineError(
        500,
        wrapped(`unable to validate username ${JSON.stringify(username)}: ${error.message}`),
      );
    }
  }

  #rotateKey(username: string, report: Report): AccessKey {
    const key = this.context.provider.rotateOldest(username);
    report(`access-key.rotated ${username} ${key.id}`);
    return key;
  }

  /** One period from now, even if the period has changed. */
  #schedule(role: StaticRole): void {
    role.stopTimer();
    const stopTimer = this.context.clock.after(role.period * 1000, () => this.#rotate(role.name));
    this.roles.set(role.name, { ...role, stopTimer });
  }

  #rotate(name: string): void {
    const role = this.roles.get(name);
    if (role === undefined) return;
    try {
      this.context.authorize();
      this.#schedule({ ...role, key: this.#rotateKey(role.username, this.context.scheduledReport(name)) });
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      this.#schedule(role);
    }
  }
}
