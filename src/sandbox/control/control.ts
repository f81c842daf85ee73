/** Endpoints below `/-/` for tests; docs/sandbox.md describes them. */
import { timingSafeEqual } from 'node:crypto';
import type { SandboxRequest, SandboxResponse } from '../contract.ts';
import { refusal } from '../reply.ts';
import { moveClock, showClock } from './clock.ts';
import type { ControlContext, ControlHandler } from './context.ts';
import { ControlRefusal } from './body.ts';
import { clearEffects, listEffects } from './effects.ts';
import { addFaults, clearFaults, listFaults, replaceFaults } from './faults.ts';
import { clearRequests, listRequests, verifyRequests } from './requests.ts';
import { dropSnapshot, listSnapshots, reset, restoreSnapshot, takeSnapshot } from './snapshots.ts';
import { readState, replaceState } from './state.ts';

/** Grows when programs have to change. */
const VERSION = 1;

const ENDPOINTS: Readonly<Record<string, ControlHandler>> = {
  'GET /-/': () => ({ status: 200, body: { version: VERSION, endpoints: Object.keys(ENDPOINTS) } }),
  'GET /-/clock': showClock,
  'POST /-/clock': moveClock,
  'GET /-/effects': listEffects,
  'DELETE /-/effects': clearEffects,
  'GET /-/faults': listFaults,
  'POST /-/faults': addFaults,
  'PUT /-/faults': replaceFaults,
  'DELETE /-/faults': clearFaults,
  'GET /-/requests': listRequests,
  'DELETE /-/requests': clearRequests,
  'POST /-/requests/verify': verifyRequests,
  'POST /-/reset': reset,
  'POST /-/snapshot': takeSnapshot,
  'DELETE /-/snapshot': dropSnapshot,
  'GET /-/snapshots': listSnapshots,
  'POST /-/restore': restoreSnapshot,
  'GET /-/state': readState,
  'PUT /-/state': replaceState,
};

/** The vendors' token headers belong to the services. */
function hasToken({ headers }: SandboxRequest, token: string): boolean {
  const given = Buffer.from(/^bearer +(\S+)$/i.exec(headers['authorization']?.trim() ?? '')?.[1] ?? '');
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

async function answer(request: SandboxRequest, context: ControlContext): Promise<SandboxResponse> {
  const operation = `${request.method} ${request.path}`;
  // Probes send no token, and learn nothing here.
  if (operation === 'GET /-/health') return { status: 200, body: { status: 'ok' } };
  if (!hasToken(request, context.token)) {
    return refusal(undefined, 401, 'The control endpoints need the control token (TRIVET_SANDBOX_CONTROL).');
  }
  const handler = Object.hasOwn(ENDPOINTS, operation) ? ENDPOINTS[operation] : undefined;
  if (handler === undefined) return refusal(undefined, 404, 'There is no such control endpoint.');
  try {
    return await handler(request, context);
  } catch (error) {
    if (error instanceof ControlRefusal) return refusal(undefined, error.status, error.message);
    throw error;
  }
}

export async function answerControl(
  request: SandboxRequest,
  context: ControlContext,
): Promise<SandboxResponse> {
  const response = await answer(request, context);
  return { ...response, headers: { ...response.headers, 'trivet-sandbox-control': String(VERSION) } };
}
