import type { Command } from '../../catalogue/command.ts';
import { usageError } from '../../system/error.ts';

export const aboutMany = (flag: string): Error =>
  usageError(
    `--${flag} is only for a change of many objects, but one is named`,
    'Select them with --where, --all, or - for names on standard input.',
  );

export const manyInBatch = ({ path }: Command): Error =>
  usageError(
    'a line of a batch changes one object, but this one selects many',
    `Run it outside of the batch: trivet ${path}`,
  );
