/** Results of giving back one thing. */
import type { Became, Settled } from './loan.ts';

/** Returns a function that says what became of `name`, of which nothing stays in the ledger. */
export const doneWith =
  (name: string) =>
  (result: Became['result'], text: string, doubtful = false): Settled => ({
    became: [{ name, result, text, doubtful }],
    left: undefined,
  });

/** What became of all that was lent, in one line. */
export const textOf = (became: readonly Became[]): string => became.map(({ text }) => text).join('; ');
