/** The input of a command, completed from the context of its service. */
import type { Command } from '../model/command.ts';
import { perObject } from '../model/per-object.ts';
import type { Operation } from '../model/operation.ts';
import type { InputRecord } from '../model/parameter.ts';
import type { Server } from '../runtime/server.ts';
import type { Session } from '../runtime/session.ts';
import { withContext } from '../services/context.ts';

const localOf = perObject((command: Command) =>
  perObject((operation: Operation): Operation => ({
    ...operation,
    parameters: { ...operation.parameters, ...command.local },
  })),
);

/** The operation with the command's own parameters added. */
export const withLocal = (command: Command, operation: Operation): Operation =>
  command.local === undefined ? operation : localOf(command)(operation);

/** A parameter that the command declares itself (to look it up, or to read it from a file) comes first. */
export const filledInput = (
  session: Session,
  command: Command,
  operation: Operation,
  input: InputRecord,
): InputRecord | Promise<InputRecord> => {
  const fill = ({ endpoint, product }: Server): InputRecord =>
    withContext(withLocal(command, operation), input, endpoint, product);
  const server = session.server(operation.service);
  return server instanceof Promise ? server.then(fill) : fill(server);
};
