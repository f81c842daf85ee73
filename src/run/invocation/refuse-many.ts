/** Errors about selections where one object is meant. */
import type { Command } from '../../catalogue/command.ts';
import { usageError } from '../../system/error.ts';

/** The error for a flag of selections in a command with a named object. */
export const aboutMany = (flag: string): Error =>
  usageError(
    `--${flag} is only for a change of many objects, but one is named`,
    'Select them with --where, --all, or - for names on standard input.',
  );

/** The error for a line of a batch that selects many objects. */
export const manyInBatch = ({ path }: Command): Error =>
  usageError(
    'a line of a batch changes one object, but this one selects many',
    `Run it outside of the batch: trivet ${path}`,
  );
