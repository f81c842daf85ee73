/** Checked here, since real servers store misspelt names and ignore them. */
import type { Limits } from '../../../catalogue/parameter.ts';

const keyUsages = [
  'DigitalSignature',
  'ContentCommitment',
  'KeyEncipherment',
  'DataEncipherment',
  'KeyAgreement',
  'CertSign',
  'CRLSign',
  'EncipherOnly',
  'DecipherOnly',
] as const;

const extendedKeyUsages = [
  'Any',
  'ServerAuth',
  'ClientAuth',
  'CodeSigning',
  'EmailProtection',
  'IPSECEndSystem',
  'IPSECTunnel',
  'IPSECUser',
  'TimeStamping',
  'OCSPSigning',
  'MicrosoftServerGatedCrypto',
  'NetscapeServerGatedCrypto',
  'MicrosoftCommercialCodeSigning',
  'MicrosoftKernelCodeSigning',
] as const;

/** A pattern cannot have flags. */
const anyCase = (name: string): string =>
  name.replaceAll(/[A-Za-z]/g, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);

const oneOf = (names: readonly string[], what: string): Limits => ({
  pattern: names.map(anyCase).join('|'),
  meaning: `${what} (${names.join(', ')})`,
});

const described = { in: 'body', type: 'strings', metavar: 'usage' } as const;

export const keyUsage = {
  ...described,
  summary: 'Key usages (case-insensitive); an empty list allows any',
  limits: oneOf(keyUsages, 'names of key usages'),
} as const;

export const extKeyUsage = {
  ...described,
  summary: 'Extended key usages (case-insensitive)',
  limits: oneOf(extendedKeyUsages, 'names of extended key usages'),
  default: '[]',
} as const;

export const extKeyUsageOids = {
  in: 'body',
  type: 'strings',
  summary: 'Extended key usages by OID',
  default: 'empty',
  limits: { pattern: String.raw`\d+(?:\.\d+)+`, meaning: 'OIDs such as 1.3.6.1.5.5.7.3.17' },
  metavar: 'oid',
} as const;

export const defaultKeyUsage = 'DigitalSignature, KeyAgreement, KeyEncipherment';
