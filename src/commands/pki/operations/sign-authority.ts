import { defineOperation } from '../../../catalogue/operation.ts';
import { issuerName, issuerRef, notBefore, notBeforeDuration, signature } from './beyond.ts';
import {
  alternativeNames,
  commonNameOfCsr,
  csr,
  endOnce,
  excludeCommonName,
  flag,
  format,
  maxPathLength,
  mount,
  notAfter,
  permittedDomains,
  selfIssuedView,
  signedView,
  subject,
  ttl,
  withoutKey,
} from '../parts.ts';

export const signIntermediate = defineOperation({
  id: 'pki.root.sign-intermediate',
  undo: { because: 'a signed certificate can only be revoked: trivet pki revoke' },
  summary: 'Sign the request of an intermediate CA',
  description:
    'Values of the request are ignored unless --use-csr-values is given: it keeps the subject and names, adds ' +
    'the key usages to those of a CA, and copies the extensions. --out DIR writes cert.pem, chain.pem and ' +
    'bundle.pem.',
  source: '2 §4.2',
  service: 'secrets',
  method: 'POST',
  path: '/{mount}/root/sign-intermediate',
  parameters: {
    mount,
    csr,
    common_name: commonNameOfCsr,
    ...alternativeNames,
    ttl: ttl('may outlast the signing CA', "the mount's ttl"),
    format,
    max_path_length: maxPathLength,
    exclude_cn_from_sans: excludeCommonName,
    use_csr_values: flag('Keep subject, names and extensions of the request'),
    permitted_dns_domains: permittedDomains,
    ...subject,
    not_after: notAfter,
    ...issuerRef,
    ...issuerName,
    ...notBefore,
    ...notBeforeDuration,
    ...signature,
    skid: {
      in: 'body',
      type: 'string',
      summary: 'Subject key identifier, in hex',
      default: 'of the key',
      metavar: 'hex',
      source: issuerRef.issuer_ref.source,
    },
  },
  rules: [
    {
      rule: 'atLeastOne',
      keys: ['common_name', 'use_csr_values'],
      because: 'real servers sign a CA without a name, but nothing else accepts it',
    },
    withoutKey('csr'),
    endOnce,
  ],
  effect: 'unsafe',
  view: signedView,
  lookUp: 'pki cert list --mount {mount}',
  errors: {
    400: 'the signing CA has a path length of zero, or the request is malformed',
    500: 'the mount has no CA',
  },
  examples: [
    {
      summary: 'From and into files',
      argv: "pki root sign-intermediate --csr @csr.pem --common-name 'Example Intermediate CA' --ttl 43800h --out signed",
    },
  ],
});

export const signSelfIssued = defineOperation({
  id: 'pki.root.sign-self-issued',
  undo: { because: 'a signed certificate can only be revoked: trivet pki revoke' },
  summary: 'Sign a self-issued certificate, to bridge two CAs',
  description:
    'Signs the certificate as it is, with little validation: it must be a self-issued CA. Only the authority ' +
    'key ID, the issuer and, if set, the distribution points change.',
  source: '2 §4.2',
  service: 'secrets',
  method: 'POST',
  path: '/{mount}/root/sign-self-issued',
  parameters: {
    mount,
    certificate: {
      in: 'body',
      type: 'text',
      summary: 'Self-issued CA certificate in PEM: @FILE or -',
      required: true,
      metavar: '@file',
    },
    require_matching_certificate_algorithms: flag('Refuse a certificate with another key algorithm'),
  },
  rules: [withoutKey('certificate')],
  effect: 'unsafe',
  view: selfIssuedView,
  lookUp: 'pki cert list --mount {mount}',
  permission: ['update', 'sudo'],
  errors: {
    400: 'the certificate is not a CA, or not self-issued',
    403: 'the token lacks the sudo capability',
  },
  examples: [{ summary: 'From a file', argv: 'pki root sign-self-issued --certificate @old-root.pem' }],
});
