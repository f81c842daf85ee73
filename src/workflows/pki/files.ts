/**
 * Issue, sign and generate: `--out DIRECTORY` writes certificate, key and chain; a key that could not be written is
 * kept, since the server sends it once.
 */
import { own } from '../../model/json.ts';
import { usageError } from '../../model/error.ts';
import type { View } from '../../model/view.ts';
import { recordView } from '../../model/view.ts';
import { issuedFields, requestFields, rootFields } from '../../operations/pki/fields.ts';
import type { Outcome } from '../../runtime/session.ts';
import { masks } from '../../render/options.ts';
import { certificateFiles, holdsPrivateKey, withoutPrivateKey } from './certificate-files.ts';
import { confirmBesideCa } from './existing-ca.ts';
import { showReply, warnOf } from '../reply.ts';
import { keepReply } from '../../runtime/one-time.ts';
import { failOnWarning } from '../../runtime/presenter.ts';
import { forOperation } from '../workflow.ts';
import type { OperationContext } from '../workflow.ts';

/** With the files written, what a person still wants to know: the PEM texts are in them. */
const summary: View = recordView({
  fields: { ...issuedFields, ...requestFields, ...rootFields },
  name: 'serial_number',
  columns: [
    ['serial_number', 'serial'],
    ['expiration', 'expires'],
    ['private_key_type', 'key type'],
    ['key_id', 'key id'],
    ['issuer_id', 'issuer id'],
    ['lease_id', 'lease'],
    ['lease_duration', 'lease duration'],
  ],
});

/** A role in the body is ignored by real servers, and with it the limits that it should bring. */
const refuseBodyName = async ({ session, operation, options }: OperationContext): Promise<void> => {
  if (operation.id !== 'pki.sign-verbatim' || !session.globals.validate) return;
  const inBody =
    own(options.base, 'name') !== undefined || (options.extra ?? []).some(([pointer]) => pointer === '/name');
  if (!inBody || (await session.product('secrets')).name === 'documented') return;
  throw usageError(
    'this server ignores a body field "name", and with it the limits of the role',
    'Give the role as an argument: trivet pki sign-verbatim ROLE. Nothing was sent.',
  );
};

/** A key that could not be written is kept elsewhere: the server sends it once. */
const writeInto = async (context: OperationContext, folder: string, outcome: Outcome): Promise<void> => {
  const { writeFiles } = await import('../../runtime/output-folder.ts');
  try {
    const written = await writeFiles(folder, certificateFiles(own(outcome.document, 'data')));
    context.session.reporter.note(`wrote ${written.join(', ')}`);
  } catch (error) {
    if (!holdsPrivateKey(outcome.document)) throw error;
    throw await keepReply(outcome, error, context.session.world);
  }
};

export default forOperation(async (context) => {
  const { session, presenter, operation, input, options } = context;
  const folder = session.globals.outFolder;
  if (folder !== undefined) {
    if (session.globals.wrapTtl !== undefined) {
      throw usageError('--wrap-ttl leaves nothing to write: it cannot be given together with --out');
    }
    const { checkOutputFolder } = await import('../../runtime/output-folder.ts');
    await checkOutputFolder(folder);
  }
  await refuseBodyName(context);
  await confirmBesideCa(context);
  const outcome = await session.call(operation, input, options);
  if (folder === undefined) {
    await showReply(context, outcome);
    if (holdsPrivateKey(outcome.document) && masks(presenter.options)) {
      session.reporter.note(
        'the private key is hidden here and is not sent again: next time give --out DIRECTORY, -o json or --reveal',
      );
    }
    return 0;
  }
  warnOf(context, outcome);
  await writeInto(context, folder, outcome);
  await presenter.show(outcome, { document: withoutPrivateKey(outcome.document), view: summary });
  failOnWarning(session);
  return 0;
});
