/** The effect log: one entry per thing that a request changed. */
import type { Effect, EffectLog } from './contract.ts';

/** Older entries are dropped so that a sandbox that runs for days does not grow; the sequence goes on. */
const KEPT = 100_000;

export interface ClearableEffectLog extends EffectLog {
  clear(): void;
}

export function createEffectLog(): ClearableEffectLog {
  let entries: Effect[] = [];
  let sequence = 0;
  return {
    record(effect) {
      sequence += 1;
      entries.push({ sequence, ...effect });
      if (entries.length > 2 * KEPT) entries = entries.slice(-KEPT);
    },
    list: () => entries.slice(-KEPT),
    clear() {
      entries = [];
    },
  };
}
