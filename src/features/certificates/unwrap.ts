import { inputText } from '../../catalogue/parameter.ts';
import { wrappedByHand, wrappedPath } from '../../commands/lease/wrapped-path.ts';
import type { Field, Fields } from '../../catalogue/field.ts';
import type { Json } from '../../documents/json/json.ts';
import { isArray, isObject, own } from '../../documents/json/json.ts';
import type { View } from '../../catalogue/view.ts';
import { recordView, tableView } from '../../catalogue/view.ts';
import { fieldsHeld } from '../../output/formats/holds.ts';
import { secretPaths } from '../../run/presenter/one-time-secrets.ts';
import type { Outcome } from '../../run/session/outcome.ts';
import { keyFields, leaseFields } from '../../services/secrets/engine-fields.ts';
import { endOfLease, noteLease, termFrom } from '../../run/single/lease-note.ts';
import { warnOf } from '../../run/single/reply.ts';
import { singleWith } from '../../run/single/single.ts';
import type { OperationContext } from '../../run/single/workflow.ts';
import { recover } from '../../output/recovery.ts';

const secret =
  /^(?:private_key|secret_key|secret_id|security_token|session_token|password|last_password|token|client_token)$/;

const fieldOf = (path: string): readonly [string, Field] => [
  path,
  { type: 'text', summary: 'As it was wrapped', rank: 0, ...(secret.test(path) ? { sensitive: true } : {}) },
];

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

/** The server does not return the fields again that `--field` leaves out. */
const keepRest = async (
  { session, presenter }: OperationContext,
  { operation, response }: Outcome,
  view: View,
): Promise<void> => {
  const held = fieldsHeld(presenter.options, view);
  const left = secretPaths(view).filter((path) => held !== 'all' && held?.includes(path) !== true);
  if (left.length === 0) return;
  const path = await recover(response.body, operation.id, session.io);
  session.reporter.note(`the reply also contained ${left.join(', ')}; the whole reply was saved to ${path}`);
};

export default singleWith({
  before: async (context) => {
    if (context.input['layout'] !== undefined || context.input['store-password-from'] !== undefined) {
      const { checkUnwrapped } = await import('./unwrapped.ts');
      await checkUnwrapped(context);
    }
    const { session, input } = context;
    const { dryRun, curl } = session.globals;
    const token = inputText(input, 'token');
    if (!dryRun && !curl && token !== undefined && (await wrappedPath(session, token)) === wrappedByHand)
      session.reporter.warn(
        `the token was made by ${wrappedByHand}: anybody may have wrapped this content, also somebody who had opened ` +
          'another wrapping token before',
      );
    return { options: { ...context.options, unwrapped: true } };
  },
  show: async (outcome, context) => {
    warnOf(context, outcome);
    // The secret ends with the token that wrapped it, which is unknown.
    const ends = [endOfLease(outcome), { by: 'token', life: undefined }] as const;
    noteLease(context.session, outcome, termFrom(context.session, outcome, ends));
    const folder = context.session.globals.outFolder;
    if (folder !== undefined) {
      const { showUnwrapped } = await import('./unwrapped.ts');
      return showUnwrapped(context, folder, outcome);
    }
    const view = viewOf(outcome.document);
    await context.presenter.show(outcome, { view });
    await keepRest(context, outcome, view);
  },
});
