// Bundles src/ to lazy CommonJS chunks in dist/ and writes the help files that the launcher prints.
//   --generate  also writes the committed files that come from the catalogue
//   --check     exits 1 when one of them differs from what the catalogue gives
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const require = createRequire(import.meta.url);

const build = async () => {
  rmSync(dist, { recursive: true, force: true });
  const bundle = await rolldown({
    cwd: root,
    input: { main: 'src/entry.ts', generate: 'src/generate/build.ts' },
    platform: 'node',
    // Native speed-ups of ws that nobody needs; they are optional and never installed.
    external: ['bufferutil', 'utf-8-validate'],
    logLevel: 'warn',
  });
  await bundle.write({
    dir: dist,
    format: 'cjs',
    exports: 'named',
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name].cjs',
    minify: false,
  });
  await bundle.close();
  writeFileSync(join(dist, 'package.json'), '{ "type": "commonjs" }\n');
  return require(join(dist, 'generate.cjs'));
};

let generator = await build();
const check = process.argv.includes('--check');
if (check || process.argv.includes('--generate')) {
  const stale = await generator.writeGenerated(root, check);
  for (const path of stale) process.stderr.write(`${check ? 'differs' : 'written'}: ${path}\n`);
  if (check && stale.length > 0) process.exitCode = 1;
  // The index of commands is part of the program.
  if (!check && stale.some((path) => path.startsWith('src/'))) {
    for (const path of Object.keys(require.cache)) delete require.cache[path];
    generator = await build();
  }
}
await generator.writeBuilt(root);
