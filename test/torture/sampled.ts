/** A few faults for each operation, the same in every run. */
import { partOf } from '../support/part.ts';
import type { Fault } from './fault-proxy.ts';

export const samplePlan = {
  places: 1,
  ways: ['fin', 'rst', 'stall', 'garbage', 'duplicate'],
  width: 8,
} as const;

/**
 * For each side and kind of fault a different place per operation, so that all places are covered over the catalogue.
 */
export const sampled =
  (turn: number) =>
  (faults: readonly Fault[]): readonly Fault[] => {
    const groups = new Map<string, Fault[]>();
    for (const fault of faults) {
      const key = `${fault.side} ${fault.way}`;
      groups.set(key, [...(groups.get(key) ?? []), fault]);
    }
    return partOf([...groups.values()], 4, turn).flatMap((all) => all[(turn * 5) % all.length] ?? []);
  };
