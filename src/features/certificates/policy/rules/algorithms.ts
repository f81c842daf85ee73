import type { ParsedCertificate } from '../../../../documents/x509/certificate.ts';
import type { CertificateRule } from '../rule.ts';
import { belowAnchor, everyRole, issuers } from '../rule.ts';

const broken = new Set<string | null | undefined>(['md2', 'md5', 'sha1']);
/** Curves that Go and Java accept. */
const accepted = new Set(['EC P-224', 'EC P-256', 'EC P-384', 'EC P-521']);
const stronger = 'Issue it again with a stronger key: RSA 2048 or more, or EC P-256.';
const newerHash = 'Issue it again, signed with SHA-256.';

/** openssl asks for 112 bits of security, which a few bits less than 2048 have. */
const fewestRsaBits = 1963;
/** Go has this limit in a handshake. */
const mostRsaBits = 8192;

const isRsa = ({ publicKey: { type } }: ParsedCertificate): boolean => type === 'rsa' || type === 'rsa-pss';

const usual = { check: 'algorithms', severity: 'refused', of: everyRole, hint: stronger } as const;

export const algorithmRules: readonly CertificateRule[] = [
  {
    ...usual,
    code: 'signature-weak',
    of: belowAnchor,
    hint: newerHash,
    wrong: ({ algorithm: { known, text } }) =>
      broken.has(known?.hash) || known?.family === 'dsa' ? `it is signed by ${text}` : undefined,
  },
  {
    ...usual,
    code: 'signature-uncommon',
    of: belowAnchor,
    hint: 'Issue it again, signed by RSA, ECDSA or Ed25519 with SHA-256: Go verifies no others.',
    wrong: ({ algorithm: { known, text } }) =>
      known?.hash === 'sha224' || text === 'Ed448' ? `it is signed by ${text}` : undefined,
  },
  {
    ...usual,
    code: 'key-uncommon-ca',
    of: issuers,
    hint: 'Issue it again with a key for RSA in general: Go cannot use one that is only for RSA-PSS.',
    wrong: ({ publicKey: { type } }) => (type === 'rsa-pss' ? 'its key is only for RSA-PSS' : undefined),
  },
  {
    ...usual,
    code: 'key-large',
    of: belowAnchor,
    hint: 'Issue it again with RSA 4096 or less.',
    wrong: (certificate) =>
      isRsa(certificate) && certificate.publicKey.bits > mostRsaBits
        ? `clients do not accept a key as large as ${certificate.publicKey.text}`
        : undefined,
  },
  {
    ...usual,
    code: 'key-invalid',
    wrong: ({ publicKey }) => publicKey.fault,
  },
  {
    ...usual,
    code: 'key-weak',
    wrong: (certificate) => {
      const { publicKey } = certificate;
      if (publicKey.fault !== undefined) return undefined;
      const isWeak =
        (isRsa(certificate) && publicKey.bits < fewestRsaBits) ||
        (publicKey.type === 'dsa' && publicKey.bits < 2048) ||
        (publicKey.type === 'ec' && !accepted.has(publicKey.text));
      return isWeak ? `clients do not accept its key, ${publicKey.text}` : undefined;
    },
  },
  {
    ...usual,
    code: 'key-uncommon',
    severity: 'nonconforming',
    hint: 'Browsers accept RSA 2048 to 4096 with whole octets, and EC P-256, P-384 and P-521.',
    wrong: ({ publicKey: { type, bits, text } }) => {
      const isOdd = type === 'rsa' && (bits % 8 !== 0 || bits < 2048);
      const isUncommon = !['rsa', 'ec'].includes(type) || text === 'EC P-224';
      return isOdd || isUncommon ? `its key is ${text}` : undefined;
    },
  },
];
