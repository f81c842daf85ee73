/** The rows of a scheduler's difference: `{ Name: 'Env[KEY]', Old, New }`. */
import { hideAll } from './hide-all.ts';
import type { Json, JsonObject } from './json.ts';
import { isArray, isObject, textAt } from './json.ts';

/** Whether this is such a row of one of the names: `Env` means each `Env[KEY]`. */
export const isDifferenceOf = (names: readonly string[], value: JsonObject): boolean => {
  const name = textAt(value, 'Name')?.replace(/\[.*$/, '');
  return name !== undefined && names.includes(name) && ('Old' in value || 'New' in value);
};

/** `Env` is a field of an identity, too, which only says whether it becomes a variable. */
const saysOnly = (value: Json): boolean => value === 'true' || value === 'false';

/** The difference with `mark` in place of both values of each row of these names; what is empty stays. */
export const hideDifferences = (value: Json, names: readonly string[], mark: string): Json => {
  if (isArray(value)) return value.map((one) => hideDifferences(one, names, mark));
  if (!isObject(value)) return value;
  const hides = isDifferenceOf(names, value);
  return Object.fromEntries(
    Object.entries(value).map(([key, one = null]) => [
      key,
      hides && (key === 'Old' || key === 'New') && !saysOnly(one)
        ? hideAll(one, mark)
        : hideDifferences(one, names, mark),
    ]),
  );
};
