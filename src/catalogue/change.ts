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

/** A server may report its default in place of 0, which can depend on another setting in `after`. */
export const isSame = ({ zero, type }: Compared, from: Json, to: Json, after: Settings): boolean => {
  if (sameSetting(type, from, to)) return true;
  if (zero === undefined || !isUnset(to)) return false;
  const by = after(zero.parameter);
  return typeof by === 'string' && zero.values[by] === from;
};
