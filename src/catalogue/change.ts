/** A difference between the current and the wanted value of a setting. */
import type { Field } from './field.ts';
import type { Json } from '../documents/json/json.ts';
import type { Parameter } from './parameter.ts';
import { isUnset, sameSetting } from './setting.ts';

export type ValueType = (Parameter | Field)['type'];

export interface Change {
  readonly key: string;
  readonly type: ValueType;
  readonly from: Json;
  readonly to: Json;
}

export type Settings = (name: string) => Json;

interface Compared {
  readonly zero?: Parameter['zero'] | undefined;
  readonly type: Change['type'];
}

/**
 * Whether settings are equal, even if a server reports the default that it used in place of a 0. The default is that of
 * the other settings after the change: a key size of 0 is not 2048 once the keys are not RSA any more.
 */
export const isSame = ({ zero, type }: Compared, from: Json, to: Json, after: Settings): boolean => {
  if (sameSetting(type, from, to)) return true;
  if (zero === undefined || !isUnset(to)) return false;
  const by = after(zero.by);
  return typeof by === 'string' && zero.is[by] === from;
};
