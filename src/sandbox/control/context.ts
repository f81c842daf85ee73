import type { Needs, SandboxRequest, SandboxResponse, ServiceName } from '../contract.ts';
import type { MovableClock } from '../clock.ts';
import type { ClearableEffectLog } from '../effects.ts';
import type { FaultPlan } from '../faults.ts';
import type { Redactor } from '../redact.ts';
import type { RequestLog } from '../request-log.ts';
import type { Services } from '../services.ts';
import type { Ask } from './asking.ts';
import type { Snapshots } from './snapshot-store.ts';

export interface ControlContext {
  /** Not a token of the services. */
  readonly token: string;
  readonly clock: MovableClock;
  readonly effects: ClearableEffectLog;
  readonly requests: RequestLog;
  readonly faults: FaultPlan;
  readonly services: Services;
  readonly snapshots: Snapshots;
  readonly redactor: Redactor;
  /** As the owner, without the checks and logs of the listener. */
  readonly ask: Ask;
  readonly adopt: (service: ServiceName, needs: Needs) => Promise<void>;
  empty(): Promise<void>;
}

export type ControlHandler = (
  request: SandboxRequest,
  context: ControlContext,
) => SandboxResponse | Promise<SandboxResponse>;
