/** POST issue/:name and sign/:name (test/seeds/2-secrets.md, section 4.2). */
import type { EngineReply, EngineRequest } from '../engine.ts';
import { EngineError } from '../engine.ts';
import { asText } from '../coerce.ts';
import { checkPermitted, checkRequestKey } from './authority-rules.ts';
import type { Certificate } from './certificate.ts';
import { issuedFields, readFormat } from './format.ts';
import type { KeyPair } from './keys.ts';
import { checkKey, generateKey } from './keys.ts';
import type { LeafPlan } from './leaf.ts';
import { signLeaf } from './leaf.ts';
import type { RequestedNames } from './name-policy.ts';
import { checkNames } from './name-policy.ts';
import { PARAMETERS, unrecognized } from './parameters.ts';
import { readAlternativeNames, withCommonName } from './requested-names.ts';
import type { Role } from './role.ts';
import type { SigningRequest } from './signing-request.ts';
import { readRequest } from './signing-request.ts';
import type { PkiState } from './state.ts';
import { keepCertificate } from './storage.ts';
import { checkWithinAuthority, validityOf } from './validity.ts';

export function roleOf(state: PkiState, name: string): Role {
  const role = state.roles.get(name);
  if (role === undefined) throw new EngineError(400, `unknown role: ${name}`);
  return role;
}

/** The role decides whether names of the CSR or of the parameters count. */
function requestedNames(role: Role, request: EngineRequest, csr: SigningRequest | undefined): RequestedNames {
  const { input } = request;
  const fromCsr = csr !== undefined && role.use_csr_common_name ? csr.commonName : '';
  const commonName = fromCsr || asText(input, 'common_name', '');
  if (commonName === '' && role.require_cn) {
    throw new EngineError(
      400,
      'the common_name field is required, or must be provided in a CSR with "use_csr_common_name" set to true, unless "require_cn" is set to false',
    );
  }
  const names = csr !== undefined && role.use_csr_sans ? csr.names : readAlternativeNames(input);
  return {
    commonName,
    serialNumber: asText(input, 'serial_number', '') || (csr?.serialNumber ?? ''),
    names: withCommonName(names, commonName, input),
  };
}

function planLeaf(
  state: PkiState,
  request: EngineRequest,
  role: Role,
  csr: SigningRequest | undefined,
): LeafPlan {
  const signer = state.signer();
  const requested = requestedNames(role, request, csr);
  checkNames(role, requested, request.principal);
  const limits = {
    ttl: role.ttl,
    maxTtl: role.max_ttl,
    notAfter: role.not_after,
    backdating: role.not_before_duration,
  };
  const validity = validityOf(request.input, limits, state.now());
  checkWithinAuthority(validity.notAfter, signer.certificate.notAfter);
  checkPermitted(signer.certificate, requested.names.dns);
  return { role, signer, ...requested, validity };
}

function finish(
  state: PkiState,
  request: EngineRequest,
  plan: LeafPlan,
  certificate: Certificate,
  key: KeyPair | undefined,
  warnings: readonly string[],
): EngineReply {
  const { role, signer } = plan;
  const lease = keepCertificate(state, request, certificate, {
    store: !role.no_store,
    leasePath: role.generate_lease ? request.segments.join('/') : undefined,
  });
  state.record(request, `certificate.${key === undefined ? 'signed' : 'issued'} ${certificate.serial}`);
  const data = issuedFields(certificate, signer, readFormat(request.input), key);
  return lease === undefined ? { data, warnings } : { data, warnings, lease };
}

/** The private key is returned once and not kept. The default serial number is random. */
export async function issue(
  state: PkiState,
  request: EngineRequest,
  name: string,
  serial?: Buffer,
): Promise<EngineReply> {
  const role = roleOf(state, name);
  if (role.key_type === 'any') {
    throw new EngineError(400, 'role key type "any" not allowed for issuing certificates, only signing');
  }
  readFormat(request.input);
  const plan = planLeaf(state, request, role, undefined);
  const key = await generateKey(checkKey(role.key_type, role.key_bits));
  const certificate = signLeaf(state, plan, key.spki, serial);
  const warnings = unrecognized(request.input, PARAMETERS.issue);
  return finish(state, request, plan, certificate, key, warnings);
}

function ignoredNames(role: Role, request: EngineRequest): readonly string[] {
  const given = (name: string): boolean => asText(request.input, name, '') !== '';
  const warnings: string[] = [];
  if (role.use_csr_common_name && given('common_name')) {
    warnings.push(
      'the common_name field was provided but the role is set with "use_csr_common_name" set to true',
    );
  }
  if (role.use_csr_sans && 'alt_names' in request.input) {
    warnings.push('the alt_names field was provided but the role is set with "use_csr_sans" set to true');
  }
  return warnings;
}

export function signRequest(state: PkiState, request: EngineRequest, name: string): EngineReply {
  const role = roleOf(state, name);
  readFormat(request.input);
  const csr = readRequest(asText(request.input, 'csr', ''));
  checkRequestKey(role, csr.key);
  const plan = planLeaf(state, request, role, csr);
  const certificate = signLeaf(state, plan, csr.spki);
  const warnings = [...ignoredNames(role, request), ...unrecognized(request.input, PARAMETERS.sign)];
  return finish(state, request, plan, certificate, undefined, warnings);
}
