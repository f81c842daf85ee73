/** Refuses what a line of a batch cannot do: its result is a value, it has an end, and it reads no standard input. */
import { isCallable } from '../../catalogue/callable.ts';
import { parametersOf } from '../../catalogue/command.ts';
import { flagName, inputTexts, isPath } from '../../catalogue/parameter.ts';
import { usageError } from '../../system/error.ts';
import type { Invocation } from '../../run/invocation/invocation.ts';
import { refuseAbsent } from '../../system/read-file.ts';
import type { World } from '../../system/world.ts';

const outside = 'Run it outside of the batch.';

/** @throws TrivetError usage */
export const refuseLine = (
  { command, given: { input } }: Pick<Invocation, 'command' | 'given'>,
  { stdin }: Pick<World, 'stdin'>,
): void => {
  if (command.operations.length === 0 && !isCallable(command)) {
    throw usageError(`a batch cannot run trivet ${command.path}`, outside);
  }
  const parameters = parametersOf(command);
  for (const key in input) {
    const parameter = parameters[key];
    if (parameter === undefined) continue;
    if (parameter.endless === true && input[key] === true) {
      throw usageError(`--${flagName(key, parameter)} goes on until it is interrupted`, outside);
    }
    if (isPath(parameter) && (input[key] === '-' || inputTexts(input, key).includes('-')))
      refuseAbsent(stdin);
  }
};
