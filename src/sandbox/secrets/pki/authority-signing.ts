/** sign-intermediate and sign-self-issued (test/seeds/2-secrets.md, section 4.2). */
import type { EngineReply, EngineRequest } from '../engine.ts';
import { EngineError } from '../engine.ts';
import { asBoolean, asList, asText } from '../coerce.ts';
import { wrapped } from '../routes.ts';
import { checkPermitted, pathLengthOf, checkRequestKey } from './authority-rules.ts';
import type { Certificate } from './certificate.ts';
import { isSelfIssued, readCertificate, signCertificate } from './certificate.ts';
import type { Extension } from './extensions.ts';
import {
  EXTENSION,
  alternativeNames,
  authorityConstraints,
  authorityKey,
  distributionPoints,
  keyUsage,
  permittedDomains,
} from './extensions.ts';
import { encodeOne, issuedFields, readFormat } from './format.ts';
import { describeSpki } from './keys.ts';
import { linkingExtensions } from './leaf.ts';
import { encodeSubject, readSubject } from './names.ts';
import { PARAMETERS, unrecognized } from './parameters.ts';
import { pemBlocks } from './pem.ts';
import { readAlternativeNames, withCommonName } from './requested-names.ts';
import type { SigningRequest } from './signing-request.ts';
import { readRequest } from './signing-request.ts';
import type { PkiState } from './state.ts';
import { keepCertificate } from './storage.ts';
import { AUTHORITY_USAGE } from './usages.ts';
import { MOUNT_LIMITS, validityOf } from './validity.ts';

interface Wanted {
  readonly subject: Buffer;
  readonly dns: readonly string[];
  readonly usage: readonly number[];
  /** Names and all other extensions of the request. */
  readonly extensions: readonly Extension[];
}

/** use_csr_values: subject, names and extensions of the CSR; its key usages add to the CA's. */
function valuesOfCsr(csr: SigningRequest): Wanted {
  return {
    subject: csr.subject,
    dns: csr.names.dns,
    usage: [...AUTHORITY_USAGE, ...csr.usage],
    extensions: csr.extensions.filter(
      ({ oid }) => oid !== EXTENSION.basicConstraints && oid !== EXTENSION.keyUsage,
    ),
  };
}

function valuesOfRequest(request: EngineRequest): Wanted {
  const { input } = request;
  const subject = readSubject(input);
  if (subject.commonName === '') throw new EngineError(400, 'the common_name field is required');
  const names = withCommonName(readAlternativeNames(input), subject.commonName, input);
  return {
    subject: encodeSubject(subject),
    dns: names.dns,
    usage: AUTHORITY_USAGE,
    extensions: alternativeNames(names, false),
  };
}

/** May outlast its signing authority, with a warning. */
export function signIntermediate(state: PkiState, request: EngineRequest): EngineReply {
  const { input } = request;
  const output = readFormat(input);
  const csr = readRequest(asText(input, 'csr', ''));
  checkRequestKey({ key_type: 'any', key_bits: 0 }, csr.key);
  const signer = state.signer();
  const pathLength = pathLengthOf(input, signer.certificate);
  const wanted = asBoolean(input, 'use_csr_values', false) ? valuesOfCsr(csr) : valuesOfRequest(request);
  checkPermitted(signer.certificate, wanted.dns);
  const validity = validityOf(input, MOUNT_LIMITS, state.now());
  const fixed = [
    authorityConstraints(pathLength),
    ...keyUsage(wanted.usage),
    ...linkingExtensions(state, csr.spki, signer.certificate),
    ...permittedDomains(asList(input, 'permitted_dns_domains', [])),
  ];
  const brought = wanted.extensions.filter(({ oid }) => fixed.every((entry) => entry.oid !== oid));
  const certificate = signCertificate(
    {
      issuer: signer.certificate.subject,
      subject: wanted.subject,
      ...validity,
      spki: csr.spki,
      extensions: [...fixed, ...brought],
    },
    signer.key,
  );
  keepCertificate(state, request, certificate, { store: true, leasePath: undefined });
  state.record(request, `certificate.signed ${certificate.serial}`);
  const { ca_chain: above, ...fields } = issuedFields(certificate, signer, output);
  return {
    data: { ...fields, ca_chain: [encodeOne(certificate, output), ...(Array.isArray(above) ? above : [])] },
    warnings: [
      ...(pathLength === 0
        ? [
            'Max path length of the signed certificate is zero. This certificate cannot be used to issue intermediate CA certificates.',
          ]
        : []),
      ...(certificate.notAfter > signer.certificate.notAfter
        ? [
            "The expiration time for the signed certificate is after the CA's expiration time. If the new certificate is not treated as a root, validation paths with the certificate past the issuing CA's expiration time will fail.",
          ]
        : []),
      ...unrecognized(input, PARAMETERS.signIntermediate),
    ],
  };
}

function readSelfIssued(text: string): Certificate {
  const block = pemBlocks(text).find(({ label }) => label === 'CERTIFICATE');
  if (block === undefined) throw new EngineError(400, 'certificate could not be PEM-decoded');
  let certificate: Certificate;
  try {
    certificate = readCertificate(block.der);
  } catch {
    throw new EngineError(400, 'certificate could not be parsed');
  }
  if (!certificate.isAuthority) throw new EngineError(400, 'given certificate is not a CA certificate');
  if (!isSelfIssued(certificate)) throw new EngineError(400, 'given certificate is not self-issued');
  return certificate;
}

const ALGORITHMS = { rsa: 'RSA', ec: 'ECDSA', ed25519: 'Ed25519' } as const;

/** Changes only the authority key identifier, the issuer, and configured distribution points. */
export function signSelfIssued(state: PkiState, request: EngineRequest): EngineReply {
  if (!request.sudo) throw new EngineError(403, wrapped('permission denied'));
  const submitted = readSelfIssued(asText(request.input, 'certificate', ''));
  const signer = state.signer();
  const key = describeSpki(submitted.spki);
  if (
    asBoolean(request.input, 'require_matching_certificate_algorithms', false) &&
    key?.type !== signer.key.type
  ) {
    const given = key === undefined ? 'unknown' : ALGORITHMS[key.type];
    throw new EngineError(
      500,
      wrapped(
        `signing certificate's public key algorithm (${ALGORITHMS[signer.key.type]}) does not match submitted certificate's (${given}), and require_matching_certificate_algorithms is true`,
      ),
    );
  }
  const changed = [
    authorityKey(signer.certificate.keyId),
    ...distributionPoints(state.configuredUrls().crl_distribution_points),
  ];
  const kept = submitted.extensions.filter(({ oid }) => changed.every((entry) => entry.oid !== oid));
  const certificate = signCertificate(
    {
      serial: submitted.serialBytes,
      issuer: signer.certificate.subject,
      subject: submitted.subject,
      notBefore: submitted.notBefore,
      notAfter: submitted.notAfter,
      spki: submitted.spki,
      extensions: [...kept, ...changed],
    },
    signer.key,
  );
  state.record(request, `certificate.signed ${certificate.serial}`);
  return { data: { certificate: certificate.pem, issuing_ca: signer.certificate.pem } };
}
