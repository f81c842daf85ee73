import { defineOperation } from '../../../catalogue/operation.ts';
import { basicConstraints, issuerRef, notBefore, signature, userIds, withoutRoots } from './beyond.ts';
import { extKeyUsage, extKeyUsageOids, keyUsage, defaultKeyUsage } from './key-usage.ts';
import {
  alternativeNames,
  commonNameOfCsr,
  csr,
  endOnce,
  excludeCommonName,
  format,
  mount,
  notAfter,
  roleName,
  signedView,
  subject,
  ttl,
  withoutKey,
} from '../parts.ts';

const shared = {
  source: '2 §4.2',
  service: 'secrets',
  method: 'POST',
  effect: 'unsafe',
  view: signedView,
  lookUp: 'pki cert list --mount {mount}',
} as const;

export const sign = defineOperation({
  ...shared,
  id: 'pki.sign',
  undo: { because: 'a signed certificate can only be revoked: trivet pki revoke' },
  summary: 'Sign a certificate request under a role',
  description:
    'The role decides whether the names are those of the request or of the flags (use_csr_common_name, ' +
    'use_csr_sans); a warning lists those that the certificate lacks. With --new-key the key and the request are ' +
    'made here: the key is written to DIR (0600) and never sent. --out DIR writes cert.pem, chain.pem and ' +
    'bundle.pem; a folder whose key.pem is not the key of the request is refused. --layout nginx writes ' +
    'fullchain.pem, privkey.pem and ca.pem.',
  path: '/{mount}/sign/{name}',
  parameters: {
    mount,
    name: roleName,
    csr,
    common_name: commonNameOfCsr,
    ...alternativeNames,
    ttl: ttl("not above the role's max_ttl", "the role's ttl"),
    format,
    exclude_cn_from_sans: excludeCommonName,
    not_after: notAfter,
    serial_number: subject.serial_number,
    ...notBefore,
    ...userIds,
    ...withoutRoots,
  },
  rules: [withoutKey('csr'), endOnce],
  errors: { 400: 'a name, the key or the ttl is not allowed by the role' },
  examples: [
    {
      summary: 'From and into files',
      argv: 'pki sign web --csr @web.csr --common-name www.example.com --ttl 24h --out www',
    },
    {
      summary: 'With a key that stays here, for nginx',
      argv: 'pki sign web --new-key ec:256 --common-name www.example.com --layout nginx --out www',
    },
  ],
});

/** The name is only in the path: real servers ignore it in the body, with the role's limits. */
export const signVerbatim = defineOperation({
  ...shared,
  id: 'pki.sign-verbatim',
  undo: { because: 'a signed certificate can only be revoked: trivet pki revoke' },
  summary: 'Sign a certificate request without checking its names',
  description:
    'Dangerous: for highly privileged users only. No name is checked. Of a role only ttl, max_ttl, ' +
    'generate_lease and no_store apply. A request for a CA certificate is refused.',
  path: '/{mount}/sign-verbatim{/name}',
  parameters: {
    mount,
    name: {
      in: 'path',
      type: 'string',
      summary: 'Role whose ttl, max_ttl, generate_lease and no_store apply',
      default: 'empty',
      complete: 'pki-role',
      metavar: 'role',
    },
    csr,
    key_usage: { ...keyUsage, default: defaultKeyUsage },
    ext_key_usage: extKeyUsage,
    ext_key_usage_oids: extKeyUsageOids,
    ttl: ttl("not above the mount's max_ttl", "the mount's ttl"),
    format,
    not_after: notAfter,
    ...issuerRef,
    ...signature,
    ...withoutRoots,
    ...basicConstraints,
  },
  rules: [withoutKey('csr'), endOnce],
  permission: 'only for highly privileged users',
  errors: { 400: 'the role is unknown, or the request is malformed or for a CA' },
  examples: [{ summary: 'Limits of a role', argv: 'pki sign-verbatim web --csr @web.csr --out www' }],
});
