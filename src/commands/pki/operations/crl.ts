import { settingsBack } from '../../../catalogue/undo.ts';
import { defineOperation } from '../../../catalogue/operation.ts';
import { listsBeyond } from './beyond.ts';
import { recordView } from '../../../catalogue/view.ts';
import { crlConfigFields } from '../fields.ts';
import { duration, encoding, flag, mount } from '../parts.ts';

const configView = recordView({
  fields: crlConfigFields,
  name: 'mount',
  columns: ['expiry', ['disable', 'disabled']],
});

const config = { source: '2 §4.2', service: 'secrets', path: '/{mount}/config/crl' } as const;

export const showConfig = defineOperation({
  ...config,
  id: 'pki.crl.config.show',
  summary: 'Show the CRL configuration',
  description:
    'Returns nothing until the configuration is set; newer servers return the defaults. By default the CRL is ' +
    'enabled and expires after 72h.',
  method: 'GET',
  parameters: { mount },
  effect: 'read',
  reply: 'missing',
  // A secret of another engine may have this path.
  view: { ...configView, essential: ['expiry'] },
  examples: [{ summary: 'The configuration', argv: 'pki crl config show' }],
});

export const setConfig = defineOperation({
  ...config,
  view: configView,
  id: 'pki.crl.config.set',
  objectRead: showConfig,
  undo: {
    reverse: ({ before, now }) =>
      settingsBack('pki crl config set', { before: before ?? { expiry: '72h', disable: false }, now }),
  },
  summary: 'Set the CRL validity, or disable the CRL',
  description:
    'A disabled CRL is served signed and empty; revocations are still stored and are listed again when it is ' +
    'enabled, unless a tidy removed them.',
  method: 'POST',
  parameters: {
    mount,
    expiry: duration('Validity of a generated CRL', '72h'),
    disable: flag('Serve an empty CRL'),
    ...listsBeyond,
  },
  rules: [
    {
      rule: 'atLeastOne',
      keys: ['expiry', 'disable', ...Object.keys(listsBeyond)],
      because: 'nothing else can be set',
    },
  ],
  effect: 'idempotent',
  steps: 'several',
  risks: [
    {
      risk: 'revokes',
      gravity: 'ask',
      question:
        'Serve an empty revocation list of {mount}? Clients that read it accept its revoked certificates again.',
      when: { parameter: 'disable', is: [true] },
    },
    {
      risk: 'weakens',
      gravity: 'ask',
      question:
        'Switch the OCSP responder of {mount} off? Clients that ask it no longer learn of revocations.',
      when: { parameter: 'ocsp_disable', is: [true] },
    },
  ],
  doneText: 'set the CRL configuration of {mount}',
  lookUp: 'pki crl config show --mount {mount}',
  examples: [
    { summary: 'Four days', argv: 'pki crl config set --expiry 96h' },
    { summary: 'Enable it again', argv: 'pki crl config set --no-disable' },
  ],
});

export const show = defineOperation({
  id: 'pki.crl.show',
  summary: 'Show the revocation list of a mount',
  description: 'Prints PEM unless --der is given; on a terminal, readable text. No token is sent.',
  source: '2 §4.2',
  service: 'secrets',
  method: 'GET',
  path: '/{mount}/crl{/encoding}',
  permission: 'none',
  parameters: { mount, encoding },
  effect: 'read',
  reply: 'bytes',
  view: { kind: 'bytes', media: 'crl' },
  examples: [
    { summary: 'As readable text', argv: 'pki crl show' },
    { summary: 'DER for a web server', argv: 'pki crl show --der --out ca.crl' },
  ],
});

/** Sent with one attempt, since this GET changes something. */
export const rotate = defineOperation({
  id: 'pki.crl.rotate',
  undo: { because: 'a newer list is signed, which clients may have' },
  summary: 'Rotate the CRL now',
  description:
    'Needed when the CRL has expired, or is about to, without a new revocation. Real servers also report ' +
    'success when there is nothing to rotate.',
  source: '2 §4.2',
  service: 'secrets',
  method: 'GET',
  path: '/{mount}/crl/rotate',
  parameters: { mount },
  effect: 'unsafe',
  steps: 'several',
  view: { kind: 'message', text: 'rotated the CRL of {mount}' },
  lookUp: 'pki crl show --mount {mount}',
  examples: [{ summary: 'Now', argv: 'pki crl rotate' }],
});
