/** The dependencies of the listener: tokens, faults, services and logs. */
import type { Clock, SandboxRequest, SandboxResponse } from './contract.ts';
import type { Dialects } from './dialects/dialects.ts';
import type { FaultPlan } from './faults.ts';
import type { RandomSource } from './occasion.ts';
import type { Answered } from './request-log.ts';
import type { Services } from './services.ts';
import type { Tokens } from './tokens.ts';

/** A request whose body has not been read. */
export type RequestHead = Omit<SandboxRequest, 'bytes' | 'signal'> & { readonly search: string };

export interface ListenerContext {
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly faults: FaultPlan;
  readonly services: Services;
  readonly dialects: Dialects;
  /** Answers the sandbox's own endpoints. */
  control(request: SandboxRequest): Promise<SandboxResponse>;
  /** Answers for the identity provider. */
  identity(request: SandboxRequest): Promise<SandboxResponse>;
  log(head: RequestHead, body: Buffer): Answered;
  /** Returns the random values of the next request; undefined without a seed. */
  nextRandom(): RandomSource | undefined;
  /** Waits in real milliseconds, not on the sandbox's clock: it simulates a slow network. */
  pause(milliseconds: number): Promise<void>;
}
