import { defineOperation } from '../../../catalogue/operation.ts';
import { recordView, tableView } from '../../../catalogue/view.ts';
import { issuerFields, listedIssuerFields } from '../fields.ts';
import { mount } from '../parts.ts';

const shared = {
  source: { page: 'https://openbao.org/api-docs/secret/pki/#managing-keys-and-issuers', servers: ['vault'] },
  service: 'secrets',
  effect: 'read',
} as const;

export const list = defineOperation({
  ...shared,
  id: 'pki.issuer.list',
  summary: 'List the issuers of a mount',
  description:
    'A mount can have several CAs. Roles and requests choose one with --issuer-ref, else the default one.',
  method: 'LIST',
  path: '/{mount}/issuers',
  parameters: { mount },
  view: tableView({
    fields: listedIssuerFields,
    name: 'key',
    columns: [
      ['key', 'issuer'],
      ['issuer_name', 'name'],
      ['is_default', 'default'],
      ['serial_number', 'serial'],
      ['key_id', 'key'],
    ],
    empty: 'no issuers',
  }),
  examples: [{ summary: 'All issuers', argv: 'pki issuer list' }],
});

export const show = defineOperation({
  ...shared,
  id: 'pki.issuer.show',
  summary: 'Show an issuer of a mount',
  method: 'GET',
  path: '/{mount}/issuer/{issuer_ref}',
  parameters: {
    mount,
    issuer_ref: {
      in: 'path',
      type: 'string',
      summary: 'Name or ID of the issuer, or default',
      required: true,
      metavar: 'issuer',
    },
  },
  view: recordView({
    fields: issuerFields,
    essential: ['issuer_id'],
    name: 'issuer_id',
    columns: [
      ['issuer_id', 'issuer'],
      ['issuer_name', 'name'],
      ['key_id', 'key'],
      'usage',
      ['leaf_not_after_behavior', 'longer certificates'],
      'revoked',
      'certificate',
    ],
  }),
  errors: { 404: 'no issuer has this name or ID' },
  examples: [{ summary: 'The one that signs', argv: 'pki issuer show default' }],
});

/** The certificate is public, but does not show a revocation. */
export const showCertificate = defineOperation({
  ...shared,
  id: 'pki.issuer.certificate',
  summary: 'Show the certificate of an issuer',
  method: 'GET',
  path: '/{mount}/issuer/{issuer_ref}/json',
  parameters: { mount, issuer_ref: show.parameters.issuer_ref },
  view: recordView({ fields: issuerFields, essential: ['certificate'], name: 'issuer_id', columns: [] }),
  examples: [],
});
