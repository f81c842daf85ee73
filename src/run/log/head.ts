import type { JsonObject } from '../../documents/json/json.ts';
import { usualDays } from './place.ts';
import type { RunFacts, Sending, StartedBy } from './sending.ts';

/** The last line of a receipt; only lines about settling and undoing follow it. */
export const endLine: JsonObject = { end: true };

export const notClosed = ({ message }: Error): string =>
  `the receipt, of which nothing is left to do, was not closed: ${message}`;

export const overLine = (text: string): JsonObject => ({ over: text });

export interface Closing {
  readonly at: string;
  readonly by: string;
}

export const closedLine = ({ at, by }: Closing): JsonObject => ({ closed: { at, by } });

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
