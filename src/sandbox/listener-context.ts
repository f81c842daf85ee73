/** The dependencies of the listener: tokens, faults, services and logs. */
import type { Clock, SandboxRequest } from './contract.ts';
import type { ClearableEffectLog } from './effects.ts';
import type { FaultPlan } from './faults.ts';
import type { Services } from './services.ts';
import type { Tokens } from './tokens.ts';

/** A request whose body has not been read. */
export type RequestHead = Omit<SandboxRequest, 'bytes' | 'signal'> & { readonly search: string };

export interface ListenerContext {
  readonly clock: Clock;
  readonly effects: ClearableEffectLog;
  readonly tokens: Tokens;
  readonly faults: FaultPlan;
  readonly services: Services;
  log(head: RequestHead, body: Buffer): void;
  /** Waits in real milliseconds, not on the sandbox's clock: it simulates a slow network. */
  pause(milliseconds: number): Promise<void>;
}
