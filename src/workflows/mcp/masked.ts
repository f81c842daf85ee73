/** Replies without their secrets: what a model reads is kept by others. */
import type { Fields } from '../../model/field.ts';
import { isSecretField } from '../../model/field.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isArray, isObject, textAt } from '../../model/json.ts';
import { hasPrivateKey } from '../../render/secret.ts';

/** Stands for a secret. */
export const hiddenText = '(hidden)';

/**
 * Parts of a job that hold secrets as a rule: variables of tasks and of the job, templates, payloads, sources. The
 * values of an object are hidden one by one, so that its names stay.
 */
const jobSecrets: ReadonlySet<string> = new Set([
  'Env',
  'EmbeddedTmpl',
  'Payload',
  'Variables',
  'VariableFlags',
  'Source',
]);

/** A row of a difference: `{ Name: 'Env[KEY]', Old, New }`. */
const isSecretRow = (value: JsonObject): boolean => {
  const name = textAt(value, 'Name')?.replace(/\[.*$/, '');
  return name !== undefined && jobSecrets.has(name) && ('Old' in value || 'New' in value);
};

const hideAll = (value: Json): Json => {
  if (value === null || value === '') return value;
  if (isArray(value)) return value.map(hideAll);
  if (!isObject(value)) return hiddenText;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, hideAll(one ?? null)]));
};

interface Secrets {
  readonly fields: Fields;
  /** The products' names of documented names that are secrets. */
  readonly also: ReadonlySet<string>;
  readonly job: boolean;
}

const hideIn = (value: Json, path: string, secrets: Secrets): Json => {
  if (typeof value === 'string') return hasPrivateKey(value) ? hiddenText : value;
  if (isArray(value)) return value.map((one) => hideIn(one, path, secrets));
  if (!isObject(value)) return value;
  const row = secrets.job && isSecretRow(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, one = null]) => {
      const inner = path === '' ? key : `${path}.${key}`;
      const secret =
        isSecretField(secrets.fields, inner) ||
        secrets.also.has(inner) ||
        (secrets.job && jobSecrets.has(key)) ||
        (row && (key === 'Old' || key === 'New'));
      return [key, secret ? hideAll(one) : hideIn(one, inner, secrets)];
    }),
  );
};

/** An item with every secret hidden: by its field, by the product's name for it, by what it holds. */
export const masked = (item: JsonObject, secrets: Secrets): JsonObject => {
  const hidden = hideIn(item, '', secrets);
  return isObject(hidden) ? hidden : {};
};
