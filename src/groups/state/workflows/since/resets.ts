/** Gives settings and parts that the files no longer name the value that they had before. Pure. */
import type { Json } from '../../../../model/json/json.ts';
import type { ObjectKind } from '../../../../model/catalogue/kind.ts';
import type { Setting } from '../../../../model/catalogue/kind-settings.ts';
import { settingsOf } from '../../../../model/catalogue/kind-settings.ts';
import { secondsOf } from '../../../../model/text/duration.ts';
import type { Wanted } from '../files/wanted.ts';
import type { ObjectState } from '../objects/desired.ts';
import { groupsOf, parentOf } from '../objects/desired.ts';

/** The documented default as a value, where the documents state one exactly. */
const defaultOf = ({ type, parameter }: Setting): Json | undefined => {
  const [word = ''] = /^[^\s(,;]+/.exec(parameter?.default ?? '') ?? [];
  if (type === 'boolean') return word === 'true' ? true : word === 'false' ? false : undefined;
  if (type === 'integer') return /^-?\d+$/.test(word) ? Number(word) : undefined;
  if (type === 'duration') return secondsOf(word);
  if (word === 'empty' || word === 'none') return '';
  return type === 'string' && parameter?.enum?.includes(word) === true ? word : undefined;
};

/** The value that a setting goes back to; undefined where none is known. */
const resetOf = (kind: ObjectKind, setting: Setting): Json | undefined => {
  const { type, parameter } = setting;
  // A write that leaves it out makes it what it was.
  if (kind.write?.whole !== undefined || kind.write?.omitted !== 'kept' || parameter?.nullable === true)
    return null;
  if (type === 'strings' || type === 'list' || type === 'pairs') return [];
  if (type === 'map' || type === 'json-map' || type === 'object') return {};
  return defaultOf(setting);
};

/** @param before what an earlier revision of the files said */
export const withResets = (wanted: Wanted, before: ObjectState): Wanted => {
  const { kind } = wanted.object;
  const settings: Record<string, Json> = {};
  const lost: string[] = [];
  const groups = groupsOf(kind);
  const now = wanted.state.settings;
  const isNamed = (key: string): boolean => now[key] !== undefined || settings[key] !== undefined;
  // A job in its own language is whole: what it leaves out has its default.
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
    const to = resetOf(kind, setting);
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
