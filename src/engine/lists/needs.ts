/** Adds to a request what the requested fields need: `--field holder` includes the holder of the lock. */
import type { Fields } from '../../model/catalogue/field.ts';
import { needOf } from '../../model/catalogue/field.ts';
import type { Operation } from '../../model/catalogue/operation.ts';
import type { InputRecord } from '../../model/catalogue/parameter.ts';
import { fieldsOf } from '../../model/catalogue/view.ts';

/**
 * Returns the input with what the fields at `paths` need. Ignores what the operation has no input for.
 * @param fields where the paths are declared; default: the operation's view
 */
export const withNeeds = (
  { view, parameters }: Operation,
  input: InputRecord,
  paths: readonly string[],
  fields: Fields = fieldsOf(view),
): InputRecord => {
  const added: Record<string, InputRecord[string]> = {};
  for (const path of paths) {
    const needs = needOf(fields, path);
    if (needs === undefined || parameters[needs.input] === undefined) continue;
    const given = added[needs.input] ?? input[needs.input];
    if (needs.value === true) {
      added[needs.input] = given ?? true;
      continue;
    }
    const texts = Array.isArray(given) ? given.filter((one) => typeof one === 'string') : [];
    if (!texts.includes(needs.value)) added[needs.input] = [...texts, needs.value];
  }
  return { ...input, ...added };
};
