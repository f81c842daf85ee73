/** Checks the whole input at once: every violation in one message, exit 2. */
import { documentedProduct } from '../../catalogue/product.ts';
import type { Command } from '../../catalogue/command.ts';
import { violations } from '../../catalogue/check.ts';
import { usageError } from '../../system/error.ts';
import { joined } from '../../system/values/list.ts';
import type { Operation } from '../../catalogue/operation.ts';
import { isPartial } from '../../catalogue/operation.ts';
import type { InputRecord, Parameter, Parameters } from '../../catalogue/parameter.ts';
import { flagName, isRequired, isToBeGiven } from '../../catalogue/parameter.ts';
import { memoize } from '../../system/values/memoize.ts';
import type { ServerProduct } from '../../catalogue/product.ts';
import { withLocal } from './filled.ts';
import { spokenName } from '../flags.ts';

const missing = (
  parameters: Parameters,
  input: InputRecord,
  product: ServerProduct,
  spoken: (key: string) => string,
): readonly string[] => {
  let texts: readonly string[] = [];
  for (const key in parameters) {
    const parameter = parameters[key];
    if (input[key] !== undefined || parameter === undefined || !isRequired(parameter, product)) continue;
    if (parameter.context === undefined && isToBeGiven(parameter))
      texts = [...texts, `${spoken(key)} is required`];
  }
  return texts;
};

const nothing = (operation: Operation, input: InputRecord): readonly string[] => {
  if (!isPartial(operation)) return [];
  const settings = Object.entries(operation.parameters).filter(
    ([, one]) => one.in === 'body' && one.repeatsInput === undefined,
  );
  if (settings.some(([key]) => input[key] !== undefined)) return [];
  const some = settings.slice(0, 3).map(([key, one]) => `--${flagName(key, one)}`);
  return [`nothing to change: give a setting, such as ${some.join(', ')}`];
};

const needed = Object.entries({ for: 'wait', 'wait-timeout': 'wait', until: 'watch', 'or-now': 'until' });

const meant = (parameters: Parameters, input: InputRecord): string | undefined => {
  for (const key in parameters) {
    const value = input[key] ?? undefined;
    const text = value === undefined ? undefined : parameters[key]?.guessMeaning?.(value, input);
    if (text !== undefined) return text;
  }
  return undefined;
};

const where = (parameters: Parameters, holds: (parameter: Parameter, key: string) => boolean): Parameters =>
  Object.fromEntries(Object.entries(parameters).filter(([key, parameter]) => holds(parameter, key)));

const checkedOf = memoize((command: Command) =>
  memoize((operation: Operation) => {
    const { parameters } = withLocal(command, operation);
    // The server checks flags of documented parameters.
    const ours = (one: Parameter, key: string): boolean =>
      one.in === 'local' && operation.parameters[key] === undefined;
    return {
      parameters,
      inPath: where(parameters, (one) => one.in === 'path'),
      // No server checks these, whatever --no-validate says.
      ours: where(parameters, ours),
      documented: where(parameters, (one, key) => !ours(one, key)),
      // Commands that always wait have no flag that requests it.
      needed: needed.filter(([key, other]) => key in parameters && other in parameters),
    };
  }),
);

/** @param lenient turns violations into warnings, for `--no-validate` and whole bodies */
export const validate = (
  command: Command,
  operation: Operation,
  input: InputRecord,
  product: ServerProduct,
  lenient: { readonly rules: boolean; readonly required: boolean },
  warn: (text: string) => void,
): void => {
  const spoken = spokenName(command);
  const checked = checkedOf(command)(operation);
  const own = joined(
    missing(lenient.required ? checked.inPath : checked.parameters, input, product, spoken),
    lenient.required ? [] : nothing(operation, input),
    violations(checked.ours, [], input, product, spoken),
    checked.needed.flatMap(([key, flag]) =>
      input[key] !== undefined && (input[flag] ?? false) === false ? [`--${key} needs --${flag}`] : [],
    ),
  );
  // The content of a whole body is unknown, so nothing counts as missing.
  const all = operation.rules ?? [];
  const rules = lenient.required ? all.filter(({ rule }) => rule !== 'atLeastOne') : all;
  const broken = violations(checked.documented, rules, input, product, spoken);
  if (own.length === 0 && broken.length === 0) return;
  if (lenient.rules) {
    for (const text of broken) warn(text);
    if (own.length === 0) return;
    throw usageError(own.join('\n'));
  }
  throw usageError(
    [...own, ...broken].join('\n'),
    broken.length > 0
      ? 'For a newer server, --no-validate turns these rules into warnings.'
      : meant(checked.ours, input),
  );
};

/** Checks parameters that no server checks; `--no-validate` does not affect it. */
export const validateOwn = (command: Command, input: InputRecord): void => {
  const broken = violations(command.local ?? {}, [], input, documentedProduct, spokenName(command));
  if (broken.length > 0) throw usageError(broken.join('\n'));
};
