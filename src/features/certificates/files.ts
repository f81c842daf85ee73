/** Issues a certificate and writes it into files, with its key. */
import type { KeyObject } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Json } from '../../documents/json/json.ts';
import { own, textAt } from '../../documents/json/json.ts';
import { Exit, TrivetError, usageError } from '../../system/error.ts';
import type { View } from '../../catalogue/view.ts';
import { recordView } from '../../catalogue/view.ts';
import { issuedFields, requestFields, rootFields } from '../../commands/pki/fields.ts';
import { issue } from '../../commands/pki/operations/issue.ts';
import { sign, signVerbatim } from '../../commands/pki/operations/sign.ts';
import type { Session } from '../../run/session/session.ts';
import type { Outcome } from '../../run/session/outcome.ts';
import type { Filing } from './certificate-files.ts';
import { certificateFiles, holdsPrivateKey, inStep, withoutPrivateKey } from './certificate-files.ts';
import { warnOfMissingNames } from './certificate-names.ts';
import { besideCa } from './existing-ca.ts';
import { firstCertificateIn } from '../../documents/x509/contents.ts';
import { belongs } from '../../documents/x509/signature.ts';
import type { Layout } from './layouts.ts';
import { layoutOf, needsKey, storePasswordOf } from './layouts.ts';
import { checkNewKey, newKeyOf, warnOfOther, withNewKey } from './new-key.ts';
import { warnOfMixture } from './mixed-layouts.ts';
import { keyPem } from './signing-request.ts';
import { showOutcome, warnOf } from '../../run/single/reply.ts';
import { keepReply, onceReply } from '../../run/presenter/keep-reply.ts';
import { suggest } from '../../run/suggest.ts';
import { singleWith } from '../../run/single/single.ts';
import type { OperationContext } from '../../run/single/workflow.ts';
import { heldKey, keyLostIn, namesToWrite, refuseOtherKey } from './verify/folder-fit.ts';
import { checkOutputFolder, writeFiles } from '../../system/output-folder.ts';
import { movedText, previousOf, replaceFiles } from '../../system/versioned-folder.ts';
import { refuseUnkeepable } from '../../output/recovery.ts';

