/** The sandbox's own endpoints below `/-/`: its effects, clock and health. */
import type { Clock, SandboxRequest, SandboxResponse } from './contract.ts';
import type { ClearableEffectLog } from './effects.ts';
import { refusal } from './reply.ts';

export const CONTROL_PREFIX = '/-/';

interface Controlled {
  readonly clock: Clock;
  readonly effects: ClearableEffectLog;
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Converts seconds, or a duration such as `90s`, `2h`, `1h30m`; undefined if the value is invalid. */
export function milliseconds(advance: unknown): number | undefined {
  if (typeof advance === 'number')
    return Number.isFinite(advance) && advance >= 0 ? advance * 1000 : undefined;
  if (typeof advance !== 'string' || !/^(\d{1,9}[smhd])+$/.test(advance)) return undefined;
  let total = 0;
  for (const [, number, unit] of advance.matchAll(/(\d+)([smhd])/g)) {
    total += Number(number) * (UNITS[unit ?? ''] ?? 0);
  }
  return total;
}

function readAdvance(bytes: Buffer): unknown {
  try {
    const body: unknown = JSON.parse(bytes.toString());
    return typeof body === 'object' && body !== null && 'advance' in body ? body.advance : undefined;
  } catch {
    return undefined;
  }
}

function describeClock(clock: Clock): SandboxResponse {
  return { status: 200, body: { now: new Date(clock.now()).toISOString() } };
}

export function answerControl(request: SandboxRequest, { clock, effects }: Controlled): SandboxResponse {
  const operation = `${request.method} ${request.path}`;
  if (operation === 'GET /-/health') return { status: 200, body: { status: 'ok' } };
  if (request.principal === undefined)
    return refusal(undefined, 401, 'The control endpoints need the owner token.');
  if (request.principal.name !== 'owner') {
    return refusal(undefined, 403, 'The control endpoints need the owner token.');
  }
  switch (operation) {
    case 'GET /-/effects':
      return { status: 200, body: effects.list().map((effect) => ({ ...effect })) };
    case 'DELETE /-/effects':
      effects.clear();
      return { status: 204 };
    case 'GET /-/clock':
      return describeClock(clock);
    case 'POST /-/clock': {
      const advance = milliseconds(readAdvance(request.bytes));
      if (advance === undefined) {
        return refusal(undefined, 400, 'Send {"advance": SECONDS} or {"advance": "2h30m"}.');
      }
      clock.advance(advance);
      return describeClock(clock);
    }
    default:
      return refusal(undefined, 404, 'There is no such control endpoint.');
  }
}
