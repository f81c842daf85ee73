/** What the control endpoints reach, and how they refuse. */
import type { Json, Needs, SandboxRequest, SandboxResponse, ServiceName } from '../contract.ts';
import type { MovableClock } from '../clock.ts';
import type { ClearableEffectLog } from '../effects.ts';
import type { FaultPlan } from '../faults.ts';
import type { Redactor } from '../redact.ts';
import type { RequestLog } from '../request-log.ts';
import type { Services } from '../services.ts';
import type { Ask } from './asking.ts';
import type { Snapshots } from './snapshots.ts';

export interface ControlContext {
  /** The control token, which is not one of the services' tokens. */
  readonly token: string;
  readonly clock: MovableClock;
  readonly effects: ClearableEffectLog;
  readonly requests: RequestLog;
  readonly faults: FaultPlan;
  readonly services: Services;
  readonly snapshots: Snapshots;
  readonly redactor: Redactor;
  /** Carries out a request as the owner, without the checks and logs of the listener. */
  readonly ask: Ask;
  adopt(service: ServiceName, needs: Needs): Promise<void>;
  /** Starts the services anew without the demo state. */
  empty(): Promise<void>;
}

export type ControlHandler = (
  request: SandboxRequest,
  context: ControlContext,
) => SandboxResponse | Promise<SandboxResponse>;

/** Becomes the reply of a control endpoint. */
export class ControlRefusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type JsonObject = { readonly [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the body as an object, with no other keys than these. */
export function readObject(request: SandboxRequest, keys: readonly string[]): JsonObject {
  const value = readJson(request);
  if (!isObject(value)) throw new ControlRefusal(400, 'Send a JSON object.');
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown !== undefined) {
    throw new ControlRefusal(400, `Unknown key "${unknown}". The keys are ${keys.join(', ')}.`);
  }
  return value;
}

export function readJson({ bytes }: SandboxRequest): Json {
  try {
    return JSON.parse(bytes.toString()) as Json;
  } catch {
    throw new ControlRefusal(400, 'The body is not JSON.');
  }
}
