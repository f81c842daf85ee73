/** POST sign-verbatim(/:name) (test/seeds/2-secrets.md, section 4.2). */
import type { EngineReply, EngineRequest } from '../engine.ts';
import { EngineError } from '../engine.ts';
import { asList, asText } from '../coerce.ts';
import { checkPermitted, checkRequestKey } from './authority-rules.ts';
import { signCertificate } from './certificate.ts';
import type { Extension } from './extensions.ts';
import { extendedKeyUsage, keyUsage } from './extensions.ts';
import { issuedFields, readFormat } from './format.ts';
import { roleOf } from './issue.ts';
import { linkingExtensions } from './leaf.ts';
import { PARAMETERS, unrecognized } from './parameters.ts';
import { readRequest } from './signing-request.ts';
import type { PkiState } from './state.ts';
import { keepCertificate } from './storage.ts';
import { DEFAULT_KEY_USAGE, extendedUsageOids, keyUsageBits } from './usages.ts';
import { MOUNT_LIMITS, checkWithinAuthority, validityOf } from './validity.ts';

function usageExtensions(request: EngineRequest): readonly Extension[] {
  const { input } = request;
  const extended = extendedUsageOids(asList(input, 'ext_key_usage', []));
  return [
    ...keyUsage(keyUsageBits(asList(input, 'key_usage', DEFAULT_KEY_USAGE))),
    ...extendedKeyUsage([...extended, ...asList(input, 'ext_key_usage_oids', [])]),
  ];
}

/** Of a role only ttl, max_ttl, generate_lease and no_store count. */
export function signVerbatim(state: PkiState, request: EngineRequest, suffix: string): EngineReply {
  const { input } = request;
  const name = suffix || asText(input, 'name', '') || asText(input, 'role', '');
  const role = name === '' ? undefined : roleOf(state, name);
  const output = readFormat(input);
  const csr = readRequest(asText(input, 'csr', ''));
  checkRequestKey({ key_type: 'any', key_bits: 0 }, csr.key);
  if (csr.asksAuthority) {
    throw new EngineError(400, 'the CSR asks for a CA certificate, which sign-verbatim does not issue');
  }
  const signer = state.signer();
  checkPermitted(signer.certificate, csr.names.dns);
  const limits = { ...MOUNT_LIMITS, ttl: role?.ttl ?? 0, maxTtl: role?.max_ttl ?? 0 };
  const validity = validityOf(input, limits, state.now());
  checkWithinAuthority(validity.notAfter, signer.certificate.notAfter);
  const links = linkingExtensions(state, csr.spki, signer.certificate);
  const own = csr.extensions.filter(({ oid }) => links.every((link) => link.oid !== oid));
  const usages = usageExtensions(request).filter(({ oid }) => own.every((entry) => entry.oid !== oid));
  const certificate = signCertificate(
    {
      issuer: signer.certificate.subject,
      subject: csr.subject,
      ...validity,
      spki: csr.spki,
      extensions: [...usages, ...links, ...own],
    },
    signer.key,
  );
  const lease = keepCertificate(state, request, certificate, {
    store: role?.no_store !== true,
    leasePath: role?.generate_lease === true ? `sign-verbatim/${name}` : undefined,
  });
  state.record(request, `certificate.signed ${certificate.serial}`);
  const data = issuedFields(certificate, signer, output);
  const warnings = unrecognized(input, PARAMETERS.verbatim);
  return lease === undefined ? { data, warnings } : { data, warnings, lease };
}
