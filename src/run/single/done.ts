/** The sentence that a terminal shows after a change, in place of a record. Loaded when it is written. */
import { painter } from '../../output/color.ts';
import { chosenColumns } from '../../output/formats/columns.ts';
import { find } from '../../output/text/item.ts';
import { safe } from '../../output/text/safe.ts';
import { sentence } from './sentence.ts';
import { cellText } from '../../output/text/value.ts';
import type { Outcome } from '../session/outcome.ts';
import { fillText } from '../../services/context.ts';
import { serviceOf } from '../../services/index.ts';
import type { OperationContext } from './workflow.ts';

/** `template` filled from the reply, else from the input. */
export const sentenceOf = (
  { presenter, spoken }: OperationContext,
  { operation, document, input, product }: Outcome,
  template: string,
): string => {
  const { view } = operation;
  const [item = {}] = serviceOf(operation.service).readItems(document, view);
  // A setting that the server ignored was not changed.
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

/** The mark of a protected server in its colour. */
export const paintedMark = async ({ presenter }: OperationContext, mark: string): Promise<string> =>
  mark === '' ? '' : (await painter(presenter.options.colorLevel)).red(safe(mark));
