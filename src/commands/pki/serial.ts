/** Converts serial numbers as people write them to the form that every server accepts (document 2 §4.2). */
import { usageError } from '../../system/error.ts';
import type { Block } from '../../documents/pem.ts';
import { blocksOf, isPem } from '../../documents/pem.ts';
import { readCertificate } from '../../documents/x509.ts';

/** The other words that `pki cert show` accepts. */
const reserved: readonly string[] = ['ca', 'ca_chain', 'crl', 'delta-crl'];

/** A serial number is an integer: some tools print zeros before it, which servers do not keep. */
const withoutZeros = (serial: string): string => serial.replace(/^(?:00:)+/, '');

const octets = (hex: string): string =>
  withoutZeros((hex.length % 2 === 0 ? hex : `0${hex}`).replaceAll(/..(?=.)/g, '$&:').toLowerCase());

/**
 * Returns only the first certificate of a PEM text: a bundle also holds its private key, which must not be sent.
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
    return readCertificate(der).serial;
  } catch {
    throw usageError('the certificate cannot be read');
  }
};

/**
 * Lower-case hex octets with colons, from octets with colons, hyphens, spaces or nothing between them, in any case,
 * with or without `0x`, `serial=` or zeros before it; or from a certificate in PEM. `ca`, `ca_chain` and `crl` stay as they are.
 * @param strict false: sends anything else to the server unchanged
 * @throws TrivetError usage
 */
export const serialOf = (text: string, strict = true): string => {
  if (isPem(text)) return ofCertificate(text);
  const plain = text.trim();
  if (reserved.includes(plain) || !strict) return plain;
  const bare = plain.replace(/^(?:serial=|0x)/i, '');
  if (/^[0-9a-f]+$/i.test(bare)) return octets(bare);
  if (/^[0-9a-f]{1,2}(?:(?:[:-]|\s+)[0-9a-f]{1,2})+$/i.test(bare)) {
    const parts = bare.split(/[:-]|\s+/).map((octet) => octet.padStart(2, '0').toLowerCase());
    return withoutZeros(parts.join(':'));
  }
  throw usageError(
    `"${plain.slice(0, 80)}" is not a serial number: give hex octets such as 39:dd:2e, or @FILE with the certificate`,
  );
};
