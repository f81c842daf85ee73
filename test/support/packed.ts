/** The tarball of this tree, as `npm pack` makes it. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly files: readonly string[];
};

/** Packs a copy of the tree, which stays in `folder/stage`, into `folder`; returns the path of the tarball. */
export const packInto = (folder: string): string => {
  const stage = join(folder, 'stage');
  mkdirSync(stage);
  // The program that was built for these tests, which no build changes while it is packed.
  for (const name of ['package.json', 'src', 'test/support', 'scripts', ...files]) {
    const from = name === 'dist' ? join(inject('built'), 'dist') : join(root, name);
    if (existsSync(from)) cpSync(from, join(stage, name), { recursive: true });
  }
  // A folder that `npm run executable` leaves, and that must not be packed.
  mkdirSync(join(stage, 'dist', 'executable'));
  writeFileSync(join(stage, 'dist', 'executable', 'trivet-linux-x64'), '');
  // Does what prepack does, without a build.
  execFileSync(process.execPath, [join(stage, 'scripts', 'published.mjs')]);
  const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: stage,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename }] = JSON.parse(packed) as [{ readonly filename: string }];
  return join(folder, filename);
};
