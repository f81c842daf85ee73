/** Compares the certificate authority with recorded exchanges of a real server. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller, Fields } from './secrets-client.ts';
import { closeAll, fieldsOf, makeRole, makeRoot, openSecrets, textOf } from './secrets-client.ts';

interface Recording {
  readonly method: string;
  readonly path: string;
  readonly input: Fields | undefined;
  readonly status: unknown;
  readonly body: Fields;
}

function recordingOf(name: string): Recording {
  const file = new URL(`../recordings/secrets/${name}.json`, import.meta.url);
  const { request, response } = fieldsOf(JSON.parse(readFileSync(file, 'utf8')));
  const asked = fieldsOf(request);
  const answered = fieldsOf(response);
  const input = fieldsOf(asked['body'])['json'];
  return {
    method: textOf(asked['method']),
    path: textOf(asked['path']).replace(/^\/v1\//, ''),
    input: input === undefined ? undefined : fieldsOf(input),
    status: answered['status'],
    body: fieldsOf(fieldsOf(answered['body'])['json']),
  };
}

let caller: Caller;

beforeEach(async () => {
  caller = await openSecrets();
});
afterEach(closeAll);

async function replay({ method, path, input }: Recording) {
  return caller.call(method, path, input);
}

describe('refusals', () => {
  it.each([
    'pki.issue.unknown-role',
    'pki.issue.name-not-allowed',
    'pki.issue.missing-common-name',
    'pki.issue.ttl-and-not-after',
    'pki.issue.ttl-bad',
    'pki.revoke.unknown',
    'pki.role.list.mount-missing',
    'pki.role.show.mount-missing',
    'pki.role.show.unknown',
    'pki.role.write.name-with-slash',
    'pki.role.write.trailing-slash',
    'pki.role.write.ttl-above-max',
    'pki.role.list.get-without-list',
    'pki.role.delete.unknown',
    'pki.cert.show.unknown',
    'pki.cert.show.no-separators',
    'pki.cert.download.unknown',
    'pki.cert.download.unknown-pem',
    'pki.cert.download.crl',
    'pki.crl.rotate.post-method',
    'pki.crl.config.set.invalid-expiry',
    'pki.urls.set.invalid',
    'pki.sign.garbage-csr',
    'pki.sign.name-not-allowed',
    'pki.sign.wrong-key-type',
    'pki.sign-verbatim.unknown-role',
    'pki.root.sign-self-issued.not-self-issued',
    'helper.unknown-path.pki',
    'helper.lease.lookup.unknown',
    'helper.lease.renew.unknown',
  ])('%s has the recorded status and text', async (name) => {
    await makeRoot(caller);
    await makeRole(caller, 'web', { key_type: 'rsa' });
    const recording = recordingOf(name);
    const reply = await replay(recording);
    expect(reply.status).toBe(recording.status);
    expect(reply.errors).toStrictEqual(recording.body['errors'] ?? []);
  });
});

describe('replies', () => {
  /** Fields of the recordings or the document; the sandbox adds none. */
  it.each([
    'pki.root.generate.ok',
    'pki.issue.ok',
    'pki.issue.pem-bundle',
    'pki.sign.ok',
    'pki.role.write.ok',
    'pki.role.write.all-fields',
    'pki.crl.config.set.ok',
    'pki.crl.rotate.ok',
    'pki.urls.set.ok',
    'pki.cert.show.ca',
    'pki.intermediate.generate.ok',
    'pki.root.sign-intermediate.ok',
    'pki.root.sign-self-issued.ok',
  ])('to %s have only recorded fields, with their recorded types', async (name) => {
    if (name !== 'pki.root.generate.ok') await makeRoot(caller);
    await makeRole(caller, 'web', { key_type: 'rsa' });
    const recording = recordingOf(name);
    const reply = await replay({ ...recording, path: recording.path.replace('pki_int', 'pki') });
    expect(reply.errors).toStrictEqual([]);
    expect(reply.status).toBe(recording.status);
    const recorded = fieldsOf(recording.body['data']);
    for (const [field, value] of Object.entries(reply.data)) {
      expect(recorded, field).toHaveProperty([field]);
      expect(typeof value, field).toBe(typeof recorded[field]);
      expect(Array.isArray(value), field).toBe(Array.isArray(recorded[field]));
    }
  });

  it('of tidy-status have the recorded fields, null until a tidy ran', async () => {
    const inactive = (await caller.get('pki/tidy-status')).data;
    const recorded = fieldsOf(recordingOf('pki.tidy-status.inactive').body['data']);
    for (const field of Object.keys(inactive)) expect(recorded[field]).toStrictEqual(inactive[field]);
    const reply = await caller.post('pki/tidy', { tidy_cert_store: true });
    expect(reply.status).toBe(recordingOf('pki.tidy.ok').status);
    caller.sandbox.clock.advance(10_000);
    const finished = (await caller.get('pki/tidy-status')).data;
    const recordedFinish = fieldsOf(recordingOf('pki.tidy-status.finished').body['data']);
    for (const [field, value] of Object.entries(finished)) {
      expect(typeof value, field).toBe(typeof recordedFinish[field]);
    }
  });
});
