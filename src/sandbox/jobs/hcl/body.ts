import { takeExpression } from './expression.ts';
import type { Mark, Scanner } from './scanner.ts';
import { Scanner as SourceScanner } from './scanner.ts';
import { Diagnostic, type Attribute, type Block, type Body, type Range } from './syntax.ts';
import { takeQuoted } from './template.ts';

/** Differences between the two languages of section 4.3. */
export interface Dialect {
  /** HCLv1: names can be quoted, and a one-line block can hold several items. */
  readonly legacy: boolean;
}

const SINGLE_LINE =
  'A single-line block definition can contain only a single argument. If you meant to define argument "NAME", use ' +
  'an equals sign to assign it a value. To define a nested block, place it on a line of its own within its parent block.';

function literalLabel(scanner: Scanner): string {
  const start = scanner.mark();
  const label = takeQuoted(scanner, takeExpression);
  if (label.kind !== 'template') return '';
  const parts = label.parts.filter((part) => typeof part === 'string');
  if (parts.length !== label.parts.length) {
    scanner.fail(start, 'Invalid string literal', 'Template sequences are not allowed in a label.');
  }
  return parts.join('');
}

class BodyParser {
  readonly #scanner: Scanner;
  readonly #dialect: Dialect;

  constructor(scanner: Scanner, dialect: Dialect) {
    this.#scanner = scanner;
    this.#dialect = dialect;
  }

  #name(): string | undefined {
    const scanner = this.#scanner;
    if (scanner.peek() !== '"') return scanner.identifier();
    if (this.#dialect.legacy) return literalLabel(scanner);
    return scanner.fail(scanner.mark(), 'Invalid argument name', 'Argument names must not be quoted.');
  }

  #item(start: Mark, attributes: Attribute[], blocks: Block[], oneLine: boolean): void {
    const scanner = this.#scanner;
    const name = this.#name();
    if (name === undefined) {
      scanner.fail(
        start,
        'Argument or block definition required',
        'An argument or block definition is required here.',
      );
      return;
    }
    const at = scanner.range(start);
    scanner.skip(false);
    if (scanner.peek() === '=' && scanner.peek(2) !== '==') {
      scanner.take();
      scanner.skip(false);
      const value = takeExpression(scanner);
      if (attributes.some((other) => other.name === name)) {
        throw new Diagnostic(at, 'Attribute redefined', `The argument "${name}" was already set.`);
      }
      attributes.push({ name, value, at });
      return;
    }
    if (oneLine && !this.#dialect.legacy) {
      throw new Diagnostic(at, 'Argument definition required', SINGLE_LINE.replace('NAME', name));
    }
    blocks.push(this.#block(name, at));
  }

  #block(type: string, at: Range): Block {
    const scanner = this.#scanner;
    const labels: string[] = [];
    for (;;) {
      scanner.skip(false);
      if (scanner.peek() === '"') labels.push(literalLabel(scanner));
      else {
        const label = scanner.identifier();
        if (label === undefined) break;
        labels.push(label);
      }
    }
    const brace = scanner.mark();
    if (!scanner.takeIf('{')) {
      scanner.fail(
        brace,
        'Invalid block definition',
        'Either a quoted string block label or an opening brace ("{") is expected here.',
      );
    }
    return { type, labels, body: this.#braced(brace), at };
  }

  #braced(brace: Mark): Body {
    const scanner = this.#scanner;
    const attributes: Attribute[] = [];
    const blocks: Block[] = [];
    scanner.skip(false);
    const oneLine = scanner.peek() !== '\n' && scanner.peek() !== '}';
    for (;;) {
      scanner.skip(!oneLine || this.#dialect.legacy);
      if (scanner.takeIf('}')) return { attributes, blocks };
      if (scanner.atEnd) {
        scanner.rewind(brace);
        scanner.fail(
          brace,
          'Unclosed configuration block',
          'There is no closing brace for this block before the end of the file. This may be caused by incorrect ' +
            'brace nesting elsewhere in this file.',
        );
      }
      if (oneLine && !this.#dialect.legacy && attributes.length > 0) {
        scanner.fail(
          scanner.mark(),
          'Invalid single-argument block definition',
          'A single-line block definition must end with a closing brace immediately after its single argument.',
        );
      }
      this.#item(scanner.mark(), attributes, blocks, oneLine);
      if (!oneLine) this.#endOfItem();
    }
  }

  #endOfItem(): void {
    const scanner = this.#scanner;
    scanner.skip(false);
    if (scanner.atEnd || scanner.peek() === '\n' || scanner.peek() === '}') return;
    scanner.fail(
      scanner.mark(),
      'Missing newline after argument',
      'An argument definition must end with a newline.',
    );
  }

  file(): Body {
    const scanner = this.#scanner;
    const attributes: Attribute[] = [];
    const blocks: Block[] = [];
    for (;;) {
      scanner.skip(true);
      if (scanner.atEnd) return { attributes, blocks };
      this.#item(scanner.mark(), attributes, blocks, false);
      this.#endOfItem();
    }
  }
}

export function parseBody(source: string, file: string, dialect: Dialect): Body {
  return new BodyParser(new SourceScanner(source, file), dialect).file();
}
