/**
 * Before the tests that are to start the standalone executable: compiles the program that was built for these tests,
 * unless TRIVET_PROGRAM names one.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the executable, called `trivet`; undefined where the tests start the program with Node. */
    readonly program?: string;
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url));

const compile = (built: string): string => {
  const into = join(built, 'executable');
  const argv = [join(root, 'scripts', 'executable.mjs'), '--from', built, '--into', into];
  execFileSync(process.execPath, argv, { cwd: root, stdio: 'inherit' });
  return join(into, readdirSync(into).at(0) ?? '');
};

export default (project: TestProject): void => {
  const { built } = project.getProvidedContext();
  const given = process.env['TRIVET_PROGRAM'];
  const program = join(built, 'trivet');
  symlinkSync(given === undefined || given === '' ? compile(built) : resolve(given), program);
  project.provide('program', program);
};
