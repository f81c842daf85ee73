import type { Mark, Scanner } from './scanner.ts';
import type { Expression, MapEntry } from './syntax.ts';
import { takeHeredoc, takeQuoted } from './template.ts';

const KEYWORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

const OPERATORS = ['&&', '||', '==', '!=', '<=', '>=', '?', '+', '-', '*', '/', '%', '<', '>'];

function takeList(scanner: Scanner, start: Mark): Expression {
  scanner.take();
  const items: Expression[] = [];
  for (;;) {
    scanner.skip(true);
    if (scanner.takeIf(']')) return { kind: 'list', items, at: scanner.range(start) };
    refuseFor(scanner);
    items.push(takeExpression(scanner));
    scanner.skip(true);
    if (!scanner.takeIf(',') && scanner.peek() !== ']') {
      scanner.fail(scanner.mark(), 'Missing item separator', 'Expected a comma to mark the next item.');
    }
  }
}

function refuseFor(scanner: Scanner): void {
  if (!/^for\s/u.test(scanner.peek(4))) return;
  scanner.fail(scanner.mark(), 'Unsupported expression', 'For expressions are not supported by the sandbox.');
}

function takeKey(scanner: Scanner): Expression {
  const start = scanner.mark();
  if (scanner.peek() === '"') return takeQuoted(scanner, takeExpression);
  if (scanner.peek() === '(') return takePrimary(scanner);
  const name = scanner.identifier() ?? scanner.number();
  if (name === undefined) {
    return scanner.fail(start, 'Invalid object key', 'Expected the name of an attribute.');
  }
  return { kind: 'literal', value: name, at: scanner.range(start) };
}

function takeMap(scanner: Scanner, start: Mark): Expression {
  scanner.take();
  const entries: MapEntry[] = [];
  for (;;) {
    scanner.skip(true);
    if (scanner.takeIf('}')) return { kind: 'map', entries, at: scanner.range(start) };
    refuseFor(scanner);
    const key = takeKey(scanner);
    scanner.skip(false);
    if (!scanner.takeIf('=') && !scanner.takeIf(':')) {
      scanner.fail(scanner.mark(), 'Missing attribute value', 'Expected an equals sign after the key.');
    }
    scanner.skip(false);
    entries.push({ key, value: takeExpression(scanner) });
    scanner.skip(false);
    if (!scanner.takeIf(',') && scanner.peek() !== '\n' && scanner.peek() !== '}') {
      scanner.fail(scanner.mark(), 'Missing attribute separator', 'Expected a newline or comma.');
    }
  }
}

function takeCall(scanner: Scanner, name: string, start: Mark): Expression {
  const at = scanner.range(start);
  scanner.take();
  const args: Expression[] = [];
  for (;;) {
    scanner.skip(true);
    if (scanner.takeIf(')')) return { kind: 'call', name, args, at };
    args.push(takeExpression(scanner));
    scanner.skip(true);
    if (!scanner.takeIf(',') && scanner.peek() !== ')') {
      scanner.fail(
        scanner.mark(),
        'Missing argument separator',
        'Expected a comma or a closing parenthesis.',
      );
    }
  }
}

function takeIndex(scanner: Scanner): string | number {
  const start = scanner.mark();
  scanner.take();
  scanner.skip(true);
  const key = takeExpression(scanner);
  scanner.skip(true);
  const only = key.kind === 'template' && key.parts.length === 1 ? key.parts[0] : undefined;
  const value = key.kind === 'literal' ? key.value : only;
  if (!scanner.takeIf(']') || (typeof value !== 'string' && typeof value !== 'number')) {
    return scanner.fail(start, 'Unsupported index', 'Only a string or a number in brackets is supported.');
  }
  return value;
}

function takeReference(scanner: Scanner, root: string, start: Mark): Expression {
  const path: (string | number)[] = [root];
  for (;;) {
    if (scanner.peek() === '[') path.push(takeIndex(scanner));
    else if (scanner.takeIf('.')) {
      const step = scanner.identifier() ?? scanner.number();
      if (step === undefined) scanner.fail(start, 'Invalid attribute name', 'Expected a name after the dot.');
      else path.push(step);
    } else return { kind: 'reference', path, at: scanner.range(start) };
  }
}

function takePrimary(scanner: Scanner): Expression {
  const start = scanner.mark();
  const next = scanner.peek();
  if (next === '"') return takeQuoted(scanner, takeExpression);
  if (scanner.startsWith('<<')) return takeHeredoc(scanner, takeExpression);
  if (next === '[') return takeList(scanner, start);
  if (next === '{') return takeMap(scanner, start);
  if (next === '(') {
    scanner.take();
    scanner.skip(true);
    const inner = takeExpression(scanner);
    scanner.skip(true);
    if (!scanner.takeIf(')'))
      scanner.fail(start, 'Unbalanced parentheses', 'Expected a closing parenthesis.');
    return inner;
  }
  const digits = scanner.number();
  if (digits !== undefined) return { kind: 'literal', value: Number(digits), at: scanner.range(start) };
  const name = scanner.identifier();
  if (name === undefined) {
    return scanner.fail(start, 'Invalid expression', 'Expected the start of an expression.');
  }
  const keyword = KEYWORDS[name];
  if (keyword !== undefined) return { kind: 'literal', value: keyword, at: scanner.range(start) };
  if (scanner.peek() === '(') return takeCall(scanner, name, start);
  return takeReference(scanner, name, start);
}

/** Refuses operators, conditionals and for expressions, with their position. */
export function takeExpression(scanner: Scanner): Expression {
  const start = scanner.mark();
  if (scanner.peek() === '!') {
    scanner.fail(start, 'Unsupported operator', 'Operators are not supported by the sandbox.');
  }
  const expression = takePrimary(scanner);
  const end = scanner.mark();
  scanner.skip(false);
  const operator = OPERATORS.find((candidate) => scanner.startsWith(candidate));
  if (operator !== undefined) {
    scanner.fail(
      scanner.mark(),
      'Unsupported operator',
      `Operators ("${operator}") are not supported by the sandbox.`,
    );
  }
  scanner.rewind(end);
  return expression;
}
