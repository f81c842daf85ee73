/** The words of a question about a certificate that is in the input, without a read. */
import { blocksOf, isPem } from '../../documents/pem.ts';
import { readFacts } from '../../documents/x509.ts';
import type { CertificateFacts } from '../../documents/x509.ts';
import { rfc3339 } from '../../documents/rfc3339.ts';
import type { FoundRisk } from '../../catalogue/risk.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { inputText } from '../../catalogue/parameter.ts';
import { TrivetError } from '../../system/error.ts';
import { serialOf } from './serial.ts';

const factsIn = (pem: string): CertificateFacts | undefined => {
  const block = blocksOf(pem).find(({ label }) => label === 'CERTIFICATE');
  try {
    return block && readFacts(block.der);
  } catch {
    return undefined;
  }
};

/** @param pem undefined if nobody has the certificate */
export const revocationOf = (serial: string, pem: string | undefined): FoundRisk => {
  const facts = factsIn(pem ?? '');
  const what =
    facts === undefined
      ? 'a certificate that cannot be read'
      : `${facts.subject || 'no subject'}, expires ${rfc3339(facts.notAfter)}`;
  const below = facts?.ca === true ? ' It is a CA: clients refuse every certificate below it, too.' : '';
  return {
    question: `Revoke the certificate {certificate}?${below}`,
    name: '{serial}',
    input: { serial, certificate: pem === undefined ? serial : `${serial} (${what})` },
  };
};

const ofInput = (input: InputRecord): FoundRisk | undefined => {
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

export default ofInput;
