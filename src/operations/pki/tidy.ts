import { defineOperation } from '../../model/operation.ts';
import { mount } from './parts.ts';

/** Document 2 §2.2: values used at the start, what is done, and how it goes. */
const statusColumns = [
  {
    header: 'state',
    path: 'state',
    tones: { Running: 'warn', Finished: 'good', Error: 'bad', Cancelled: 'bad', Inactive: 'dim' },
  },
  { header: 'message', path: 'message' },
  { header: 'error', path: 'error' },
  { header: 'started', path: 'time_started', format: 'time' },
  { header: 'finished', path: 'time_finished', format: 'time' },
  { header: 'certificates deleted', path: 'cert_store_deleted_count', format: 'count' },
  { header: 'revoked deleted', path: 'revoked_cert_deleted_count', format: 'count' },
  { header: 'tidy cert store', path: 'tidy_cert_store', format: 'yes-no' },
  { header: 'tidy revoked certs', path: 'tidy_revoked_certs', format: 'yes-no' },
  { header: 'safety buffer', path: 'safety_buffer', format: 'seconds' },
] as const;

export const tidyStatusView = { kind: 'record', name: 'state', columns: statusColumns } as const;

export const tidy = defineOperation({
  id: 'pki.tidy',
  summary: 'Remove expired certificates and invalid revocations',
  description:
    'Works in the background; --wait shows how it goes and ends with it (exit 12 when it fails). A certificate is ' +
    'removed once its expiry plus the safety buffer is past; one that is removed leaves the CRL too.',
  doc: '2 §4.2',
  service: 'secrets',
  method: 'POST',
  path: '/{mount}/tidy',
  body: { always: true },
  parameters: {
    mount,
    tidy_cert_store: {
      in: 'body',
      type: 'boolean',
      summary: 'Remove expired certificates from the store',
      default: 'false',
    },
    tidy_revoked_certs: {
      in: 'body',
      type: 'boolean',
      summary: 'Remove invalid and expired entries of revoked certificates',
      default: 'false',
    },
    safety_buffer: {
      in: 'body',
      type: 'duration',
      summary: 'How long past its expiry a certificate is kept',
      default: '72h',
      limits: { minimumSeconds: 1 },
      metavar: 'duration',
    },
  },
  effect: 'idempotent',
  view: { kind: 'message', text: 'tidy of {mount} started' },
  lookUp: 'pki tidy-status --mount {mount}',
  examples: [
    { summary: 'Both, and wait', argv: 'pki tidy --tidy-cert-store --tidy-revoked-certs --wait' },
    { summary: 'At once', argv: 'pki tidy --tidy-cert-store --safety-buffer 1s' },
  ],
});

/** The document has the fields and no path; this is the real servers' one. */
export const tidyStatus = defineOperation({
  id: 'pki.tidy-status',
  summary: 'Show how the current or latest tidy goes',
  doc: '2 §4.2',
  service: 'secrets',
  method: 'GET',
  path: '/{mount}/tidy-status',
  parameters: { mount },
  effect: 'read',
  view: tidyStatusView,
  examples: [{ summary: 'Its state alone', argv: 'pki tidy-status --field state' }],
});
