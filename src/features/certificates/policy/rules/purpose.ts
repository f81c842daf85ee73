import type { KeyUsage } from '../../../../documents/x509/oids.ts';
import type { Purpose, CertificateRule } from '../rule.ts';
import { everyRole, marks } from '../rule.ts';

interface Needs {
  readonly usage: string;
  readonly key: readonly KeyUsage[];
  readonly netscape: string;
  readonly text: string;
}

/** The suites of clients sign with the key, so encipherment does not count. */
const needs: Readonly<Record<Purpose, Needs>> = {
  'tls-server': { usage: 'serverAuth', key: ['digitalSignature'], netscape: 'server', text: 'TLS servers' },
  'tls-client': { usage: 'clientAuth', key: ['digitalSignature'], netscape: 'client', text: 'TLS clients' },
  smime: {
    usage: 'emailProtection',
    key: ['digitalSignature', 'nonRepudiation', 'keyEncipherment', 'keyAgreement'],
    netscape: 'email',
    text: 'email',
  },
  code: { usage: 'codeSigning', key: ['digitalSignature'], netscape: 'objsign', text: 'signing code' },
};

const forPurpose = (purpose: Purpose): string => needs[purpose].text;

const usual = { check: 'purpose', severity: 'nonconforming', of: ['leaf'] } as const;

export const purposeRules: readonly CertificateRule[] = [
  {
    ...usual,
    code: 'extended-key-usage',
    severity: 'refused',
    of: everyRole,
    hint: 'Issue it again with the extended key usage of this purpose, or use it for another purpose.',
    wrong: ({ values: { extKeyUsage } }, { purpose, role }) => {
      if (extKeyUsage === undefined || extKeyUsage.includes(needs[purpose].usage)) return undefined;
      const listed = extKeyUsage.length === 0 ? 'none' : extKeyUsage.join(', ');
      const who = role === 'leaf' ? 'it is' : 'it issues certificates that are';
      return `${who} not for ${forPurpose(purpose)}: its extended key usages are ${listed}`;
    },
  },
  {
    ...usual,
    code: 'key-usage',
    severity: 'refused',
    hint: 'Issue another certificate for this purpose, with the key usage digitalSignature.',
    wrong: ({ values: { keyUsage } }, { purpose }) => {
      if (keyUsage === undefined || needs[purpose].key.some((one) => keyUsage.includes(one)))
        return undefined;
      const listed = keyUsage.length === 0 ? 'empty' : keyUsage.join(', ');
      return `its key usage does not allow it for ${forPurpose(purpose)}: ${listed}`;
    },
  },
  {
    ...usual,
    code: 'netscape-type',
    severity: 'refused',
    hint: 'Issue it again without the Netscape certificate type.',
    wrong: ({ values: { nsCertType } }, { purpose }) =>
      nsCertType === undefined || nsCertType.includes(needs[purpose].netscape)
        ? undefined
        : `its Netscape certificate type is not for ${forPurpose(purpose)}`,
  },
  {
    ...usual,
    code: 'extended-key-usage-missing',
    hint: 'Issue it again with the extended key usage of its purpose.',
    wrong: ({ values: { extKeyUsage } }, { purpose }) =>
      extKeyUsage === undefined
        ? `no extended key usage says that it is for ${forPurpose(purpose)}`
        : undefined,
  },
  {
    ...usual,
    code: 'extended-key-usage-any',
    hint: 'Issue it again with only the extended key usages that it needs.',
    wrong: ({ values: { extKeyUsage } }) =>
      extKeyUsage?.includes('anyExtendedKeyUsage') === true ? 'it is for any purpose' : undefined,
  },
  {
    ...usual,
    code: 'extended-key-usage-critical',
    hint: 'Issue it again with extended key usages that are not critical.',
    wrong: (certificate, { purpose }) =>
      purpose === 'tls-server' && marks(certificate, 'extKeyUsage', true)
        ? 'its extended key usages are critical'
        : undefined,
  },
  {
    ...usual,
    code: 'root-extended-key-usage',
    of: ['anchor'],
    hint: 'Issue the root again without extended key usages.',
    wrong: ({ values: { extKeyUsage } }) =>
      extKeyUsage === undefined ? undefined : 'it is a root with extended key usages',
  },
];
