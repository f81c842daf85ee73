import type { MovableClock } from '../clock.ts';
import type { SandboxResponse } from '../contract.ts';
import type { ControlHandler } from './context.ts';
import { ControlRefusal, readObject } from './body.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const LAST = Date.UTC(9999, 11, 31);

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

function describe(clock: MovableClock): SandboxResponse {
  return { status: 200, body: { now: new Date(clock.now()).toISOString(), frozen: clock.frozen } };
}

export const showClock: ControlHandler = (_request, { clock }) => describe(clock);

function targetOf(now: number, { advance, set }: Readonly<Record<string, unknown>>): number {
  if (set !== undefined) {
    const target = typeof set === 'string' ? Date.parse(set) : Number.NaN;
    if (Number.isNaN(target)) throw new ControlRefusal(400, '"set" must be an RFC 3339 time.');
    return target;
  }
  if (advance === undefined) return now;
  const step = milliseconds(advance);
  if (step === undefined) {
    throw new ControlRefusal(400, '"advance" must be a number of seconds or a duration such as "2h30m".');
  }
  return now + step;
}

export const moveClock: ControlHandler = (request, { clock }) => {
  const { frozen, ...move } = readObject(request, ['advance', 'set', 'frozen']);
  if (Object.keys(move).length > 1 || (frozen === undefined && Object.keys(move).length === 0)) {
    throw new ControlRefusal(400, 'Send {"advance": SECONDS or "2h30m"}, {"set": TIME} or {"frozen": true}.');
  }
  if (frozen !== undefined && typeof frozen !== 'boolean') {
    throw new ControlRefusal(400, '"frozen" must be true or false.');
  }
  const now = clock.now();
  const target = targetOf(now, move);
  if (target < now) {
    throw new ControlRefusal(400, 'The clock only moves forward; /-/restore and /-/reset go back.');
  }
  if (target > LAST) throw new ControlRefusal(400, 'The clock ends with the year 9999.');
  if (frozen !== undefined) clock.freeze(frozen);
  clock.advance(Math.max(0, target - clock.now()));
  return describe(clock);
};
