import type { Json } from '../../contract.ts';
import { isList, isObject } from '../wire/json.ts';
import { parseBody, type Dialect } from './body.ts';
import { asText, evaluate, type Resolve } from './evaluate.ts';
import { takeExpression } from './expression.ts';
import { Scanner } from './scanner.ts';
import { Diagnostic, type Block, type Body, type Expression } from './syntax.ts';

const ARGUMENTS = new Set(['type', 'default', 'description', 'sensitive', 'nullable']);

const nothing: Resolve = () => undefined;

type Wanted = 'string' | 'number' | 'bool' | 'list' | 'map' | undefined;

function wantedType(expression: Expression | undefined): Wanted {
  if (expression === undefined) return undefined;
  const name =
    expression.kind === 'call'
      ? expression.name
      : expression.kind === 'reference'
        ? String(expression.path[0])
        : expression.kind === 'template' && typeof expression.parts[0] === 'string'
          ? expression.parts[0]
          : '';
  if (name === 'string' || name === 'number' || name === 'bool') return name;
  if (name === 'list' || name === 'set' || name === 'tuple') return 'list';
  if (name === 'map' || name === 'object') return 'map';
  if (name === 'any') return undefined;
  throw new Diagnostic(expression.at, 'Invalid type specification', 'The type of a variable is not known.');
}

function convert(value: Json, wanted: Wanted): Json | undefined {
  if (wanted === undefined || value === null) return value;
  if (wanted === 'list') return isList(value) ? value : undefined;
  if (wanted === 'map') return isObject(value) ? value : undefined;
  const text = asText(value);
  if (text === undefined) return undefined;
  if (wanted === 'string') return text;
  if (wanted === 'number') return text.trim() === '' || Number.isNaN(Number(text)) ? undefined : Number(text);
  return text === 'true' || text === 'false' ? text === 'true' : undefined;
}

/** Lists, maps and untyped variables are parsed as an expression if possible. */
function fromFlag(text: string, wanted: Wanted): Json {
  if (wanted === 'string' || wanted === 'number' || wanted === 'bool') return text;
  try {
    const scanner = new Scanner(text, 'flag');
    scanner.skip(true);
    const value = evaluate(takeExpression(scanner), nothing);
    scanner.skip(true);
    return scanner.atEnd ? value : text;
  } catch (error) {
    if (error instanceof Diagnostic) return text;
    throw error;
  }
}

export interface Given {
  readonly file: string;
  readonly flags: Readonly<Record<string, string>>;
}

function fileValues(source: string, dialect: Dialect): Map<string, Json> {
  let body: Body;
  try {
    body = parseBody(source, 'input.hcl', dialect);
  } catch (error) {
    if (error instanceof Diagnostic)
      throw new Error(`unable to parse var content: ${error.message}`, { cause: error });
    throw error;
  }
  const block = body.blocks[0];
  if (block !== undefined) {
    throw new Diagnostic(block.at, 'Unexpected block', 'A file of variables holds only arguments.');
  }
  return new Map(body.attributes.map((item) => [item.name, evaluate(item.value, nothing)]));
}

export class Variables {
  readonly #values = new Map<string, Json>();
  readonly #declared = new Set<string>();

  constructor(blocks: readonly Block[], given: Given, dialect: Dialect) {
    const file = fileValues(given.file, dialect);
    for (const block of blocks) this.#declare(block, file, given.flags);
  }

  #declare(block: Block, file: ReadonlyMap<string, Json>, flags: Readonly<Record<string, string>>): void {
    const name = block.labels[0] ?? '';
    if (block.labels.length !== 1) {
      throw new Diagnostic(
        block.at,
        'Missing name for variable',
        'A variable block has one label, its name.',
      );
    }
    const nested = block.body.blocks[0];
    if (nested !== undefined) {
      throw new Diagnostic(
        nested.at,
        'Unsupported block type',
        `Blocks of type "${nested.type}" are not supported by the sandbox.`,
      );
    }
    const unknown = block.body.attributes.find((item) => !ARGUMENTS.has(item.name));
    if (unknown !== undefined) {
      throw new Diagnostic(
        unknown.at,
        'Unsupported argument',
        `An argument named "${unknown.name}" is not expected here.`,
      );
    }
    const argument = (wanted: string): Expression | undefined =>
      block.body.attributes.find((item) => item.name === wanted)?.value;
    const wanted = wantedType(argument('type'));
    const fallback = argument('default');
    const flag = flags[name];
    const value =
      flag === undefined
        ? (file.get(name) ?? (fallback === undefined ? undefined : evaluate(fallback, nothing)))
        : fromFlag(flag, wanted);
    this.#declared.add(name);
    if (value === undefined) return;
    const converted = convert(value, wanted);
    if (converted === undefined) {
      throw new Diagnostic(
        block.at,
        'Invalid value for variable',
        `The value of "${name}" is not a ${wanted ?? 'value'}.`,
      );
    }
    this.#values.set(name, converted);
  }

  get(name: string): Json | undefined {
    const value = this.#values.get(name);
    if (value === undefined && this.#declared.has(name)) {
      throw new Diagnostic(
        undefined,
        `Unset variable "${name}"`,
        'A used variable must be set or have a default value.',
      );
    }
    return value;
  }
}
