/** Rotated passwords of existing entries (test/seeds/2-secrets.md, section 2.4, "Static role"). */
import type { Clock, Json } from '../../contract.ts';
import type { Input } from '../coerce.ts';
import { asBoolean, asSeconds, asText } from '../coerce.ts';
import { EngineError } from '../engine.ts';
import type { Report } from '../report.ts';
import { formatTime } from '../rfc3339.ts';
import { nothingThere, wrapped } from '../routes.ts';
import type { Connection } from './connection.ts';
import { DirectoryError } from './directory.ts';

const SHORTEST_PERIOD = 5;
/** Milliseconds until a failed rotation is tried again. */
const RETRY = 10_000;
/** The service's "never". */
const NEVER = '0001-01-01T00:00:00Z';

interface StaticRole {
  readonly name: string;
  readonly username: string;
  /** Empty: found by a search. */
  readonly dn: string;
  readonly period: number;
  readonly password: string;
  readonly lastPassword: string;
  readonly lastRotation: number | undefined;
  readonly nextRotation: number;
  readonly stopTimer: () => void;
}

export interface StaticRolesContext {
  readonly clock: Clock;
  readonly connection: Connection;
  readonly isLent: (username: string) => boolean;
  readonly scheduledReport: (name: string) => Report;
}

function parsePeriod(input: Input, before: number | undefined): number {
  const period = asSeconds(input, 'rotation_period') ?? before;
  if (period === undefined)
    throw new EngineError(400, 'rotation_period is required to manage a static account');
  if (period < SHORTEST_PERIOD) {
    throw new EngineError(400, `rotation_period must be ${SHORTEST_PERIOD} seconds or more`);
  }
  return period;
}

export class StaticRoles {
  private readonly context: StaticRolesContext;
  private readonly roles = new Map<string, StaticRole>();

  constructor(context: StaticRolesContext) {
    this.context = context;
  }

  names(): Iterable<string> {
    return this.roles.keys();
  }

  manages(username: string): boolean {
    return [...this.roles.values()].some((role) => role.username === username);
  }

  write(name: string, input: Input, report: Report): void {
    const before = this.roles.get(name);
    if (before === undefined) this.#create(name, input, report);
    else this.#update(before, input);
    report(`static-role.written ${name}`);
  }

  view(name: string): Readonly<Record<string, Json>> {
    const role = this.roles.get(name);
    if (role === undefined) throw nothingThere();
    const { dn, username, period, lastRotation } = role;
    return {
      dn,
      ...(lastRotation === undefined ? undefined : { last_vault_rotation: formatTime(lastRotation) }),
      rotation_period: period,
      username,
    };
  }

  /** An imported role has no password before its first rotation. */
  credentials(name: string): Readonly<Record<string, Json>> {
    const role = this.roles.get(name);
    if (role === undefined) throw new EngineError(400, `unknown role: ${name}`);
    const { lastRotation } = role;
    const left = Math.max(0, Math.ceil((role.nextRotation - this.context.clock.now()) / 1000));
    return {
      dn: role.dn,
      last_password: role.lastPassword,
      last_vault_rotation: lastRotation === undefined ? NEVER : formatTime(lastRotation),
      password: role.password,
      rotation_period: role.period,
      ttl: lastRotation === undefined ? 0 : left,
      username: role.username,
    };
  }

  rotate(name: string, report: Report): void {
    const role = this.roles.get(name);
    if (role === undefined) throw new EngineError(400, `role doesn't exist: ${name}`);
    try {
      this.#schedule(this.#rotated(role, report));
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error;
      this.#retry(role);
      throw new EngineError(
        500,
        wrapped(
          `unable to finish rotating credentials; retries will continue in the background but it is also safe to retry manually: ${error.message}`,
        ),
      );
    }
  }

  /** Keeps the entry. */
  delete(name: string, report: Report): void {
    const role = this.roles.get(name);
    // The real server looks for the role's next rotation.
    if (role === undefined) throw new EngineError(500, wrapped('queue is empty'));
    role.stopTimer();
    this.roles.delete(name);
    report(`static-role.deleted ${name}`);
  }

  close(): void {
    for (const role of this.roles.values()) role.stopTimer();
  }

  #create(name: string, input: Input, report: Report): void {
    const { clock, connection, isLent } = this.context;
    const username = asText(input, 'username', '');
    if (username === '')
      throw new EngineError(400, 'username is a required field to manage a static account');
    const period = parsePeriod(input, undefined);
    if (this.manages(username) || isLent(username)) {
      throw new EngineError(400, `${JSON.stringify(username)} is already managed by the secrets engine`);
    }
    const imported: StaticRole = {
      name,
      username,
      dn: asText(input, 'dn', ''),
      period,
      password: '',
      lastPassword: '',
      lastRotation: undefined,
      nextRotation: clock.now() + period * 1000,
      stopTimer: () => undefined,
    };
    const skips = asBoolean(input, 'skip_import_rotation', connection.require().skipImportRotation);
    this.#schedule(skips ? imported : this.#rotated(imported, report));
  }

  #update(before: StaticRole, input: Input): void {
    const username = asText(input, 'username', '') || before.username;
    if (username !== before.username) throw new EngineError(400, 'cannot update static account username');
    const dn = asText(input, 'dn', '') || before.dn;
    if (dn !== before.dn) {
      throw new EngineError(400, 'cannot update static account distinguished name (dn)');
    }
    if ((input['skip_import_rotation'] ?? undefined) !== undefined) {
      throw new EngineError(400, 'skip_import_rotation has no effect on updates');
    }
    const period = parsePeriod(input, before.period);
    const from = before.lastRotation ?? this.context.clock.now();
    this.#schedule({ ...before, period, nextRotation: from + period * 1000 });
  }

  /** The password is already set in the directory. `dn` takes precedence over `username`. */
  #rotated(role: StaticRole, report: Report): StaticRole {
    const { clock, connection } = this.context;
    const password = connection.newPassword();
    const dn = role.dn || connection.findAccount(role.username).dn;
    connection.changePassword(dn, password);
    report(`password.rotated ${dn}`);
    const now = clock.now();
    return {
      ...role,
      password,
      lastPassword: role.password,
      lastRotation: now,
      nextRotation: now + role.period * 1000,
    };
  }

  #schedule(role: StaticRole): void {
    this.roles.get(role.name)?.stopTimer();
    const { clock } = this.context;
    const stopTimer = clock.after(role.nextRotation - clock.now(), () => this.#fallDue(role.name));
    this.roles.set(role.name, { ...role, stopTimer });
  }

  #fallDue(name: string): void {
    const role = this.roles.get(name);
    if (role === undefined) return;
    try {
      this.#schedule(this.#rotated(role, this.context.scheduledReport(name)));
    } catch (error) {
      if (!(error instanceof DirectoryError || error instanceof EngineError)) throw error;
      this.#retry(role);
    }
  }

  #retry(role: StaticRole): void {
    this.#schedule({ ...role, nextRotation: this.context.clock.now() + RETRY });
  }
}
