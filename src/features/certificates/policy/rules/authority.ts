import type { GeneralName } from '../../../../documents/x509-names.ts';
import type { ParsedCertificate } from '../../../../documents/x509/certificate.ts';
import type { CertificateRule } from '../rule.ts';
import { everyRole, issuers, marks } from '../rule.ts';
import { isReadableBase } from '../texts.ts';

const asCa = 'Issue it again as a CA: basic constraints with CA, and the key usage keyCertSign.';

const usual = { check: 'form', severity: 'nonconforming', of: issuers, hint: asCa } as const;

const basesOf = ({ values: { nameConstraints } }: ParsedCertificate): readonly GeneralName[] => [
  ...(nameConstraints?.permitted ?? []),
  ...(nameConstraints?.excluded ?? []),
];

export const authorityRules: readonly CertificateRule[] = [
  {
    ...usual,
    code: 'not-a-ca',
    check: 'chain',
    severity: 'refused',
    wrong: ({ values, version, all }, { role }) => {
      if (values.basicConstraints?.ca === true) return undefined;
      // Old roots have no extensions.
      if (role === 'anchor' && version < 3 && all.length === 0) return undefined;
      return 'it is not a CA, but a certificate of the chain is signed with its key';
    },
  },
  {
    ...usual,
    code: 'ca-without-cert-sign',
    check: 'chain',
    severity: 'refused',
    wrong: ({ values: { keyUsage } }) =>
      keyUsage !== undefined && !keyUsage.includes('keyCertSign')
        ? 'its key usage does not include keyCertSign'
        : undefined,
  },
  {
    ...usual,
    code: 'basic-constraints-not-critical',
    wrong: (certificate) =>
      marks(certificate, 'basicConstraints', false) ? 'its basic constraints are not critical' : undefined,
  },
  {
    ...usual,
    code: 'ca-without-key-usage',
    of: ['authority'],
    wrong: ({ values, version }) =>
      version === 3 && values.keyUsage === undefined ? 'it is a CA without a key usage' : undefined,
  },
  {
    ...usual,
    code: 'path-length-without-ca',
    of: everyRole,
    hint: 'Only a CA has a path length.',
    wrong: ({ values: { basicConstraints: limits } }) =>
      limits !== undefined && !limits.ca && limits.pathLength !== undefined
        ? 'it has a path length and is not a CA'
        : undefined,
  },
  {
    ...usual,
    code: 'cert-sign-without-ca',
    of: ['leaf'],
    hint: 'Issue it again without the key usage keyCertSign.',
    wrong: ({ values: { keyUsage, basicConstraints } }) =>
      keyUsage?.includes('keyCertSign') === true && basicConstraints?.ca !== true
        ? 'its key usage includes keyCertSign, and it is not a CA'
        : undefined,
  },
  {
    ...usual,
    code: 'leaf-is-ca',
    check: 'purpose',
    of: ['leaf'],
    hint: 'Issue a certificate that is not a CA for this purpose.',
    wrong: ({ values: { basicConstraints } }) =>
      basicConstraints?.ca === true ? 'it is the certificate of a CA' : undefined,
  },
  {
    ...usual,
    code: 'constraints-in-leaf',
    of: ['leaf'],
    hint: 'Only a CA has name constraints.',
    wrong: ({ values: { nameConstraints, basicConstraints } }) =>
      nameConstraints !== undefined && basicConstraints?.ca !== true
        ? 'it has name constraints and is not a CA'
        : undefined,
  },
  {
    ...usual,
    code: 'constraints-empty',
    severity: 'refused',
    hint: 'Issue it again with name constraints that name something, or without any.',
    wrong: ({ values: { nameConstraints } }) =>
      nameConstraints?.empty === true ? 'its name constraints are empty' : undefined,
  },
  {
    ...usual,
    code: 'constraints-unreadable',
    severity: 'refused',
    hint: 'Issue it again with name constraints that clients can read.',
    wrong: (certificate) => {
      const isCritical = marks(certificate, 'nameConstraints', true);
      const odd = basesOf(certificate).find((base) => !isReadableBase(base, isCritical));
      return odd === undefined ? undefined : `clients cannot read its name constraint "${odd.text}"`;
    },
  },
  {
    ...usual,
    code: 'constraints-not-critical',
    hint: 'Issue it again with critical name constraints.',
    wrong: (certificate) =>
      marks(certificate, 'nameConstraints', false) ? 'its name constraints are not critical' : undefined,
  },
  {
    ...usual,
    code: 'constraints-form',
    hint: 'Write the host names of name constraints without a period at their beginning and without wildcards.',
    wrong: (certificate) => {
      const odd = basesOf(certificate).find(({ form, text }) => form === 'dns' && /^\.|\*/.test(text));
      return odd === undefined ? undefined : `its name constraints contain "${odd.text}"`;
    },
  },
  {
    ...usual,
    code: 'constraints-for-go',
    severity: 'unknown',
    hint: 'Programs written in Go refuse critical constraints on names other than DNS, IP, email and URI.',
    wrong: (certificate) =>
      marks(certificate, 'nameConstraints', true) &&
      basesOf(certificate).some(({ form }) => ['directory', 'other', 'unknown'].includes(form))
        ? 'its name constraints are of a kind that not all clients know'
        : undefined,
  },
];
