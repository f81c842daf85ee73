import { clearedTo, secretsAlong } from '../objects/compare.ts';
import type { Change } from '../../../../catalogue/change.ts';
import { parentOf } from '../objects/desired.ts';
import type { Json, JsonObject } from '../../../../documents/json/json.ts';
import { isObject } from '../../../../documents/json/json.ts';
import type { Setting } from '../../../../catalogue/kind-settings.ts';
import { settingsOf } from '../../../../catalogue/kind-settings.ts';
import { bodyPlace, carriedOf, resetsOf, sentBy } from '../../../../catalogue/operation.ts';
import type { Operation } from '../../../../catalogue/operation.ts';
import type { InputRecord, InputValue } from '../../../../catalogue/parameter.ts';
import type { Pointer } from '../../../../documents/json/pointer.ts';
import { escapeToken } from '../../../../documents/json/pointer.ts';
import { isUnset } from '../../../../catalogue/setting.ts';
import { plainText } from '../../../../output/text/value.ts';
import type { CallOptions } from '../../../../run/session/session.ts';
import type { Outcome } from '../../../../run/session/outcome.ts';
import { serviceOf } from '../../../../services/index.ts';
import { inputFor, operationById, operationOf, placed } from '../objects/object.ts';
import type { Row } from '../rows/rows.ts';
import { requiredBy } from '../rows/rows.ts';

const emptyOf = ({ type, parameter }: Setting): InputValue => {
  if (parameter?.nullable === true) return null;
  if (type === 'strings' || type === 'list' || type === 'pairs') return [];
  if (type === 'map' || type === 'json-map' || type === 'object') return {};
  if (type === 'boolean') return false;
  return type === 'integer' || type === 'number' || type === 'duration' ? 0 : '';
};

const inputOf = (setting: Setting, value: Json): InputValue => {
  if (value === null) return emptyOf(setting);
  if (setting.type === 'strings' && isObject(value))
    return Object.entries(value).map(([key, one]) => `${key}=${plainText(one)}`);
  if (setting.type === 'bytes' && typeof value === 'string') return Buffer.from(value, 'utf8');
  return value;
};

interface Body {
  readonly input: InputRecord;
  readonly extra: readonly (readonly [Pointer, Json])[];
}

export const bodyOf = (operation: Operation, settings: readonly (readonly [Setting, Json])[]): Body => {
  const input: Record<string, InputValue> = {};
  const extra: (readonly [Pointer, Json])[] = [];
  for (const [setting, value] of settings) {
    const { key, input: name } = setting;
    if (name !== undefined && operation.parameters[name] !== undefined) input[name] = inputOf(setting, value);
    else if (name === undefined) extra.push([`${bodyPlace(operation)}/${escapeToken(key)}`, value]);
  }
  return { input, extra };
};

export const call = async (
  { wanted: { session, object }, item, onMade }: Row,
  operation: Operation,
  input: InputRecord,
  options: CallOptions = {},
): Promise<Outcome> => {
  const made = await session.call(operation, input, {
    ...placed(object.kind, object.scope),
    item,
    ...options,
  });
  onMade?.();
  return made;
};

export const warningsOf = ({ operation, document }: Outcome): readonly string[] =>
  serviceOf(operation.service).readWarnings(document);

const carried = (
  row: Row,
  operation: Operation,
  changed: ReadonlySet<string>,
  required: ReadonlySet<string>,
): readonly (readonly [Setting, Json])[] => {
  const { live, wanted } = row;
  const resets = resetsOf(operation)?.resets ?? carriedOf(operation);
  const groups = new Set([...changed].flatMap((key) => parentOf(key) ?? []));
  return settingsOf(wanted.object.kind).flatMap((setting) => {
    const { key, input } = setting;
    const now = live?.state.settings[key];
    if (changed.has(key) || now === undefined || now === null || input === undefined) return [];
    const parent = parentOf(key);
    const needed =
      wanted.object.kind.write?.omitted === 'cleared' ||
      required.has(input) ||
      (resets !== 'all' && resets.includes(input)) ||
      (parent !== undefined && groups.has(parent) && !isUnset(now));
    return needed ? [[setting, now] as const] : [];
  });
};

export const secretsFor = async (
  row: Row,
  settings: readonly Setting[],
): Promise<readonly (readonly [Setting, Json])[]> => {
  const found: (readonly [Setting, Json])[] = [];
  for (const setting of settings) {
    const read = row.wanted.secrets?.get(setting.key);
    if (read !== undefined) found.push([setting, await read()]);
  }
  return found;
};

export const secretsOfRow = async (row: Row): Promise<readonly Setting[]> => {
  const { wanted, live, comparison, action } = row;
  const { object, state, session } = wanted;
  const all = settingsOf(object.kind).filter(({ secret }) => secret);
  if (action === 'create' || live === undefined) return all;
  const settings = new Set(settingsOf(object.kind).map(({ key }) => key));
  const keys = (comparison?.changes ?? []).map(({ key }) => key).filter((key) => settings.has(key));
  const changed = new Set(keys);
  const required = await requiredBy(session, object.kind);
  return [
    ...all.filter(({ key }) => changed.has(key)),
    ...secretsAlong(object.kind, live.state, state, changed, required),
  ];
};

/** The document as it is sent, without read-only and changed fields. */
const base = ({ live, wanted }: Row, changed: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(
    Object.entries(live?.item ?? {}).filter(
      ([key, value]) =>
        value !== null &&
        value !== undefined &&
        !changed.has(key) &&
        wanted.object.kind.fields[key]?.readOnly !== true,
    ),
  );

export const updateObject = async (row: Row, changes: readonly Change[]): Promise<Outcome> => {
  const { object, session, state } = row.wanted;
  const { kind } = object;
  if (kind.write === undefined) throw new Error(`${kind.kind} cannot be written`);
  const id = row.live?.id;
  const command =
    (id === undefined ? undefined : operationById(kind.write.update)) ?? operationOf(kind.write.update);
  const operation = sentBy(command);
  const keys = new Set(changes.map(({ key }) => key));
  const required = await requiredBy(session, kind);
  const replaces = kind.write.omitted === 'reset';
  const cleared = new Set(
    [...keys].flatMap((key) => parentOf(key) ?? []).filter((group) => state.settings[group] === null),
  );
  const changed = settingsOf(kind).flatMap((setting): readonly (readonly [Setting, Json])[] => {
    if (!keys.has(setting.key) || setting.secret || cleared.has(parentOf(setting.key) ?? '')) return [];
    const value = state.settings[setting.key] ?? clearedTo(kind, setting);
    // A replacing write resets omitted settings.
    return replaces && state.settings[setting.key] === null ? [] : [[setting, value] as const];
  });
  const along = replaces ? [] : carried(row, operation, keys, required);
  const secrets = await secretsFor(row, await secretsOfRow(row));
  const { input, extra } = bodyOf(operation, [...changed, ...along, ...secrets]);
  const renamed =
    kind.renames !== undefined && keys.has(kind.name.field) ? { [kind.renames]: object.name } : {};
  const nothing = Object.fromEntries([...cleared].map((group) => [group, null]));
  return call(
    row,
    operation,
    { ...inputFor(operation, object, id), ...input, ...nothing, ...renamed },
    { extra, ...(replaces ? { base: base(row, keys) } : {}) },
  );
};
