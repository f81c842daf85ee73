import { madeOnce } from '../../../system/values/made-once.ts';
import type { Recipe } from '../../../catalogue/recipe.ts';
import { readPackageFile } from '../../../system/package-file.ts';
import { searcherOf } from './search-recipes.ts';

interface Index {
  readonly guides: readonly Recipe[];
  readonly recipes: readonly Recipe[];
}

const collected = (): Index => JSON.parse(readPackageFile('dist/how.json')) as Index;

export const guides = (): readonly Recipe[] => collected().guides;

const searcher = madeOnce(() => searcherOf(collected().recipes));

/** The best recipe comes first; one stands for equal command lines. */
export const recipesFor = async (question: string, most: number): Promise<readonly Recipe[]> =>
  (await searcher())(question, most);
