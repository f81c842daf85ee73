import type { JsonObject } from '../../documents/json/json.ts';
import { parseCertificate } from '../../documents/x509/certificate.ts';
import type { CertificatePiece } from '../../documents/x509/contents.ts';
import { extensionFacts } from '../../documents/x509/facts.ts';
import { parseOcspResponse } from '../../documents/x509/ocsp.ts';
import { parseRequest } from '../../documents/x509/request.ts';
import { parseList } from '../../documents/x509/revocation-list.ts';
import { rfc3339 } from '../../documents/rfc3339.ts';
import { daysLeft } from './verify/certificate-item.ts';
import { sha256 } from '../../system/values/sha256.ts';

const nothing: JsonObject = {
  serial: null,
  common_name: null,
  names: [],
  subject: null,
  issuer: null,
  not_before: null,
  not_after: null,
  days_left: null,
  key: null,
  signature: null,
  ca: null,
  version: null,
  extensions: [],
  entries: [],
  faults: [],
};

const validity = (from: number, until: number | undefined, now: number): JsonObject => ({
  not_before: rfc3339(from),
  ...(until === undefined ? {} : { not_after: rfc3339(until), days_left: daysLeft(until, now) }),
});

const ofCertificate = (der: Uint8Array, now: number): JsonObject => {
  const { subject, issuer, publicKey, algorithm, serial, version, values, faults, ...rest } =
    parseCertificate(der);
  return {
    serial,
    common_name: subject.commonName ?? '',
    names: (values.subjectAltName ?? []).map(({ text }) => text),
    subject: subject.text,
    issuer: issuer.text,
    ...validity(rest.notBefore, rest.notAfter, now),
    key: publicKey.text,
    signature: algorithm.text,
    ca: values.basicConstraints?.ca === true,
    version,
    extensions: extensionFacts({ all: rest.all, values }),
    faults,
  };
};

const ofList = (der: Uint8Array, now: number): JsonObject => {
  const list = parseList(der);
  return {
    issuer: list.issuer.text,
    ...validity(list.thisUpdate, list.nextUpdate, now),
    signature: list.algorithm.text,
    version: list.version,
    extensions: extensionFacts(list),
    entries: list.entries.map(({ serial, at, reason }) => ({
      serial,
      status: 'revoked',
      revoked: rfc3339(at),
      reason: reason ?? null,
    })),
  };
};

const ofRequest = (der: Uint8Array): JsonObject => {
  const request = parseRequest(der);
  return {
    common_name: request.subject.commonName ?? '',
    names: (request.values.subjectAltName ?? []).map(({ text }) => text),
    subject: request.subject.text,
    key: request.publicKey.text,
    signature: request.algorithm.text,
    version: request.version,
    extensions: extensionFacts(request),
  };
};

const ofResponse = (der: Uint8Array): JsonObject => {
  const response = parseOcspResponse(der);
  if (typeof response === 'string') return { faults: [response] };
  const { responder, statuses, algorithm, producedAt } = response;
  return {
    issuer: typeof responder === 'string' ? responder : responder.text,
    not_before: rfc3339(producedAt),
    signature: algorithm.text,
    extensions: extensionFacts(response),
    entries: statuses.map(({ serial, status, revokedAt, reason }) => ({
      serial,
      status,
      revoked: revokedAt === undefined ? null : rfc3339(revokedAt),
      reason: reason ?? null,
    })),
  };
};

const factsOf = ({ kind, der }: CertificatePiece, now: number): JsonObject => {
  if (kind === 'list') return ofList(der, now);
  if (kind === 'request') return ofRequest(der);
  return kind === 'response' ? ofResponse(der) : ofCertificate(der, now);
};

const kinds: Readonly<Record<CertificatePiece['kind'], string>> = {
  certificate: 'certificate',
  list: 'revocation list',
  request: 'certificate request',
  response: 'OCSP response',
  key: 'private key',
  unreadable: 'unreadable',
};

export const inspectedItem = (piece: CertificatePiece, now: number, revoked?: number): JsonObject => ({
  kind: kinds[piece.kind],
  ...nothing,
  ...factsOf(piece, now),
  sha256: sha256(piece.der),
  revoked: revoked === undefined ? null : rfc3339(revoked),
});
