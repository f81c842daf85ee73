import { shellWord } from '../../catalogue/text/shell-words.ts';
import { stat } from 'node:fs/promises';
import { Exit, localError, usageError } from '../../system/error.ts';
import { storedCertificate } from '../../commands/pki/stored-certificate.ts';
import { describePem } from '../../output/certificate.ts';
import { painter } from '../../output/color.ts';
import { isForPeople } from '../../output/formats/options.ts';
import { pemOf } from '../../documents/pem.ts';
import { rfc3339 } from '../../documents/rfc3339.ts';
import { readFileOrInput, spokenFile } from '../../system/read-file.ts';
import type { Session } from '../../run/session/session.ts';
import { ownView } from '../../run/single/own-view.ts';
import type { Workflow } from '../../run/single/workflow.ts';
import type { CertificatePiece } from '../../documents/x509/contents.ts';
import { piecesIn } from '../../documents/x509/contents.ts';
import { StoreError } from '../../documents/pkcs12.ts';
import { inspectedItem } from './inspected-item.ts';
import { serialOf } from '../../commands/pki/serial.ts';
import { certificatesSent, isServerUrl, placeOf, tlsServer } from './verify/server-certificates.ts';
import { suggest } from '../../run/suggest.ts';

interface Found {
  readonly pieces: readonly CertificatePiece[];
  readonly revoked?: number | undefined;
}

const readable = (pieces: readonly CertificatePiece[], what: string): readonly CertificatePiece[] => {
  const found = pieces.filter(({ kind }) => kind !== 'key');
  const broken = found.findIndex(({ kind }) => kind === 'unreadable');
  if (found.length === 0 || (found.length === 1 && found[0]?.label === 'DATA')) {
    throw localError(`${what} contains no certificate`);
  }
  if (broken === -1) return found;
  throw localError(`the certificate number ${broken + 1} of ${what} cannot be read`);
};

const ofServer = async (text: string, serverName: string | undefined, session: Session): Promise<Found> => {
  const server = tlsServer(text);
  const { first, others } = await certificatesSent(server, serverName, session);
  for (const { addresses } of others)
    session.reporter.warn(
      `${addresses.join(', ')} sends other certificates than ${first.addresses.join(', ')}`,
    );
  return {
    pieces: readable(
      first.shown.flatMap((der) => piecesIn(der, '')),
      placeOf(server),
    ),
  };
};

const ofMount = async (serial: string, mount: string | undefined, session: Session): Promise<Found> => {
  const { pem, revokedAt } = await storedCertificate(session, mount, serial);
  return { pieces: readable(piecesIn(Buffer.from(pem)), `certificate ${serial}`), revoked: revokedAt };
};

const looksLikeSerial = (text: string): boolean =>
  /^(?:serial=|0x)?[0-9a-f]{1,2}(?:[:\s-]?[0-9a-f]{1,2})*$/i.test(text.trim());

const storeHint =
  'Give its password: --password env:NAME, --password @FILE, or --password - for standard input.';

const ofFile = async (file: string, password: string | undefined, session: Session): Promise<Found> => {
  const bytes = await readFileOrInput(file, session.io);
  try {
    return { pieces: readable(piecesIn(bytes, password ?? ''), spokenFile(file)) };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const hint = password === undefined ? storeHint : undefined;
    throw localError(`${spokenFile(file)} cannot be opened: ${error.message}`, hint, error);
  }
};

type InspectInput = Readonly<{
  certificate?: string | undefined;
  mount?: string | undefined;
  password?: string | undefined;
  'server-name'?: string | undefined;
}>;

const foundIn = async (
  { certificate: text = '', mount, password, 'server-name': serverName }: InspectInput,
  session: Session,
): Promise<Found> => {
  if (text === '') throw usageError('pki inspect needs a file, a serial number or https://HOST:PORT');
  if (isServerUrl(text)) return ofServer(text, serverName, session);
  const there = text === '-' ? undefined : await stat(text).catch(() => undefined);
  if (there?.isDirectory() === true) {
    const verify = suggest(session, `pki verify ${shellWord(text)}`);
    throw usageError(`${text} is a folder`, `Check it with ${verify}, or name a file in it.`);
  }
  if (there === undefined && looksLikeSerial(text)) return ofMount(serialOf(text), mount, session);
  return ofFile(text, password, session);
};

const inspect: Workflow<InspectInput> = async ({ command, session, presenter, input }) => {
  const { pieces, revoked } = await foundIn(input, session);
  const now = session.io.now();
  if (isForPeople(presenter.options)) {
    const { reveal, colorLevel, width } = presenter.options;
    const pem = pieces.map(({ label, der }) => pemOf(label, der)).join('');
    await presenter.write(await describePem(pem, { now, reveal, width, paint: await painter(colorLevel) }));
    if (revoked !== undefined) await presenter.write(`\nRevoked ${rfc3339(revoked)}\n`);
    return Exit.ok;
  }
  const items = pieces.map((one, index) => inspectedItem(one, now, index === 0 ? revoked : undefined));
  await presenter.showDocument(ownView(command), items, items);
  return Exit.ok;
};

export default inspect;
