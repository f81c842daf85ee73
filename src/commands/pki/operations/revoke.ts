import { defineOperation } from '../../../catalogue/operation.ts';
import { recordView } from '../../../catalogue/view.ts';
import { revokedFields } from '../fields.ts';
import { mount, serial } from '../parts.ts';
import { authoritiesAmong } from '../authorities-among.ts';
import { revokedByInput } from '../revocation-words.ts';

const shared = {
  id: 'pki.revoke',
  undo: { because: 'a revoked certificate stays revoked' },
  summary: 'Revoke a certificate',
  description:
    'Takes the serial number in hex, with any separators, or @FILE with the certificate: real servers ' +
    'then revoke it even if its role stores no certificates. The CRL is rotated. A certificate that has ' +
    'expired is not revoked: exit 1. Without --mount the one that stored the certificate is found, among those of the ' +
    'profile, else of all that the token sees; where several have it, --mount has to name one.',
  source: '2 §4.2',
  service: 'secrets',
  method: 'POST',
  path: '/{mount}/revoke',
  effect: 'harmless',
  steps: 'several',
  doneText: 'revoked {serial_number}',
  reply: 'warned',
  view: recordView({
    fields: revokedFields,
    essential: ['revocation_time'],
    name: 'serial_number',
    columns: ['state', ['revocation_time', 'revoked'], ['revocation_time_rfc3339', 'revoked at']],
  }),
  errors: { 400: 'no stored certificate has this serial number, or it is that of the CA' },
} as const;

export const revoke = defineOperation({
  ...shared,
  parameters: { mount, serial_number: { ...serial, in: 'body' } },
  risks: [
    {
      risk: 'revokes',
      gravity: 'ask',
      question: 'Revoke the certificate {serial_number}?',
      words: revokedByInput,
      among: authoritiesAmong,
    },
  ],
  lookUp: 'pki cert show {serial_number} --mount {mount}',
  examples: [
    { summary: 'By serial number', argv: 'pki revoke 39:dd:2e:90:b7:23:1f:8d --yes' },
    { summary: 'By the certificate itself', argv: 'pki revoke @cert.pem --yes' },
  ],
});

/** Undocumented: revokes the certificate itself, even one that was not stored. */
export const revokeWhole = defineOperation({
  ...shared,
  parameters: {
    mount,
    certificate: {
      in: 'body',
      type: 'text',
      summary: 'Certificate in PEM',
      required: true,
      source: { page: 'https://developer.hashicorp.com/vault/api-docs/secret/pki', servers: ['vault'] },
      metavar: '@file',
    },
  },
  lookUp: 'pki crl show --mount {mount}',
  examples: [],
});
