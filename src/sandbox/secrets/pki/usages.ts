/** Without the prefixes `KeyUsage` and `ExtKeyUsage`. */

/** In bit order (RFC 5280, section 4.2.1.3). */
const KEY_USAGES = [
  'digitalsignature',
  'contentcommitment',
  'keyencipherment',
  'dataencipherment',
  'keyagreement',
  'certsign',
  'crlsign',
  'encipheronly',
  'decipheronly',
];

const EXTENDED: ReadonlyMap<string, string> = new Map([
  ['any', '2.5.29.37.0'],
  ['serverauth', '1.3.6.1.5.5.7.3.1'],
  ['clientauth', '1.3.6.1.5.5.7.3.2'],
  ['codesigning', '1.3.6.1.5.5.7.3.3'],
  ['emailprotection', '1.3.6.1.5.5.7.3.4'],
  ['ipsecendsystem', '1.3.6.1.5.5.7.3.5'],
  ['ipsectunnel', '1.3.6.1.5.5.7.3.6'],
  ['ipsecuser', '1.3.6.1.5.5.7.3.7'],
  ['timestamping', '1.3.6.1.5.5.7.3.8'],
  ['ocspsigning', '1.3.6.1.5.5.7.3.9'],
  ['microsoftservergatedcrypto', '1.3.6.1.4.1.311.10.3.3'],
  ['netscapeservergatedcrypto', '2.16.840.1.113730.4.1'],
  ['microsoftcommercialcodesigning', '1.3.6.1.4.1.311.2.1.22'],
  ['microsoftkernelcodesigning', '1.3.6.1.4.1.311.61.1.1'],
]);

export const DEFAULT_KEY_USAGE: readonly string[] = ['DigitalSignature', 'KeyAgreement', 'KeyEncipherment'];

/** CertSign and CRLSign. */
export const AUTHORITY_USAGE: readonly number[] = [5, 6];

export function keyUsageBits(names: readonly string[]): readonly number[] {
  return names
    .map((name) => KEY_USAGES.indexOf(name.toLowerCase().replace(/^keyusage/, '')))
    .filter((bit) => bit >= 0);
}

export function extendedUsageOids(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => EXTENDED.get(name.toLowerCase().replace(/^extkeyusage/, '')) ?? []);
}
