import { syntaxError, tokenize, type Token } from './tokens.ts';

export type Operator = 'equal' | 'in' | 'contains' | 'matches' | 'empty';

export type Expression =
  | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'not'; readonly inner: Expression }
  | {
      readonly kind: 'test';
      readonly operator: Operator;
      readonly selector: readonly string[];
      readonly value: string;
    };

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(source: string) {
    this.#tokens = tokenize(source);
  }

  #peek(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '', at: 0 };
  }

  #take(): Token {
    const token = this.#peek();
    this.#at += 1;
    return token;
  }

  #takeIf(text: string): boolean {
    const token = this.#peek();
    if (token.kind === 'string' || token.text !== text) return false;
    this.#at += 1;
    return true;
  }

  #expect(text: string): void {
    if (!this.#takeIf(text)) throw syntaxError(this.#peek().at, `"${text}"`);
  }

  whole(): Expression {
    const expression = this.#or();
    if (this.#peek().kind !== 'end') throw syntaxError(this.#peek().at, '"and", "or" or end of input');
    return expression;
  }

  #or(): Expression {
    const left = this.#and();
    return this.#takeIf('or') ? { kind: 'or', left, right: this.#or() } : left;
  }

  #and(): Expression {
    const left = this.#unary();
    return this.#takeIf('and') ? { kind: 'and', left, right: this.#and() } : left;
  }

  #unary(): Expression {
    if (this.#takeIf('not')) return { kind: 'not', inner: this.#unary() };
    if (this.#takeIf('(')) {
      const inner = this.#or();
      this.#expect(')');
      return inner;
    }
    return this.#test();
  }

  #value(): string {
    const token = this.#take();
    if (token.kind === 'end' || token.kind === 'symbol') throw syntaxError(token.at, 'a value');
    return token.text;
  }

  #selector(): readonly string[] {
    const first = this.#take();
    if (first.kind !== 'name') throw syntaxError(first.at, 'a selector');
    const path = [first.text];
    for (;;) {
      if (this.#takeIf('.')) path.push(this.#value());
      else if (this.#takeIf('[')) {
        path.push(this.#value());
        this.#expect(']');
      } else return path;
    }
  }

  #test(): Expression {
    // Only `"value" in Selector` starts with a value; every other test starts with its selector.
    const first = this.#peek();
    if (first.kind === 'string' || first.kind === 'number') {
      const value = this.#value();
      const negated = this.#takeIf('not');
      this.#expect('in');
      return this.#finish('in', this.#selector(), value, negated);
    }
    const selector = this.#selector();
    if (this.#takeIf('==')) return this.#finish('equal', selector, this.#value(), false);
    if (this.#takeIf('!=')) return this.#finish('equal', selector, this.#value(), true);
    if (this.#takeIf('is')) {
      const negated = this.#takeIf('not');
      this.#expect('empty');
      return this.#finish('empty', selector, '', negated);
    }
    const negated = this.#takeIf('not');
    if (this.#takeIf('contains')) return this.#finish('contains', selector, this.#value(), negated);
    if (this.#takeIf('matches')) return this.#finish('matches', selector, this.#value(), negated);
    if (this.#takeIf('in')) return this.#finish('in', this.#selector(), selector.join('.'), negated);
    throw syntaxError(
      this.#peek().at,
      '"!=", "==", "contains", "in", "is", "matches", "not" or [ \\t\\r\\n]',
    );
  }

  #finish(operator: Operator, selector: readonly string[], value: string, negated: boolean): Expression {
    const test: Expression = { kind: 'test', operator, selector, value };
    return negated ? { kind: 'not', inner: test } : test;
  }
}

export function parseFilter(source: string): Expression {
  return new Parser(source).whole();
}
