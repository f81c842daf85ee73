/**
 * Issue, sign and generate: `--out DIRECTORY` writes certificate, key and chain; a key that could not be written is
 * kept, since the server sends it once.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { own } from '../../model/json.ts';
import { usageError } from '../../model/error.ts';
import type { View } from '../../model/view.ts';
import { recordView } from '../../model/view.ts';
import { issuedFields, requestFields, rootFields } from '../../operations/pki/fields.ts';
import { signVerbatim } from '../../operations/pki/sign.ts';
import type { Outcome } from '../../runtime/session.ts';
import { certificateFiles, holdsPrivateKey, inStep, withoutPrivateKey } from './certificate-files.ts';
import { confirmBesideCa } from './existing-ca.ts';
import { showOutcome, warnOf } from '../reply.ts';
import { keepReply } from '../../runtime/one-time.ts';
import { singleWith } from '../single.ts';
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
  if (operation.id !== signVerbatim.id || !session.globals.validate) return;
  const inBody =
    own(options.base, 'name') !== undefined || (options.extra ?? []).some(([pointer]) => pointer === '/name');
  if (!inBody || (await session.product('secrets')).ignoresRoleInBody !== true) return;
  throw usageError(
    'this server ignores a body field "name", and with it the limits of the role',
    'Give the role as an argument: trivet pki sign-verbatim ROLE.',
  );
};

/** A key that could not be written is kept elsewhere: the server sends it once. */
const writeInto = async (context: OperationContext, folder: string, outcome: Outcome): Promise<void> => {
  const { session } = context;
  const { writeFiles } = await import('../../runtime/output-folder.ts');
  const { heldKey } = await import('./folder-fit.ts');
  try {
    const present = await readdir(folder).catch((): string[] => []);
    const fresh = certificateFiles(own(outcome.document, 'data'), await heldKey(context, folder));
    const { files, obsolete } = inStep(fresh, present);
    const written = await writeFiles(folder, files, obsolete);
    session.reporter.note(`wrote ${written.join(', ')}`);
    if (obsolete.length > 0) {
      session.reporter.note(
        `removed ${obsolete.map((name) => join(folder, name)).join(', ')}: of the earlier certificate`,
      );
    }
  } catch (error) {
    if (!holdsPrivateKey(outcome.document)) throw error;
    throw await keepReply(outcome, error, session.world);
  }
};

/** Everything that can be known of the folder before anything is sent. */
const checkFolder = async (context: OperationContext, folder: string): Promise<void> => {
  const { dryRun, curl } = context.session.globals;
  const { checkOutputFolder } = await import('../../runtime/output-folder.ts');
  const { namesToWrite, refuseOtherKey } = await import('./folder-fit.ts');
  await checkOutputFolder(folder, namesToWrite(context), dryRun || curl);
  await refuseOtherKey(context, folder);
};

export default singleWith({
  before: async (context) => {
    const { outFolder, wrapTtl } = context.session.globals;
    if (outFolder !== undefined) {
      if (wrapTtl !== undefined) {
        throw usageError('--wrap-ttl leaves nothing to write: it cannot be given together with --out');
      }
      await checkFolder(context, outFolder);
    }
    await refuseBodyName(context);
    await confirmBesideCa(context);
  },
  show: async (outcome, context) => {
    const folder = context.session.globals.outFolder;
    if (folder === undefined) return showOutcome(context, outcome);
    warnOf(context, outcome);
    await writeInto(context, folder, outcome);
    await context.presenter.show(outcome, { document: withoutPrivateKey(outcome.document), view: summary });
  },
});
