import type { InputRecord, InputValue } from '../../catalogue/parameter.ts';
import type { Json } from '../../documents/json/json.ts';
import { isObject } from '../../documents/json/json.ts';

/** Like servers. Upper case first: some letters outside ASCII map to ASCII ones. */
export const foldedKey = (key: string): string => key.toUpperCase().toLowerCase();

const keyOf = (job: object, name: string): string | undefined =>
  Object.keys(job).findLast((key) => foldedKey(key) === foldedKey(name));

export const jobField = (job: Json, name: string): Json | undefined => {
  if (!isObject(job)) return undefined;
  const found = keyOf(job, name);
  return found === undefined ? undefined : job[found];
};

export const jobText = (job: Json | InputValue | undefined, name: string): string | undefined => {
  if (typeof job !== 'object' || job === null) return undefined;
  const value: unknown = Reflect.get(job, keyOf(job, name) ?? name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Servers add the region global to every job without one, so that region does not choose a server. */
export const placeOfJob = (
  input: InputRecord,
  job: Json | InputValue | undefined,
  name: 'namespace' | 'region',
): string | undefined => {
  const given = input[name];
  if (typeof given === 'string') return given;
  const text = jobText(job, name);
  return name === 'region' && text === 'global' ? undefined : text;
};
