import type { Json } from '../../contract.ts';
import { isList, isObject } from '../wire/json.ts';
import { Diagnostic, type Expression, type Range } from './syntax.ts';

export type Resolve = (root: string, name: string, at: Range) => Json | undefined;

function step(value: Json, key: string | number, at: Range): Json {
  const index = Number(key);
  const found = isList(value) ? value[index] : isObject(value) ? value[String(key)] : undefined;
  if (found === undefined) {
    throw new Diagnostic(at, 'Unsupported attribute', `The value has no element "${key}".`);
  }
  return found;
}

function reference(path: readonly (string | number)[], at: Range, resolve: Resolve): Json {
  const root = String(path[0] ?? '');
  const name = path[1];
  const found = name === undefined ? undefined : resolve(root, String(name), at);
  if (found === undefined) {
    throw new Diagnostic(at, 'Unknown variable', `There is no variable named "${path.join('.')}".`);
  }
  return path.slice(2).reduce<Json>((value, key) => step(value, key, at), found);
}

export function asText(value: Json): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function interpolate(parts: readonly (string | Expression)[], resolve: Resolve): Json {
  const first = parts[0];
  // A single interpolation keeps the type of its value.
  if (parts.length === 1 && first !== undefined && typeof first !== 'string') return evaluate(first, resolve);
  let result = '';
  for (const part of parts) {
    if (typeof part === 'string') result += part;
    else {
      const rendered = asText(evaluate(part, resolve));
      if (rendered === undefined) {
        throw new Diagnostic(part.at, 'Invalid template interpolation value', 'A string is required.');
      }
      result += rendered;
    }
  }
  return result;
}

/** Known, but not run by a server. */
const FILESYSTEM = new Set([
  'abspath',
  'basename',
  'dirname',
  'file',
  'filebase64',
  'fileexists',
  'fileset',
  'pathexpand',
]);

export function evaluate(expression: Expression, resolve: Resolve): Json {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'template':
      return interpolate(expression.parts, resolve);
    case 'list':
      return expression.items.map((item) => evaluate(item, resolve));
    case 'map': {
      const entries = expression.entries.map(({ key, value }) => {
        const name = asText(evaluate(key, resolve));
        if (name === undefined) throw new Diagnostic(key.at, 'Invalid object key', 'A string is required.');
        return [name, evaluate(value, resolve)] as const;
      });
      return Object.fromEntries(entries);
    }
    case 'reference':
      return reference(expression.path, expression.at, resolve);
    case 'call':
      if (FILESYSTEM.has(expression.name)) {
        throw new Diagnostic(
          { ...expression.at, to: expression.at.to + 1 },
          'Error in function call',
          `Call to function "${expression.name}" failed: filesystem function disabled.`,
        );
      }
      throw new Diagnostic(
        expression.at,
        'Unsupported function',
        `Functions are not supported by the sandbox: "${expression.name}".`,
      );
  }
}
