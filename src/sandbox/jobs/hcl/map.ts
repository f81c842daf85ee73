import type { Json } from '../../contract.ts';
import type { Field, Shape } from '../schema/field.ts';
import { isList, isObject, type JsonObject } from '../wire/json.ts';
import { parseDuration } from '../wire/duration.ts';
import { asText, evaluate, type Resolve } from './evaluate.ts';
import { sugared } from './sugar.ts';
import { Diagnostic, type Attribute, type Block, type Body, type Range } from './syntax.ts';

type Problems = Diagnostic[];

function scalar(value: Json, field: Field, at: Range): Json {
  if (value === null) return field.unset;
  const text = asText(value);
  const unsuitable = (type: string): Diagnostic =>
    new Diagnostic(at, 'Unsuitable value type', `Unsuitable value: ${type} required`);
  switch (field.kind) {
    case 'string':
      if (text === undefined) throw unsuitable('string');
      return text;
    case 'bool':
      if (text !== 'true' && text !== 'false') throw unsuitable('a bool is');
      return text === 'true';
    case 'duration': {
      const parsed = typeof value === 'number' ? value : parseDuration(text ?? '');
      if (parsed === undefined) throw unsuitable('a duration is');
      return parsed;
    }
    case 'int':
    case 'number':
      if (text === undefined || text.trim() === '' || Number.isNaN(Number(text)))
        throw unsuitable('a number is');
      if (field.kind === 'int' && !Number.isInteger(Number(text))) throw unsuitable('a whole number is');
      return Number(text);
    case 'strings': {
      const items = isList(value) ? value.map(asText) : [undefined];
      if (items.some((item) => item === undefined)) throw unsuitable('a list of strings is');
      return items.filter((item) => item !== undefined);
    }
    case 'map': {
      if (!isObject(value)) throw unsuitable('a map of strings is');
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asText(item) ?? null]));
    }
    case 'free':
      return value;
    case 'object':
    case 'objects':
    case 'keyed':
      throw new Diagnostic(at, 'Unsupported argument', 'A block is expected here, not an argument.');
  }
}

function freeForm(body: Body, resolve: Resolve): JsonObject {
  const result: Record<string, Json> = {};
  for (const item of body.attributes) result[item.name] = evaluate(item.value, resolve);
  for (const block of body.blocks) {
    const inner = block.labels
      .toReversed()
      .reduce<JsonObject>((value, label) => ({ [label]: value }), freeForm(block.body, resolve));
    const before = result[block.type];
    result[block.type] = isList(before) ? [...before, inner] : [inner];
  }
  return result;
}

class Mapper {
  readonly #resolve: Resolve;
  readonly #problems: Problems;

  constructor(resolve: Resolve, problems: Problems) {
    this.#resolve = resolve;
    this.#problems = problems;
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Diagnostic)) throw error;
      this.#problems.push(error);
    }
  }

  #labels(block: Block, shape: Shape, result: Record<string, Json>): void {
    const wanted = shape.label === undefined ? 0 : 1;
    const label = block.labels[0];
    if (block.labels.length < wanted) {
      throw new Diagnostic(
        block.at,
        `Missing name for ${block.type}`,
        `All ${block.type} blocks must have 1 labels (name).`,
      );
    }
    if (block.labels.length > wanted) {
      throw new Diagnostic(
        block.at,
        `Extraneous label for ${block.type}`,
        `Only ${wanted} labels are expected for ${block.type} blocks.`,
      );
    }
    if (shape.label !== undefined && label !== undefined) result[shape.label] = label;
  }

  #attribute(item: Attribute, shape: Shape, result: Record<string, Json>): void {
    const field = shape.fields.find((candidate) => candidate.hcl === item.name);
    if (field === undefined) {
      throw new Diagnostic(
        item.at,
        'Unsupported argument',
        `An argument named "${item.name}" is not expected here.`,
      );
    }
    result[field.json] = scalar(evaluate(item.value, this.#resolve), field, item.value.at);
  }

  #block(block: Block, shape: Shape, result: Record<string, Json>): void {
    const field = shape.fields.find((candidate) => candidate.hcl === block.type);
    if (block.type === 'dynamic') {
      throw new Diagnostic(
        block.at,
        'Unsupported block type',
        'Dynamic blocks are not supported by the sandbox.',
      );
    }
    const before = field === undefined ? undefined : result[field.json];
    if (field?.kind === 'free') {
      result[field.json] = { ...(isObject(before) ? before : {}), ...freeForm(block.body, this.#resolve) };
    } else if (field?.kind === 'map') {
      const entries = scalar(freeForm(block.body, this.#resolve), field, block.at);
      result[field.json] = { ...(isObject(before) ? before : {}), ...(isObject(entries) ? entries : {}) };
    } else if (field?.shape === undefined) {
      throw new Diagnostic(
        block.at,
        'Unsupported block type',
        `Blocks of type "${block.type}" are not expected here.`,
      );
    } else if (field.kind === 'objects') {
      result[field.json] = [...(isList(before) ? before : []), this.block(block, field.shape)];
    } else if (field.kind === 'keyed') {
      const label = block.labels[0] ?? '';
      result[field.json] = { ...(isObject(before) ? before : {}), [label]: this.block(block, field.shape) };
    } else {
      if (isObject(before)) {
        throw new Diagnostic(
          block.at,
          `Duplicate ${block.type} block`,
          `Only one ${block.type} block is allowed.`,
        );
      }
      result[field.json] = this.block(block, field.shape);
    }
  }

  block(block: Block, shape: Shape): JsonObject {
    const result: Record<string, Json> = {};
    for (const field of shape.fields) result[field.json] = field.unset;
    const body = sugared(shape.name, block.body);
    this.#attempt(() => this.#labels(block, shape, result));
    for (const item of body.attributes) this.#attempt(() => this.#attribute(item, shape, result));
    for (const nested of body.blocks) this.#attempt(() => this.#block(nested, shape, result));
    return result;
  }
}

export function mapBlock(block: Block, shape: Shape, resolve: Resolve, problems: Diagnostic[]): JsonObject {
  return new Mapper(resolve, problems).block(block, shape);
}
