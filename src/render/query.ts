/** `--query`: JMESPath over the document. */
import { Exit, TrivetError, usageError } from '../model/error.ts';
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

const language = 'the language is JMESPath: https://jmespath.site';

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * What is wrong with an expression whatever the document.
 * @throws TrivetError (usage) for what is not JMESPath
 */
export const checkQuery = async (expression: string): Promise<void> => {
  const key = unquoted(expression);
  if (key !== undefined) {
    throw usageError(
      `--query: the key ${key} holds a hyphen and needs double quotes`,
      `write "${key}" inside the expression, which is itself in single quotes: --query '"${key}"'`,
    );
  }
  const { compile } = await import('@jmespath-community/jmespath');
  try {
    compile(expression);
  } catch (error) {
    throw usageError(`--query: ${reasonOf(error)}`, language);
  }
};

/**
 * The result of an expression that was checked; nothing found is null.
 * @throws TrivetError (exit 1) for an expression that does not fit the document: it is known only with the reply
 */
export const runQuery = async (document: Json, expression: string): Promise<Json> => {
  const { search } = await import('@jmespath-community/jmespath');
  try {
    const input = withoutBigints(document) as Parameters<typeof search>[0];
    return search(input, expression) ?? null;
  } catch (error) {
    throw new TrivetError('query', Exit.refused, `--query does not fit the reply: ${reasonOf(error)}`, {
      hint: language,
    });
  }
};

/** A result for a script: a scalar as it is, a list one element a line, a list in a list separated by tabs. */
export const rawResult = (result: Json, terminal: boolean): string => {
  const field = (value: Json): string =>
    escapeTsv(typeof value === 'object' && value !== null ? writeJson(value) : plainText(value), terminal);
  const line = (value: Json): string => (isArray(value) ? value.map(field).join('\t') : field(value));
  return (isArray(result) ? result : [result]).map((item) => `${line(item)}\n`).join('');
};
