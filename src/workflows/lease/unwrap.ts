/** Opens a wrapped reply: what is in it decides how it is shown. */
import type { Field, Fields } from '../../model/field.ts';
import type { Json } from '../../model/json.ts';
import { isArray, isObject, own } from '../../model/json.ts';
import type { View } from '../../model/view.ts';
import { recordView, tableView } from '../../model/view.ts';
import { keyFields, leaseFields } from '../../operations/secret-fields.ts';
import { noteLease } from '../lease-note.ts';
import { warnOf } from '../reply.ts';
import { singleWith } from '../single.ts';

const secret =
  /^(?:private_key|secret_key|secret_id|security_token|session_token|password|last_password|token|client_token)$/;

const fieldOf = (path: string): readonly [string, Field] => [
  path,
  { type: 'text', summary: 'As it was wrapped', rank: 0, ...(secret.test(path) ? { sensitive: true } : {}) },
];

/** A view of whatever was wrapped. */
const viewOf = (document: Json): View => {
  const data = own(document, 'data');
  if (isArray(own(data, 'keys'))) {
    return tableView({
      fields: keyFields('Name'),
      name: 'key',
      columns: ['key'],
      empty: 'nothing',
      open: true,
    });
  }
  const fields: Fields = {
    ...Object.fromEntries((isObject(data) ? Object.keys(data) : []).map(fieldOf)),
    ...(own(document, 'lease_id') ? leaseFields : {}),
  };
  const columns = Object.keys(fields);
  return recordView({ fields, name: columns[0] ?? 'lease_id', columns, open: true });
};

export default singleWith({
  before: ({ options }) => ({ options: { ...options, unwrapped: true } }),
  show: async (outcome, context) => {
    warnOf(context, outcome);
    noteLease(context.session, outcome);
    await context.presenter.show(outcome, { view: viewOf(outcome.document) });
  },
});
