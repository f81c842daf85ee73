/**
 * The files that are generated from the catalogue, by path: committed ones, and those that the build puts next to
 * the program.
 */
import { isHidden } from '../../src/catalogue/command.ts';
import { program } from '../../src/main.ts';
import { loadCatalogue } from './catalogue.ts';
import { completionTable } from './completion/table.ts';
import { wordsText } from './completion/words.ts';
import { guideText } from './guides/guide.ts';
import { commandHelp, flagsHelp, groupHelp, rootHelp } from '../../src/cli/help/help.ts';
import { libraryModule, libraryTypes } from './library-types.ts';
import { manPages } from './man.ts';
import { manifestText } from './manifest.ts';
import { coveragePage, fillRegions, outputRegions, productsPage, regions } from './pages.ts';
import { operationsOf } from './operations.ts';
import { promptsOf } from './guides/guide.ts';
import { skillPage } from './skill.ts';
import { topicTexts } from './topics.ts';
import { guideList, guideRecipe, recipesOf } from './recipes/recipes.ts';

/** Hand-written files that are input of generated ones. */
export interface Pages {
  /** The current README: only the text between its markers is generated. */
  readonly readme: string;
  readonly changelog: string;
  /** The pages of docs/ by name; some have such markers, too. */
  readonly guides: ReadonlyMap<string, string>;
  /** The completion scripts by name. */
  readonly completions: ReadonlyMap<string, string>;
  /** The scripts of the cookbook. */
  readonly cookbook: readonly string[];
}

/** Path below the repository -> text. */
export const generatedFiles = async ({
  readme,
  guides,
  changelog,
}: Pages): Promise<ReadonlyMap<string, string>> => {
  const catalogue = await loadCatalogue();
  const guide = (name: string, found: ReadonlyMap<string, string>): readonly [string, string] => [
    `docs/${name}.md`,
    fillRegions(guides.get(name) ?? '', found),
  ];
  return new Map([
    ['docs/products.md', productsPage()],
    ['skills/trivet/SKILL.md', skillPage(catalogue)],
    guide('output', outputRegions()),
    ['docs/coverage.md', coveragePage(catalogue, operationsOf(catalogue))],
    ['README.md', fillRegions(readme, regions(catalogue))],
    ...manPages(catalogue, changelog),
  ]);
};

/** Path below `dist` -> text; below `help` the path is the words of the command joined by `/`. */
export const builtFiles = async ({
  guides,
  cookbook,
  completions,
}: Pages): Promise<ReadonlyMap<string, string>> => {
  const catalogue = await loadCatalogue();
  const files = new Map<string, string>([
    ['manifest.json', manifestText(catalogue)],
    ['library.d.ts', libraryTypes(catalogue)],
    ['library.mjs', libraryModule],
    ['prompts.json', JSON.stringify(promptsOf(guides))],
    ['help/index.txt', rootHelp(program.catalogue)],
    ['help/flags.txt', flagsHelp()],
  ]);
  for (const [name, text] of completions) files.set(`completions/${name}`, text);
  files.set('completions/trivet.words', wordsText(await completionTable(catalogue)));
  for (const [name, text] of topicTexts()) files.set(`help/${name}.txt`, text);
  for (const [name, page] of guides) {
    const text = guideText(page);
    const topic = files.get(`help/${name}.txt`);
    files.set(`help/guide/${name}.txt`, text);
    files.set(`help/${name}.txt`, topic === undefined ? text : `${topic}\n${text}`);
  }
  // The word of earlier versions.
  for (const folder of ['help', 'help/guide'])
    files.set(`${folder}/lending.txt`, files.get(`${folder}/loans.txt`) ?? '');
  const listed = [...guides].map(([name, page]) => guideRecipe(name, page));
  files.set('help/guide.txt', guideList(listed));
  files.set('how.json', JSON.stringify({ guides: listed, recipes: recipesOf(catalogue, guides, cookbook) }));
  for (const { group, commands } of catalogue) {
    const guide = guides.has(group.name) ? `\nGuide: trivet help guide ${group.name}\n` : '';
    files.set(`help/${group.name}.txt`, `${groupHelp(group, commands, [group.name])}${guide}`);
    for (const command of commands) {
      const words = command.path.split(' ');
      for (let length = 2; length < words.length; length += 1) {
        const part = words.slice(0, length);
        files.set(`help/${part.join('/')}.txt`, groupHelp(group, commands, part));
      }
      const below = commands.filter((one) => one.path.startsWith(`${command.path} `) && !isHidden(one));
      files.set(`help/${words.join('/')}.txt`, commandHelp(command, below));
    }
  }
  return files;
};
