import { painter } from '../../output/color.ts';
import { chosenColumns } from '../../output/formats/columns.ts';
import { find } from '../../output/text/item.ts';
import { safe } from '../../output/text/safe.ts';
import { cellText } from '../../output/text/value.ts';
import { fillText } from '../../services/context.ts';
import { serviceOf } from '../../services/index.ts';
import type { Outcome } from '../session/outcome.ts';
import type { OperationContext } from './workflow.ts';

const placeholder = /\{([^}:]+)(?::(\d+))?\}/g;

export const keysOf = (template: string): readonly string[] =>
  [...template.matchAll(placeholder)].map(([, key = '']) => key);

/** `{key:8}` is the first characters of a value. A part in brackets is left out if one of its keys is empty. */
export const sentence = (template: string, valueOf: (key: string) => string): string => {
  const filled = (text: string): string =>
    text.replaceAll(placeholder, (_, key: string, length: string | undefined) =>
      valueOf(key).slice(0, length === undefined ? undefined : Number(length)),
    );
  return template
    .split(/\[([^\]]*)\]/)
    .map((part, place) =>
      place % 2 === 1 && keysOf(part).some((key) => valueOf(key) === '') ? '' : filled(part),
    )
    .join('');
};

export const sentenceOf = (
  { presenter, spoken }: OperationContext,
  { operation, document, input, product }: Outcome,
  template: string,
): string => {
  const { view } = operation;
  const [item = {}] = serviceOf(operation.service).readItems(document, view);
  const ignored = product.ignores[operation.id] ?? [];
  const given = Object.fromEntries(
    Object.entries({ ...input, ...spoken }).filter(([key]) => !ignored.includes(key)),
  );
  const valueOf = (key: string): string => {
    const value = find(item, key, product.wire);
    const [column] = chosenColumns(view, [key]);
    return value === undefined || column === undefined
      ? fillText(`{${key}}`, given)
      : cellText(value, column, { human: true, reveal: false, now: presenter.options.now });
  };
  return `${safe(sentence(template, valueOf))}\n`;
};

export const paintedMark = async ({ presenter }: OperationContext, mark: string): Promise<string> =>
  mark === '' ? '' : (await painter(presenter.options.colorLevel)).red(safe(mark));
