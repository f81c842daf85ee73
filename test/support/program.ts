/** The program that tests start: `bin/trivet` with Node, or the standalone executable. */
import { join } from 'node:path';
import { inject } from 'vitest';

/** Path of the executable that is tested; undefined: the program for Node is. */
export const executable: string | undefined = inject('program');

/** Of the snapshot that was taken before the tests; called `trivet`. */
export const launcher: string = executable ?? join(inject('built'), 'bin', 'trivet');
