/** Serial numbers in the form that every server accepts (test/seeds/2-secrets.md §4.2). */
import { octetsOf } from '../../catalogue/text/octets.ts';
import { usageError } from '../../system/error.ts';
import type { Block } from '../../documents/pem.ts';
import { blocksOf, isPem } from '../../documents/pem.ts';
import { parseCertificate } from '../../documents/x509/certificate.ts';

/** Words that `pki cert show` also accepts. */
const reserved: readonly string[] = ['ca', 'ca_chain', 'crl', 'delta-crl'];

/**
 * Returns only the first block: a bundle holds the private key, which must not be sent.
 * @throws TrivetError usage
 */
export const certificateIn = (pem: string): string => `${blockIn(pem).text}\n`;

const blockIn = (pem: string): Block => {
  const block = blocksOf(pem).find(({ label }) => label === 'CERTIFICATE');
  if (block === undefined) throw usageError('the text contains no PEM certificate');
  return block;
};

const ofCertificate = (pem: string): string => {
  const { der } = blockIn(pem);
  try {
    return parseCertificate(der).serial;
  } catch {
    throw usageError('the certificate cannot be read');
  }
};

/**
 * Returns lower-case hex octets with colons, also from PEM; `ca`, `ca_chain` and `crl` stay.
 * @param strict false: other text is sent unchanged
 * @throws TrivetError usage
 */
export const serialOf = (text: string, strict = true): string => {
  if (isPem(text)) return ofCertificate(text);
  const plain = text.trim();
  if (reserved.includes(plain) || !strict) return plain;
  const octets = octetsOf(plain);
  if (octets !== undefined) return octets;
  throw usageError(
    `"${plain.slice(0, 80)}" is not a serial number: give hex octets such as 39:dd:2e, or @FILE with the certificate`,
  );
};
