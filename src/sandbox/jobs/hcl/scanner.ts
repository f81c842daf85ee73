import { Diagnostic, type Range } from './syntax.ts';

export interface Mark {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

const IDENTIFIER = /[\p{ID_Start}_][\p{ID_Continue}-]*/uy;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/uy;

export class Scanner {
  readonly file: string;
  readonly source: string;
  #offset = 0;
  #line: number;
  #column = 1;

  constructor(source: string, file: string, line = 1) {
    this.source = source;
    this.file = file;
    this.#line = line;
  }

  get atEnd(): boolean {
    return this.#offset >= this.source.length;
  }

  mark(): Mark {
    return { offset: this.#offset, line: this.#line, column: this.#column };
  }

  rewind(mark: Mark): void {
    this.#offset = mark.offset;
    this.#line = mark.line;
    this.#column = mark.column;
  }

  /** At most to the end of the mark's line. */
  range(mark: Mark): Range {
    const to = this.#line === mark.line ? Math.max(this.#column, mark.column + 1) : mark.column + 1;
    return { file: this.file, line: mark.line, from: mark.column, to };
  }

  peek(length = 1): string {
    return this.source.slice(this.#offset, this.#offset + length);
  }

  startsWith(text: string): boolean {
    return this.source.startsWith(text, this.#offset);
  }

  take(length = 1): string {
    const taken = this.source.slice(this.#offset, this.#offset + length);
    for (const character of taken) {
      if (character === '\n') {
        this.#line += 1;
        this.#column = 1;
      } else {
        this.#column += 1;
      }
    }
    this.#offset += taken.length;
    return taken;
  }

  takeIf(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.take(text.length);
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#offset;
    const match = pattern.exec(this.source);
    return match === null ? undefined : this.take(match[0].length);
  }

  identifier(): string | undefined {
    return this.#match(IDENTIFIER);
  }

  number(): string | undefined {
    return this.#match(NUMBER);
  }

  /** Takes the rest of the line with its line break, and returns it without. */
  restOfLine(): string {
    const end = this.source.indexOf('\n', this.#offset);
    const line = end === -1 ? this.source.slice(this.#offset) : this.source.slice(this.#offset, end);
    this.take(line.length + (end === -1 ? 0 : 1));
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  }

  /** With `lines`, also line breaks. */
  skip(lines: boolean): void {
    for (;;) {
      const next = this.peek();
      if (next === ' ' || next === '\t' || next === '\r' || next === '\uFEFF') this.take();
      else if (next === '\n' && lines) this.take();
      else if (next === '#' || this.startsWith('//')) this.#skipLineComment();
      else if (this.startsWith('/*')) this.#skipBlockComment();
      else return;
    }
  }

  #skipLineComment(): void {
    while (!this.atEnd && this.peek() !== '\n') this.take();
  }

  #skipBlockComment(): void {
    const start = this.mark();
    this.take(2);
    while (!this.takeIf('*/')) {
      if (this.atEnd) {
        throw new Diagnostic(this.range(start), 'Unterminated comment', 'The comment has no closing "*/".');
      }
      this.take();
    }
  }

  fail(mark: Mark, summary: string, detail: string): never {
    throw new Diagnostic(this.range(mark), summary, detail);
  }
}
