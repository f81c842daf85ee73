/** The words of a question about a certificate, from the certificate. */
import type { InputRecord } from '../../catalogue/parameter.ts';
import { inputText } from '../../catalogue/parameter.ts';
import { isPem } from '../../documents/pem.ts';
import { TrivetError } from '../../system/error.ts';
import { serialOf } from './serial.ts';
import type { FoundRisk } from '../../catalogue/risk.ts';
import { rfc3339 } from '../../documents/rfc3339.ts';
import type { ParsedCertificate } from '../../documents/x509/certificate.ts';
import { firstCertificateIn } from '../../documents/x509/contents.ts';

export const certificateWords = (certificate: ParsedCertificate | undefined): string =>
  certificate === undefined
    ? 'a certificate that cannot be read'
    : `${certificate.subject.text || 'no subject'}, expires ${rfc3339(certificate.notAfter)}`;

/** @param pem undefined if nobody has the certificate */
export const revocationOf = (serial: string, pem: string | undefined): FoundRisk => {
  const certificate = firstCertificateIn(pem ?? '');
  const isAuthority = certificate?.values.basicConstraints?.ca === true;
  const below = isAuthority ? ' It is a CA: clients refuse every certificate below it, too.' : '';
  return {
    question: `Revoke the certificate {certificate}?${below}`,
    name: '{serial}',
    input: {
      serial,
      certificate: pem === undefined ? serial : `${serial} (${certificateWords(certificate)})`,
    },
  };
};

/** For a certificate that is in the input, without a read. */
export const revokedByInput = (input: InputRecord): FoundRisk | undefined => {
  const text = inputText(input, 'serial_number') ?? '';
  if (!isPem(text)) return undefined;
  try {
    return revocationOf(serialOf(text), text);
  } catch (error) {
    // The request itself is refused with the reason.
    if (error instanceof TrivetError) return undefined;
    throw error;
  }
};
