/** The tarball of this tree, as `npm pack` makes it, once for all tests. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly files: readonly string[];
};

/** A copy of the tree, prepared for packing, and the tarball that was packed from it. */
export interface Packed {
  readonly stage: string;
  readonly tarball: string;
}

const pack = (folder: string): Packed => {
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
  execFileSync(process.execPath, [join(root, 'scripts', 'notices.mjs'), '--into', stage]);
  execFileSync(process.execPath, [join(stage, 'scripts', 'published.mjs')]);
  const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: stage,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename }] = JSON.parse(packed) as [{ readonly filename: string }];
  return { stage, tarball: join(folder, filename) };
};

type Result = { readonly packed: Packed } | { readonly error: string };

/** Packs if no other test did, and else waits for that test. */
export const packOnce = async (): Promise<Packed> => {
  const folder = join(inject('built'), 'packed');
  const path = join(folder, 'result.json');
  if (mkdirSync(folder, { recursive: true }) !== undefined) {
    let result: Result;
    try {
      result = { packed: pack(folder) };
    } catch (error) {
      result = { error: String(error) };
    }
    writeFileSync(`${path}.new`, JSON.stringify(result));
    renameSync(`${path}.new`, path);
  }
  while (!existsSync(path)) await setTimeout(50);
  const result = JSON.parse(readFileSync(path, 'utf8')) as Result;
  if ('error' in result) throw new Error(result.error);
  return result.packed;
};
