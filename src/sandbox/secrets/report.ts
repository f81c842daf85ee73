/** Changes by a request, a lease or the clock, for the effect log. */
import type { EffectLog } from '../contract.ts';

/** `user.created vault-…`. */
export type Report = (what: string) => void;

export interface Cause {
  readonly method: string;
  readonly path: string;
}

export function reportTo(effects: EffectLog, { method, path }: Cause): Report {
  return (what) => effects.record({ service: 'secrets', method, path, what });
}

export const unreported: Report = () => undefined;
