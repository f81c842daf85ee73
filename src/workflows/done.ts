/** What a person reads on a terminal after a change: one sentence in place of a record. */
import { isObject, own } from '../model/json.ts';
import { chosenColumns } from '../render/columns.ts';
import { find } from '../render/item.ts';
import { isForPeople } from '../render/options.ts';
import { safe } from '../render/safe.ts';
import { sentence } from '../render/sentence.ts';
import { cellText } from '../render/value.ts';
import type { Outcome } from '../runtime/session.ts';
import { fillText } from '../services/context.ts';
import { serviceOf } from '../services/index.ts';
import type { WorkflowContext } from './workflow.ts';

/** True where the change is reported in a sentence: on a terminal, where nothing else was asked for. */
export const speaks = ({ session, presenter }: WorkflowContext, { operation, document }: Outcome): boolean =>
  operation.done !== undefined &&
  session.globals.output === undefined &&
  isForPeople(presenter.options) &&
  // A wrapped reply is its token.
  !isObject(own(document, 'wrap_info'));

/** `template` filled from the reply, else from the input. */
export const sentenceOf = (
  { presenter, spoken }: WorkflowContext,
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
