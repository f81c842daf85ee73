/** `--query`: JMESPath over the document. */
import { usageError } from '../model/error.ts';
import type { Json } from '../model/json.ts';
import { isArray, isObject } from '../model/json.ts';
import { writeJson } from '../model/lossless.ts';
import { escapeTsv } from './tsv.ts';
import { plainText } from './value.ts';

/** JMESPath knows doubles alone: an integer that none can hold becomes a string in it. */
const withoutBigints = (value: Json): Json => {
  if (typeof value === 'bigint') return value.toString();
  if (isArray(value)) return value.map(withoutBigints);
  if (!isObject(value)) return value;
  const copy: Record<string, Json> = Object.create(null) as Record<string, Json>;
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined) copy[key] = withoutBigints(item);
  }
  return copy;
};

/** `auto-apply` outside of quotes: JMESPath takes it for a subtraction, and the answer would be null. */
const unquoted = (expression: string): string | undefined => {
  const bare = expression.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/gs, ' ');
  return /[A-Za-z_]\w*(?:-[A-Za-z_]\w*)+/.exec(bare)?.[0];
};

/**
 * The result of the expression; nothing found is null.
 * @throws TrivetError (usage) for an expression that is not JMESPath or does not fit the document
 */
export const runQuery = async (document: Json, expression: string): Promise<Json> => {
  const key = unquoted(expression);
  if (key !== undefined) {
    throw usageError(
      `--query: the key ${key} holds a hyphen and needs double quotes`,
      `write "${key}" inside the expression, which is itself in single quotes: --query '"${key}"'`,
    );
  }
  const { search } = await import('@jmespath-community/jmespath');
  try {
    const input = withoutBigints(document) as Parameters<typeof search>[0];
    return search(input, expression) ?? null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw usageError(`--query: ${reason}`, 'the language is JMESPath: https://jmespath.site');
  }
};

/** A result for a script: a scalar as it is, a list one element a line, a list in a list separated by tabs. */
export const rawResult = (result: Json, terminal: boolean): string => {
  const field = (value: Json): string =>
    escapeTsv(typeof value === 'object' && value !== null ? writeJson(value) : plainText(value), terminal);
  const line = (value: Json): string => (isArray(value) ? value.map(field).join('\t') : field(value));
  return (isArray(result) ? result : [result]).map((item) => `${line(item)}\n`).join('');
};
