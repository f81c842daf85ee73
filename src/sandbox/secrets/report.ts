/** Tells the effect log what a request, a lease or the clock changed. */
import type { EffectLog } from '../contract.ts';

/** Takes a verb and its object: `user.created vault-…`. */
export type Report = (what: string) => void;

export interface Cause {
  /** `LEASE` or `CLOCK` when no request caused it. */
  readonly method: string;
  readonly path: string;
}

export function reportTo(effects: EffectLog, { method, path }: Cause): Report {
  return (what) => effects.record({ service: 'secrets', method, path, what });
}

/** What the sandbox starts with is no effect of anybody's request. */
export const unreported: Report = () => undefined;
