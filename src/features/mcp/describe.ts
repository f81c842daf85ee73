import { askedRisks } from '../../catalogue/operation.ts';
import type { Command } from '../../catalogue/command.ts';
import type { Json } from '../../documents/json/json.ts';
import { isArray, isObject } from '../../documents/json/json.ts';
import type { View } from '../../catalogue/view.ts';
import { fieldsOf } from '../../catalogue/view.ts';
import { columnsOf } from '../../output/formats/columns.ts';
import { operators } from '../../catalogue/selection/condition-operators.ts';

/** Objects are long, and few questions are about them. */
const isShort = (view: View, key: string): boolean => fieldsOf(view)[key]?.type !== 'object';

export const keyFieldsOf = (view: View | undefined): readonly string[] | undefined =>
  view?.kind === 'table'
    ? [...new Set([view.name, ...columnsOf(view).map(({ path }) => path)])].filter((key) =>
        isShort(view, key),
      )
    : undefined;

const otherFields = (view: View, usual: readonly string[]): readonly string[] =>
  Object.keys(fieldsOf(view)).filter((key) => !usual.includes(key) && !key.includes('.'));

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const oneOf = ({ path }: Command, served: ReadonlySet<string>): string | undefined => {
  const show = path.replace(/ list$/, ' show');
  return show !== path && served.has(show) ? show.replaceAll(' ', '_') : undefined;
};

/** @param served paths of the tools */
export const describeTool = (
  command: Command,
  view: View | undefined,
  served: ReadonlySet<string>,
): string => {
  const asks = command.operations.some(({ operation }) => askedRisks(operation).length > 0);
  const usual = keyFieldsOf(view);
  const one = oneOf(command, served);
  const columns = view?.kind === 'record' ? columnsOf(view).map(({ path }) => path) : [];
  const returned = view?.kind === 'record' ? [...columns, ...otherFields(view, columns)] : [];
  return [
    sentence(command.summary),
    ...(asks ? ['A person is asked first.'] : []),
    ...(usual === undefined ? [] : [`Each item: ${usual.join(', ')}.`]),
    ...(returned.length === 0 ? [] : [`Returns ${returned.slice(0, 12).join(', ')}.`]),
    ...(one === undefined ? [] : [`For one of them: ${one}.`]),
  ].join(' ');
};

const whereText = `Conditions FIELD OP VALUE, all must hold; OP: ${operators.join(' ')} (~ is a glob; times as -90d). FIELD is any of fields`;

/** Members that all schemas have, and that are checked anyway. */
const needless = new Set([
  'minLength',
  'maxLength',
  'maxItems',
  'maxProperties',
  'minimum',
  'maximum',
  'pattern',
]);

const small = (schema: Json): Json => {
  if (isArray(schema)) return schema.map(small);
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value = null]) =>
      needless.has(key) || (key === 'additionalProperties' && value === false) ? [] : [[key, small(value)]],
    ),
  );
};

/** A reference to a secret keeps its pattern, which shows how to name one. */
export const argumentSchema = (name: string, schema: Json, view: View | undefined): Json => {
  if (name === 'where') return { description: whereText, type: 'array', items: { type: 'string' } };
  const usual = keyFieldsOf(view);
  if (name === 'fields' && usual !== undefined && view !== undefined) {
    const others = otherFields(view, usual);
    return {
      description: `In place of the usual fields${others.length === 0 ? '' : `; others: ${others.join(', ')}`}`,
      type: 'array',
      items: { type: 'string' },
    };
  }
  const pattern = isObject(schema) && schema['writeOnly'] === true ? schema['pattern'] : undefined;
  const less = small(schema);
  return pattern === undefined || !isObject(less) ? less : { ...less, pattern };
};
