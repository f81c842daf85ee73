/** Opens a wrapped reply: what is in it decides how it is shown. */
import type { Json } from '../../model/json.ts';
import { isArray, isObject, own } from '../../model/json.ts';
import type { Column, View } from '../../model/view.ts';
import { failOnWarning } from '../../runtime/presenter.ts';
import { noteLease } from '../lease-note.ts';
import { warnOf } from '../reply.ts';
import { forOperation } from '../workflow.ts';

const secret =
  /^(?:private_key|secret_key|secret_id|security_token|session_token|password|last_password|token|client_token)$/;

const column = (path: string): Column =>
  secret.test(path) ? { header: path, path, sensitive: true } : { header: path, path };

/** A view of whatever was wrapped. */
const viewOf = (document: Json): View => {
  const data = own(document, 'data');
  if (isArray(own(data, 'keys'))) {
    return { kind: 'table', name: 'key', columns: [column('key')], empty: 'nothing' };
  }
  const fields = isObject(data) ? Object.keys(data) : [];
  const lease = ['lease_id', 'lease_duration', 'renewable'];
  const columns = [...fields, ...(own(document, 'lease_id') ? lease : [])].map(column);
  return { kind: 'record', name: fields[0] ?? 'lease_id', columns };
};

export default forOperation(async (context) => {
  const { session, presenter, operation, input, options } = context;
  const outcome = await session.call(operation, input, { ...options, unwrapped: true });
  warnOf(context, outcome);
  noteLease(session, outcome);
  await presenter.show(outcome, { view: viewOf(outcome.document) });
  failOnWarning(session);
  return 0;
});
