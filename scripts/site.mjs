// Writes the documentation as a site of plain files, which needs no server and loads nothing from elsewhere.
//   --into DIR  writes there instead of dist/site
// The address of the site is the homepage of package.json, unless that is the address of the sources.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { withGenerator } from './generator.mjs';
import { notices } from './notices.mjs';
import { addressOf } from './release/address.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: given } = parseArgs({
  options: { into: { type: 'string', default: join(root, 'dist', 'site') } },
});
const into = resolve(given.into);

/** The search of `trivet how` as one file for browsers. */
const searchScript = async () => {
  const bundled = await rolldown({
    cwd: root,
    input: 'scripts/site/search.mjs',
    platform: 'browser',
    logLevel: 'warn',
  });
  const { output } = await bundled.generate({ format: 'iife', minify: true, codeSplitting: false });
  await bundled.close();
  return output[0].code;
};

const { repository, homepage } = addressOf(
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  process.env,
);
const isOfSources = homepage === undefined || homepage.startsWith(repository ?? homepage + '/');
const address = isOfSources ? undefined : homepage.replace(/\/?$/, '/');

await withGenerator(async ({ siteOf }) => {
  const files = new Map(await siteOf(root, { address, repository, notices: await notices() }));
  const entries = files.get('search-entries.json');
  files.delete('search-entries.json');
  // Entries and program in one file: a page on the disk may not read another file.
  files.set('search.js', `globalThis.trivetEntries = ${entries};\n${await searchScript()}`);
  rmSync(into, { recursive: true, force: true });
  for (const [name, text] of files) {
    mkdirSync(dirname(join(into, name)), { recursive: true });
    writeFileSync(join(into, name), text);
  }
  for (const name of ['site.js', 'style.css']) cpSync(join(root, 'scripts', 'site', name), join(into, name));
  process.stderr.write(`${files.size + 2} files in ${given.into}\n`);
});
