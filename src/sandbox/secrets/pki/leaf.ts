import type { AlternativeNames } from './alternative-names.ts';
import type { Certificate } from './certificate.ts';
import { signCertificate } from './certificate.ts';
import type { Extension } from './extensions.ts';
import {
  alternativeNames,
  authorityKey,
  extendedKeyUsage,
  keyUsage,
  leafConstraints,
  policies,
  subjectKey,
  urlExtensions,
} from './extensions.ts';
import { keyIdentifier } from './keys.ts';
import { encodeSubject } from './names.ts';
import type { Role } from './role.ts';
import type { PkiState, Signer } from './state.ts';
import { extendedUsageOids, keyUsageBits } from './usages.ts';
import type { Validity } from './validity.ts';

export interface LeafPlan {
  readonly role: Role;
  readonly signer: Signer;
  readonly commonName: string;
  readonly serialNumber: string;
  readonly names: AlternativeNames;
  readonly validity: Validity;
}

function usagesOf(role: Role): readonly string[] {
  const flags = [
    ...(role.server_flag ? ['ServerAuth'] : []),
    ...(role.client_flag ? ['ClientAuth'] : []),
    ...(role.code_signing_flag ? ['CodeSigning'] : []),
    ...(role.email_protection_flag ? ['EmailProtection'] : []),
  ];
  return [...extendedUsageOids([...flags, ...role.ext_key_usage]), ...role.ext_key_usage_oids];
}

export function linkingExtensions(
  state: PkiState,
  spki: Buffer,
  authority: Certificate,
): readonly Extension[] {
  return [
    subjectKey(keyIdentifier(spki)),
    authorityKey(authority.keyId),
    ...urlExtensions(state.configuredUrls()),
  ];
}

export function signLeaf(state: PkiState, plan: LeafPlan, spki: Buffer, serial?: Buffer): Certificate {
  const { role, signer, commonName, serialNumber, names } = plan;
  const { country, organization, ou, locality, province, street_address, postal_code } = role;
  const lists = { country, organization, ou, locality, province, street_address, postal_code };
  const subject = encodeSubject({ lists, commonName, serialNumber });
  return signCertificate(
    {
      ...(serial === undefined ? {} : { serial }),
      issuer: signer.certificate.subject,
      subject,
      ...plan.validity,
      spki,
      signatureBits: role.signature_bits,
      extensions: [
        ...(role.basic_constraints_valid_for_non_ca ? [leafConstraints()] : []),
        ...keyUsage(keyUsageBits(role.key_usage)),
        ...extendedKeyUsage(usagesOf(role)),
        ...linkingExtensions(state, spki, signer.certificate),
        ...alternativeNames(names, subject.length === 2),
        ...policies(role.policy_identifiers),
      ],
    },
    signer.key,
  );
}
