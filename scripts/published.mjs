// Removes from package.json what only a checkout can use, and names the manual pages: npm warns about the lifecycle
// scripts of a package.
//   (nothing)  does so, before npm packs
//   --restore  restores it
import { existsSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const path = join(root, 'package.json');
const kept = `${path}.checkout`;

export const restore = () => {
  if (existsSync(kept)) renameSync(kept, path);
};

export const withoutCheckout = () => {
  // Left by an earlier run that was interrupted.
  restore();
  const whole = readFileSync(path, 'utf8');
  const { scripts: _, devDependencies: __, ...published } = JSON.parse(whole);
  writeFileSync(kept, whole);
  const man = readdirSync(join(root, 'man'))
    .sort()
    .map((name) => `man/${name}`);
  writeFileSync(path, `${JSON.stringify({ ...published, man }, null, 2)}\n`);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--restore')) restore();
  else withoutCheckout();
}
