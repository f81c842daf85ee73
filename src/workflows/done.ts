/** The sentence that a terminal shows after a change, in place of a record. Loaded when it is written. */
import { chosenColumns } from '../render/columns.ts';
import { find } from '../render/item.ts';
import { safe } from '../render/safe.ts';
import { sentence } from '../render/sentence.ts';
import { cellText } from '../render/value.ts';
import type { Outcome } from '../runtime/session.ts';
import { fillText } from '../services/context.ts';
import { serviceOf } from '../services/index.ts';
import type { OperationContext } from './workflow.ts';

/** `template` filled from the reply, else from the input. */
export const sentenceOf = (
  { presenter, spoken }: OperationContext,
  { operation, document, input, product }: Outcome,
  template: string,
): string => {
  const { view } = operation;
  const [item = {}] = serviceOf(operation.service).readItems(document, view);
  const given = { ...input, ...spoken };
  const valueOf = (key: string): string => {
    const value = find(item, key, product.wire);
    const [column] = chosenColumns(view, [key]);
    return value === undefined || column === undefined
      ? fillText(`{${key}}`, given)
      : cellText(value, column, { human: true, reveal: false, now: presenter.options.now });
  };
  return `${safe(sentence(template, valueOf))}\n`;
};
