/** Validates values against JSON Schema 2020-12. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import Ajv from 'ajv/dist/2020.js';

// trivet's annotations (`x-sensitive`) are unknown keywords, and limits apply to one of several types.
// To optimize a validator takes longer than to use it a few times.
const ajv = new Ajv.Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });
const compiled = new Map<unknown, ValidateFunction>();

/** Every mistake of a value with its place; empty if it is valid. Integers of any size are integers. */
export const validatorOf =
  (schema: unknown) =>
  (value: unknown): readonly string[] => {
    const validate =
      compiled.get(schema) ?? ajv.compile(typeof schema === 'object' && schema !== null ? schema : {});
    compiled.set(schema, validate);
    const plain: unknown = JSON.parse(
      JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? Number(one) : one)),
    );
    validate(plain);
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${instancePath}: ${message ?? 'does not fit'}`,
    );
  };
