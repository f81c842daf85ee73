/** The effect log: one entry for each change that a request made. */
import type { Effect, EffectLog } from './contract.ts';

/** Older entries are dropped to limit memory in long runs; the sequence numbers continue. */
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
