import type { ParsedCertificate } from '../../../../documents/x509/certificate.ts';
import { isSelfIssuedBy } from '../../../../documents/x509/certificate.ts';
import type { Extension } from '../../../../documents/x509/extensions.ts';
import type { CertificateRule } from '../rule.ts';
import { belowAnchor, everyRole, issuers, marks } from '../rule.ts';

const again = 'Issue it again with software that follows RFC 5280.';

const processed = new Set([
  'keyUsage',
  'subjectAltName',
  'basicConstraints',
  'nameConstraints',
  'certificatePolicies',
  'policyMappings',
  'policyConstraints',
  'extKeyUsage',
  'inhibitAnyPolicy',
]);

/** Clients refuse such extensions if they are critical. */
const neverCritical = new Set(['subjectKeyIdentifier', 'authorityKeyIdentifier', 'authorityInfoAccess']);

/** Extensions whose form no client checks. */
const decorative = new Set([
  'nsComment',
  'timestamps',
  'privateKeyUsagePeriod',
  'issuerAltName',
  'freshestCRL',
]);

const listed = (extensions: readonly Extension[], what: string): string | undefined => {
  const names = new Set(extensions.map(({ name }) => name));
  return names.size === 0 ? undefined : `${what}: ${[...names].join(', ')}`;
};

const faulty = ({ all }: ParsedCertificate, isDecorative: boolean): string | undefined => {
  for (const { name, fault } of all) {
    if (fault === undefined || decorative.has(name) !== isDecorative) continue;
    return `the extension ${name} is not valid: ${fault}`;
  }
  return undefined;
};

const notCritical =
  (name: string): ((certificate: ParsedCertificate) => string | undefined) =>
  (certificate) =>
    marks(certificate, name, false) ? `the extension ${name} is not critical` : undefined;

const usual = { check: 'form', of: everyRole, hint: again } as const;

export const formRules: readonly CertificateRule[] = [
  {
    ...usual,
    code: 'encoding',
    severity: 'refused',
    wrong: ({ faults }) =>
      faults.length === 0 ? undefined : `it is not encoded in DER: ${faults.join(', ')}`,
  },
  {
    ...usual,
    code: 'default-written',
    severity: 'nonconforming',
    wrong: ({ all }) =>
      listed(
        all.filter(({ falseIsWritten }) => falseIsWritten),
        'DER leaves out that an extension is not critical',
      ),
  },
  {
    ...usual,
    code: 'version',
    severity: 'nonconforming',
    hint: 'Issue it again as a version 3 certificate.',
    wrong: ({ version, all }) => {
      if (version === 3) return undefined;
      return `it is a version ${version} certificate${all.length > 0 ? ' with extensions' : ''}`;
    },
  },
  {
    ...usual,
    code: 'serial-negative',
    severity: 'refused',
    wrong: ({ serialOctets }) =>
      (serialOctets[0] ?? 0) >= 0x80 ? 'its serial number is negative' : undefined,
  },
  {
    ...usual,
    code: 'serial',
    severity: 'nonconforming',
    wrong: ({ serialOctets }) => {
      if (serialOctets.every((octet) => octet === 0)) return 'its serial number is zero';
      return serialOctets.length > 20 ? 'its serial number is longer than 20 octets' : undefined;
    },
  },
  {
    ...usual,
    code: 'algorithm-mismatch',
    severity: 'refused',
    wrong: ({ algorithm, namedAlgorithm }) =>
      Buffer.compare(algorithm.der, namedAlgorithm.der) === 0
        ? undefined
        : `it names two signature algorithms, ${namedAlgorithm.text} and ${algorithm.text}`,
  },
  {
    ...usual,
    code: 'issuer-empty',
    severity: 'refused',
    of: belowAnchor,
    wrong: ({ issuer }) => (issuer.canonical.length === 0 ? 'it does not name its issuer' : undefined),
  },
  {
    ...usual,
    code: 'subject-empty',
    severity: 'refused',
    of: issuers,
    wrong: ({ subject }) => (subject.canonical.length === 0 ? 'it is a CA without a subject' : undefined),
  },
  {
    ...usual,
    code: 'extension-repeated',
    severity: 'refused',
    wrong: ({ all }) =>
      listed(
        all.filter(({ oid }, index) => all.findIndex((other) => other.oid === oid) !== index),
        'an extension is in it twice',
      ),
  },
  {
    ...usual,
    code: 'extension-malformed',
    severity: 'refused',
    wrong: (certificate) => faulty(certificate, false),
  },
  {
    ...usual,
    code: 'extension-malformed-unused',
    severity: 'nonconforming',
    wrong: (certificate) => faulty(certificate, true),
  },
  {
    ...usual,
    code: 'precertificate',
    severity: 'refused',
    hint: 'Use the certificate that was issued after this precertificate.',
    wrong: ({ values }) => (values.poison === true ? 'it is a precertificate' : undefined),
  },
  {
    ...usual,
    code: 'critical-unknown',
    severity: 'refused',
    hint: 'Issue it without these extensions, or not critical.',
    wrong: ({ all }) =>
      listed(
        all.filter(
          ({ critical, name }) =>
            critical && !processed.has(name) && !neverCritical.has(name) && name !== 'poison',
        ),
        'clients do not know a critical extension',
      ),
  },
  {
    ...usual,
    code: 'critical-forbidden',
    severity: 'refused',
    wrong: ({ all }) =>
      listed(
        all.filter(({ critical, name }) => critical && neverCritical.has(name)),
        'an extension must not be critical',
      ),
  },
  {
    ...usual,
    code: 'policy-constraints-not-critical',
    severity: 'nonconforming',
    of: issuers,
    wrong: notCritical('policyConstraints'),
  },
  {
    ...usual,
    code: 'inhibit-any-policy-not-critical',
    severity: 'nonconforming',
    of: issuers,
    wrong: notCritical('inhibitAnyPolicy'),
  },
  {
    ...usual,
    code: 'subject-key-missing',
    severity: 'nonconforming',
    of: issuers,
    wrong: ({ values, version }) =>
      version === 3 && values.subjectKeyIdentifier === undefined
        ? 'it is a CA without a subject key identifier'
        : undefined,
  },
  {
    ...usual,
    code: 'authority-key-missing',
    severity: 'nonconforming',
    wrong: (certificate, { role }) => {
      const key = certificate.values.authorityKeyIdentifier;
      if (key === undefined) {
        const isOptional = certificate.version < 3 || (role !== 'leaf' && isSelfIssuedBy(certificate));
        return isOptional ? undefined : 'it has no authority key identifier';
      }
      return key.keyIdentifier === undefined
        ? 'its authority key identifier does not identify a key'
        : undefined;
    },
  },
  {
    ...usual,
    code: 'root-authority-key',
    severity: 'nonconforming',
    of: ['anchor'],
    wrong: (certificate) => {
      const { authorityKeyIdentifier: key, subjectKeyIdentifier: own } = certificate.values;
      if (key === undefined || !isSelfIssuedBy(certificate)) return undefined;
      if (key.issuer !== undefined || key.serial !== undefined) {
        return 'its authority key identifier names an issuer and a serial number';
      }
      return key.keyIdentifier === own || key.keyIdentifier === undefined
        ? undefined
        : 'its authority key identifier is not that of its own key';
    },
  },
];
