/** To the form that every server accepts (test/seeds/2-secrets.md §4.2). */
import { octetsOf } from '../../catalogue/text/octets.ts';
import { usageError } from '../../system/error.ts';
import type { Block } from '../../documents/pem.ts';
import { blocksOf, isPem } from '../../documents/pem.ts';
import { parseCertificate } from '../../documents/x509/certificate.ts';

/** Also accepted by `pki cert show`. */
const reserved: readonly string[] = ['ca', 'ca_chain', 'crl', 'delta-crl'];

/**
 * The first only: a bundle holds the private key, which must not be sent.
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
 * Lower-case hex octets with colons. Takes colons, hyphens, spaces or nothing between octets, any case, `0x`,
 * `serial=`, leading zeros, or PEM; `ca`, `ca_chain` and `crl` stay.
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
