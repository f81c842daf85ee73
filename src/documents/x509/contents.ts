/** Reads certificates and their like in a file: PEM or DER of any kind, also several. */
import { blocksOf, isPem } from '../pem.ts';
import { isStore, openStore } from '../pkcs12.ts';
import type { ParsedCertificate } from './certificate.ts';
import { parseCertificate } from './certificate.ts';
import type { OcspResponse } from './ocsp.ts';
import { parseOcspResponse } from './ocsp.ts';
import type { ParsedRequest } from './request.ts';
import { parseRequest } from './request.ts';
import type { ParsedList } from './revocation-list.ts';
import { parseList } from './revocation-list.ts';
import type { Der } from '../der.ts';
import { childAt, childrenOf, oidText, readDer } from '../der.ts';

interface SignedData {
  readonly certificates: readonly Uint8Array[];
  readonly lists: readonly Uint8Array[];
}

const signedData = '1.2.840.113549.1.7.2';

const isSignedData = (outer: Der): boolean => {
  const [type, content] = childrenOf(outer);
  return type?.tag === 0x06 && oidText(type) === signedData && content?.tag === 0xa0;
};

const parseSignedData = (der: Uint8Array): SignedData => {
  const outer = readDer(der);
  if (!isSignedData(outer)) throw new RangeError('not signed data');
  const parts = childrenOf(childAt(childrenOf(outer), 1, 0xa0).inner());
  const held = (tag: number): readonly Uint8Array[] =>
    parts
      .filter((part) => part.tag === tag)
      .flatMap(childrenOf)
      .filter((one) => one.tag === 0x30)
      .map(({ whole }) => whole);
  return { certificates: held(0xa0), lists: held(0xa1) };
};

type Parsed =
  | { readonly kind: 'certificate'; readonly document: ParsedCertificate }
  | { readonly kind: 'list'; readonly document: ParsedList }
  | { readonly kind: 'request'; readonly document: ParsedRequest }
  | { readonly kind: 'response'; readonly document: OcspResponse | string };

export type CertificatePiece = (Parsed | { readonly kind: 'key' | 'unreadable' }) & {
  readonly der: Uint8Array;
  readonly label: string;
};

const readers: Readonly<Record<Parsed['kind'], (der: Uint8Array) => Parsed>> = {
  certificate: (der) => ({ kind: 'certificate', document: parseCertificate(der) }),
  list: (der) => ({ kind: 'list', document: parseList(der) }),
  request: (der) => ({ kind: 'request', document: parseRequest(der) }),
  response: (der) => ({ kind: 'response', document: parseOcspResponse(der) }),
};

const labels: Readonly<Record<CertificatePiece['kind'], string>> = {
  certificate: 'CERTIFICATE',
  list: 'X509 CRL',
  request: 'CERTIFICATE REQUEST',
  response: 'OCSP RESPONSE',
  key: 'PRIVATE KEY',
  unreadable: 'DATA',
};

const readersOf: Readonly<Record<string, (der: Uint8Array) => Parsed>> = {
  CERTIFICATE: readers.certificate,
  'X509 CERTIFICATE': readers.certificate,
  'TRUSTED CERTIFICATE': readers.certificate,
  'X509 CRL': readers.list,
  CRL: readers.list,
  'CERTIFICATE REQUEST': readers.request,
  'NEW CERTIFICATE REQUEST': readers.request,
  'OCSP RESPONSE': readers.response,
};

const attempt = <T>(read: (der: Uint8Array) => T, der: Uint8Array): T | undefined => {
  try {
    return read(der);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

const keyPiece = (der: Uint8Array): CertificatePiece => ({ kind: 'key', der, label: labels.key });

const pieceOf = (
  der: Uint8Array,
  possible: readonly ((der: Uint8Array) => Parsed)[] = Object.values(readers),
  label = labels.unreadable,
): CertificatePiece => {
  for (const read of possible) {
    const parsed = attempt(read, der);
    if (parsed !== undefined) return { ...parsed, der, label: labels[parsed.kind] };
  }
  return { kind: 'unreadable', der, label };
};

const signedPieces = (der: Uint8Array): readonly CertificatePiece[] | undefined => {
  const found = attempt(parseSignedData, der);
  return found && [...found.certificates, ...found.lists].map((one) => pieceOf(one));
};

const storePieces = (der: Uint8Array, password: string): readonly CertificatePiece[] => {
  const { certificates, keys } = openStore(der, password);
  return [...keys.map(keyPiece), ...certificates.map((one) => pieceOf(one))];
};

/** @param password if undefined, key stores stay closed and count as unreadable */
export const piecesIn = (bytes: Uint8Array, password?: string): readonly CertificatePiece[] => {
  const text = Buffer.from(bytes).toString('latin1');
  if (!isPem(text)) {
    if (password !== undefined && isStore(bytes)) return storePieces(bytes, password);
    return signedPieces(bytes) ?? [pieceOf(bytes)];
  }
  return blocksOf(text).flatMap(({ label, der }): readonly CertificatePiece[] => {
    if (label.endsWith('PRIVATE KEY')) return [keyPiece(der)];
    if (label === 'PKCS7' || label === 'CMS') return signedPieces(der) ?? [pieceOf(der, [])];
    const read = readersOf[label];
    return read === undefined ? [] : [pieceOf(der, [read], label)];
  });
};

/** An entry is undefined if its certificate cannot be read. */
export const certificatesIn = (bytes: Uint8Array): readonly (ParsedCertificate | undefined)[] =>
  piecesIn(bytes).flatMap((one) => {
    if (one.kind === 'certificate') return [one.document];
    return one.kind === 'unreadable' && readersOf[one.label] === readers.certificate ? [undefined] : [];
  });

export const firstCertificateIn = (text: string): ParsedCertificate | undefined =>
  certificatesIn(Buffer.from(text, isPem(text) ? 'utf8' : 'base64'))[0];
