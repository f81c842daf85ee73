import type { ParsedCertificate } from '../../../../documents/x509/certificate.ts';
import { isSelfIssuedBy } from '../../../../documents/x509/certificate.ts';
import type { Extension } from '../../../../documents/x509/extensions.ts';
import type { CertificateRule } from '../rule.ts';
import { belowAnchor, everyRole, issuers } from '../rule.ts';

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

/** Clients refuse critical ones. */
const neverCritical = new Set(['subjectKeyIdentifier', 'authorityKeyIdentifier', 'authorityInfoAccess']);

/** No client checks their form. */
const decorative = new Set([
  'nsComment',
  'timestamps',
  'privateKeyUsagePeriod',
  'issuerAltName',
  'freshestCRL',
]);

const namesOf = (extensions: readonly Extension[]): string | undefined =>
  extensions.length === 0 ? undefined : [...new Set(extensions.map(({ name }) => name))].join(', ');

const listed = (extensions: readonly Extension[], what: string): string | undefined => {
  const names = namesOf(extensions);
  return names === undefined ? undefined : `${what}: ${names}`;
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
  ({ all }) =>
    all.some((one) => one.name === name && !one.critical)
      ? `the extension ${name} is not critical`
      : undefined;

export const formRules: readonly CertificateRule[] = [
  {
    code: 'encoding',
    check: 'form',
    severity: 'refused',
    of: everyRole,
    hint: again,
    wrong: ({ faults }) =>
      faults.length === 0 ? undefined : `it is not encoded in DER: ${faults.join(', ')}`,
  },
  {
    code: 'default-written',
    check: 'form',
    severity: 'nonconforming',
    of: everyRole,
    hint: again,
    wrong: ({ all }) =>
      listed(
        all.filter(({ falseIsWritten }) => falseIsWritten),
        'DER leaves out that an extension is not critical',
      ),
  },
  {
    code: 'version',
    check: 'form',
    severity: 'nonconforming',
    of: everyRole,
    hint: 'Issue it again as a version 3 certificate.',
    wrong: ({ version, all }) => {
      if (version === 3) return undefined;
      return `it is a version ${version} certificate${all.length > 0 ? ' with extensions' : ''}`;
    },
  },
  {
    code: 'serial-negative',
    check: 'form',
    severity: 'refused',
    of: everyRole,
    hint: again,
    wrong: ({ serialOctets }) =>
      (serialOctets[0] ?? 0) >= 0x80 ? 'its serial number is negative' : undefined,
  },
  {
    code: 'serial',
    check: 'form',
    severity: 'nonconforming',
    of: everyRole,
    hint: again,
    wrong: ({ serialOctets }) => {
      if (serialOctets.every((octet) => octet === 0)) return 'its serial number is zero';
      return serialOctets.length > 20 ? 'its serial number is longer than 20 octets' : undefined;
    },
  },
  {
    code: 'algorithm-mismatch',
    check: 'form',
    severity: 'refused',
    of: everyRole,
    hint: again,
    wrong: ({ algorithm, namedAlgorithm }) =>
      Buffer.compare(algorithm.der, namedAlgorithm.der) === 0
        ? undefined
        : `it names two signature algorithms, ${namedAlgorithm.text} and ${algorithm.text}`,
  },
  {
    code: 'issuer-empty',
    check: 'form',
    severity: 'refused',
    of: belowAnchor,
    hint: again,
    wrong: ({ issuer }) => (issuer.canonical.length === 0 ? 'it does not name its issuer' : undefined),
  },
  {
    code: 'subject-empty',
    check: 'form',
    severity: 'refused',
    of: issuers,
    hint: again,
    wrong: ({ subject }) => (subject.canonical.length === 0 ? 'it is a CA without a subject' : undefined),
  },
  {
    code: 'extension-repeated',
    check: 'form',
    severity: 'refused',
    of: everyRole,
    hint: again,
    wrong: ({ all }) =>
      listed(
        all.filter(({ oid }, index) => all.findIndex((other) => other.oid === oid) !== index),
        'an extension is in it twice',
      ),
  },
  {
    code: 'extension-malformed',
    check: 'form',
    severity: 'refused',
    of: everyRole,
    hint: again,
    wrong: (certificate) => faulty(certificate, false),
  },
  {
    code: 'extension-malformed-unused',
    check: 'form',
    severity: 'nonconforming',
    of: everyRole,
    hint: again,
    wrong: (certificate) => faulty(certificate, true),
  },
  {
    code: 'precertificate',
    check: 'form',
    severity: 'refused',
    of: everyRole,
    hint: 'Use the certificate that was issued after this precertificate.',
    wrong: ({ values }) => (values.poison === true ? 'it is a precertificate' : undefined),
  },
  {
    code: 'critical-unknown',
    check: 'form',
    severity: 'refused',
    of: everyRole,
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
    code: 'critical-forbidden',
    check: 'form',
    severity: 'refused',
    of: everyRole,
    hint: again,
    wrong: ({ all }) =>
      listed(
        all.filter(({ critical, name }) => critical && neverCritical.has(name)),
        'an extension must not be critical',
      ),
  },
  {
    code: 'policy-constraints-not-critical',
    check: 'form',
    severity: 'nonconforming',
    of: issuers,
    hint: again,
    wrong: notCritical('policyConstraints'),
  },
  {
    code: 'inhibit-any-policy-not-critical',
    check: 'form',
    severity: 'nonconforming',
    of: issuers,
    hint: again,
    wrong: notCritical('inhibitAnyPolicy'),
  },
  {
    code: 'subject-key-missing',
    check: 'form',
    severity: 'nonconforming',
    of: issuers,
    hint: again,
    wrong: ({ values, version }) =>
      version === 3 && values.subjectKeyIdentifier === undefined
        ? 'it is a CA without a subject key identifier'
        : undefined,
  },
  {
    code: 'authority-key-missing',
    check: 'form',
    severity: 'nonconforming',
    of: everyRole,
    hint: again,
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
    code: 'root-authority-key',
    check: 'form',
    severity: 'nonconforming',
    of: ['anchor'],
    hint: again,
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
