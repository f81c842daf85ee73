import { fieldLabel } from '../../catalogue/aliases.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import type { Fields } from '../../catalogue/field.ts';
import type { ObjectKind } from '../../catalogue/kind.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord, InputValue, Parameter } from '../../catalogue/parameter.ts';
import { matchesServer } from '../../catalogue/product.ts';
import { memoize } from '../../system/values/memoize.ts';
import type { View } from '../../catalogue/view.ts';
import { fieldsOf } from '../../catalogue/view.ts';
import type { Condition } from '../../catalogue/selection/where.ts';
import { matches, parseCondition } from '../../catalogue/selection/where.ts';
import type { Product } from '../../services/product.ts';
import { withNeeds } from './needs.ts';

export interface Listing {
  readonly operation: Operation;
  readonly input: InputRecord;
  readonly kind: ObjectKind | undefined;
}

const ofKind = memoize((kind: ObjectKind): Fields => {
  const fetched = Object.entries(kind.fetched ?? {}).map(([key, { field }]) => [key, field] as const);
  return {
    [kind.name.field]: { type: 'text', summary: 'Name' },
    ...kind.fields,
    ...Object.fromEntries(fetched),
  };
});

export const conditionFields = (kind: ObjectKind | undefined, view: View): Fields =>
  kind === undefined ? fieldsOf(view) : { ...ofKind(kind), ...fieldsOf(view) };

export const fieldsOfKind = (kind: ObjectKind): Fields => {
  const operations = kind.list?.command.operations ?? [];
  return Object.assign({}, ...operations.map(({ operation: { view } }) => conditionFields(kind, view)));
};

const headOf = (glob: string): string => /^[^*?\\]*/.exec(glob)?.[0] ?? '';

const valueFor = ({ type }: Parameter, value: string): InputValue => {
  if (type === 'boolean') return value === 'true';
  return type === 'strings' ? [value] : value;
};

const joined = (one: InputValue | undefined, more: InputValue): InputValue =>
  Array.isArray(one) && Array.isArray(more) ? [...one.map(String), ...more.map(String)] : more;

const filterOf = (
  { value, operator, path }: Condition,
  { operation, kind }: Listing,
): readonly [key: string, value: InputValue] | undefined => {
  const { filter, search } = kind?.list ?? {};
  const named = path === kind?.name.field && search !== undefined;
  const key =
    operator === '=' ? (filter?.[path] ?? (named ? search : undefined)) : named ? search : undefined;
  const parameter = key === undefined ? undefined : operation.parameters[key];
  if (key === undefined || parameter === undefined || (operator !== '=' && operator !== '~'))
    return undefined;
  // Without a wildcard, the value may be anywhere in the text.
  const text = operator !== '~' ? value : /[*?[]/.test(value) ? headOf(value) : '';
  return text === '' ? undefined : [key, valueFor(parameter, text)];
};

/** Adds filters that the server supports. Each row is still checked, since some servers ignore filters. */
export const narrowedInput = (
  listing: Listing,
  conditions: readonly Condition[],
  product: Product,
): InputRecord => {
  const { operation, input, kind } = listing;
  const ignored = product.ignores[operation.id] ?? [];
  const added: Record<string, InputValue | undefined> = {};
  for (const condition of conditions) {
    const found = filterOf(condition, listing);
    if (found === undefined || input[found[0]] !== undefined || ignored.includes(found[0])) continue;
    const [key, value] = found;
    // Of several conditions for a parameter with one value, only the first is sent.
    if (added[key] === undefined || Array.isArray(value)) added[key] = joined(added[key], value);
  }
  const whole = Object.entries(kind?.list?.whole ?? {}).filter(
    ([key]) => key in operation.parameters && input['page[number]'] === undefined,
  );
  const paths = conditions.map(({ path }) => path);
  return withNeeds(
    operation,
    { ...Object.fromEntries(whole), ...added, ...input },
    paths,
    conditionFields(kind, operation.view),
  );
};

export const notReported = ({ text, path }: Condition, what: string, hint?: string): TrivetError =>
  new TrivetError('not-reported', Exit.unavailable, `--where "${text}" cannot be checked: ${what}`, {
    reason: path,
    hint: hint ?? 'Use a condition on another field.',
  });

/**
 * @param now milliseconds since the epoch
 * @throws TrivetError usage, for a field or value that does not fit; unavailable, for a field that the product lacks
 */
export const readConditions = (
  texts: readonly string[],
  fields: Fields,
  product: Product,
  now: number,
): readonly Condition[] =>
  texts.map((text) => {
    const condition = parseCondition(text, fields, { now, wire: product.wire });
    const { servers } = condition.field;
    if (servers !== undefined && !matchesServer(servers, product)) {
      throw notReported(condition, `${product.title} does not report ${fieldLabel(condition.path)}`);
    }
    return condition;
  });

export interface RowConditions {
  readonly paths: readonly string[];
  /** False for a row that does not report a field: there is nothing else to read. */
  holdFor(row: JsonObject): boolean;
}

/** Reads conditions on rows that were read already, or are no reply of a server. */
export const rowConditions = (
  texts: readonly string[],
  fields: Fields,
  now: number,
  wire: Product['wire'] = {},
): RowConditions => {
  const conditions = texts.map((text) => parseCondition(text, fields, { now, wire }));
  return {
    paths: conditions.map(({ path }) => path),
    holdFor: (row) => conditions.every((condition) => matches(condition, row, wire) === true),
  };
};
