import type { CertificateRule } from '../rule.ts';
import { everyRole, issuers } from '../rule.ts';
import { isReadableBase } from '../texts.ts';

const asCa = 'Issue it again as a CA: basic constraints with CA, and the key usage keyCertSign.';

export const authorityRules: readonly CertificateRule[] = [
  {
    code: 'not-a-ca',
    check: 'chain',
    severity: 'refused',
    of: issuers,
    hint: asCa,
    wrong: ({ values, version, all }, { role }) => {
      if (values.basicConstraints?.ca === true) return undefined;
      // Old roots have no extensions.
      if (role === 'anchor' && version < 3 && all.length === 0) return undefined;
      return 'it is not a CA, but a certificate of the chain is signed with its key';
    },
  },
  {
    code: 'ca-without-cert-sign',
    check: 'chain',
    severity: 'refused',
    of: issuers,
    hint: asCa,
    wrong: ({ values: { keyUsage } }) =>
      keyUsage !== undefined && !keyUsage.includes('keyCertSign')
        ? 'its key usage does not include keyCertSign'
        : undefined,
  },
  {
    code: 'basic-constraints-not-critical',
    check: 'form',
    severity: 'nonconforming',
    of: issuers,
    hint: asCa,
    wrong: ({ all }) =>
      all.some(({ name, critical }) => name === 'basicConstraints' && !critical)
        ? 'its basic constraints are not critical'
        : undefined,
  },
  {
    code: 'ca-without-key-usage',
    check: 'form',
    severity: 'nonconforming',
    of: ['authority'],
    hint: asCa,
    wrong: ({ values, version }) =>
      version === 3 && values.keyUsage === undefined ? 'it is a CA without a key usage' : undefined,
  },
  {
    code: 'path-length-without-ca',
    check: 'form',
    severity: 'nonconforming',
    of: everyRole,
    hint: 'Only a CA has a path length.',
    wrong: ({ values: { basicConstraints: limits } }) =>
      limits !== undefined && !limits.ca && limits.pathLength !== undefined
        ? 'it has a path length and is not a CA'
        : undefined,
  },
  {
    code: 'cert-sign-without-ca',
    check: 'form',
    severity: 'nonconforming',
    of: ['leaf'],
    hint: 'Issue it again without the key usage keyCertSign.',
    wrong: ({ values: { keyUsage, basicConstraints } }) =>
      keyUsage?.includes('keyCertSign') === true && basicConstraints?.ca !== true
        ? 'its key usage includes keyCertSign, and it is not a CA'
        : undefined,
  },
  {
    code: 'leaf-is-ca',
    check: 'purpose',
    severity: 'nonconforming',
    of: ['leaf'],
    hint: 'Issue a certificate that is not a CA for this purpose.',
    wrong: ({ values: { basicConstraints } }) =>
      basicConstraints?.ca === true ? 'it is the certificate of a CA' : undefined,
  },
  {
    code: 'constraints-in-leaf',
    check: 'form',
    severity: 'nonconforming',
    of: ['leaf'],
    hint: 'Only a CA has name constraints.',
    wrong: ({ values: { nameConstraints, basicConstraints } }) =>
      nameConstraints !== undefined && basicConstraints?.ca !== true
        ? 'it has name constraints and is not a CA'
        : undefined,
  },
  {
    code: 'constraints-empty',
    check: 'form',
    severity: 'refused',
    of: issuers,
    hint: 'Issue it again with name constraints that name something, or without any.',
    wrong: ({ values: { nameConstraints } }) =>
      nameConstraints?.empty === true ? 'its name constraints are empty' : undefined,
  },
  {
    code: 'constraints-unreadable',
    check: 'form',
    severity: 'refused',
    of: issuers,
    hint: 'Issue it again with name constraints that clients can read.',
    wrong: ({ all, values: { nameConstraints } }) => {
      if (nameConstraints === undefined) return undefined;
      const isCritical = all.some((one) => one.name === 'nameConstraints' && one.critical);
      const odd = [...nameConstraints.permitted, ...nameConstraints.excluded].find(
        (base) => !isReadableBase(base, isCritical),
      );
      return odd === undefined ? undefined : `clients cannot read its name constraint "${odd.text}"`;
    },
  },
  {
    code: 'constraints-not-critical',
    check: 'form',
    severity: 'nonconforming',
    of: issuers,
    hint: 'Issue it again with critical name constraints.',
    wrong: ({ all }) =>
      all.some(({ name, critical }) => name === 'nameConstraints' && !critical)
        ? 'its name constraints are not critical'
        : undefined,
  },
  {
    code: 'constraints-form',
    check: 'form',
    severity: 'nonconforming',
    of: issuers,
    hint: 'Write the host names of name constraints without a period at their beginning and without wildcards.',
    wrong: ({ values: { nameConstraints } }) => {
      const { permitted = [], excluded = [] } = nameConstraints ?? {};
      const odd = [...permitted, ...excluded].find(({ form, text }) => form === 'dns' && /^\.|\*/.test(text));
      return odd === undefined ? undefined : `its name constraints contain "${odd.text}"`;
    },
  },
  {
    code: 'constraints-for-go',
    check: 'form',
    severity: 'unknown',
    of: issuers,
    hint: 'Programs written in Go refuse critical constraints on names other than DNS, IP, email and URI.',
    wrong: ({ all, values: { nameConstraints } }) => {
      if (nameConstraints === undefined) return undefined;
      const critical = all.some((one) => one.name === 'nameConstraints' && one.critical);
      const { permitted, excluded } = nameConstraints;
      const others = [...permitted, ...excluded].filter(
        ({ form }) => form === 'directory' || form === 'other' || form === 'unknown',
      );
      return critical && others.length > 0
        ? 'its name constraints are of a kind that not all clients know'
        : undefined;
    },
  },
];
