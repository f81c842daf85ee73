/** Before each file that tests the standalone executable: waits until it is compiled. */
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { compileError } from './build-executable.ts';
import { executable } from './program.ts';

if (executable !== undefined) {
  while (!existsSync(executable)) {
    if (existsSync(compileError(executable))) throw new Error('the program could not be compiled');
    await setTimeout(50);
  }
}
