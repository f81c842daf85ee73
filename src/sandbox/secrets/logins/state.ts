/** What changes with log-ins. */
import type { Clock } from '../../contract.ts';
import { Passcodes } from './passcodes.ts';
import { APPROLES } from './people.ts';

export class LoginState {
  readonly passcodes: Passcodes;
  /** Wrong passwords of a person, and when they are forgotten. */
  readonly wrong = new Map<string, { readonly count: number; readonly until: number }>();
  /** Secret IDs by the name of the role, and how often each can still be used. */
  readonly secrets = new Map<string, Map<string, number>>(
    Object.values(APPROLES).map(({ name, secret }) => [name, new Map([[secret, Number.POSITIVE_INFINITY]])]),
  );

  /** Log-ins that wait for a browser, by state; any attempt ends one. */
  readonly browsers = new Map<string, string>();

  /** Log-ins that are confirmed on another device, by state. */
  readonly devices = new Map<string, { readonly nonce: string; readonly code: string }>();

  constructor(clock: Clock) {
    this.passcodes = new Passcodes(clock);
  }
}
