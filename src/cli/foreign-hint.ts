/** The hint for a line of another tool, loaded only for an error. */
import { shellWord } from '../catalogue/text/shell-words.ts';
import type { Meant } from './foreign-lines.ts';
import { foreignLines } from './foreign-lines.ts';
import { lackSentence } from './not-covered.ts';

const gaps = /\b[A-Z]+\b/g;

/** The typed words by their gap; undefined if the line does not match. */
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

/** Whether it is an ID of an allocation or deployment, which users of Nomad type where trivet takes a job. */
const isId = (given: string): boolean => /^(?=.*\d)[\da-f]{8}(?:-[\da-f-]*)?$/.test(given);

const weight = (line: string): number => line.replaceAll(gaps, '').trimEnd().length;

/** @param tool the name typed before them */
export const meantByLine = (typed: readonly string[], tool?: string): readonly Meant[] | undefined => {
  /** Prefers lines with as many words as were typed: `scale JOB COUNT` over `scale JOB` for three. */
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

export const hintOf = (meant: readonly Meant[]): string =>
  meant
    .map((one, at) =>
      typeof one === 'string' ? `${at === 0 ? 'Perhaps you meant' : 'Or'}: trivet ${one}` : lackSentence(one),
    )
    .join('\n');
