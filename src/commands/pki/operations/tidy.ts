import { defineOperation } from '../../../catalogue/operation.ts';
import { tidyBeyond } from './beyond.ts';
import { recordView } from '../../../catalogue/view.ts';
import { tidyStatusFields } from '../fields.ts';
import { duration, flag, mount } from '../parts.ts';

/** test/seeds/2-secrets.md §2.2. */
const statusColumns = [
  'state',
  'message',
  'error',
  ['time_started', 'started'],
  ['time_finished', 'finished'],
  ['cert_store_deleted_count', 'certificates deleted'],
  ['revoked_cert_deleted_count', 'revoked deleted'],
  ['tidy_cert_store', 'tidy cert store'],
  ['tidy_revoked_certs', 'tidy revoked certs'],
  ['safety_buffer', 'safety buffer'],
] as const;

const tidyStatusView = recordView({
  fields: tidyStatusFields,
  essential: ['state'],
  name: 'state',
  columns: statusColumns,
});

export const tidy = defineOperation({
  id: 'pki.tidy',
  undo: { because: 'what was removed had expired' },
  summary: 'Remove expired certificates and invalid revocations',
  description:
    'Runs in the background on the server; --wait shows progress and waits for the end (exit 12 when it ' +
    'fails). A certificate is removed once its expiry plus the safety buffer has passed, and leaves the CRL ' +
    'too.',
  source: '2 §4.2',
  service: 'secrets',
  method: 'POST',
  path: '/{mount}/tidy',
  body: {},
  parameters: {
    mount,
    tidy_cert_store: flag('Remove expired certificates from the store'),
    tidy_revoked_certs: flag('Remove invalid and expired entries of revoked certificates'),
    safety_buffer: {
      ...duration('Time to keep certificates after their expiry', '72h'),
      limits: { minimumSeconds: 1 },
    },
    ...tidyBeyond,
  },
  effect: 'harmless',
  // The status 200 means that a tidy already runs.
  reply: [200, 202],
  view: { kind: 'message', text: 'tidy of {mount} started' },
  lookUp: 'pki tidy-status --mount {mount}',
  examples: [
    { summary: 'Both, and wait', argv: 'pki tidy --tidy-cert-store --tidy-revoked-certs --wait' },
    { summary: 'With a short safety buffer', argv: 'pki tidy --tidy-cert-store --safety-buffer 1s' },
  ],
});

/** The path of real servers; test/seeds/2-secrets.md has only the fields. */
export const tidyStatus = defineOperation({
  id: 'pki.tidy-status',
  summary: 'Show the current or latest tidy',
  source: '2 §4.2',
  service: 'secrets',
  method: 'GET',
  path: '/{mount}/tidy-status',
  parameters: { mount },
  effect: 'read',
  view: tidyStatusView,
  examples: [{ summary: 'Only its state', argv: 'pki tidy-status --field state' }],
});
