// Bundles the readers of the catalogue that are not part of the program.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from './chunks.mjs';

const require = createRequire(import.meta.url);

export const commonJs = (folder) => writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');

/** Runs `use` with what scripts/generate/build.ts exports. */
export const withGenerator = async (use) => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-build-'));
  try {
    // A reader of the catalogue never runs what commands name.
    const without = [/^\.\/workflows\//, /[\\/]commands[\\/][a-z]+[\\/]workflows[\\/]/, /[\\/]features[\\/]/];
    await bundle({ folder, input: { generate: 'scripts/generate/build.ts' }, without });
    commonJs(folder);
    await use(require(join(folder, 'generate.cjs')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
