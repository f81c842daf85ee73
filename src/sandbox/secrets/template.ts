/**
 * Templates of usernames and LDIF (test/seeds/2-secrets.md, sections 2.3 and 2.4): fields like `{{.Name}}`, functions
 * with pipes, `if … else … end`.
 */
import type { TemplateFunction } from './template/functions.ts';
import { ldifFunctions, templateFunctions } from './template/functions.ts';
import { parse } from './template/parse.ts';
import { textOf } from './template/printf.ts';
import { isTrue } from './template/standard.ts';
import type { Expression, Node, Value } from './template/syntax.ts';
import { TemplateError } from './template/syntax.ts';

export { TemplateError } from './template/syntax.ts';

export type TemplateData = Readonly<Record<string, string | number>>;

export class Template {
  readonly #nodes: readonly Node[];
  readonly #functions: ReadonlyMap<string, TemplateFunction>;

  constructor(source: string, language: 'username' | 'ldif' = 'username') {
    this.#functions = language === 'ldif' ? ldifFunctions : templateFunctions;
    this.#nodes = parse(source, new Set(this.#functions.keys()));
  }

  /** `now` in milliseconds; throws if the data lack a field. */
  render(data: TemplateData, now: number): string {
    const evaluate = (expression: Expression): Value => {
      switch (expression.kind) {
        case 'literal':
          return expression.value;
        case 'field': {
          const value = Object.hasOwn(data, expression.name) ? data[expression.name] : undefined;
          if (value === undefined) throw new TemplateError(`can't evaluate field ${expression.name}`);
          return value;
        }
        case 'call': {
          const operation = this.#functions.get(expression.name);
          if (operation === undefined) throw new TemplateError(`function "${expression.name}" not defined`);
          return operation(expression.operands.map(evaluate), now);
        }
      }
    };
    const write = (nodes: readonly Node[]): string =>
      nodes
        .map((node) => {
          if (node.kind === 'text') return node.text;
          if (node.kind === 'output') return textOf(evaluate(node.value));
          return write(isTrue(evaluate(node.test)) ? node.whenTrue : node.whenFalse);
        })
        .join('');
    return write(this.#nodes);
  }
}
