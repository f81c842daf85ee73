import { Exit, TrivetError, usageError } from '../../system/error.ts';
import type { Json } from '../../documents/json/json.ts';
import { isArray, isObject } from '../../documents/json/json.ts';
import { parseJson, writeJson } from '../../documents/json/lossless.ts';
import { escapeTsv } from './tsv.ts';
import { plainText } from '../text/value.ts';

/**
 * A copy for JMESPath, whose numbers are doubles: large integers become strings, collected in `wide`. Only their
 * parents are copied. Objects lose their prototype, whose `constructor` JMESPath would find.
 */
const searchable = (value: Json, wide: Set<string>): Json => {
  if (typeof value === 'bigint') {
    const text = value.toString();
    wide.add(text);
    return text;
  }
  if (isArray(value)) {
    let copy: Json[] | undefined;
    for (const [index, item] of value.entries()) {
      const found = searchable(item, wide);
      if (found !== item) (copy ??= [...value])[index] = found;
    }
    return copy ?? value;
  }
  if (!isObject(value)) return value;
  if (Object.getPrototypeOf(value) !== null) Object.setPrototypeOf(value, null);
  let copy: Record<string, Json | undefined> | undefined;
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    const found = searchable(item, wide);
    if (found !== item) {
      copy ??= Object.assign(Object.create(null) as Record<string, Json | undefined>, value);
      copy[key] = found;
    }
  }
  return copy ?? value;
};

/** Integers in literals become strings too, as they do in the document. */
const withWideLiterals = (expression: string, wide: Set<string>): string =>
  expression.replaceAll(
    /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`((?:[^`\\]|\\.)*)`/gs,
    (all, literal?: string) => {
      if (literal === undefined || !/\d{16}/.test(literal)) return all;
      try {
        const value = searchable(parseJson(literal.replaceAll('\\`', '`')), wide);
        return `\`${writeJson(value).replaceAll('`', '\\`')}\``;
      } catch {
        return all;
      }
    },
  );

const unquoted = (expression: string): string | undefined => {
  const bare = expression.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/gs, ' ');
  return /[A-Za-z_]\w*(?:-[A-Za-z_]\w*)+/.exec(bare)?.[0];
};

const language = 'The language is JMESPath: https://jmespath.site';

const reasonOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  if (/\bEOF\b/.test(text)) return 'the expression ends too early';
  return text.replace(/^Syntax error[:,] /, '');
};

export const checkQuery = async (expression: string): Promise<void> => {
  const key = unquoted(expression);
  if (key !== undefined) {
    throw usageError(
      `--query: the key ${key} contains a hyphen and needs double quotes`,
      `Write "${key}" inside the expression, which is itself in single quotes: --query '"${key}"'`,
    );
  }
  const { compile } = await import('@jmespath-community/jmespath');
  try {
    compile(expression);
  } catch (error) {
    throw usageError(`--query: ${reasonOf(error)}`, language);
  }
};

interface QueryResult {
  readonly value: Json;
  readonly doubts: readonly string[];
}

/** `!a.b` is read as `(!a).b`, null for any document. */
const negatesTooSoon = (node: unknown): boolean => {
  if (typeof node !== 'object' || node === null) return false;
  const { type, left } = node as { readonly type?: unknown; readonly left?: { readonly type?: unknown } };
  if (type === 'Subexpression' && left?.type === 'NotExpression') return true;
  return Object.values(node).some(negatesTooSoon);
};

const ordered = (value: unknown, wide: ReadonlySet<string>): number | bigint | undefined => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && wide.has(value) ? BigInt(value) : undefined;
};

const orders: Readonly<Record<string, (a: number | bigint, b: number | bigint) => boolean>> = {
  GT: (a, b) => a > b,
  GTE: (a, b) => a >= b,
  LT: (a, b) => a < b,
  LTE: (a, b) => a <= b,
};

/** @throws TrivetError (exit 1) for an expression that does not fit the document */
export const runQuery = async (document: Json, expression: string): Promise<QueryResult> => {
  const { compile, TreeInterpreter } = await import('@jmespath-community/jmespath');
  const wide = new Set<string>();
  const doubts = new Set<string>();
  const lacking = new Set<string>();
  const interpreter = Object.create(TreeInterpreter) as typeof TreeInterpreter;
  interpreter.visit = (node, value) => {
    if (node.type === 'Field') {
      if (Array.isArray(value)) lacking.add(`key ${node.name}, it is a list: [].${node.name}`);
      else if (value !== null && !Object.hasOwn(Object(value), node.name)) lacking.add(`key ${node.name}`);
    }
    const compare = node.type === 'Comparator' ? orders[node.name] : undefined;
    if (node.type !== 'Comparator' || compare === undefined) {
      return TreeInterpreter.visit.call(interpreter, node, value);
    }
    const sides = [interpreter.visit(node.left, value), interpreter.visit(node.right, value)] as const;
    const [first, second] = [ordered(sides[0], wide), ordered(sides[1], wide)];
    if (first !== undefined && second !== undefined) return compare(first, second);
    if (!sides.includes(null)) {
      doubts.add(
        '--query compares text with <, <=, > or >=: JMESPath puts only numbers in order, so that is never true.',
      );
    }
    return null;
  };
  try {
    const input = searchable(document, wide) as Parameters<typeof interpreter.search>[1];
    const tree = compile(withWideLiterals(expression, wide));
    if (negatesTooSoon(tree)) {
      doubts.add('--query: !a.b means (!a).b, which is never true. Write !(a.b).');
    }
    const value = interpreter.search(tree, input) ?? null;
    const [key] = lacking;
    if (value === null && doubts.size === 0 && key !== undefined)
      doubts.add(`--query found nothing: the reply has no ${key}`);
    return { value, doubts: [...doubts] };
  } catch (error) {
    throw new TrivetError('query', Exit.refused, `--query does not fit the reply: ${reasonOf(error)}`, {
      hint: language,
    });
  }
};

export const rawResult = (result: Json, terminal: boolean): string => {
  const field = (value: Json): string =>
    escapeTsv(typeof value === 'object' && value !== null ? writeJson(value) : plainText(value), terminal);
  const line = (value: Json): string => (isArray(value) ? value.map(field).join('\t') : field(value));
  return (isArray(result) ? result : [result]).map((item) => `${line(item)}\n`).join('');
};
