/** Records changes by a request, a lease or the clock in the effect log. */
import type { EffectLog } from '../contract.ts';

/** Receives an event and its object: `user.created vault-…`. */
export type Report = (what: string) => void;

export interface Cause {
  /** `LEASE` or `CLOCK` if the change was not caused by a request. */
  readonly method: string;
  readonly path: string;
}

export function reportTo(effects: EffectLog, { method, path }: Cause): Report {
  return (what) => effects.record({ service: 'secrets', method, path, what });
}

/** Used for the initial state, which is not the effect of a request. */
export const unreported: Report = () => undefined;
