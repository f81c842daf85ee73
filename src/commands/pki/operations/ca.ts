import { defineOperation } from '../../../catalogue/operation.ts';
import { encoding, importView, mount } from '../parts.ts';

const authority = { kind: 'bytes', media: 'certificate' } as const;

export const show = defineOperation({
  id: 'pki.ca.show',
  summary: 'Show the CA certificate of a mount',
  description:
    'Prints PEM unless --der is given; on a terminal, readable text. No token is sent. Exit 5 when the mount has no CA.',
  source: '2 §4.2',
  service: 'secrets',
  method: 'GET',
  path: '/{mount}/ca{/encoding}',
  permission: 'none',
  parameters: { mount, encoding },
  effect: 'read',
  reply: 'bytes',
  view: authority,
  examples: [
    { summary: 'As readable text', argv: 'pki ca show' },
    { summary: 'Into a file', argv: 'pki ca show --der --out ca.der' },
  ],
});

export const chain = defineOperation({
  id: 'pki.ca.chain',
  summary: 'Show the CA chain of a mount',
  description:
    'Prints PEM; on a terminal, readable text. The chain may be empty; only real servers include the root. No ' +
    'token is sent.',
  source: '2 §4.2',
  service: 'secrets',
  method: 'GET',
  path: '/{mount}/ca_chain',
  permission: 'none',
  parameters: { mount },
  effect: 'read',
  reply: 'bytes',
  view: authority,
  examples: [{ summary: 'Into a file', argv: 'pki ca chain --mount pki_int --out chain.pem' }],
});

export const importBundle = defineOperation({
  id: 'pki.ca.import',
  undo: { because: 'imported keys stay until the CA is deleted' },
  summary: 'Import a CA certificate and its key',
  description:
    'Replaces the CA of the mount; real servers keep it and add another issuer. Not needed for a generated ' +
    'root, or for an intermediate whose key the service generated (see pki intermediate set-signed).',
  source: '2 §4.2',
  service: 'secrets',
  method: 'POST',
  path: '/{mount}/config/ca',
  parameters: {
    mount,
    pem_bundle: {
      in: 'body',
      type: 'secret',
      summary: 'Unencrypted key and certificates in PEM: @FILE or -',
      required: true,
      metavar: '@file',
    },
  },
  effect: 'idempotent',
  steps: 'several',
  doneText:
    'imported into {mount}[: issuers {imported_issuers}][; keys {imported_keys}][; already known: {existing_issuers}]',
  risks: [
    {
      risk: 'overwrites',
      gravity: 'ask',
      question: 'The mount {mount} has a CA{ca}. Import another?',
      uncertain: true,
    },
  ],
  view: importView,
  lookUp: 'pki ca show --mount {mount}',
  errors: { 400: 'the bundle contains no CA certificate, or an encrypted key' },
  examples: [{ summary: 'From a file', argv: 'pki ca import --mount pki_new --pem-bundle @ca-bundle.pem' }],
});
