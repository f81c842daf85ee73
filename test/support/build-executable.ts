/**
 * Before tests of the standalone executable: fetches Bun if it is missing, and begins to compile the program that was
 * built for these tests, unless TRIVET_PROGRAM names an executable. await-executable.ts waits until it is there.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { fetchedBun } from '../../scripts/runtimes.mjs';
import { exceptions } from './run-executable.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the executable, called `trivet`; undefined if there is none, or the tests start the program with Node. */
    readonly program?: string;
    /** Tests of the whole catalogue run only some of their cases here. */
    readonly few?: boolean;
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A file that is written if the program cannot be compiled. */
export const compileError = (program: string): string => `${program}.failed`;

/** Compiles into a folder next to `program`, which then leads to the executable. */
const compile = (built: string, program: string): Promise<void> => {
  const into = join(built, 'executable');
  const argv = [join(root, 'scripts', 'executable.mjs'), '--from', built, '--into', into];
  const child = spawn(process.execPath, argv, { cwd: root, stdio: 'inherit' });
  return new Promise((resolve) => {
    child.on('close', (code) => {
      if (code === 0) symlinkSync(join(into, readdirSync(into).at(0) ?? ''), program);
      else writeFileSync(compileError(program), `exit code ${code}`);
      resolve();
    });
  });
};

/** Reports how many command lines were run by the program for Node instead, and why. */
const sayExceptions = (built: string): void => {
  const path = exceptions(built);
  if (!existsSync(path)) return;
  const reasons = readFileSync(path, 'utf8').trim().split('\n');
  for (const reason of new Set(reasons)) {
    const times = reasons.filter((one) => one === reason).length;
    process.stderr.write(`${times} command lines were not run by the executable: they need ${reason}\n`);
  }
};

export default (project: TestProject): (() => Promise<void>) | undefined => {
  const { built, few } = project.getProvidedContext();
  const given = process.env['TRIVET_PROGRAM'];
  const program = join(built, 'trivet');
  let compiled: Promise<void> | undefined;
  if (given !== undefined && given !== '') symlinkSync(resolve(given), program);
  else if (fetchedBun() === undefined) {
    if (few !== true) throw new Error('Bun could not be fetched');
    process.stderr.write('Bun could not be fetched: no test starts the standalone executable.\n');
    return undefined;
  } else compiled = compile(built, program);
  project.provide('program', program);
  return async () => {
    await compiled;
    sayExceptions(built);
  };
};
