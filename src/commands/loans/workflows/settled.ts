import type { Became, Settled } from './loan.ts';

export const doneWith =
  (name: string) =>
  (result: Became['result'], text: string, doubtful = false): Settled => ({
    became: [{ name, result, text, doubtful }],
    left: undefined,
  });

export const textOf = (became: readonly Became[]): string => became.map(({ text }) => text).join('; ');
