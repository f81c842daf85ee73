// The pages of single commands, which are links to the page of their group: packing makes them, and no checkout has them.
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a link for each command of the built manifest into `folder`, beside the pages of the groups. */
export const writeManLinks = (root, folder) => {
  const { commands } = JSON.parse(readFileSync(join(root, 'dist', 'manifest.json'), 'utf8'));
  for (const words of commands.map(({ path }) => path.split(' ')).filter(({ length }) => length > 1))
    writeFileSync(join(folder, `trivet-${words.join('-')}.1`), `.so man1/trivet-${words[0]}.1\n`);
};

export const removeManLinks = (folder) => {
  for (const name of readdirSync(folder))
    if (readFileSync(join(folder, name), 'utf8').startsWith('.so ')) rmSync(join(folder, name));
};
