import type { ReceiptFacts } from '../../run/plan/change-journal.ts';
import type { JournalHead } from '../../run/log/journal.ts';
import { fingerprint } from '../../run/log/journal.ts';
import { shellWord } from '../../catalogue/text/shell-words.ts';
import type { OwnContext } from '../../run/single/workflow.ts';
import type { CheckedLines } from './lines.ts';
import { linesOf } from './lines.ts';

/** The command that continues the receipt repeats these. */
export type JournalInput = Readonly<{ file?: string | undefined; resume?: boolean | undefined }>;

const againOf = ({ words, input }: OwnContext<JournalInput>): readonly string[] => {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const more = input.resume === true ? [] : ['--resume'];
  return [...words.slice(0, end), ...more, ...words.slice(end)];
};

function* listed(text: string): Generator<string> {
  for (const { number, argv } of linesOf(text)) yield JSON.stringify([number, ...argv]);
}

export const batchHead = (text: string, { count, servers }: CheckedLines): JournalHead => ({
  list: fingerprint(listed(text)),
  items: count,
  servers,
});

export const batchFacts = (context: OwnContext<JournalInput>, path: string): Omit<ReceiptFacts, 'what'> => {
  const { input } = context;
  const words = againOf(context);
  return {
    again: () => words.map(shellWord).join(' '),
    words,
    needs: input.file === '-' ? 'with the same lines on standard input' : undefined,
    ...(input.resume === true ? { resumed: path } : { file: path }),
  };
};
