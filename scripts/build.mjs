// Bundles src/ to lazy CommonJS chunks in dist/ and writes the files that the launcher and the program read there.
//   --generate  also writes the committed files that are generated from the catalogue
//   --check     exits 1 if one of them is out of date
//   --into DIR  builds a separate program there, with its launcher, and does not change dist/
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { builtFrom } from './built-from.mjs';
import { bundle, program } from './chunks.mjs';
import { commonJs, withGenerator } from './generator.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: given } = parseArgs({
  options: {
    generate: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    into: { type: 'string', default: root },
  },
});
const { check, generate, into } = given;
const dist = join(into, 'dist');
const build = async (generator) => {
  // What other scripts write is kept until they replace it.
  for (const name of existsSync(dist) ? readdirSync(dist) : [])
    if (!['executable', 'site'].includes(name)) rmSync(join(dist, name), { recursive: true, force: true });
  await bundle({ folder: dist, ...program });
  commonJs(dist);
  await generator.writeBuilt(into, root);
  writeFileSync(join(dist, 'build.json'), `${JSON.stringify(builtFrom(root, process.env))}\n`);
};

await withGenerator(async (generator) => {
  const stale = check || generate ? await generator.writeGenerated(root, check) : [];
  for (const path of stale) process.stderr.write(`${check ? 'differs' : 'written'}: ${path}\n`);
  if (check && stale.length > 0) process.exitCode = 1;
  await build(generator);
});
if (into !== root)
  for (const part of ['bin', 'package.json']) cpSync(join(root, part), join(into, part), { recursive: true });
