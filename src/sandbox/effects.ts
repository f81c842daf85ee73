import type { Effect, EffectLog } from './contract.ts';
import { currentOccasion } from './occasion.ts';
import { createRing, keptBody } from './ring.ts';

/** Limits memory; sequence numbers continue. */
const KEPT = 100_000;

export interface ClearableEffectLog extends EffectLog {
  clear(): void;
}

export function createEffectLog(): ClearableEffectLog {
  const ring = createRing<Effect>(KEPT);
  let sequence = 0;
  return {
    record(effect) {
      sequence += 1;
      const body = currentOccasion()?.body;
      const hasBody = body !== undefined && body.length > 0;
      ring.add({ sequence, ...effect, ...(hasBody ? { body: keptBody(body) } : {}) });
    },
    list: () => ring.list(),
    clear: () => ring.clear(),
  };
}
