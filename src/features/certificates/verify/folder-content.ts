import type { KeyObject } from 'node:crypto';
import { createHash, createPrivateKey } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { localError } from '../../../system/error.ts';
import { blocksOf } from '../../../documents/pem.ts';

import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { certificatesIn } from '../../../documents/x509/contents.ts';
import type { CertificateChain } from '../assess.ts';
import { purposeOfFiles, storeFile, storeText } from '../layouts.ts';
import { readIn } from './folder-fit.ts';

/** In the order of the search; all must hold the same certificate. */
export const certificateNames: readonly string[] = [
  'cert.pem',
  'fullchain.pem',
  'bundle.pem',
  'haproxy.pem',
  'tls.crt',
  storeFile,
];
export const keyNames: readonly string[] = [
  'key.pem',
  'privkey.pem',
  'tls.key',
  'bundle.pem',
  'haproxy.pem',
  storeFile,
];
/** Sent as they are, in the order of the search. */
export const servedNames: readonly string[] = [
  'fullchain.pem',
  'bundle.pem',
  'haproxy.pem',
  'tls.crt',
  storeFile,
];
const authorityNames: readonly string[] = ['chain.pem', 'ca.pem', 'ca.crt'];

export interface HeldKey {
  readonly file: string;
  readonly key: KeyObject | undefined;
  readonly pem: string;
}

export interface FolderContent {
  readonly certificate: ParsedCertificate;
  readonly file: string;
  readonly keys: readonly HeldKey[];
  readonly authorities: readonly ParsedCertificate[];
  readonly sent: readonly ParsedCertificate[] | undefined;
  readonly files: readonly string[];
  readonly different: readonly string[];
}

export const chainIn = ({ certificate, authorities, sent, files }: FolderContent): CertificateChain => ({
  leaf: certificate,
  served: sent && { certificates: [certificate, ...sent.slice(1)], isOrdered: true },
  pool: authorities,
  purpose: purposeOfFiles(files),
});

/** By hash, while in use: decoding a key takes longest. */
const held = new Map<string, WeakRef<KeyObject>>();

const hashOf = (pem: string): string => createHash('sha256').update(pem).digest('base64');

/** A key that was just made need not be decoded again. */
export const holdKey = (key: KeyObject, pem: string): void => {
  held.set(hashOf(pem.trimEnd()), new WeakRef(key));
};

const keyOf = (pem: string): KeyObject | undefined => {
  const hash = hashOf(pem);
  const known = held.get(hash)?.deref();
  if (known !== undefined) return known;
  try {
    const key = createPrivateKey(pem);
    held.set(hash, new WeakRef(key));
    return key;
  } catch {
    return undefined;
  }
};

export const heldKeyIn = (file: string, bytes: Buffer): readonly HeldKey[] => {
  const block = blocksOf(bytes.toString('latin1')).find(({ label }) => label.endsWith('PRIVATE KEY'));
  if (block !== undefined) return [{ file, key: keyOf(block.text), pem: `${block.text}\n` }];
  // An old form of encryption.
  return bytes.includes('PRIVATE KEY-----') ? [{ file, key: undefined, pem: '' }] : [];
};

/** Listing is faster than trying each. */
const presentIn = async (folder: string, names: readonly string[]): Promise<readonly string[]> => {
  try {
    const there = new Set(await readdir(folder));
    return names.filter((name) => there.has(name));
  } catch {
    return names;
  }
};

/** A key store as PEM. @param check each path first */
export const filesOf = async (
  folder: string,
  storePassword: string | undefined,
  check: (path: string) => void = () => undefined,
): Promise<ReadonlyMap<string, Buffer>> => {
  const names = [...new Set([...certificateNames, ...keyNames, ...authorityNames])];
  const contents = new Map<string, Buffer>();
  for (const name of await presentIn(folder, names)) {
    const path = join(folder, name);
    check(path);
    const bytes = await readIn(folder, name);
    if (bytes === undefined) continue;
    contents.set(name, name === storeFile ? storeText(bytes, path, storePassword) : bytes);
  }
  return contents;
};

/**
 * Undefined without a certificate.
 * @throws TrivetError local, for files that cannot be read
 */
export const folderContent = async (
  folder: string,
  storePassword: string | undefined,
): Promise<FolderContent | undefined> => {
  const contents = await filesOf(folder, storePassword);
  const certificatesOf = (name: string): readonly ParsedCertificate[] =>
    certificatesIn(contents.get(name) ?? Buffer.alloc(0)).map((one) => {
      if (one === undefined) throw localError(`a certificate in ${name} cannot be read`);
      return one;
    });
  const holders = certificateNames.filter((name) => certificatesOf(name).length > 0);
  const [file] = holders;
  const certificate = file === undefined ? undefined : certificatesOf(file)[0];
  if (file === undefined || certificate === undefined) return undefined;
  return {
    certificate,
    file,
    keys: keyNames.flatMap((name) => heldKeyIn(name, contents.get(name) ?? Buffer.alloc(0))),
    authorities: [
      ...authorityNames.flatMap(certificatesOf),
      ...holders.flatMap((name) => certificatesOf(name).slice(1)),
    ].filter(({ der }) => Buffer.compare(der, certificate.der) !== 0),
    sent: servedNames.map(certificatesOf).find(({ length }) => length > 0),
    files: [...contents.keys()],
    different: holders.filter((name) => {
      const [first] = certificatesOf(name);
      return first === undefined || Buffer.compare(first.der, certificate.der) !== 0;
    }),
  };
};
