/** The first line of a receipt: what it says of the run as a whole. */
import type { JsonObject } from '../model/json/json.ts';
import { usualDays } from './place.ts';
import type { RunFacts, Sending, StartedBy } from './sending.ts';

/** The head of a receipt, with what every journal has too. */
export const headOf = (
  facts: RunFacts,
  { profile, keepDays }: Partial<Sending>,
  by: StartedBy,
): JsonObject => ({
  receipt: 1,
  command: facts.command,
  by,
  ...(profile === undefined ? {} : { profile }),
  days: keepDays ?? usualDays,
  ...(facts.lends === true ? { lends: true } : {}),
  ...(facts.continues === undefined
    ? {}
    : { continues: { journal: facts.continues.journal, words: facts.continues.words } }),
});
