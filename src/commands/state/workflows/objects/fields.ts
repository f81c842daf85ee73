/** Conditions on fields as files name them. */
import { TrivetError, usageError } from '../../../../system/error.ts';
import { quoted } from '../../../../catalogue/text/server-text.ts';
import type { Json } from '../../../../documents/json/json.ts';
import type { Field, Fields } from '../../../../catalogue/field.ts';
import type { ObjectKind } from '../../../../catalogue/kind.ts';
import { settingsOf } from '../../../../catalogue/kind-settings.ts';
import { fieldsOf } from '../../../../catalogue/view.ts';
import type { Condition } from '../../../../catalogue/selection/where.ts';
import { matches, parseCondition } from '../../../../catalogue/selection/where.ts';
import type { ObjectName, ObjectState } from './desired.ts';
import { groupsOf, scopeKeys } from './desired.ts';
import { operationOf } from './object.ts';

export const managedFields = (kind: ObjectKind): readonly string[] => [
  ...settingsOf(kind).map(({ key }) => key),
  ...groupsOf(kind),
  ...(kind.parts ?? []).map(({ part }) => part),
];

const text = (summary: string): Field => ({ type: 'text', summary });

const common: Fields = {
  kind: text('Kind'),
  name: text('Name'),
  organization: text('Organization'),
  namespace: text('Namespace'),
  mount: text('Mount'),
};

const conditionFields = (kind: ObjectKind): Fields => {
  const shown = fieldsOf(operationOf(kind.show).view);
  const managed = managedFields(kind).map((key): readonly [string, Field] => [key, shown[key] ?? text(key)]);
  return { ...Object.fromEntries(managed), ...common };
};

const parsed = (condition: string, fields: Fields): Condition | TrivetError => {
  try {
    return parseCondition(condition, fields);
  } catch (error) {
    if (error instanceof TrivetError) return error;
    throw error;
  }
};

const perKind = (
  condition: string,
  kinds: readonly ObjectKind[],
): ReadonlyMap<string, Condition> | TrivetError => {
  const found = new Map<string, Condition>();
  for (const kind of kinds) {
    const one = parsed(condition, conditionFields(kind));
    if (!(one instanceof TrivetError)) found.set(kind.kind, one);
  }
  const [{ path, operator, value } = {}] = found.values();
  if (path === 'kind' && operator === '=' && value !== '' && kinds.every(({ kind }) => kind !== value))
    return usageError(
      `${condition}: there is no kind ${quoted(value ?? '')}`,
      'See the kinds: trivet export --help',
    );
  if (found.size > 0) return found;
  // No kind has the field, or the value is wrong for all.
  const all = parsed(condition, Object.assign({}, ...kinds.map(conditionFields)));
  return all instanceof TrivetError ? all : found;
};

export const faultOfCondition = (condition: string, kinds: readonly ObjectKind[]): string | undefined => {
  const found = perKind(condition, kinds);
  return found instanceof TrivetError ? found.message : undefined;
};

interface Said {
  readonly object: ObjectName;
  readonly state: ObjectState;
}

/**
 * Selects by the files: an unnamed setting has no value, and kinds without the field never match.
 * @throws TrivetError usage, for a condition that does not parse, or names no kind's field
 */
export const selector = (
  conditions: readonly string[],
  kinds: readonly ObjectKind[],
): ((said: Said) => boolean) => {
  const all = conditions.map((condition) => {
    const found = perKind(condition, kinds);
    if (found instanceof TrivetError) throw found;
    return found;
  });
  return ({ object: { kind, name, scope }, state: { settings, parts } }) => {
    const none: Record<string, Json> = Object.fromEntries(managedFields(kind).map((key) => [key, null]));
    const scopes: Record<string, Json> = {};
    for (const key of scopeKeys) scopes[key] = scope[key] ?? null;
    const item = { ...none, ...settings, ...parts, ...scopes, kind: kind.kind, name };
    return all.every((one) => {
      const condition = one.get(kind.kind);
      return condition !== undefined && matches(condition, item) === true;
    });
  };
};
