/** Lists leases by their whole ID, for `lease revoke -`. */
import { inputText } from '../../../catalogue/parameter.ts';
import type { Json } from '../../../documents/json/json.ts';
import { at, isObject, textsAt } from '../../../documents/json/json.ts';
import { warnOf } from '../../../run/single/reply.ts';
import { singleWith } from '../../../run/single/single.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';
import { traitsOf } from '../../../output/formats/formats.ts';
import type { list } from '../operations.ts';

const withIds = (document: Json, before: string): Json => {
  const data = at(document, 'data');
  if (!isObject(document) || !isObject(data)) return document;
  const ids = textsAt(data, 'keys').map((key) => [key, { id: `${before}${key}` }] as const);
  return { ...document, data: { ...data, key_info: Object.fromEntries(ids) } };
};

export default singleWith<OperationContext<typeof list>>({
  show: async (outcome, context) => {
    warnOf(context, outcome);
    const { format, fields } = context.presenter.options;
    // A whole document stays as sent.
    const isServed = traitsOf(format).document !== undefined && fields === undefined;
    const path = (inputText(outcome.input, 'prefix') ?? '').replaceAll(/^\/+|\/+$/g, '');
    const document = withIds(outcome.document, path === '' ? '' : `${path}/`);
    await context.presenter.show(outcome, isServed ? {} : { document });
  },
});
