/** test/seeds/2-secrets.md, sections 3 and 4.2. */
import type { EngineReply, EngineRequest } from '../engine.ts';
import { EngineError } from '../engine.ts';
import { parseDuration, asText } from '../coerce.ts';
import { formatTime } from '../rfc3339.ts';
import { wrapped } from '../routes.ts';
import type { Certificate } from './certificate.ts';
import { isSignedBy, readCertificate } from './certificate.ts';
import { EXTENSION } from './extensions.ts';
import { pemBlocks } from './pem.ts';
import { signRevocationList } from './revocation-list.ts';
import type { PkiState, Revocation } from './state.ts';
import { DEFAULT_LIST_CONFIG } from './state.ts';

/** By name and key identifier: signatures were made here or checked on import. */
function isIssuedBy(certificate: Certificate, authority: Certificate): boolean {
  const identifier = certificate.extensions.find(({ oid }) => oid === EXTENSION.authorityKey)?.value;
  return certificate.issuer.equals(authority.subject) && (identifier?.includes(authority.keyId) ?? false);
}

/** Empty while lists are disabled. */
export function rebuildList(state: PkiState): void {
  const { key, certificate: authority } = state.signer();
  const config = state.listConfig ?? DEFAULT_LIST_CONFIG;
  const revoked = config.disable ? [] : [...state.revoked.values()];
  const now = state.now();
  state.listNumber += 1;
  state.listEnd = now + parseDuration(config.expiry) * 1000;
  state.list = signRevocationList(
    {
      authority,
      number: state.listNumber,
      thisUpdate: now,
      nextUpdate: state.listEnd,
      entries: revoked
        .filter(({ certificate }) => isIssuedBy(certificate, authority))
        .map(({ certificate, time }) => ({ serial: certificate.serialBytes, time })),
    },
    key,
  );
}

export function hasSigner(state: PkiState): boolean {
  return state.authority?.key !== undefined && state.authority.certificate !== undefined;
}

export function revocationsChanged(state: PkiState): void {
  if (state.listConfig?.auto_rebuild !== true) rebuildList(state);
}

/** With periodic rebuilds, a list that is due is signed when read. */
export function currentList(state: PkiState): Buffer | undefined {
  const { auto_rebuild = false, auto_rebuild_grace_period = '' } = state.listConfig ?? {};
  const isDue =
    auto_rebuild && state.now() >= state.listEnd - parseDuration(auto_rebuild_grace_period) * 1000;
  if (isDue && hasSigner(state)) rebuildList(state);
  return state.list;
}

function mark(state: PkiState, certificate: Certificate): Revocation {
  const known = state.revoked.get(certificate.serial);
  if (known !== undefined) return known;
  const issuerId = state.authority?.issuerId ?? '';
  const revocation = { certificate, time: state.now(), issuerId };
  state.revoked.set(certificate.serial, revocation);
  return revocation;
}

const LEASE_ROUNDING = 1000;

/**
 * At the end of a lease, unless the certificate expires with it; an expired root is revoked, too. Without a signing
 * key it is only marked, for the next list.
 */
export function revokeLeased(state: PkiState, certificate: Certificate): void {
  const isRoot = certificate.serial === state.authority?.certificate?.serial;
  const over = certificate.notAfter - LEASE_ROUNDING <= state.now();
  if ((over && !isRoot) || state.revoked.has(certificate.serial)) return;
  mark(state, certificate);
  if (hasSigner(state)) revocationsChanged(state);
  const what = `certificate.revoked ${certificate.serial}`;
  state.context.effects.record({ service: 'secrets', method: 'LEASE', path: '/v1/pki', what });
}

export function normalSerial(text: string): string {
  return text.toLowerCase().replaceAll('-', ':');
}

function presentedCertificate(state: PkiState, text: string): Certificate {
  const { certificate: authority } = state.signer();
  const block = pemBlocks(text).find(({ label }) => label === 'CERTIFICATE');
  let certificate: Certificate;
  try {
    certificate = readCertificate(block?.der ?? Buffer.alloc(0));
  } catch {
    throw new EngineError(500, wrapped('the presented certificate could not be parsed'));
  }
  if (!isSignedBy(certificate, authority)) {
    const reason = 'unable to verify signature on presented cert from any present issuer in this mount';
    throw new EngineError(500, wrapped(reason));
  }
  return certificate;
}

/** Stored, by serial number; or presented, if issued here. */
function chosen(state: PkiState, request: EngineRequest): Certificate {
  const serial = asText(request.input, 'serial_number', '');
  const text = asText(request.input, 'certificate', '');
  if (serial !== '' && text !== '') {
    throw new EngineError(400, 'Must provide either the certificate or the serial to revoke; not both.');
  }
  if (text !== '') return presentedCertificate(state, text);
  if (serial === '') {
    throw new EngineError(400, 'The serial number or certificate to revoke must be provided.');
  }
  const normal = normalSerial(serial);
  const stored = state.stored.get(normal)?.certificate ?? state.revoked.get(normal)?.certificate;
  if (stored === undefined) throw new EngineError(400, `certificate with serial ${normal} not found.`);
  return stored;
}

export function revoke(state: PkiState, request: EngineRequest): EngineReply {
  const certificate = chosen(state, request);
  const { serial } = certificate;
  if (serial === state.authority?.certificate?.serial) {
    const reason = `adding issuer (id: ${state.authority.issuerId}) to its own CRL is not allowed`;
    throw new EngineError(400, reason);
  }
  const again = state.revoked.has(serial);
  if (!again && certificate.notAfter <= state.now()) {
    return {
      warnings: [`certificate with serial ${serial} already expired; refusing to add to CRL.`],
    };
  }
  // Nothing is marked if the list cannot be signed.
  if (!again) state.signer();
  const revocation = mark(state, certificate);
  if (!again) {
    revocationsChanged(state);
    const leaseId = state.stored.get(serial)?.leaseId;
    if (leaseId !== undefined) state.context.leases.forget(leaseId);
    state.record(request, `certificate.revoked ${serial}`);
  }
  return {
    data: {
      revocation_time: Math.floor(revocation.time / 1000),
      revocation_time_rfc3339: formatTime(revocation.time),
      state: 'revoked',
    },
  };
}