export const issuedSummary: View = recordView({
  fields: { ...issuedFields, ...requestFields, ...rootFields },
  name: 'serial_number',
  files: true,
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

const refuseBodyName = async ({ session, operation, input, options }: OperationContext): Promise<void> => {
  if (operation.id !== signVerbatim.id || !session.globals.validate) return;
  const inBody =
    own(options.base, 'name') !== undefined || (options.extra ?? []).some(([pointer]) => pointer === '/name');
  if (!inBody || (await session.product('secrets')).ignoresRoleInBody !== true) return;
  throw usageError(
    'this server ignores a body field "name", and with it the limits of the role',
    `Give the role as an argument: ${suggest(session, 'pki sign-verbatim ROLE', { mount: input['mount'] })}`,
  );
};

/** The certificate is useless without its key. */
const lostKey = (error: unknown, outcome: Outcome): unknown => {
  if (!(error instanceof TrivetError)) return error;
  const serial = textAt(own(outcome.document, 'data'), 'serial_number') ?? '';
  const hint = `The new key is lost, so the certificate ${serial} is of no use: run the command again.`;
  return error.with({ details: { hint, effect: 'done' } });
};

/** @throws TrivetError if the certificate is for another key */
const refuseOtherCertificate = (
  { session, input }: OperationContext,
  outcome: Outcome,
  newKey: KeyObject | undefined,
): void => {
  const data = own(outcome.document, 'data');
  const certificate = firstCertificateIn(textAt(data, 'certificate') ?? '');
  if (certificate === undefined || newKey === undefined || belongs(certificate, newKey)) return;
  const { serial } = certificate;
  throw new TrivetError(
    'unfit',
    Exit.refused,
    'the certificate in the reply is for another key; nothing was written',
    {
      effect: 'done',
      hint: `The certificate is of no use. To revoke it: ${suggest(session, `pki revoke ${serial}`, { mount: input['mount'] })}`,
    },
  );
};

/** Also removes obsolete files. @throws TrivetError output or local */
export const writeInStep = async (
  session: Session,
  folder: string,
  { data, ...filing }: Filing & { readonly data: Json | undefined },
): Promise<void> => {
  const present = await readdir(folder).catch((): string[] => []);
  const { files, obsolete } = inStep(certificateFiles(data, filing), present);
  const lost = keyLostIn(folder, files, obsolete);
  const { reporter } = session;
  const { written, earlier } =
    lost === undefined
      ? { written: await writeFiles(folder, files, obsolete), earlier: undefined }
      : await replaceFiles(folder, files, obsolete);
  reporter.note(`wrote ${written.join(', ')}`);
  if (lost !== undefined) reporter.note(`the earlier files, with another key, are in ${previousOf(folder)}`);
  if (earlier !== undefined) reporter.note(movedText(folder, earlier));
  if (obsolete.length > 0) {
    reporter.note(
      `removed files of the earlier certificate: ${obsolete.map((name) => join(folder, name)).join(', ')}`,
    );
  }
};

/** A key that cannot be written is saved elsewhere, since the server sends it only once. */
const writeInto = async (
  context: OperationContext,
  folder: string,
  outcome: Outcome,
  newKey: KeyObject | undefined,
): Promise<void> => {
  const { session } = context;
  refuseOtherCertificate(context, outcome, newKey);
  try {
    const layout = layoutOf(context.input);
    await writeInStep(session, folder, {
      data: own(outcome.document, 'data'),
      layout,
      newKey: newKey === undefined ? undefined : keyPem(newKey),
      heldKey: heldKey(context, folder),
      storePassword: storePasswordOf(context.input, layout),
    });
  } catch (error) {
    if (newKey !== undefined) throw lostKey(error, outcome);
    if (!holdsPrivateKey(outcome.document)) throw error;
    throw await keepReply(onceReply(outcome), error, session.io);
  }
};

const checkFolder = async (context: OperationContext, folder: string): Promise<void> => {
  const { dryRun, curl } = context.session.globals;
  const names = namesToWrite(context);
  await checkOutputFolder(folder, names, dryRun || curl);
  await warnOfMixture(context.session, folder, names);
  refuseOtherKey(context, folder);
  if (newKeyOf(context.input) === undefined || dryRun || curl) return;
  await refuseUnkeepable('the new key', folder, context.session.io, false);
};

const keyComes = ({ operation, input }: OperationContext): boolean =>
  operation.id === issue.id || newKeyOf(input) !== undefined;

/** @throws TrivetError usage for flags that do not fit */
export const layoutToWrite = ({ session, input }: OperationContext): Layout => {
  const { outFolder, wrapTtl } = session.globals;
  if (outFolder === undefined && input['layout'] !== undefined) throw usageError('--layout needs --out DIR');
  if (outFolder !== undefined && wrapTtl !== undefined) {
    throw usageError('--wrap-ttl and --out cannot be given together: a wrapped reply contains no files');
  }
  const layout = layoutOf(input);
  storePasswordOf(input, layout);
  return layout;
};

const check = async (context: OperationContext): Promise<void> => {
  const { session, operation, input, options } = context;
  const { outFolder } = session.globals;
  const layout = layoutToWrite(context);
  if (needsKey(layout) && !keyComes(context)) {
    throw usageError(
      `--layout ${layout} puts the key into its only file, and no key comes with this request`,
    );
  }
  checkNewKey(context);
  const written = options.base !== undefined || (options.extra ?? []).length > 0;
  if (operation.id === sign.id && input['csr'] === undefined && newKeyOf(input) === undefined && !written) {
    throw usageError('--csr or --new-key is required');
  }
  if (outFolder !== undefined) await checkFolder(context, outFolder);
  await refuseBodyName(context);
};

export default async (given: OperationContext): Promise<number> => {
  await check(given);
  const context = { ...given, options: await besideCa(given) };
  const kind = newKeyOf(context.input);
  const made = kind === undefined ? undefined : await withNewKey(kind, context.input);
  const run = singleWith({
    settle: async (outcome, sent) => {
      await warnOfMissingNames(sent, outcome);
      return outcome;
    },
    show: async (outcome, sent) => {
      const folder = sent.session.globals.outFolder;
      if (folder === undefined) return showOutcome(sent, outcome);
      if (made === undefined) warnOf(sent, outcome);
      else warnOfOther(sent, outcome);
      await writeInto(sent, folder, outcome, made?.key);
      await sent.presenter.show(outcome, {
        document: withoutPrivateKey(outcome.document),
        view: issuedSummary,
      });
    },
  });
  return run(made === undefined ? context : { ...context, input: made.input });
};
