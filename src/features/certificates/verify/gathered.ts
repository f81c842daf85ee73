import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { localError } from '../../../system/error.ts';
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { parsedOrNone } from '../../../documents/x509/certificate.ts';
import { certificatesIn } from '../../../documents/x509/contents.ts';
import { isStore } from '../../../documents/pkcs12.ts';
import type { CertificateChain } from '../assess.ts';
import { readFileOrInput, refuseOutside, spokenFile } from '../../../system/read-file.ts';
import type { Session } from '../../../run/session/session.ts';
import { plural } from '../../../output/text/plural.ts';
import { purposeOfFiles, storeFile, storeText } from '../layouts.ts';
import type { HeldKey } from './folder-content.ts';
import { certificateNames, filesOf, heldKeyIn, servedNames } from './folder-content.ts';
import { belongs } from '../../../documents/x509/signature.ts';
import { exposedKeys, protect } from './key-files.ts';
import type { ServerCertificates } from './server-certificates.ts';
import { certificatesSent, placeOf, tlsServer } from './server-certificates.ts';
import type { VerifiedRow } from './verified-row.ts';

export interface Gathered extends CertificateChain {
  readonly rows: readonly VerifiedRow[];
}

interface Content {
  readonly file: string;
  readonly certificates: readonly ParsedCertificate[];
  /** From 1. */
  readonly unreadable: readonly number[];
  readonly key: HeldKey | undefined;
}

const contentOf = (file: string, bytes: Buffer): Content => {
  const found = certificatesIn(bytes);
  return {
    file,
    certificates: found.filter((one) => one !== undefined),
    unreadable: found.flatMap((one, index) => (one === undefined ? [index + 1] : [])),
    key: heldKeyIn(file, bytes)[0],
  };
};

const isSame = (one: ParsedCertificate, other: ParsedCertificate): boolean =>
  Buffer.compare(one.der, other.der) === 0;

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

/** All keys must match: half of a renewal leaves another key. */
const keyRow = (leaf: ParsedCertificate, contents: readonly Content[]): VerifiedRow => {
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

const filesRows = (leaf: ParsedCertificate, contents: readonly Content[]): readonly VerifiedRow[] => {
  const different = contents.filter(
    ({ file, certificates: [first] }) =>
      certificateNames.includes(file) && first !== undefined && !isSame(first, leaf),
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

const modeRows = async (files: Parameters<typeof exposedKeys>[0]): Promise<readonly VerifiedRow[]> =>
  (await exposedKeys(files)).map((text) => row('files', 'warning', text, protect));

const fileNames = `The file must be called ${certificateNames.slice(0, -1).join(', ')} or ${storeFile}.`;

const ofFolder = async (folder: string, password: string | undefined, { io }: Session): Promise<Gathered> => {
  const files = await filesOf(folder, password, (path) => refuseOutside(path, io));
  const contents = Array.from(files, ([name, bytes]) => contentOf(name, bytes));
  const named = (names: readonly string[]): readonly Content[] =>
    names.flatMap((name) => contents.find(({ file }) => file === name) ?? []);
  const leaf = named(certificateNames).flatMap(({ certificates }) => certificates.slice(0, 1))[0];
  if (leaf === undefined) {
    const broken = contents.find(({ unreadable }) => unreadable.length > 0);
    throw broken === undefined
      ? localError(`${folder} contains no certificate`, fileNames)
      : localError(`the certificate in ${join(folder, broken.file)} cannot be read`);
  }
  const sent = named(servedNames).find(({ certificates: [first] }) => first !== undefined);
  const keys = contents.filter(({ key }) => key !== undefined);
  return {
    leaf,
    served: sent === undefined ? undefined : { certificates: sent.certificates, isOrdered: true },
    pool: contents.flatMap(({ certificates }) => certificates).filter((one) => !isSame(one, leaf)),
    purpose: purposeOfFiles(contents.map(({ file }) => file)),
    rows: [
      ...filesRows(leaf, contents),
      ...(await modeRows(keys.map(({ file }) => [file, join(folder, file)]))),
      keyRow(leaf, contents),
    ],
  };
};

const ofFile = async (file: string, password: string | undefined, session: Session): Promise<Gathered> => {
  const bytes = await readFileOrInput(file, session.io);
  const opened = isStore(bytes) ? storeText(bytes, spokenFile(file), password) : bytes;
  const content = contentOf(spokenFile(file), Buffer.from(opened));
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
    rows: [
      ...filesRows(leaf, [content]),
      ...(content.key === undefined || file === '-' ? [] : await modeRows([[file, file]])),
      keyRow(leaf, [content]),
    ],
  };
};

/** The addresses of a name are named where there are several. */
const fromPlace = (place: string, addresses: readonly string[]): string =>
  addresses.length === 0 ? place : `${place} at ${addresses.join(', ')}`;

const ofChain = (place: string, { addresses, shown, ordered }: ServerCertificates['first']): Gathered => {
  const [first, firstOrdered] = [shown[0], ordered?.[0]];
  // A certificate for each kind of key.
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

/** With the addresses that send it. */
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
