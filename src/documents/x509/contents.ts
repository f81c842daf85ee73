/** Certificates and their like in a file: PEM or DER of any kind, also several. */
import { blocksOf, isPem } from '../pem.ts';
import { isStore, openStore } from '../pkcs12.ts';
import { parseCertificate } from './certificate.ts';
import { parseOcspResponse } from './ocsp.ts';
import { parseSignedData } from './pkcs7.ts';
import { parseRequest } from './request.ts';
import { parseList } from './revocation-list.ts';

export interface CertificatePiece {
  readonly kind: 'certificate' | 'list' | 'request' | 'response' | 'key' | 'unreadable';
  readonly der: Uint8Array;
  readonly label: string;
}

const labels: Readonly<Record<CertificatePiece['kind'], string>> = {
  certificate: 'CERTIFICATE',
  list: 'X509 CRL',
  request: 'CERTIFICATE REQUEST',
  response: 'OCSP RESPONSE',
  key: 'PRIVATE KEY',
  unreadable: 'DATA',
};

const piece = (kind: CertificatePiece['kind'], der: Uint8Array): CertificatePiece => ({
  kind,
  der,
  label: labels[kind],
});

const reads = (read: () => unknown): boolean => {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
};

const parsers: readonly (readonly [CertificatePiece['kind'], (der: Uint8Array) => unknown])[] = [
  ['certificate', parseCertificate],
  ['list', parseList],
  ['request', parseRequest],
  ['response', parseOcspResponse],
];

const kindOf = (der: Uint8Array): CertificatePiece['kind'] =>
  parsers.find(([, parse]) => reads(() => parse(der)))?.[0] ?? 'unreadable';

const signedPieces = (der: Uint8Array): readonly CertificatePiece[] => {
  const { certificates, lists } = parseSignedData(der);
  return [...certificates, ...lists].map((one) => piece(kindOf(one), one));
};

const storePieces = (der: Uint8Array, password: string): readonly CertificatePiece[] => {
  const { certificates, keys } = openStore(der, password);
  return [...keys.map((one) => piece('key', one)), ...certificates.map((one) => piece(kindOf(one), one))];
};

const derPieces = (der: Uint8Array, password: string): readonly CertificatePiece[] => {
  if (isStore(der)) return storePieces(der, password);
  return reads(() => parseSignedData(der)) ? signedPieces(der) : [piece(kindOf(der), der)];
};

const kinds: Readonly<Record<string, CertificatePiece['kind']>> = {
  CERTIFICATE: 'certificate',
  'X509 CERTIFICATE': 'certificate',
  'X509 CRL': 'list',
  CRL: 'list',
  'CERTIFICATE REQUEST': 'request',
  'NEW CERTIFICATE REQUEST': 'request',
  'OCSP RESPONSE': 'response',
};

export const piecesIn = (bytes: Uint8Array, password: string): readonly CertificatePiece[] => {
  const text = Buffer.from(bytes).toString('latin1');
  if (!isPem(text)) return derPieces(bytes, password);
  return blocksOf(text).flatMap(({ label, der }): readonly CertificatePiece[] => {
    if (label.endsWith('PRIVATE KEY')) return [piece('key', der)];
    if (label === 'PKCS7' || label === 'CMS') {
      return reads(() => parseSignedData(der)) ? signedPieces(der) : [piece('unreadable', der)];
    }
    const kind = kinds[label];
    if (kind === undefined) return [];
    return [kindOf(der) === kind ? piece(kind, der) : { ...piece('unreadable', der), label }];
  });
};
