/** Hides the secrets of replies: other parties keep what a model reads. */
import type { Fields } from '../../catalogue/field.ts';
import { fieldAt, isSecretField } from '../../catalogue/field.ts';
import { hideAll } from '../../documents/json/hide-all.ts';
import { isDifferenceOf } from '../../documents/json/differences.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isArray, isObject } from '../../documents/json/json.ts';
import { isSecretName } from '../../catalogue/secret-name.ts';
import { hasPrivateKey } from '../../output/text/secret.ts';

/** Shown in place of a secret. */
const hiddenText = '(hidden)';

interface Secrets {
  readonly fields: Fields;
  /** The products' names of documented names that are secrets. */
  readonly also: ReadonlySet<string>;
  /** Keys that usually hold secrets, at any depth; the names in an object below them stay. */
  readonly usual: readonly string[];
}

const hideIn = (value: Json, path: string, secrets: Secrets): Json => {
  if (typeof value === 'string') return hasPrivateKey(value) ? hiddenText : value;
  if (isArray(value)) return value.map((one) => hideIn(one, path, secrets));
  if (!isObject(value)) return value;
  const row = isDifferenceOf(secrets.usual, value);
  return Object.fromEntries(
    Object.entries(value).map(([key, one = null]) => {
      const inner = path === '' ? key : `${path}.${key}`;
      const secret =
        isSecretField(secrets.fields, inner) ||
        (fieldAt(secrets.fields, inner) === undefined && isSecretName(key)) ||
        secrets.also.has(inner) ||
        secrets.usual.includes(key) ||
        (row && (key === 'Old' || key === 'New'));
      return [key, secret ? hideAll(one, hiddenText) : hideIn(one, inner, secrets)];
    }),
  );
};

/** Hides every secret of an item: by its field, by the product's name for it, by its content. */
export const masked = (item: JsonObject, secrets: Secrets): JsonObject => {
  const hidden = hideIn(item, '', secrets);
  return isObject(hidden) ? hidden : {};
};
