/** What the listener works with: who may ask, what goes wrong on purpose, who answers. */
import type { Clock, SandboxRequest } from './contract.ts';
import type { ClearableEffectLog } from './effects.ts';
import type { FaultPlan } from './faults.ts';
import type { Services } from './services.ts';
import type { Tokens } from './tokens.ts';

/** A request before its body was read. */
export type RequestHead = Omit<SandboxRequest, 'bytes' | 'signal'> & { readonly search: string };

export interface ListenerContext {
  readonly clock: Clock;
  readonly effects: ClearableEffectLog;
  readonly tokens: Tokens;
  readonly faults: FaultPlan;
  readonly services: Services;
  log(head: RequestHead, body: Buffer): void;
  /** Real milliseconds, not the sandbox's: a delay on the wire. */
  pause(milliseconds: number): Promise<void>;
}
