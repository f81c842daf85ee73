// Bundles src/ to lazy CommonJS chunks in dist/ and writes the help files that the launcher prints.
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const generate = process.argv.includes('--generate');
const check = process.argv.includes('--check');

rmSync(join(root, 'dist'), { recursive: true, force: true });
const bundle = await rolldown({
  cwd: root,
  input: { main: 'src/entry.ts', generate: 'src/generate/build.ts' },
  platform: 'node',
  // Native speed-ups of ws that nobody needs; they are optional and never installed.
  external: ['bufferutil', 'utf-8-validate'],
  logLevel: 'warn',
  treeshake: true,
});
await bundle.write({
  dir: join(root, 'dist'),
  format: 'cjs',
  exports: 'named',
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name].cjs',
  minify: false,
});
await bundle.close();
writeFileSync(join(root, 'dist/package.json'), '{ "type": "commonjs" }\n');

const require = createRequire(import.meta.url);
const generator = require(join(root, 'dist/generate.cjs'));
if (generate || check) {
  const stale = await generator.writeGenerated(root, check);
  for (const path of stale) process.stderr.write(`${check ? 'stale' : 'written'}: ${path}\n`);
  if (check && stale.length > 0) process.exitCode = 1;
}
await generator.writeHelp(root);
