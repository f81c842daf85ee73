/** Creates an object without IDs that its server does not know. */
import type { Change } from '../../../../catalogue/change.ts';
import { parentOf } from '../objects/desired.ts';
import { Exit, TrivetError } from '../../../../system/error.ts';
import type { Json } from '../../../../documents/json/json.ts';
import type { Setting } from '../../../../catalogue/kind-settings.ts';
import { settingsOf } from '../../../../catalogue/kind-settings.ts';
import type { ObjectKind } from '../../../../catalogue/kind.ts';
import type { Operation } from '../../../../catalogue/operation.ts';
import { defaultSetting, isUnset } from '../../../../catalogue/setting.ts';
import { plainText } from '../../../../output/text/value.ts';
import { readObject } from '../objects/live.ts';
import { inputFor, operationOf } from '../objects/object.ts';
import type { Row } from '../rows/rows.ts';
import { bodyOf, call, secretsFor, secretsOfRow, updateObject, warningsOf } from './update.ts';

const created = ({ wanted: { object, state } }: Row): readonly (readonly [Setting, Json])[] =>
  settingsOf(object.kind).flatMap((setting) => {
    const value = state.settings[setting.key];
    if (value === undefined || value === null || setting.secret) return [];
    const usual =
      setting.parameter === undefined ? (setting.default ?? null) : defaultSetting(setting.parameter);
    const plain = typeof value === 'boolean' || typeof value === 'number';
    return isUnset(value) && isUnset(usual) && !plain ? [] : [[setting, value] as const];
  });

type Given = readonly (readonly [Setting, Json])[];

export const refusesId = (error: unknown): error is TrivetError =>
  error instanceof TrivetError &&
  error.effect === 'unchanged' &&
  (error.exit === Exit.refused || error.exit === Exit.notFound);

const groupsOfIds = ({ ids = {} }: ObjectKind, { rules }: Operation, settings: Given) =>
  settings.flatMap(([{ key, input }, value]) => {
    const words = ids[key];
    if (words === undefined) return [];
    const lacking = new Set([input]);
    for (let known = 0; known !== lacking.size;) {
      known = lacking.size;
      for (const rule of rules ?? [])
        if (rule.rule === 'requiredWhen' && lacking.has(rule.parameter)) lacking.add(rule.when.parameter);
    }
    const parent = parentOf(key);
    const keys = settings.flatMap(([one]) =>
      lacking.has(one.input) || (parent !== undefined && parentOf(one.key) === parent) ? [one.key] : [],
    );
    return [{ words: `${words} ${plainText(value)}`, keys: new Set(keys) }];
  });

/** IDs that the server does not know, with what depends on them. */
export const leftOutOf = (row: Row): ReadonlySet<string> => {
  const { kind } = row.wanted.object;
  const operation = kind.write && operationOf(kind.write.create);
  const groups = operation === undefined ? [] : groupsOfIds(kind, operation, created(row));
  return new Set(groups.flatMap(({ keys }) => [...keys]));
};

/** @returns IDs that the server did not accept */
export const createObject = async (
  row: Row,
): Promise<{ readonly lost: readonly string[]; readonly warnings: readonly string[] }> => {
  const { object, session } = row.wanted;
  const { kind, name } = object;
  const operation = kind.write && operationOf(kind.write.create);
  if (operation === undefined) throw new Error(`${kind.kind} cannot be written`);
  const named = operation.parameters['name']?.in === 'body' ? { name } : {};
  const secrets = await secretsFor(row, await secretsOfRow(row));
  const send = async (settings: Given): Promise<readonly string[]> => {
    const { input, extra } = bodyOf(operation, [...settings, ...secrets]);
    return warningsOf(
      await call(row, operation, { ...inputFor(operation, object), ...named, ...input }, { extra }),
    );
  };
  const settings = created(row);
  const groups = groupsOfIds(kind, operation, settings);
  let refusal: TrivetError;
  try {
    return { lost: [], warnings: await send(settings) };
  } catch (error) {
    if (!refusesId(error) || groups.length === 0) throw error;
    refusal = error;
  }
  let warnings: readonly string[];
  try {
    warnings = await send(settings.filter(([{ key }]) => !groups.some(({ keys }) => keys.has(key))));
  } catch (error) {
    // The IDs are not the reason.
    throw refusesId(error) ? refusal : error;
  }
  const live = await readObject(session, object);
  const lost: string[] = [];
  for (const { words, keys } of groups) {
    const changes = (row.comparison?.changes ?? []).filter(({ key }: Change) => keys.has(key));
    try {
      await updateObject({ ...row, live }, changes);
    } catch (error) {
      if (!refusesId(error)) throw error;
      lost.push(words);
    }
  }
  return { lost, warnings };
};
