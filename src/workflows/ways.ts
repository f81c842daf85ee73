/** Searches the ways to do something that the build collected. Nothing is read but files of the installation. */
import { madeOnce } from '../system/values/made-once.ts';
import type { Way } from '../catalogue/way.ts';
import { readPackageFile } from '../system/package-file.ts';
import { searcherOf } from './search-ways.ts';

interface Index {
  readonly guides: readonly Way[];
  readonly ways: readonly Way[];
}

const collected = (): Index => JSON.parse(readPackageFile('dist/how.json')) as Index;

/** The guides, each with the line that shows it. */
export const guides = (): readonly Way[] => collected().guides;

const searcher = madeOnce(() => searcherOf(collected().ways));

/** Returns the ways that fit a question best, the best first, at most one for the same command lines. */
export const waysFor = async (question: string, most: number): Promise<readonly Way[]> =>
  (await searcher())(question, most);
