/** Finds the operation that the typed words mean. Pure and total: decided only from the input. */
import type { OperationChoice, Command } from '../../model/catalogue/command.ts';
import type { Operation } from '../../model/catalogue/operation.ts';
import type { InputRecord, InputValue } from '../../model/catalogue/parameter.ts';
import { parseAddress } from '../../services/workspaces/address.ts';

export interface Chosen {
  readonly operation: Operation;
  readonly input: InputRecord;
}

const holds = ({ when }: OperationChoice, input: InputRecord, byId: boolean): boolean => {
  if (when === 'always') return true;
  if (when === 'by-id') return byId;
  if (when === 'by-name') return !byId;
  return 'given' in when ? input[when.given] !== undefined : input[when.absent] === undefined;
};

/** The operation and its input; a `workspace` address becomes the path parameters of its form. */
export const choose = (
  command: Command,
  given: InputRecord,
  by: 'id' | 'name' | undefined,
): Chosen | undefined => {
  const { workspace } = given;
  const input: Record<string, InputValue | undefined> = {};
  // Cheaper than a copy of the rest, because a batch does this for thousands of lines.
  for (const key in given) if (key !== 'workspace') input[key] = given[key];
  let byId = true;
  const addressed = command.positional?.some(({ name }) => name === 'workspace') === true;
  if (addressed && typeof workspace === 'string') {
    const address = parseAddress(workspace, by);
    byId = address.by === 'id';
    if (address.by === 'id') input['workspace_id'] = address.id;
    else {
      input['name'] = address.name;
      input['organization_name'] = address.organization;
    }
  } else if (workspace !== undefined) input['workspace'] = workspace;
  const choice = command.operations.find((one) => holds(one, input, byId));
  return choice === undefined ? undefined : { operation: choice.operation, input };
};
