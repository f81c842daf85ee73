/** The words of a question about a certificate, from the certificate. */
import { blocksOf } from '../../documents/pem.ts';
import { readFacts } from '../../documents/x509.ts';
import type { CertificateFacts } from '../../documents/x509.ts';
import { rfc3339 } from '../../documents/rfc3339.ts';
import type { FoundRisk } from '../../catalogue/risk.ts';

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
