/** test/seeds/2-secrets.md, sections 3 and 4.2. */
import { randomUUID } from '../../random.ts';
import type { EngineReply, EngineRequest } from '../engine.ts';
import { EngineError } from '../engine.ts';
import { asInteger, asList, asText } from '../coerce.ts';
import { wrapped } from '../routes.ts';
import { pathLengthOf } from './authority-rules.ts';
import { signCertificate } from './certificate.ts';
import {
  alternativeNames,
  authorityConstraints,
  authorityKey,
  keyUsage,
  permittedDomains,
  subjectKey,
  urlExtensions,
} from './extensions.ts';
import { bundle, encodeOne, keyFields, readFormat } from './format.ts';
import type { KeyDescription } from './keys.ts';
import { checkKey, generateKey, keyIdentifier } from './keys.ts';
import { encodeSubject, readSubject } from './names.ts';
import { PARAMETERS, unrecognized } from './parameters.ts';
import { readAlternativeNames, withCommonName } from './requested-names.ts';
import { rebuildList } from './revocation.ts';
import type { PkiState } from './state.ts';
import { keepCertificate } from './storage.ts';
import { AUTHORITY_USAGE } from './usages.ts';
import { MOUNT_LIMITS, validityOf } from './validity.ts';

export interface KeyPlan {
  readonly exported: boolean;
  readonly key: KeyDescription;
}

/** internal or exported; no managed keys, so kms is refused. */
export function readKeyPlan(request: EngineRequest, type: string): KeyPlan {
  const { input } = request;
  if (type === 'kms') {
    const managed = asText(input, 'managed_key_name', '') || asText(input, 'managed_key_id', '');
    if (managed === '') {
      throw new EngineError(400, 'managed_key_name or managed_key_id is required when type is kms');
    }
    throw new EngineError(400, `no managed key is known by the name or id "${managed}"`);
  }
  if (type !== 'internal' && type !== 'exported') {
    throw new EngineError(400, 'the "exported" path parameter must be "internal", "exported" or "kms"');
  }
  if (asText(input, 'common_name', '') === '')
    throw new EngineError(400, 'the common_name field is required');
  const key = checkKey(asText(input, 'key_type', 'rsa'), asInteger(input, 'key_bits', 0));
  return { exported: type === 'exported', key };
}

function refuseSecond(state: PkiState): void {
  if (state.authority?.key === undefined) return;
  throw new EngineError(
    400,
    'refusing to generate a root certificate over an existing CA; delete the existing root first',
  );
}

export async function generateRoot(
  state: PkiState,
  request: EngineRequest,
  type: string,
): Promise<EngineReply> {
  const { input } = request;
  refuseSecond(state);
  const plan = readKeyPlan(request, type);
  const output = readFormat(input);
  const subject = readSubject(input);
  const names = withCommonName(readAlternativeNames(input), subject.commonName, input);
  const pathLength = pathLengthOf(input, undefined);
  const validity = validityOf(input, MOUNT_LIMITS, state.now());
  const key = await generateKey(plan.key);
  refuseSecond(state);
  const identifier = keyIdentifier(key.spki);
  const name = encodeSubject(subject);
  const certificate = signCertificate(
    {
      issuer: name,
      subject: name,
      ...validity,
      spki: key.spki,
      extensions: [
        authorityConstraints(pathLength),
        ...keyUsage(AUTHORITY_USAGE),
        subjectKey(identifier),
        authorityKey(identifier),
        ...alternativeNames(names, false),
        ...permittedDomains(asList(input, 'permitted_dns_domains', [])),
        ...urlExtensions(state.configuredUrls()),
      ],
    },
    key,
  );
  const ids = { keyId: randomUUID(), issuerId: randomUUID() };
  state.authority = { ...ids, key, certificate, generatedRoot: true };
  state.others = [];
  rebuildList(state);
  // As documented, the lease's end revokes the root and lists it; products give no lease.
  const lease = keepCertificate(state, request, certificate, {
    store: true,
    leasePath: state.context.product === undefined ? `root/generate/${type}` : undefined,
  });
  state.record(request, `root.generated ${certificate.serial}`);
  const exported = plan.exported ? key : undefined;
  return {
    data: {
      certificate:
        output.format === 'pem_bundle' ? bundle(exported, certificate.pem) : encodeOne(certificate, output),
      issuing_ca: encodeOne(certificate, output),
      serial_number: certificate.serial,
      expiration: Math.floor(certificate.notAfter / 1000),
      issuer_id: ids.issuerId,
      issuer_name: '',
      key_id: ids.keyId,
      key_name: '',
      ...(exported === undefined ? undefined : keyFields(exported, output)),
    },
    warnings: unrecognized(input, PARAMETERS.root),
    ...(lease === undefined ? undefined : { lease }),
  };
}

export function deleteRoot(state: PkiState, request: EngineRequest): EngineReply {
  if (!request.sudo) throw new EngineError(403, wrapped('permission denied'));
  const { authority, others } = state;
  if (authority?.key === undefined) return {};
  // The document keeps the certificate; servers that list several issuers delete each of them.
  const keeps = authority.certificate !== undefined && others.length === 0;
  state.authority = keeps ? { ...authority, key: undefined } : undefined;
  state.others = [];
  state.record(request, 'root.deleted');
  return {};
}

export function deleteIssuer(state: PkiState, request: EngineRequest, reference: string): EngineReply {
  const { authority, others } = state;
  const left = others.filter(({ issuerId }) => issuerId !== reference);
  if (left.length < others.length) {
    state.others = left;
    state.record(request, `issuer.deleted ${reference}`);
    return { status: 200 };
  }
  if (authority?.certificate === undefined || !['default', authority.issuerId].includes(reference)) {
    return { status: 200 };
  }
  state.authority = undefined;
  state.record(request, `issuer.deleted ${authority.issuerId}`);
  const which = `Deleted issuer ${authority.issuerId} (via issuer_ref ${reference})`;
  return {
    status: 200,
    warnings: [
      `${which}; this was configured as the default issuer. Operations without an explicit issuer will not work ` +
        'until a new default is configured.',
    ],
  };
}
