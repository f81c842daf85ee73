/** What the catalogue generates, by path: committed files, and the help that the build writes. */
import { loadCatalogue } from './catalogue.ts';
import { commandHelp, flagsHelp, groupHelp, rootHelp } from './help.ts';
import { treeSource } from './tree.ts';

/** Path below the repository -> text. */
export const generatedFiles = async (): Promise<ReadonlyMap<string, string>> => {
  const catalogue = await loadCatalogue();
  return new Map([['src/operations/tree.ts', treeSource(catalogue)]]);
};

/** Path below `dist/help` -> text; the path is the words of the command joined by `/`. */
export const helpFiles = async (): Promise<ReadonlyMap<string, string>> => {
  const files = new Map<string, string>([
    ['index.txt', rootHelp()],
    ['flags.txt', flagsHelp()],
  ]);
  for (const { group, commands } of await loadCatalogue()) {
    files.set(`${group.name}.txt`, groupHelp(group, commands, [group.name]));
    for (const command of commands) {
      const words = command.path.split(' ');
      for (let length = 2; length < words.length; length += 1) {
        const part = words.slice(0, length);
        files.set(`${part.join('/')}.txt`, groupHelp(group, commands, part));
      }
      files.set(`${words.join('/')}.txt`, commandHelp(command));
    }
  }
  return files;
};
