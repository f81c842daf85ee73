import type { Mark, Scanner } from './scanner.ts';
import { Scanner as SourceScanner } from './scanner.ts';
import type { Expression } from './syntax.ts';

type ParseExpression = (scanner: Scanner) => Expression;

/** Resolved where a task runs, so they stay as written. */
const RUNTIME_ROOT = /^(?:NOMAD_\w+|attr|node|meta|env|unique|device|driver)\b/u;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

function takeEscape(scanner: Scanner): string {
  const start = scanner.mark();
  scanner.take();
  const letter = scanner.take();
  const simple = ESCAPES[letter];
  if (simple !== undefined) return simple;
  const length = letter === 'u' ? 4 : 8;
  const digits = scanner.peek(length);
  if ((letter === 'u' || letter === 'U') && digits.length === length && /^[\da-fA-F]+$/u.test(digits)) {
    scanner.take(length);
    const point = Number.parseInt(digits, 16);
    if (point <= 0x10_ff_ff) return String.fromCodePoint(point);
  }
  return scanner.fail(start, 'Invalid escape sequence', `The sequence "\\${letter}" is not a valid escape.`);
}

function takeRuntimeReference(scanner: Scanner, start: Mark): string {
  while (scanner.peek() !== '}') {
    if (scanner.atEnd || scanner.peek() === '\n') {
      scanner.fail(start, 'Unclosed template interpolation sequence', 'There is no closing brace for it.');
    }
    scanner.take();
  }
  scanner.take();
  return scanner.source.slice(start.offset, scanner.mark().offset);
}

function takeInterpolation(scanner: Scanner, parse: ParseExpression): string | Expression {
  const start = scanner.mark();
  scanner.take(2);
  if (scanner.peek() === '~') {
    scanner.fail(start, 'Unsupported template', 'Strip markers are not supported by the sandbox.');
  }
  scanner.skip(true);
  if (RUNTIME_ROOT.test(scanner.peek(64))) return takeRuntimeReference(scanner, start);
  const expression = parse(scanner);
  scanner.skip(true);
  if (!scanner.takeIf('}')) {
    scanner.fail(
      scanner.mark(),
      'Extra characters after interpolation expression',
      'Expected a closing brace.',
    );
  }
  return expression;
}

/** `quoted`: up to a quotation mark. */
function takeParts(scanner: Scanner, quoted: boolean, parse: ParseExpression): (string | Expression)[] {
  const start = scanner.mark();
  const parts: (string | Expression)[] = [];
  let literal = '';
  const flush = (): void => {
    if (literal !== '') parts.push(literal);
    literal = '';
  };
  while (!scanner.atEnd) {
    if (quoted && scanner.takeIf('"')) {
      flush();
      return parts;
    }
    if (quoted && scanner.peek() === '\n') {
      scanner.fail(
        scanner.mark(),
        'Invalid multi-line string',
        'Quoted strings may not be split over lines.',
      );
    }
    if (scanner.takeIf('$${')) literal += '${';
    else if (scanner.takeIf('%%{')) literal += '%{';
    else if (scanner.startsWith('%{')) {
      scanner.fail(
        scanner.mark(),
        'Unsupported template',
        'Template directives are not supported by the sandbox.',
      );
    } else if (scanner.startsWith('${')) {
      const part = takeInterpolation(scanner, parse);
      if (typeof part === 'string') literal += part;
      else {
        flush();
        parts.push(part);
      }
    } else if (quoted && scanner.peek() === '\\') literal += takeEscape(scanner);
    else literal += scanner.take();
  }
  if (quoted)
    scanner.fail(start, 'Unterminated template string', 'No closing marker was found for the string.');
  flush();
  return parts;
}

export function takeQuoted(scanner: Scanner, parse: ParseExpression): Expression {
  const start = scanner.mark();
  scanner.take();
  const parts = takeParts(scanner, true, parse);
  return { kind: 'template', parts, at: scanner.range(start) };
}

function dedent(lines: readonly string[]): string[] {
  const widths = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const width = widths.length === 0 ? 0 : Math.min(...widths);
  return lines.map((line) => line.slice(Math.min(width, line.length - line.trimStart().length)));
}

export function takeHeredoc(scanner: Scanner, parse: ParseExpression): Expression {
  const start = scanner.mark();
  scanner.take(2);
  const indented = scanner.takeIf('-');
  const marker = scanner.identifier();
  if (marker === undefined || scanner.restOfLine().trim() !== '') {
    return scanner.fail(
      start,
      'Invalid heredoc',
      'A heredoc starts with its marker alone at the end of a line.',
    );
  }
  const line = scanner.mark().line;
  const lines: string[] = [];
  for (;;) {
    if (scanner.atEnd) {
      scanner.fail(start, 'Unterminated template string', `No closing marker ${marker} was found.`);
    }
    const before = scanner.mark();
    const next = scanner.restOfLine();
    if (next.trim() === marker) {
      // The line break after the marker still separates arguments.
      scanner.rewind(before);
      scanner.take(next.length);
      break;
    }
    lines.push(next);
  }
  const text = (indented ? dedent(lines) : lines).map((item) => `${item}\n`).join('');
  const parts = takeParts(new SourceScanner(text, scanner.file, line), false, parse);
  return { kind: 'template', parts, at: scanner.range(start) };
}
