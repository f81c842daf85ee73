import type { JsonObject } from '../../documents/json/json.ts';
import type { ParsedCertificate } from '../../documents/x509/certificate.ts';
import type { CertificatePiece } from '../../documents/x509/contents.ts';
import { extensionFacts } from '../../documents/x509/facts.ts';
import type { OcspResponse } from '../../documents/x509/ocsp.ts';
import type { ParsedRequest } from '../../documents/x509/request.ts';
import type { ParsedList } from '../../documents/x509/revocation-list.ts';
import { rfc3339 } from '../../documents/rfc3339.ts';
import { daysLeft } from '../../output/text/time.ts';
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

const ofCertificate = (certificate: ParsedCertificate, now: number): JsonObject => {
  const { subject, issuer, publicKey, algorithm, serial, version, values, faults } = certificate;
  return {
    serial,
    common_name: subject.commonName ?? '',
    names: (values.subjectAltName ?? []).map(({ text }) => text),
    subject: subject.text,
    issuer: issuer.text,
    ...validity(certificate.notBefore, certificate.notAfter, now),
    key: publicKey.text,
    signature: algorithm.text,
    ca: values.basicConstraints?.ca === true,
    version,
    extensions: extensionFacts(certificate),
    faults,
  };
};

const ofList = (list: ParsedList, now: number): JsonObject => ({
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
});

const ofRequest = (request: ParsedRequest): JsonObject => ({
  common_name: request.subject.commonName ?? '',
  names: (request.values.subjectAltName ?? []).map(({ text }) => text),
  subject: request.subject.text,
  key: request.publicKey.text,
  signature: request.algorithm.text,
  version: request.version,
  extensions: extensionFacts(request),
});

const ofResponse = (response: OcspResponse | string): JsonObject => {
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

const factsOf = (piece: CertificatePiece, now: number): JsonObject => {
  if (piece.kind === 'certificate') return ofCertificate(piece.document, now);
  if (piece.kind === 'list') return ofList(piece.document, now);
  if (piece.kind === 'request') return ofRequest(piece.document);
  return piece.kind === 'response' ? ofResponse(piece.document) : {};
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
