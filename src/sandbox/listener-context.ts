import type { Clock, SandboxRequest, SandboxResponse } from './contract.ts';
import type { Dialects } from './dialects/dialects.ts';
import type { FaultPlan } from './faults.ts';
import type { RandomSource } from './occasion.ts';
import type { Answered } from './request-log.ts';
import type { Services } from './services.ts';
import type { Tokens } from './tokens.ts';

export type RequestHead = Omit<SandboxRequest, 'bytes' | 'signal'> & { readonly search: string };

export interface ListenerContext {
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly faults: FaultPlan;
  readonly services: Services;
  readonly dialects: Dialects;
  control(request: SandboxRequest): Promise<SandboxResponse>;
  identity(request: SandboxRequest): Promise<SandboxResponse>;
  log(head: RequestHead, body: Buffer): Answered;
  nextRandom(): RandomSource | undefined;
  /** Real milliseconds: simulates a slow network. */
  pause(milliseconds: number): Promise<void>;
}
