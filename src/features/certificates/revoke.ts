/**
 * Revokes by anything that identifies a certificate. A reply that only warns (expired) is not a revocation; a
 * certificate that was not stored is sent whole, if the server supports it.
 */
import { readBackAs } from '../../services/proof.ts';
import { own } from '../../documents/json/json.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import { storedCertificate } from '../../commands/pki/stored-certificate.ts';
import type { revoke } from '../../commands/pki/operations/revoke.ts';
import { revokeWhole } from '../../commands/pki/operations/revoke.ts';
import { placeKeyOf } from '../../catalogue/target.ts';
import { suggest } from '../../run/suggest.ts';
import type { Session } from '../../run/session/session.ts';
import { memoize } from '../../system/values/memoize.ts';
import { isPem } from '../../documents/pem.ts';
import { secrets } from '../../services/secrets/adapter.ts';
import { warnOf } from '../../run/single/reply.ts';
import { changed, singleWith } from '../../run/single/single.ts';
import { mountOf } from './existing-ca.ts';
import { mountOfCertificate } from '../../commands/pki/mount-of-certificate.ts';
import { revocationOf } from '../../commands/pki/revocation-words.ts';
import { certificateIn, serialOf } from '../../commands/pki/serial.ts';
import { listDelay } from './verify/mount-revocation.ts';
import type { OperationContext } from '../../run/single/workflow.ts';

const stored = async (
  { session }: OperationContext,
  mount: string,
  serial: string,
): Promise<string | undefined> => {
  try {
    return (await storedCertificate(session, mount, serial)).pem || undefined;
  } catch (error) {
    if (error instanceof TrivetError) return undefined;
    throw error;
  }
};

const worded = async (
  context: OperationContext,
  serial: string,
  pem: string | undefined,
): Promise<OperationContext['options']> => {
  const { session, operation, spoken, options } = context;
  const { yes, dryRun, curl } = session.globals;
  if (yes || dryRun || curl) return options;
  const text = pem ?? (await stored(context, mountOf(spoken), serial));
  const said = revocationOf(serial, text);
  const risks = (operation.risks ?? []).map((risk) => ({ ...risk, ...said }));
  return { ...options, risks };
};

/** By the receipt of the run. */
const looked = memoize<Session['receipt'], Set<string>>(() => new Set());

/** Notes once for each mount that clients do not see the revocation. */
const noteOfList = async ({ session, operation, input }: OperationContext): Promise<void> => {
  const mount = mountOf(input);
  const place = placeKeyOf(await session.target(operation, input));
  const known = looked(session.receipt);
  if (known.has(place)) return;
  known.add(place);
  const delay = await listDelay(session, mount).catch((error: unknown) => {
    if (!(error instanceof TrivetError)) throw error;
    return undefined;
  });
  if (delay === undefined) return;
  const words = delay === 'disabled' ? 'pki crl config set --no-disable' : 'pki crl rotate';
  const command = suggest(session, words, { mount: input['mount'] });
  session.reporter.warn(
    `the revocation list of ${mount} is ${delay}, so clients do not see the revocation yet: ${command}`,
  );
};

const pemIn = (text: string): string | undefined => (isPem(text) ? certificateIn(text) : undefined);

export default singleWith<OperationContext<typeof revoke>>({
  before: async (context) => {
    const { session, input } = context;
    const text = input.serial_number ?? '';
    const serial = serialOf(text, session.globals.validate);
    const mount = input.mount ?? (await mountOfCertificate(session, text)) ?? mountOf(context.spoken);
    const asked = { ...context, spoken: { ...context.spoken, mount } };
    return {
      input: changed(input, { serial_number: serial, mount }),
      options: await worded(asked, serial, pemIn(text)),
    };
  },
  explain: async (error, { session, input, spoken, options }) => {
    const pem = pemIn(spoken.serial_number ?? '');
    const unknown = error.exit === Exit.refused && /not found/i.test(error.details.server ?? '');
    if (!unknown) return error;
    if (pem === undefined || (await session.product('secrets')).revokesUnstored !== true)
      return error.with({ code: 'not-found', exit: Exit.notFound });
    session.reporter.note('the mount did not store this certificate: sending the certificate itself');
    const { serial_number: _, ...rest } = input;
    return session.call(revokeWhole, { ...rest, certificate: pem }, options);
  },
  after: (_, context) => noteOfList(context),
  settle: (outcome, context) => {
    const data = own(outcome.document, 'data');
    const wrapped = own(outcome.document, 'wrap_info');
    if (own(data, 'revocation_time') !== undefined || (wrapped ?? null) !== null) return outcome;
    const [why] = secrets.readWarnings(outcome.document);
    if (why === undefined && outcome.response.status !== 200) return outcome;
    warnOf(context, outcome);
    const serial = context.input.serial_number ?? '';
    const failure = new TrivetError(
      'not-revoked',
      Exit.refused,
      `the certificate ${serial} was not revoked`,
      {
        status: outcome.response.status,
        server: why,
      },
    );
    throw readBackAs('nothing', failure);
  },
});
