import type { Json } from '../../../../documents/json/json.ts';
import type { ObjectKind } from '../../../../catalogue/kind.ts';
import type { Setting } from '../../../../catalogue/kind-settings.ts';
import { settingsOf } from '../../../../catalogue/kind-settings.ts';
import type { ServerProduct } from '../../../../catalogue/product.ts';
import { matchesServer } from '../../../../catalogue/product.ts';
import { documentedDefault } from '../../../../catalogue/documented-default.ts';
import type { Wanted } from '../files/wanted.ts';
import type { ObjectState } from '../objects/desired.ts';
import { groupsOf, parentOf } from '../objects/desired.ts';

const lists: readonly Setting['type'][] = ['strings', 'list', 'pairs'];

export const resetOf = (kind: ObjectKind, setting: Setting, server: ServerProduct): Json | undefined => {
  const { key, type, parameter } = setting;
  const { omitted, documentParameter, resetValues } = kind.write ?? {};
  // A setting that is left out is reset.
  if (documentParameter !== undefined) return null;
  if (parameter?.required !== undefined) return undefined;
  if (omitted === 'reset' || parameter?.nullable === true) return null;
  const reset = resetValues?.[key];
  if (reset !== undefined && (reset.servers === undefined || matchesServer(reset.servers, server)))
    return reset.value;
  const usual = parameter === undefined ? setting.default : documentedDefault(parameter);
  if (usual !== undefined) return usual;
  if (omitted === 'cleared') return null;
  return lists.includes(type) ? [] : undefined;
};

/** @param before the state in an earlier revision */
export const withResets = (wanted: Wanted, before: ObjectState, server: ServerProduct): Wanted => {
  const { kind } = wanted.object;
  const settings: Record<string, Json> = {};
  const lost: string[] = [];
  const groups = groupsOf(kind);
  const now = wanted.state.settings;
  const isNamed = (key: string): boolean => now[key] !== undefined || settings[key] !== undefined;
  // A job file is complete, and omitted settings have defaults.
  if (wanted.submission !== undefined) return wanted;
  for (const setting of settingsOf(kind)) {
    const { key, secret, fixed, creation } = setting;
    const group = parentOf(key) ?? '';
    const had = before.settings[key] ?? null;
    if (had === null || secret || fixed || creation || isNamed(key) || isNamed(group)) continue;
    if (groups.has(group) && !Object.keys(now).some((one) => parentOf(one) === group)) {
      settings[group] = null;
      continue;
    }
    const to = resetOf(kind, setting, server);
    if (to === undefined) lost.push(key);
    else settings[key] = to;
  }
  const parts = Object.fromEntries(
    (kind.parts ?? []).flatMap(({ part, shape }): readonly (readonly [string, Json])[] =>
      before.parts[part] === undefined || wanted.state.parts[part] !== undefined
        ? []
        : [[part, shape === 'names' ? [] : null]],
    ),
  );
  const state = {
    settings: { ...now, ...settings },
    parts: { ...wanted.state.parts, ...parts },
  };
  return { ...wanted, state, ...(lost.length === 0 ? {} : { lost }) };
};
