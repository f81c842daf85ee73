// Removes from package.json what only a checkout can use (npm warns about the lifecycle scripts of a package), and names the
// manual pages, of which it makes links for the commands. Links of pages to what does not ship lead to the repository.
//   (nothing)  does so, before npm packs
//   --restore  restores it
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { removeManLinks, writeManLinks } from './man-links.mjs';
import { linkedPages } from './page-links.mjs';
import { addressOf } from './release/address.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const path = join(root, 'package.json');
const kept = `${path}.checkout`;
/** The pages whose links were changed, as the checkout has them. */
const keptPages = join(root, 'pages.checkout');

export const restore = () => {
  removeManLinks(join(root, 'man'));
  if (existsSync(kept)) renameSync(kept, path);
  if (!existsSync(keptPages)) return;
  for (const [page, text] of Object.entries(JSON.parse(readFileSync(keptPages, 'utf8'))))
    writeFileSync(join(root, page), text);
  rmSync(keptPages);
};

export const withoutCheckout = () => {
  // Left by an earlier run that was interrupted.
  restore();
  const whole = readFileSync(path, 'utf8');
  const { scripts: _, devDependencies: __, ...published } = JSON.parse(whole);
  writeFileSync(kept, whole);
  const { repository } = addressOf(published, process.env);
  const pages = linkedPages(root, root, published.files, repository);
  const before = [...pages.keys()].map((page) => [page, readFileSync(join(root, page), 'utf8')]);
  writeFileSync(keptPages, JSON.stringify(Object.fromEntries(before)));
  for (const [page, text] of pages) writeFileSync(join(root, page), text);
  writeManLinks(root, join(root, 'man'));
  const man = readdirSync(join(root, 'man'))
    .sort()
    .map((name) => `man/${name}`);
  writeFileSync(path, `${JSON.stringify({ ...published, man }, null, 2)}\n`);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--restore')) restore();
  else withoutCheckout();
}
