/** Finds the operation that the typed words mean. Pure and total: decided only from the input. */
import type { OperationChoice, Command } from '../../catalogue/command.ts';
import type { Operation } from '../../catalogue/operation.ts';
import { memoize } from '../../system/values/memoize.ts';
import type { InputRecord, InputValue } from '../../catalogue/parameter.ts';

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

/** The parameter of a command that takes an ID or a name. */
export const addressIn = memoize(({ local = {} }: Command) => {
  for (const key in local) {
    const address = local[key]?.address;
    if (address !== undefined) return { key, address };
  }
  return undefined;
});

/** The key of an address that is a parameter of the operation too: the name of an object that is made. */
export const addressedKey = (command: Command, { parameters }: Operation): string | undefined => {
  const key = addressIn(command)?.key;
  return key !== undefined && Object.hasOwn(parameters, key) ? key : undefined;
};

/** The operation and its input; an address becomes the path parameters of its form. */
export const choose = (
  command: Command,
  given: InputRecord,
  by: 'id' | 'name' | undefined,
): Chosen | undefined => {
  const place = addressIn(command);
  const input: Record<string, InputValue | undefined> = {};
  // Cheaper than a copy of the rest, because a batch does this for thousands of lines.
  for (const key in given) if (key !== place?.key) input[key] = given[key];
  let byId = true;
  const typed = place && given[place.key];
  if (place !== undefined && typeof typed === 'string') {
    Object.assign(input, place.address.parse(typed, by));
    byId = input[place.address.id] !== undefined;
  }
  const choice = command.operations.find((one) => holds(one, input, byId));
  return choice === undefined ? undefined : { operation: choice.operation, input };
};
