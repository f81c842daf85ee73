/** The journal of a batch: what it belongs to, and the command that continues it. A batch without one loads none of it. */
import type { ChangeJournal } from '../../runs/change-journal.ts';
import { journalAt } from '../../runs/change-journal.ts';
import type { Journal } from '../../receipts/journal.ts';
import { fingerprint } from '../../receipts/journal.ts';
import { shellWord } from '../../catalogue/text/shell-words.ts';
import type { OwnContext } from '../../engine/single/workflow.ts';
import type { CheckedLines } from './lines.ts';
import { linesOf } from './lines.ts';

/** The input that the command which continues the journal repeats. */
export type JournalInput = Readonly<{ file?: string | undefined; resume?: boolean | undefined }>;

interface BatchJournal extends Pick<ChangeJournal, 'end'> {
  /** The words of the command that continues it. */
  readonly words: readonly string[];
  run<T>(work: (journal: Journal) => Promise<T>): Promise<T>;
}

const againOf = ({ words, input }: OwnContext<JournalInput>): readonly string[] => {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const more = input.resume === true ? [] : ['--resume'];
  return [...words.slice(0, end), ...more, ...words.slice(end)];
};

function* listed(text: string): Generator<string> {
  for (const { number, argv } of linesOf(text)) yield JSON.stringify([number, ...argv]);
}

/** @param text the lines that `checked` is about */
export const batchJournal = (
  context: OwnContext<JournalInput>,
  path: string,
  text: string,
  { count, servers }: CheckedLines,
): BatchJournal => {
  const { session, input } = context;
  const words = againOf(context);
  const file = journalAt(session, {
    path,
    resume: input.resume === true,
    again: words.map(shellWord).join(' '),
    needs: input.file === '-' ? 'with the same lines on standard input' : undefined,
  });
  const list = fingerprint(listed(text));
  return {
    words,
    run: (work) => file.run({ list, items: count, servers }, work),
    end: (left) => file.end(left),
  };
};
