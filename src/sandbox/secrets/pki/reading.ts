/** Most need no token (test/seeds/2-secrets.md, sections 4.2 and 5). */
import type { EngineReply } from '../engine.ts';
import { EngineError } from '../engine.ts';
import { formatTime } from '../rfc3339.ts';
import { nothingThere } from '../routes.ts';
import type { Certificate } from './certificate.ts';
import { isSelfIssued } from './certificate.ts';
import { toPem } from './pem.ts';
import { currentList, normalSerial } from './revocation.ts';
import type { PkiState } from './state.ts';

const TYPES = {
  der: 'application/pkix-cert',
  pem: 'application/pem-certificate-chain',
  list: 'application/pkix-crl',
  listPem: 'application/x-pem-file',
} as const;

function bare(bytes: Buffer | string | undefined, type: string): EngineReply {
  return { raw: { bytes: Buffer.from(bytes ?? ''), type } };
}

function bareCertificate(certificate: Certificate | undefined, pem: boolean): EngineReply {
  return pem ? bare(certificate?.pem, TYPES.pem) : bare(certificate?.der, TYPES.der);
}

export function readAuthority(state: PkiState, pem: boolean): EngineReply {
  return bareCertificate(state.authority?.certificate, pem);
}

/** From the authority up, without the root: empty for a root. */
function chainText(state: PkiState): string {
  const { certificate } = state.authority ?? {};
  const all = certificate === undefined ? [] : [certificate, ...state.chain()];
  return all
    .filter((entry) => !isSelfIssued(entry))
    .map(({ pem }) => pem)
    .join('\n');
}

export function readChain(state: PkiState): EngineReply {
  return bare(chainText(state), TYPES.der);
}

export function readList(state: PkiState, pem: boolean): EngineReply {
  const list = currentList(state);
  if (!pem) return bare(list, TYPES.list);
  return bare(list === undefined ? undefined : toPem('X509 CRL', list), TYPES.listPem);
}

function find(state: PkiState, serial: string): Certificate | undefined {
  if (serial === 'ca') return state.authority?.certificate;
  if (!/^[0-9a-f][0-9a-f:-]*$/i.test(serial)) throw new EngineError(404, 'unsupported path');
  const normal = normalSerial(serial);
  return state.revoked.get(normal)?.certificate ?? state.stored.get(normal)?.certificate;
}

const NOT_REVOKED = { revocation_time: 0, revocation_time_rfc3339: '' };

export function showCertificate(state: PkiState, serial: string): EngineReply {
  if (serial === 'ca' || serial === 'ca_chain') {
    const { certificate } = state.authority ?? {};
    if (certificate === undefined) throw new EngineError(400, 'no default issuer currently configured');
    const text = chainText(state);
    return serial === 'ca'
      ? { data: { certificate: certificate.pem, ...NOT_REVOKED } }
      : { data: { ca_chain: text, certificate: text, ...NOT_REVOKED } };
  }
  if (serial === 'crl') {
    const list = currentList(state);
    if (list === undefined) throw nothingThere();
    return { data: { certificate: toPem('X509 CRL', list), ...NOT_REVOKED } };
  }
  const certificate = find(state, serial);
  if (certificate === undefined) throw nothingThere();
  const revocation = state.revoked.get(certificate.serial);
  if (revocation === undefined) return { data: { certificate: certificate.pem, ...NOT_REVOKED } };
  return {
    data: {
      certificate: certificate.pem,
      issuer_id: revocation.issuerId,
      revocation_time: Math.floor(revocation.time / 1000),
      revocation_time_rfc3339: formatTime(revocation.time),
    },
  };
}

export function downloadCertificate(state: PkiState, serial: string, pem: boolean): EngineReply {
  return bareCertificate(find(state, serial), pem);
}
