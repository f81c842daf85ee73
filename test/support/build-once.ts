/**
 * Before all tests: builds the program if it is missing or older than its sources, and copies it so that later builds
 * do not matter. The copy has no node_modules nearby.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the copy: what the package holds. */
    readonly built: string;
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Milliseconds since the epoch; 0 when it does not exist. */
const changed = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const newest = (folder: string): number =>
  Math.max(
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => changed(join(folder, name))),
  );

const build = (): void => {
  execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { cwd: root, stdio: 'inherit' });
};

/** Whether the copy is complete: it can be started. */
const copied = (folder: string): boolean => {
  try {
    for (const part of ['bin', 'dist', 'man', 'skills', 'package.json']) {
      cpSync(join(root, part), join(folder, part), {
        recursive: true,
        filter: (path) => path !== join(root, 'dist', 'executable'),
      });
    }
  } catch {
    return false;
  }
  const { status } = spawnSync(process.execPath, [join(folder, 'bin', 'trivet'), 'profile', 'list'], {
    env: { TRIVET_CONFIG_DIR: join(folder, 'none') },
  });
  return status === 0;
};

export default (project: TestProject): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-built-'));
  if (changed(join(root, 'dist', 'main.cjs')) < newest(join(root, 'src'))) build();
  for (let tries = 0; !copied(folder); tries += 1) {
    if (tries === 3) throw new Error('the program that was built cannot be started');
    rmSync(join(folder, 'dist'), { recursive: true, force: true });
    build();
  }
  project.provide('built', folder);
  return () => rmSync(folder, { recursive: true, force: true });
};
