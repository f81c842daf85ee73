// Removes from package.json what only a checkout can use: npm warns about the lifecycle scripts of a package.
//   (nothing)  removes it, before npm packs
//   --restore  restores it
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const path = join(dirname(dirname(fileURLToPath(import.meta.url))), 'package.json');
const kept = `${path}.checkout`;

export const restore = () => {
  if (existsSync(kept)) renameSync(kept, path);
};

export const withoutCheckout = () => {
  // Left by an earlier run that was interrupted.
  restore();
  const whole = readFileSync(path, 'utf8');
  const { scripts: _, devDependencies: __, optionalDependencies: ___, ...published } = JSON.parse(whole);
  writeFileSync(kept, whole);
  writeFileSync(path, `${JSON.stringify(published, null, 2)}\n`);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--restore')) restore();
  else withoutCheckout();
}
