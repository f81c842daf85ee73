/** The input of a command with what the context of its service gives. */
import type { Command } from '../model/command.ts';
import type { Operation } from '../model/operation.ts';
import type { InputRecord } from '../model/parameter.ts';
import type { Session } from '../runtime/session.ts';
import { withContext } from '../services/context.ts';

/** What the command says of a parameter itself (it looks it up, or reads it from a file) comes first. */
export const filledInput = async (
  session: Session,
  command: Command,
  operation: Operation,
  input: InputRecord,
): Promise<InputRecord> =>
  withContext(
    { ...operation, parameters: { ...operation.parameters, ...command.local } },
    input,
    await session.endpoint(operation.service),
    await session.product(operation.service),
  );
