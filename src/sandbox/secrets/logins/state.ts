import type { Clock } from '../../contract.ts';
import { Passcodes } from './passcodes.ts';
import { APPROLES } from './people.ts';

export class LoginState {
  readonly passcodes: Passcodes;
  /** With the time at which they are forgotten. */
  readonly wrong = new Map<string, { readonly count: number; readonly until: number }>();
  /** By role: remaining uses of each secret ID. */
  readonly secrets = new Map<string, Map<string, number>>(
    Object.values(APPROLES).map(({ name, secret }) => [name, new Map([[secret, Number.POSITIVE_INFINITY]])]),
  );

  /** By state; any attempt ends a log-in. */
  readonly browsers = new Map<string, string>();

  /** By state. */
  readonly devices = new Map<string, { readonly nonce: string; readonly code: string }>();

  constructor(clock: Clock) {
    this.passcodes = new Passcodes(clock);
  }
}
