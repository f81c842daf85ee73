/** The program that tests start: `bin/trivet` with Node, or the standalone executable. */
import { join } from 'node:path';
import { inject } from 'vitest';

/** Path of the executable under test; undefined for the program for Node. */
export const executable: string | undefined = inject('program');

/** The launcher of the copy that was made before the tests; called `trivet`. */
export const launcher: string = executable ?? join(inject('built'), 'bin', 'trivet');
