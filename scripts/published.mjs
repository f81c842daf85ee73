// Removes from package.json what only a checkout can use, and names the manual pages, of which it makes links for the
// commands: npm warns about the lifecycle
// scripts of a package.
//   (nothing)  does so, before npm packs
//   --restore  restores it
import { existsSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { removeManLinks, writeManLinks } from './man-links.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const path = join(root, 'package.json');
const kept = `${path}.checkout`;

export const restore = () => {
  removeManLinks(join(root, 'man'));
  if (existsSync(kept)) renameSync(kept, path);
};

export const withoutCheckout = () => {
  // Left by an earlier run that was interrupted.
  restore();
  const whole = readFileSync(path, 'utf8');
  const { scripts: _, devDependencies: __, ...published } = JSON.parse(whole);
  writeFileSync(kept, whole);
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
