import type { KeyObject } from 'node:crypto';
import { createHash, createPrivateKey } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localError } from '../../../system/error.ts';
import { errorCode, readFailure } from '../../../system/system-error.ts';
import { blocksOf } from '../../../documents/pem.ts';
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { isSameCertificate } from '../../../documents/x509/certificate.ts';
import { certificatesIn } from '../../../documents/x509/contents.ts';
import type { CertificateChain } from '../assess.ts';
import { purposeOfFiles, storeFile, storeText } from '../layouts.ts';

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
/** Files that are sent as they are, in the order of the search. */
export const servedNames: readonly string[] = [
  'fullchain.pem',
  'bundle.pem',
  'haproxy.pem',
  'tls.crt',
  storeFile,
];
const authorityNames: readonly string[] = ['chain.pem', 'ca.pem', 'ca.crt'];

interface HeldKey {
  readonly file: string;
  /** Undefined if it is encrypted or cannot be read. */
  readonly key: KeyObject | undefined;
  readonly pem: string;
}

export interface FileContent {
  readonly file: string;
  readonly certificates: readonly ParsedCertificate[];
  /** The numbers of certificates, from 1. */
  readonly unreadable: readonly number[];
  readonly key: HeldKey | undefined;
}

/** Its chain, and the files that it was found in. */
export interface FolderContent extends CertificateChain {
  /** The first that holds the certificate. */
  readonly file: string;
  readonly keys: readonly HeldKey[];
  readonly contents: readonly FileContent[];
  readonly files: readonly string[];
  /** Those with another certificate than `file`. */
  readonly different: readonly string[];
}

/** By hash, while in use, since decoding a key takes longest. */
const decoded = new Map<string, WeakRef<KeyObject>>();

const hashOf = (pem: string): string => createHash('sha256').update(pem).digest('base64');

/** A key that was just made need not be decoded again. */
export const holdKey = (key: KeyObject, pem: string): void => {
  decoded.set(hashOf(pem.trimEnd()), new WeakRef(key));
};

const keyOf = (pem: string): KeyObject | undefined => {
  const known = decoded.get(hashOf(pem))?.deref();
  if (known !== undefined) return known;
  try {
    const key = createPrivateKey(pem);
    holdKey(key, pem);
    return key;
  } catch {
    return undefined;
  }
};

const keyIn = (file: string, bytes: Buffer): HeldKey | undefined => {
  const block = blocksOf(bytes.toString('latin1')).find(({ label }) => label.endsWith('PRIVATE KEY'));
  if (block !== undefined) return { file, key: keyOf(block.text), pem: `${block.text}\n` };
  // The key is encrypted in an old form.
  return bytes.includes('PRIVATE KEY-----') ? { file, key: undefined, pem: '' } : undefined;
};

export const fileContent = (file: string, bytes: Buffer): FileContent => {
  const found = certificatesIn(bytes);
  return {
    file,
    certificates: found.filter((one) => one !== undefined),
    unreadable: found.flatMap((one, index) => (one === undefined ? [index + 1] : [])),
    key: keyIn(file, bytes),
  };
};

const maxBytes = 1024 * 1024;

const opened = (path: string): number | undefined => {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw localError(`${path} ${readFailure(error)}`, undefined, error);
  }
};

export const readIn = (folder: string, name: string): Buffer | undefined => {
  const path = join(folder, name);
  const file = opened(path);
  if (file === undefined) return undefined;
  try {
    const found = fstatSync(file);
    if (!found.isFile() || found.size > maxBytes) throw localError(`${path} is not a PEM file`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
};

/** A key store is returned as PEM. @param check each path first */
export const contentsOf = (
  folder: string,
  storePassword: string | undefined,
  check: (path: string) => void = () => undefined,
): readonly FileContent[] =>
  [...new Set([...certificateNames, ...keyNames, ...authorityNames])].flatMap((name) => {
    const path = join(folder, name);
    check(path);
    const bytes = readIn(folder, name);
    if (bytes === undefined) return [];
    return [fileContent(name, name === storeFile ? storeText(bytes, path, storePassword) : bytes)];
  });

/** Undefined without a certificate. */
export const contentOf = (contents: readonly FileContent[]): FolderContent | undefined => {
  const named = (names: readonly string[]): readonly FileContent[] =>
    names.flatMap(
      (name) => contents.find(({ file, certificates }) => file === name && certificates.length > 0) ?? [],
    );
  const [holder, ...others] = named(certificateNames);
  const [leaf] = holder?.certificates ?? [];
  if (holder === undefined || leaf === undefined) return undefined;
  const [sent] = named(servedNames);
  const files = contents.map(({ file }) => file);
  return {
    leaf,
    served: sent && { certificates: sent.certificates, isOrdered: true },
    pool: contents.flatMap(({ certificates }) => certificates).filter((one) => !isSameCertificate(one, leaf)),
    purpose: purposeOfFiles(files),
    file: holder.file,
    keys: keyNames.flatMap((name) => contents.find(({ file }) => file === name)?.key ?? []),
    contents,
    files,
    different: others.flatMap(({ file, certificates: [first] }) =>
      first !== undefined && isSameCertificate(first, leaf) ? [] : [file],
    ),
  };
};

/** Undefined without a certificate. @throws TrivetError local, for files that cannot be read */
export const folderContent = (
  folder: string,
  storePassword: string | undefined,
): FolderContent | undefined => {
  const contents = contentsOf(folder, storePassword);
  const broken = contents.find(({ unreadable }) => unreadable.length > 0);
  if (broken !== undefined) throw localError(`a certificate in ${broken.file} cannot be read`);
  return contentOf(contents);
};

/** Undefined also for files that cannot be read. */
export const contentOrNone = (
  folder: string,
  storePassword: string | undefined,
): FolderContent | undefined => {
  try {
    return folderContent(folder, storePassword);
  } catch {
    return undefined;
  }
};
