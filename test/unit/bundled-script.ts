/** Bundles a small program that imports trivet's sources into one file that plain Node runs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** `source` imports from `ROOT/src/…`; the result is written to `folder`. */
export const bundle = async (source: string, folder: string): Promise<string> => {
  const entry = join(folder, 'entry.ts');
  writeFileSync(entry, source.replaceAll('ROOT/', root));
  const build = await rolldown({
    input: entry,
    platform: 'node',
    resolve: { modules: [join(root, 'node_modules')] },
  });
  await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: 'program.mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await build.close();
  return join(folder, 'program.mjs');
};
