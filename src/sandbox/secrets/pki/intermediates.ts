/** Generate, set-signed, config/ca (test/seeds/2-secrets.md, section 4.2). */
import { randomUUID } from '../../random.ts';
import type { Json } from '../../contract.ts';
import type { EngineReply, EngineRequest } from '../engine.ts';
import { EngineError } from '../engine.ts';
import { asBoolean, asText } from '../coerce.ts';
import type { Certificate } from './certificate.ts';
import { readCertificate } from './certificate.ts';
import { alternativeNames, authorityConstraints } from './extensions.ts';
import { bundle, keyFields, readFormat } from './format.ts';
import type { KeyPair } from './keys.ts';
import { generateKey, readPrivateKey } from './keys.ts';
import { encodeSubject, readSubject } from './names.ts';
import { PARAMETERS, unrecognized } from './parameters.ts';
import type { PemBlock } from './pem.ts';
import { bundleBlocks, toPem } from './pem.ts';
import { readAlternativeNames, withCommonName } from './requested-names.ts';
import { rebuildList } from './revocation.ts';
import { readKeyPlan } from './roots.ts';
import { createRequest } from './signing-request.ts';
import type { PkiState } from './state.ts';

export async function generateIntermediate(
  state: PkiState,
  request: EngineRequest,
  type: string,
): Promise<EngineReply> {
  const { input } = request;
  const plan = readKeyPlan(request, type);
  const output = readFormat(input);
  const subject = readSubject(input);
  const names = withCommonName(readAlternativeNames(input), subject.commonName, input);
  const extensions = [
    ...alternativeNames(names, false),
    ...(asBoolean(input, 'add_basic_constraints', false) ? [authorityConstraints(undefined)] : []),
  ];
  const key = await generateKey(plan.key);
  const der = createRequest(encodeSubject(subject), key, extensions);
  const keyId = randomUUID();
  state.authority = { key, keyId, certificate: undefined, issuerId: '', generatedRoot: false };
  state.others = [];
  state.list = undefined;
  state.record(request, `intermediate.generated ${keyId}`);
  const exported = plan.exported ? key : undefined;
  const pem = toPem('CERTIFICATE REQUEST', der);
  const encoded = output.format === 'der' ? der.toString('base64') : pem;
  return {
    data: {
      csr: output.format === 'pem_bundle' ? bundle(exported, pem) : encoded,
      key_id: keyId,
      ...(exported === undefined ? undefined : keyFields(exported, output)),
    },
    warnings: unrecognized(input, PARAMETERS.intermediate),
  };
}

function readAuthorities(blocks: readonly PemBlock[]): readonly Certificate[] {
  return blocks
    .filter(({ label }) => label === 'CERTIFICATE')
    .map((block, index) => {
      let certificate: Certificate;
      try {
        certificate = readCertificate(block.der);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new EngineError(400, `Error parsing issuer ${index}: ${reason}`);
      }
      if (certificate.isAuthority) return certificate;
      throw new EngineError(
        400,
        `Error parsing issuer ${index}: Refusing to import non-CA certificate\n${block.text}`,
      );
    });
}

/** The certificate of the key is the authority, others are its chain. */
function install(
  state: PkiState,
  key: KeyPair,
  keyId: string,
  certificates: readonly Certificate[],
): Readonly<Record<string, Json>> {
  const certificate = certificates.find(({ spki }) => spki.equals(key.spki));
  if (certificate === undefined) {
    throw new EngineError(400, 'no certificate in the PEM bundle belongs to the private key of the CA');
  }
  const issuerId = randomUUID();
  state.authority = { key, keyId, certificate, issuerId, generatedRoot: false };
  rebuildList(state);
  state.others = certificates
    .filter((other) => other !== certificate)
    .map((other) => ({ issuerId: randomUUID(), certificate: other }));
  const chainIds = state.others.map((other) => other.issuerId);
  const mapping: readonly (readonly [string, string])[] = [
    [issuerId, keyId],
    ...chainIds.map((id): [string, string] => [id, '']),
  ];
  return { imported_issuers: [issuerId, ...chainIds], mapping: Object.fromEntries(mapping) };
}

export function setSigned(state: PkiState, request: EngineRequest): EngineReply {
  const blocks = bundleBlocks(asText(request.input, 'certificate', ''));
  if (blocks.some(({ label }) => label.endsWith('PRIVATE KEY'))) {
    throw new EngineError(400, 'private keys found in the PEM bundle but not allowed by the path');
  }
  const certificates = readAuthorities(blocks);
  const key = state.authority?.key;
  if (key === undefined) {
    throw new EngineError(400, 'no private key is waiting for a certificate; generate an intermediate first');
  }
  const imported = install(state, key, state.authority?.keyId ?? '', certificates);
  state.record(request, `intermediate.set ${state.authority?.certificate?.serial ?? ''}`);
  return { data: { existing_issuers: null, existing_keys: null, imported_keys: null, ...imported } };
}

export function importAuthority(state: PkiState, request: EngineRequest): EngineReply {
  const blocks = bundleBlocks(asText(request.input, 'pem_bundle', ''));
  const keys = blocks.filter(({ label }) => label.endsWith('PRIVATE KEY'));
  const [block] = keys;
  if (block === undefined || keys.length > 1) {
    throw new EngineError(400, 'the PEM bundle must hold exactly one private key');
  }
  const key = readPrivateKey(block.text);
  const keyId = randomUUID();
  const imported = install(state, key, keyId, readAuthorities(blocks));
  state.record(request, `authority.imported ${state.authority?.certificate?.serial ?? ''}`);
  return { data: { existing_issuers: null, existing_keys: null, imported_keys: [keyId], ...imported } };
}
