/** What the search of the site finds: the commands as `trivet how` has them, and each part of each page. */
import { flagsOf } from '../../../src/run/flags.ts';
import type { Recipe } from '../../../src/catalogue/recipe.ts';
import type { SearchedRecipe } from '../../../src/commands/how/workflows/search-recipes.ts';
import type { LoadedGroup } from '../catalogue.ts';
import { recipesOf } from '../recipes/recipes.ts';
import type { Article } from './article.ts';
import { commandFile } from './command-page.ts';
import { anchorsOf } from './html.ts';

type SearchEntry = SearchedRecipe & {
  /** Path below the site. */
  readonly href: string;
  /** What kind of answer it is. */
  readonly where: string;
};

/** Flags that every command takes; others are global too, but not for trivet's own commands. */
const everywhere = new Set(flagsOf({ path: '', summary: '', operations: [] }).map(({ name }) => name));

const targetOf = (
  { path, title, lines }: Recipe,
  commandOf: (line: string) => string | undefined,
): readonly [href: string, where: string] => {
  if (path !== undefined) return [commandFile(path), 'Command'];
  const [, flag] = /^--([a-z-]+): /.exec(title) ?? [];
  if (flag !== undefined)
    return [`commands/index.html#${everywhere.has(flag) ? `flag-${flag}` : 'flags'}`, 'Flag'];
  const [, exit] = /^Exit code ([^:]+):/.exec(title) ?? [];
  if (exit !== undefined) return [`docs/troubleshooting.html#${anchorsOf()(`Exit ${exit}`)}`, 'Exit code'];
  return [commandOf(lines[0] ?? '') ?? 'docs/migration.html', 'Words of other tools'];
};

/** Pages that would be found for every question, or say nothing. */
const left = /^(?:CHANGELOG|LICENSE|THIRD_PARTY_NOTICES|docs\/commands|commands\/.*)\.html$/;

const entryOf = (
  { title: page }: Article,
  title: string,
  text: string,
  lines: readonly string[],
  href: string,
): SearchEntry => ({
  title,
  lines: lines.slice(0, 3),
  names: lines.join(' '),
  text,
  more: page,
  href,
  where: page,
});

export const searchEntries = (
  catalogue: readonly LoadedGroup[],
  pages: readonly { readonly path: string; readonly article: Article }[],
  commandOf: (line: string) => string | undefined,
): readonly SearchEntry[] => [
  ...recipesOf(catalogue, new Map(), []).map((recipe): SearchEntry => {
    const { title, lines, path, names, text, more, lacks, destroys, changes, typed } = recipe;
    const [href, where] = targetOf(recipe, commandOf);
    return {
      title,
      lines,
      names,
      text,
      more,
      href,
      where,
      ...(path === undefined ? {} : { path }),
      ...(lacks === undefined ? {} : { lacks }),
      ...(destroys === undefined ? {} : { destroys }),
      ...(changes === undefined ? {} : { changes }),
      ...(typed === undefined ? {} : { typed }),
    };
  }),
  ...pages
    .filter(({ path }) => !left.test(path))
    .flatMap(({ path, article }) =>
      article.sections.flatMap(
        ({ id, text, above, says, lines, depth, rows = [] }): readonly SearchEntry[] => {
          const title = [...above, text].join(': ');
          return [
            entryOf(article, title, says, lines, depth === 1 ? path : `${path}#${id}`),
            ...rows.map((row) =>
              entryOf(
                article,
                depth === 1 ? row.title : `${title}: ${row.title}`,
                row.says,
                row.lines,
                `${path}#${row.id}`,
              ),
            ),
          ];
        },
      ),
    ),
];
