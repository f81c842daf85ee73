/** The hint for a line of another tool. Loaded only to report it. */
import { shellWord } from '../catalogue/text/shell-words.ts';
import type { Meant } from './foreign-lines.ts';
import { foreignLines } from './foreign-lines.ts';
import { lackSentence } from './not-covered.ts';

/** The words of a line that stand for others. */
const gaps = /\b[A-Z]+\b/g;

/** What is typed in the gaps of a line, by the gap; undefined where the line is not typed. */
const filledIn = (line: string, typed: readonly string[]): ReadonlyMap<string, string> | undefined => {
  const filled = new Map<string, string>();
  for (const [at, word] of line.split(' ').entries()) {
    const given = typed[at];
    const [gap] = word.match(gaps) ?? [];
    if (given === undefined && gap === word) return filled;
    const around = gap === undefined ? [word] : word.split(gap);
    const [before = '', after = ''] = around;
    if (given === undefined || (gap === undefined ? given !== word : !isAround(given, before, after)))
      return undefined;
    if (gap !== undefined) filled.set(gap, given.slice(before.length, given.length - after.length));
  }
  return filled;
};

const isAround = (given: string, before: string, after: string): boolean =>
  given.length > before.length + after.length && given.startsWith(before) && given.endsWith(after);

/** An ID of an allocation or a deployment, which people of Nomad type where trivet takes a job. */
const isId = (given: string): boolean => /^(?=.*\d)[\da-f]{8}(?:-[\da-f-]*)?$/.test(given);

/** The letters of a line that have to be typed. */
const weight = (line: string): number => line.replaceAll(gaps, '').trimEnd().length;

/**
 * What a person means who types these words, with the names that they typed; undefined for words that no tool has.
 * @param tool the name that stood before them
 */
export const meantByLine = (typed: readonly string[], tool?: string): readonly Meant[] | undefined => {
  /** How far a line is from having as many words as were typed: `scale JOB COUNT` before `scale JOB` for three. */
  const excess = (line: string): number => Math.abs(line.split(' ').length - typed.length);
  const [best] = Object.entries(foreignLines)
    .flatMap(([whole, meant]) => {
      const isOfTool = tool !== undefined && whole.startsWith(`${tool} `);
      const line = isOfTool ? whole.slice(tool.length + 1) : whole;
      const filled = filledIn(line, typed);
      return filled === undefined ? [] : [{ line, meant, filled, isOfTool }];
    })
    .toSorted(
      (one, other) =>
        weight(other.line) - weight(one.line) ||
        Number(other.isOfTool) - Number(one.isOfTool) ||
        excess(one.line) - excess(other.line),
    );
  return best?.meant.map((one) =>
    typeof one === 'string'
      ? one.replaceAll(gaps, (gap) => {
          const given = best.filled.get(gap)?.replace(/^\/+/, '');
          return given === undefined || (gap === 'JOB' && isId(given)) ? gap : shellWord(given);
        })
      : one,
  );
};

/** Sentences about what trivet lacks, and commands. */
export const hintOf = (meant: readonly Meant[]): string =>
  meant
    .map((one, at) =>
      typeof one === 'string' ? `${at === 0 ? 'Perhaps you meant' : 'Or'}: trivet ${one}` : lackSentence(one),
    )
    .join('\n');
