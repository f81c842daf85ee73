import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { localError } from '../../../system/error.ts';
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { isSameCertificate, parsedOrNone } from '../../../documents/x509/certificate.ts';
import { certificatesIn } from '../../../documents/x509/contents.ts';
import { isStore } from '../../../documents/pkcs12.ts';
import type { CertificateChain } from '../assess.ts';
import { readFileOrInput, refuseOutside, spokenFile } from '../../../system/read-file.ts';
import type { Session } from '../../../run/session/session.ts';
import { plural } from '../../../output/text/plural.ts';
import { storeFile, storeText } from '../layouts.ts';
import type { FileContent, FolderContent } from './folder-content.ts';
import { certificateNames, contentOf, contentsOf, fileContent, servedNames } from './folder-content.ts';
import { belongs } from '../../../documents/x509/signature.ts';
import { exposedIn, protect } from './key-files.ts';
import type { ServerCertificates } from './server-certificates.ts';
import { certificatesSent, placeOf, tlsServer } from './server-certificates.ts';
import type { VerifiedRow } from './verified-row.ts';

export interface Gathered extends CertificateChain {
  readonly rows: readonly VerifiedRow[];
}

const row = (
  check: VerifiedRow['check'],
  status: VerifiedRow['status'],
  detail: string,
  hint?: string,
): VerifiedRow => ({
  check,
  status,
  detail,
  ...(hint === undefined ? {} : { hint }),
});

/** All keys must match, since half of a renewal leaves another key. */
const keyRow = (leaf: ParsedCertificate, contents: readonly FileContent[]): VerifiedRow => {
  const held = contents.filter(({ key }) => key !== undefined);
  const other = held.filter(({ key }) => key?.key !== undefined && !belongs(leaf, key.key));
  if (held.length === 0) return row('key', 'skipped', 'there is no private key');
  if (other.length > 0) {
    const names = other.map(({ file }) => file).join(', ');
    return row('key', 'problem', `not the key of the certificate: ${names}`);
  }
  const unread = held.find(({ key }) => key?.key === undefined);
  return unread === undefined
    ? row('key', 'ok', `${leaf.publicKey.text}, ${held[0]?.file ?? ''} belongs to the certificate`)
    : row('key', 'unknown', `${unread.file} is encrypted or cannot be read`);
};

const filesRows = (leaf: ParsedCertificate, contents: readonly FileContent[]): readonly VerifiedRow[] => {
  const different = contents.filter(
    ({ file, certificates: [first] }) =>
      certificateNames.includes(file) && first !== undefined && !isSameCertificate(first, leaf),
  );
  const holder = contents.find(({ certificates }) => certificates.includes(leaf));
  const unreadable = contents.flatMap(({ file, unreadable: list }) =>
    list.map((place) => row('files', 'problem', `certificate ${place} of ${file} cannot be read`)),
  );
  if (different.length > 0) {
    const names = different.map(({ file }) => file).join(', ');
    return [
      row('files', 'problem', `${names} contains another certificate than ${holder?.file ?? ''}`),
      ...unreadable,
    ];
  }
  return unreadable.length > 0
    ? unreadable
    : [row('files', 'ok', contents.map(({ file }) => file).join(', '))];
};

const fileNames = `The file must be called ${certificateNames.slice(0, -1).join(', ')} or ${storeFile}.`;

const rowsOf = (
  leaf: ParsedCertificate,
  contents: readonly FileContent[],
  exposed: readonly string[],
): readonly VerifiedRow[] => [
  ...filesRows(leaf, contents),
  ...exposed.map((text) => row('files', 'warning', text, protect)),
  keyRow(leaf, contents),
];

export const folderRows = async (
  folder: string,
  { leaf, contents }: FolderContent,
): Promise<readonly VerifiedRow[]> => rowsOf(leaf, contents, await exposedIn(folder, contents));

const ofFolder = async (folder: string, password: string | undefined, { io }: Session): Promise<Gathered> => {
  const contents = contentsOf(folder, password, (path) => refuseOutside(path, io));
  const content = contentOf(contents);
  if (content === undefined) {
    const broken = contents.find(({ unreadable }) => unreadable.length > 0);
    throw broken === undefined
      ? localError(`${folder} contains no certificate`, fileNames)
      : localError(`the certificate in ${join(folder, broken.file)} cannot be read`);
  }
  return { ...content, rows: await folderRows(folder, content) };
};

const ofFile = async (file: string, password: string | undefined, session: Session): Promise<Gathered> => {
  const bytes = await readFileOrInput(file, session.io);
  const opened = isStore(bytes) ? storeText(bytes, spokenFile(file), password) : bytes;
  const content = fileContent(spokenFile(file), Buffer.from(opened));
  const [leaf, ...rest] = content.certificates;
  if (leaf === undefined) throw localError(`${spokenFile(file)} contains no readable certificate`);
  return {
    leaf,
    served:
      rest.length === 0
        ? undefined
        : {
            certificates: content.certificates,
            isOrdered: servedNames.includes(basename(file)) || 'file',
          },
    pool: [],
    rows: rowsOf(leaf, [content], file === '-' ? [] : await exposedIn('', [content])),
  };
};

const fromPlace = (place: string, addresses: readonly string[]): string =>
  addresses.length === 0 ? place : `${place} at ${addresses.join(', ')}`;

const ofChain = (place: string, { addresses, shown, ordered }: ServerCertificates['first']): Gathered => {
  const [first, firstOrdered] = [shown[0], ordered?.[0]];
  // There is a certificate for each kind of key.
  const isOrdered =
    first !== undefined && firstOrdered !== undefined && Buffer.compare(first, firstOrdered) === 0;
  const sent = (isOrdered ? (ordered ?? shown) : shown).map(parsedOrNone);
  const certificates = sent.filter((one) => one !== undefined);
  const [leaf] = certificates;
  const from = fromPlace(place, addresses);
  if (leaf === undefined || sent[0] === undefined)
    throw localError(`the certificate of ${from} cannot be read`);
  const rows =
    certificates.length === sent.length
      ? [row('files', 'ok', `${plural(sent.length, 'certificate')} from ${from}`)]
      : [row('files', 'problem', `a certificate from ${from} cannot be read`)];
  return { leaf, served: { certificates, isOrdered }, pool: [], rows };
};

export type GatheredChain = Gathered & { readonly addresses: readonly string[] };

/** Addresses of a name may send different chains. @throws TrivetError */
export const gatherServer = async (
  text: string,
  serverName: string | undefined,
  session: Session,
  isOrderWanted = false,
): Promise<{ readonly chains: readonly GatheredChain[]; readonly missed: readonly string[] }> => {
  const server = tlsServer(text);
  const { first, others, missed } = await certificatesSent(server, serverName, session, isOrderWanted);
  const chains = [first, ...others].map((one) => ({
    ...ofChain(placeOf(server), one),
    addresses: one.addresses,
  }));
  return { chains, missed };
};

/** @throws TrivetError local */
export const anchorsIn = async (file: string, { io }: Session): Promise<readonly ParsedCertificate[]> => {
  const readable = certificatesIn(await readFileOrInput(file, io)).filter((one) => one !== undefined);
  if (readable.length === 0) throw localError(`${spokenFile(file)} contains no certificate`);
  return readable;
};

export const gatherFiles = async (
  text: string,
  password: string | undefined,
  session: Session,
): Promise<Gathered> => {
  const found = text === '-' ? undefined : await stat(text).catch(() => undefined);
  return found?.isDirectory() === true || (found === undefined && text !== '-')
    ? ofFolder(text, password, session)
    : ofFile(text, password, session);
};
