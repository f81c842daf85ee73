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

export const addressIn = memoize(({ local = {} }: Command) => {
  for (const key in local) {
    const address = local[key]?.address;
    if (address !== undefined) return { key, address };
  }
  return undefined;
});

export const addressedKey = (command: Command, { parameters }: Operation): string | undefined => {
  const key = addressIn(command)?.key;
  return key !== undefined && Object.hasOwn(parameters, key) ? key : undefined;
};

export const choose = (
  command: Command,
  given: InputRecord,
  by: 'id' | 'name' | undefined,
): Chosen | undefined => {
  const place = addressIn(command);
  const input: Record<string, InputValue | undefined> = {};
  // Cheaper than a rest copy: a batch does this for thousands of lines.
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
