/** Prompts for agents, from the table of the guide that describes them. */
import { guideRows } from './guide.ts';
import type { Prompt } from '../../../src/catalogue/prompt.ts';

const inCode = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

const placeholders = (lines: readonly string[]): readonly string[] => [
  ...new Set(lines.flatMap((line) => line.match(/\b[A-Z]{2,}\b/g) ?? [])),
];

/** @param pages guides by name */
export const promptsOf = (pages: ReadonlyMap<string, string>): readonly Prompt[] =>
  [...pages].flatMap(([guide, page]) =>
    guideRows(page, 'prompt').map(([name = '', when = '', look = '', propose = '']) => {
      const looks = inCode(look);
      return {
        name: inCode(name)[0] ?? name,
        when,
        looks,
        propose: propose.replaceAll('`', ''),
        asks: placeholders(looks),
        guide,
      };
    }),
  );
