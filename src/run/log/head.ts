/** The first line of a receipt, which says what it is of the run as a whole, and the last one. */
import type { JsonObject } from '../../documents/json/json.ts';
import { usualDays } from './place.ts';
import type { RunFacts, Sending, StartedBy } from './sending.ts';

/** What a closed receipt ends with, unless it was cut; only what was settled or taken back later follows. */
export const endLine: JsonObject = { end: true };

/** Says that a loan is over, and what became of what it took. */
export const overLine = (text: string): JsonObject => ({ over: text });

/** Who gave a receipt up, and when. */
export interface Closing {
  readonly at: string;
  readonly by: string;
}

/** Says that a person gave up what is left of a run. */
export const closedLine = ({ at, by }: Closing): JsonObject => ({ closed: { at, by } });

/** The head of a receipt, with what every journal has too. */
export const headOf = (
  facts: RunFacts,
  { profile, keepDays }: Partial<Sending>,
  by: StartedBy,
): JsonObject => ({
  receipt: 2,
  command: facts.command,
  by,
  ...(profile === undefined ? {} : { profile }),
  days: keepDays ?? usualDays,
  ...(facts.lends === true ? { lends: true } : {}),
  ...(facts.lend === undefined ? {} : { lend: facts.lend }),
  ...(facts.protected === undefined ? {} : { protected: facts.protected }),
  ...(facts.undoes === undefined ? {} : { undoes: facts.undoes }),
  ...(facts.continues === undefined ? {} : { continues: { ...facts.continues } }),
});
