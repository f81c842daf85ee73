import { Exit, usageError } from '../../../system/error.ts';
import { recordView } from '../../../catalogue/view.ts';
import { signedFields } from '../../../commands/pki/fields.ts';
import { withoutPrivateKey } from '../certificate-files.ts';
import { contentOrNone } from '../verify/folder-content.ts';
import { Gatherer } from '../gather.ts';
import { exposedIn } from '../verify/key-files.ts';
import { newKeyOf } from '../new-key.ts';
import { hookWords } from './renew-hook.ts';
import type { RenewContext } from './place.ts';
import { beforeOf } from './renewal.ts';
import { nameFlags } from '../certificate-names.ts';
import { folderOf, renewFolder } from './renew-folder.ts';

const summary = recordView({
  fields: signedFields,
  name: 'serial_number',
  columns: [
    ['serial_number', 'serial'],
    ['expiration', 'expires'],
  ],
});

export default async (context: RenewContext): Promise<number> => {
  const { session, presenter, input } = context;
  if (newKeyOf(input) !== undefined && input['reuse-key'] === true) {
    throw usageError('--reuse-key and --new-key cannot be given together');
  }
  if (input['change-names'] === true && !nameFlags.some((name) => input[name] !== undefined)) {
    throw usageError('--change-names needs names, such as --common-name');
  }
  const before = beforeOf(input.before ?? '1/3');
  const hook = await hookWords(input.exec, session);
  const folder = await folderOf(input.folder);
  const gatherer = new Gatherer(session, input.mount, input['ca-mount']);
  const said = new Set<string>();
  const sayUnknown = (text: string): void => {
    if (!said.has(text)) session.reporter.note(text);
    said.add(text);
  };
  const isRetry = input.retry === true;
  const outcome = await renewFolder({ context, folder, before, hook, gatherer, sayUnknown, isRetry });
  const content = contentOrNone(folder, input['store-password-from']);
  for (const text of content === undefined ? [] : await exposedIn(folder, content.contents))
    session.reporter.warn(text);
  if (outcome === undefined) return Exit.ok;
  if (outcome !== 'placed')
    await presenter.show(outcome, { document: withoutPrivateKey(outcome.document), view: summary });
  return input['detailed-exitcode'] === true ? Exit.changes : Exit.ok;
};
