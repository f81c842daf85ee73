/** Unwraps a reply that comes only once, so it is never lost. */
import { join } from 'node:path';
import { Exit, TrivetError, usageError } from '../../system/error.ts';
import { own, textAt } from '../../documents/json/json.ts';
import { checkOutputFolder } from '../../system/output-folder.ts';
import { keepReply, onceReply } from '../../run/presenter/keep-reply.ts';
import type { Outcome } from '../../run/session/outcome.ts';
import type { OperationContext } from '../../run/single/workflow.ts';
import { keyIn, withoutPrivateKey } from './certificate-files.ts';
import { issuedSummary, layoutToWrite, writeInStep } from './files.ts';
import { layoutFiles, layoutOf, needsKey, storePasswordOf } from './layouts.ts';
import { warnOfMixture } from './mixed-layouts.ts';
import { firstCertificateIn } from '../../documents/x509/contents.ts';
import { belongs } from '../../documents/x509/signature.ts';
import { readIn } from './verify/folder-content.ts';
import { privateKeyIn } from './verify/folder-fit.ts';

/** Checks before the token is used up. @throws TrivetError usage or local */
export const checkUnwrapped = async (context: OperationContext): Promise<void> => {
  const { session, input } = context;
  const { outFolder, dryRun, curl } = session.globals;
  if (input['layout'] === undefined) throw usageError('--store-password-from needs --layout pkcs12');
  const { all } = layoutFiles[layoutToWrite(context)];
  if (outFolder === undefined) return;
  await checkOutputFolder(outFolder, all, dryRun || curl);
  await warnOfMixture(session, outFolder, all);
};

const whyNot = ({ input }: OperationContext, folder: string, { document }: Outcome): string | undefined => {
  const certificate = firstCertificateIn(textAt(own(document, 'data'), 'certificate') ?? '');
  if (certificate === undefined) return 'what was wrapped contains no certificate';
  const layout = layoutOf(input);
  const sent = keyIn(document);
  if (sent !== undefined) {
    const key = privateKeyIn(Buffer.from(sent));
    return key !== undefined && belongs(certificate, key)
      ? undefined
      : 'the certificate and the key that were wrapped do not belong together';
  }
  if (needsKey(layout)) return `--layout ${layout} puts the key into its only file, and no key was wrapped`;
  for (const name of layoutFiles[layout].keys.filter((one) => one.endsWith('.pem'))) {
    const present = readIn(folder, name);
    const key = present && privateKeyIn(present);
    if (present !== undefined && (key === undefined || !belongs(certificate, key))) {
      return `${join(folder, name)} is not the key of the certificate that was wrapped`;
    }
  }
  return undefined;
};

/** On failure the whole reply is kept in a file. */
export const showUnwrapped = async (
  context: OperationContext,
  folder: string,
  outcome: Outcome,
): Promise<void> => {
  const { session, input, presenter } = context;
  try {
    const why = whyNot(context, folder, outcome);
    if (why !== undefined) throw new TrivetError('unfit', Exit.refused, `${why}; nothing was written`);
    const layout = layoutOf(input);
    await writeInStep(session, folder, {
      data: own(outcome.document, 'data'),
      layout,
      storePassword: storePasswordOf(input, layout),
    });
  } catch (error) {
    throw await keepReply(onceReply(outcome), error, session.io);
  }
  await presenter.show(outcome, { document: withoutPrivateKey(outcome.document), view: issuedSummary });
};
