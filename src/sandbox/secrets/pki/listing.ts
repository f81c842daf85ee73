/** Lists with what vendors' clients show of each entry. */
import { X509Certificate } from 'node:crypto';
import type { Json } from '../../contract.ts';
import type { EngineReply } from '../engine.ts';
import { EngineError } from '../engine.ts';
import { formatTime } from '../rfc3339.ts';
import { keysReply, nothingThere, wrapped } from '../routes.ts';
import type { Certificate } from './certificate.ts';
import type { KeylessIssuer, PkiState } from './state.ts';

function nameText(text: string): string {
  return text.split('\n').reverse().join(',');
}

const CURVE_BITS: Readonly<Record<string, number>> = {
  secp224r1: 224,
  prime256v1: 256,
  secp384r1: 384,
  secp521r1: 521,
};

function describe(certificate: Certificate): Json {
  const read = new X509Certificate(certificate.der);
  const { asymmetricKeyType = '', asymmetricKeyDetails = {} } = read.publicKey;
  const { modulusLength, namedCurve = '' } = asymmetricKeyDetails;
  const names = (read.subjectAltName ?? '')
    .split(', ')
    .flatMap((name) => (name.startsWith('DNS:') ? [name.slice('DNS:'.length)] : []));
  return {
    common_name: /^CN=(.*)$/m.exec(read.subject)?.[1] ?? '',
    dns_names: names.length === 0 ? null : names.slice(0, 5),
    issuer: nameText(read.issuer),
    key_bits: modulusLength ?? CURVE_BITS[namedCurve] ?? 0,
    key_type: asymmetricKeyType,
    not_after: formatTime(Math.floor(certificate.notAfter / 1000) * 1000),
    not_before: formatTime(Math.floor(certificate.notBefore / 1000) * 1000),
  };
}

export function listCertificates(state: PkiState): EngineReply {
  const { data } = keysReply(state.stored.keys());
  const info = [...state.stored].map(([serial, { certificate }]) => [serial, describe(certificate)] as const);
  return { data: { ...data, key_info: Object.fromEntries(info) } };
}

interface Issuer extends KeylessIssuer {
  readonly keyId: string;
  readonly chain: readonly Certificate[];
}

/** The authority first, then the imported certificates of its chain. */
function issuersOf(state: PkiState): readonly Issuer[] {
  const { authority, others } = state;
  const chain = state.chain();
  const keyless = others.map((other, index) => ({ ...other, keyId: '', chain: chain.slice(index + 1) }));
  const { certificate } = authority ?? {};
  if (authority === undefined || certificate === undefined) return keyless;
  const keyId = authority.key === undefined ? '' : authority.keyId;
  return [{ issuerId: authority.issuerId, keyId, certificate, chain }, ...keyless];
}

export function listIssuers(state: PkiState): EngineReply {
  const issuers = issuersOf(state);
  if (issuers.length === 0) throw nothingThere();
  const info = issuers.map(({ issuerId, keyId, certificate }) => [
    issuerId,
    {
      is_default: issuerId === state.authority?.issuerId,
      issuer_name: '',
      key_id: keyId,
      serial_number: certificate.serial,
    },
  ]);
  return {
    data: { key_info: Object.fromEntries(info), keys: issuers.map(({ issuerId }) => issuerId).sort() },
  };
}

export function showDefaultIssuer(state: PkiState): EngineReply {
  return {
    data: { default: state.authority?.issuerId ?? '', default_follows_latest_issuer: false },
  };
}

function named(state: PkiState, reference: string): Issuer {
  const id = reference === 'default' ? state.authority?.issuerId : reference;
  const found = issuersOf(state).find(({ issuerId }) => issuerId === id);
  if (found !== undefined) return found;
  throw new EngineError(500, wrapped(`unable to find PKI issuer for reference: ${reference}`));
}

function chainOf({ certificate, chain }: Issuer): readonly string[] {
  return [certificate, ...chain].map(({ pem }) => `${pem}\n`);
}

/** Needs no token. */
export function showIssuerCertificate(state: PkiState, reference: string): EngineReply {
  const issuer = named(state, reference);
  return {
    data: {
      ca_chain: [...chainOf(issuer)],
      certificate: `${issuer.certificate.pem}\n`,
      issuer_id: issuer.issuerId,
      issuer_name: '',
    },
  };
}

export function showIssuer(state: PkiState, reference: string): EngineReply {
  const issuer = named(state, reference);
  const revocation = state.revoked.get(issuer.certificate.serial);
  return {
    data: {
      ...showIssuerCertificate(state, reference).data,
      crl_distribution_points: [],
      delta_crl_distribution_points: [],
      issuing_certificates: [],
      key_id: issuer.keyId,
      leaf_not_after_behavior: 'err',
      manual_chain: null,
      ocsp_servers: [],
      revocation_signature_algorithm: '',
      revoked: revocation !== undefined,
      usage: 'crl-signing,issuing-certificates,ocsp-signing,read-only',
    },
  };
}
