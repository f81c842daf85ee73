import type { Piece, Token } from './scan.ts';
import { scan } from './scan.ts';
import type { Expression, Node } from './syntax.ts';
import { TemplateError } from './syntax.ts';

class ExpressionParser {
  readonly #tokens: readonly Token[];
  readonly #known: ReadonlySet<string>;
  #at = 0;

  constructor(tokens: readonly Token[], known: ReadonlySet<string>) {
    this.#tokens = tokens;
    this.#known = known;
  }

  parse(): Expression {
    const expression = this.#pipeline();
    if (this.#at < this.#tokens.length) throw new TemplateError('unexpected ")" in action');
    return expression;
  }

  /** In `a | f b`, `f` gets b, then a. */
  #pipeline(): Expression {
    let value = this.#command(undefined);
    while (this.#tokens[this.#at]?.kind === '|') {
      this.#at += 1;
      value = this.#command(value);
    }
    return value;
  }

  #command(piped: Expression | undefined): Expression {
    const first = this.#tokens[this.#at];
    if (first?.kind === 'identifier') {
      this.#at += 1;
      return { kind: 'call', name: this.#function(first.name), operands: this.#operands(piped) };
    }
    if (piped !== undefined) throw new TemplateError('non executable command in pipeline');
    const value = this.#operand();
    if (value === undefined) throw new TemplateError('missing value for command');
    if (this.#operand() !== undefined) throw new TemplateError("can't give an argument to a non-function");
    return value;
  }

  #operands(piped: Expression | undefined): readonly Expression[] {
    const operands: Expression[] = [];
    for (let next = this.#operand(); next !== undefined; next = this.#operand()) operands.push(next);
    return piped === undefined ? operands : [...operands, piped];
  }

  #operand(): Expression | undefined {
    const token = this.#tokens[this.#at];
    if (token === undefined || token.kind === '|' || token.kind === ')') return undefined;
    this.#at += 1;
    switch (token.kind) {
      case 'literal':
      case 'field':
        return token;
      case 'identifier':
        return { kind: 'call', name: this.#function(token.name), operands: [] };
      case '(': {
        const inner = this.#pipeline();
        if (this.#tokens[this.#at]?.kind !== ')') throw new TemplateError('unclosed left paren');
        this.#at += 1;
        return inner;
      }
    }
  }

  #function(name: string): string {
    if (!this.#known.has(name)) throw new TemplateError(`function "${name}" not defined`);
    return name;
  }
}

type Keyword = 'if' | 'else' | 'end';

function keywordOf(piece: Piece): Keyword | undefined {
  const first = piece.kind === 'action' ? piece.tokens[0] : undefined;
  if (first?.kind !== 'identifier') return undefined;
  return first.name === 'if' || first.name === 'else' || first.name === 'end' ? first.name : undefined;
}

class TemplateParser {
  readonly #pieces: readonly Piece[];
  readonly #known: ReadonlySet<string>;
  #at = 0;

  constructor(source: string, known: ReadonlySet<string>) {
    this.#pieces = scan(source);
    this.#known = known;
  }

  parse(): readonly Node[] {
    const nodes = this.#nodes();
    const stray = this.#pieces[this.#at];
    if (stray !== undefined) throw new TemplateError(`unexpected {{${keywordOf(stray) ?? ''}}}`);
    return nodes;
  }

  /** Up to `else` or `end`. */
  #nodes(): readonly Node[] {
    const nodes: Node[] = [];
    for (let piece = this.#pieces[this.#at]; piece !== undefined; piece = this.#pieces[this.#at]) {
      const keyword = keywordOf(piece);
      if (keyword === 'else' || keyword === 'end') break;
      this.#at += 1;
      if (piece.kind === 'text') nodes.push(piece);
      else if (keyword === 'if') nodes.push(this.#condition(piece.tokens.slice(1)));
      else nodes.push({ kind: 'output', value: this.#expression(piece.tokens) });
    }
    return nodes;
  }

  #condition(tokens: readonly Token[]): Node {
    const test = this.#expression(tokens);
    const whenTrue = this.#nodes();
    const closing = this.#pieces[this.#at];
    if (closing?.kind !== 'action') throw new TemplateError('unexpected EOF: {{if}} without {{end}}');
    this.#at += 1;
    if (keywordOf(closing) === 'end') return { kind: 'condition', test, whenTrue, whenFalse: [] };
    const second = closing.tokens[1];
    if (second?.kind === 'identifier' && second.name === 'if') {
      return { kind: 'condition', test, whenTrue, whenFalse: [this.#condition(closing.tokens.slice(2))] };
    }
    const whenFalse = this.#nodes();
    const end = this.#pieces[this.#at];
    if (end === undefined || keywordOf(end) !== 'end') throw new TemplateError('expected {{end}}');
    this.#at += 1;
    return { kind: 'condition', test, whenTrue, whenFalse };
  }

  #expression(tokens: readonly Token[]): Expression {
    return new ExpressionParser(tokens, this.#known).parse();
  }
}

/** Refuses unknown functions. */
export function parse(source: string, known: ReadonlySet<string>): readonly Node[] {
  return new TemplateParser(source, known).parse();
}
