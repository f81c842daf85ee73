import type { Command } from '../../catalogue/command.ts';
import { memoize } from '../../system/values/memoize.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { Session } from '../session/session.ts';
import { withContext } from '../../services/context.ts';

const localOf = memoize((command: Command) =>
  memoize((operation: Operation): Operation => ({
    ...operation,
    parameters: { ...operation.parameters, ...command.local },
  })),
);

export const withLocal = (command: Command, operation: Operation): Operation =>
  command.local === undefined ? operation : localOf(command)(operation);

export const filledInput = async (
  session: Session,
  command: Command,
  operation: Operation,
  input: InputRecord,
): Promise<InputRecord> => {
  const { endpoint, product } = await session.server(operation.service);
  return withContext(withLocal(command, operation), input, endpoint, product);
};
