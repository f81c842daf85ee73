/** Facts about a job file from its own text. */
import type { InputRecord, InputValue } from '../../catalogue/parameter.ts';
import type { Json } from '../../documents/json/json.ts';
import { isObject } from '../../documents/json/json.ts';

/** A key as servers compare it. Upper case first: some letters outside ASCII stand for one of its. */
export const foldedKey = (key: string): string => key.toUpperCase().toLowerCase();

/** As servers do, ignores case and takes the last one. */
const keyOf = (job: object, name: string): string | undefined =>
  Object.keys(job).findLast((key) => foldedKey(key) === foldedKey(name));

/** A field of a job, whatever the case of its name. */
export const jobField = (job: Json, name: string): Json | undefined => {
  if (!isObject(job)) return undefined;
  const found = keyOf(job, name);
  return found === undefined ? undefined : job[found];
};

/** The text of a field, undefined where it is empty. */
export const jobText = (job: Json | InputValue | undefined, name: string): string | undefined => {
  if (typeof job !== 'object' || job === null) return undefined;
  const value: unknown = Reflect.get(job, keyOf(job, name) ?? name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/**
 * The namespace or region of a registration: that of the request, else of the file. Servers give every job without a region the region
 * global, which is not a region to ask for.
 */
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
