import { defineOperation } from '../../../catalogue/operation.ts';
import { keyName, signature } from './beyond.ts';
import { recordView } from '../../../catalogue/view.ts';
import { requestFields } from '../fields.ts';
import { generatedKey, generatedKeyRules, keyIsExported } from './key.ts';
import {
  alternativeNames,
  commonName,
  excludeCommonName,
  flag,
  format,
  importView,
  mount,
  privateKeyFormat,
  subject,
  withoutKey,
} from '../parts.ts';

export const generate = defineOperation({
  id: 'pki.intermediate.generate',
  undo: { because: 'a generated key stays until the CA is deleted' },
  summary: 'Generate key and request of an intermediate CA',
  description:
    'Replaces the CA key of the mount; real servers add a key and replace nothing. Have the request signed ' +
    '(pki root sign-intermediate), then import the certificate with pki intermediate set-signed. An exported ' +
    'key is returned once: --out DIR writes csr.pem and key.pem.',
  source: '2 §4.2',
  service: 'secrets',
  method: 'POST',
  path: '/{mount}/intermediate/generate/{type}',
  parameters: {
    mount,
    ...generatedKey,
    common_name: { ...commonName, required: true },
    ...alternativeNames,
    format,
    private_key_format: privateKeyFormat,
    exclude_cn_from_sans: excludeCommonName,
    ...subject,
    add_basic_constraints: flag('Request CA true explicitly, for old signers'),
    ...keyName,
    signature_bits: signature.signature_bits,
  },
  rules: generatedKeyRules,
  effect: 'unsafe',
  returnedOnce: keyIsExported,
  risks: [
    {
      risk: 'overwrites',
      gravity: 'ask',
      question: 'The mount {mount} has a CA{ca}. Generate a new key in it?',
      uncertain: true,
    },
  ],
  view: recordView({
    fields: requestFields,
    essential: ['csr'],
    name: 'key_id',
    columns: ['csr', ['private_key', 'private key'], ['private_key_type', 'key type'], ['key_id', 'key id']],
    files: true,
  }),
  lookUp: 'pki ca show --mount {mount}',
  examples: [
    {
      summary: 'The request into a folder',
      argv: "pki intermediate generate internal --mount pki_new --common-name 'Example Intermediate CA' --out intermediate",
    },
  ],
});

export const setSigned = defineOperation({
  id: 'pki.intermediate.set-signed',
  undo: { because: 'an imported certificate stays until the CA is deleted' },
  summary: 'Import the signed certificate of an intermediate CA',
  description: 'More CA certificates may follow in the PEM, so that issue and sign return the full chain.',
  source: '2 §4.2',
  service: 'secrets',
  method: 'POST',
  path: '/{mount}/intermediate/set-signed',
  parameters: {
    mount,
    certificate: {
      in: 'body',
      type: 'text',
      summary: 'Signed certificate and chain in PEM: @FILE or -',
      required: true,
      metavar: '@file',
    },
  },
  rules: [withoutKey('certificate')],
  effect: 'idempotent',
  steps: 'several',
  doneText: 'imported into {mount}[: issuers {imported_issuers}][; already known: {existing_issuers}]',
  view: importView,
  lookUp: 'pki ca show --mount {mount}',
  errors: { 400: 'the PEM contains a private key or no certificate' },
  examples: [
    { summary: 'From a file', argv: 'pki intermediate set-signed --mount pki_int --certificate @signed.pem' },
  ],
});
