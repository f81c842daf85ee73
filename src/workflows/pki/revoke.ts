/**
 * Revocation by anything that names a certificate. A reply that only warns (the certificate expired) is no
 * revocation; a certificate that no role stored is revoked by itself where the server can do that.
 */
import { own, textAt } from '../../model/json.ts';
import { Exit, TrivetError } from '../../model/error.ts';
import type { InputRecord } from '../../model/parameter.ts';
import { show } from '../../operations/pki/cert.ts';
import { revokeWhole } from '../../operations/pki/revoke.ts';
import type { Outcome } from '../../runtime/session.ts';
import { secrets } from '../../services/secrets.ts';
import { textIn } from '../input-text.ts';
import { describeBriefly, mountOf, withMount } from './existing-ca.ts';
import { showReply, warnOf } from '../reply.ts';
import { certificateIn, isPem, serialOf } from './serial.ts';
import { forOperation } from '../workflow.ts';
import type { OperationContext } from '../workflow.ts';

/** What is about to be revoked, as far as it can be read. */
const described = async ({ session }: OperationContext, mount: string, serial: string): Promise<string> => {
  try {
    const { document } = await session.lookUp(show, { mount, serial });
    const pem = textAt(own(document, 'data'), 'certificate');
    return pem === undefined ? serial : `${serial} (${await describeBriefly(pem)})`;
  } catch (error) {
    if (error instanceof TrivetError) return serial;
    throw error;
  }
};

const ask = async (context: OperationContext, serial: string, pem: string | undefined): Promise<void> => {
  const { session, operation, confirm } = context;
  const { yes, dryRun, curl } = session.globals;
  const question = operation.confirm?.[0];
  if (question === undefined || yes || dryRun || curl) return;
  const filled = await withMount(context);
  const certificate =
    pem === undefined
      ? await described(context, mountOf(filled), serial)
      : `${serial} (${await describeBriefly(pem)})`;
  await confirm(question, { ...filled, certificate });
};

/** A certificate that its role did not store is unknown by its serial number; real servers take it whole. */
const bySerialOrWhole = async (
  { session, operation, options }: OperationContext,
  input: InputRecord,
  pem: string | undefined,
): Promise<Outcome> => {
  try {
    return await session.call(operation, input, options);
  } catch (error) {
    const unknown =
      error instanceof TrivetError &&
      error.exit === Exit.refused &&
      /not found/i.test(error.details.server ?? '');
    if (!unknown || pem === undefined || (await session.product('secrets')).name === 'documented')
      throw error;
    session.reporter.note('the mount does not store it: revoking by the certificate itself');
    const { serial_number: _, ...rest } = input;
    return session.call(revokeWhole, { ...rest, certificate: pem }, options);
  }
};

export default forOperation(async (context) => {
  const { session, input } = context;
  const text = textIn(input, 'serial_number');
  const serial = await serialOf(text, session.globals.validate);
  const pem = isPem(text) ? certificateIn(text) : undefined;
  await ask(context, serial, pem);
  const outcome = await bySerialOrWhole(context, { ...input, serial_number: serial }, pem);
  const data = own(outcome.document, 'data');
  const wrapped = own(outcome.document, 'wrap_info');
  if (own(data, 'revocation_time') === undefined && (wrapped === undefined || wrapped === null)) {
    const [why] = secrets.readWarnings(outcome.document);
    if (why !== undefined || outcome.response.status === 200) {
      warnOf(context, outcome);
      throw new TrivetError('not-revoked', Exit.refused, `the certificate ${serial} was not revoked`, {
        status: outcome.response.status,
        server: why,
      });
    }
  }
  await showReply(context, outcome);
  return 0;
});
