import { defineOperation } from '../../../catalogue/operation.ts';
import { notBefore, userIds, withoutRoots } from './beyond.ts';
import { keyBits } from './key.ts';
import {
  alternativeNames,
  commonName,
  endOnce,
  excludeCommonName,
  format,
  issuedView,
  mount,
  notAfter,
  privateKeyFormat,
  roleName,
  subject,
  ttl,
} from '../parts.ts';

export const issue = defineOperation({
  id: 'pki.issue',
  undo: { because: 'an issued certificate can only be revoked: trivet pki revoke' },
  summary: 'Issue a certificate and key under a role',
  description:
    'One name that the role does not allow fails the whole request. The key is not stored and is returned ' +
    'only once: --out DIR writes cert.pem, key.pem (0600), chain.pem and bundle.pem (key, certificate and ' +
    'chain); -o json and --reveal print it.',
  source: '2 §4.2',
  service: 'secrets',
  method: 'POST',
  path: '/{mount}/issue/{name}',
  parameters: {
    mount,
    name: roleName,
    common_name: {
      ...commonName,
      summary: 'Common name, required unless require_cn is false',
    },
    ...alternativeNames,
    ttl: ttl("not above the role's max_ttl", "the role's ttl"),
    format,
    private_key_format: privateKeyFormat,
    exclude_cn_from_sans: excludeCommonName,
    not_after: notAfter,
    serial_number: subject.serial_number,
    key_type: {
      in: 'body',
      type: 'string',
      summary: 'Algorithm of the key, for roles of any',
      enum: ['rsa', 'ec', 'ed25519'],
      default: "the role's",
      metavar: 'rsa|ec|ed25519',
      source: notBefore.not_before.source,
    },
    key_bits: {
      ...keyBits,
      source: notBefore.not_before.source,
    },
    ...notBefore,
    ...userIds,
    ...withoutRoots,
  },
  rules: [endOnce],
  effect: 'unsafe',
  returnedOnce: true,
  view: issuedView,
  lookUp: 'pki cert list --mount {mount}',
  errors: {
    400: 'a name or the ttl is not allowed by the role, or the role is unknown',
    500: 'the mount has no CA',
  },
  examples: [
    {
      summary: 'Into a folder',
      argv: 'pki issue web --common-name www.example.com --alt-names api.example.com --ttl 24h --out www',
    },
    { summary: 'As JSON', argv: 'pki issue web --common-name www.example.com -o json' },
  ],
});
