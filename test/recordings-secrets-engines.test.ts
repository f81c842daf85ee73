/** Replays exchanges of a real OpenBao with OpenLDAP and a fake cloud provider: cloud, ldap, leases. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { kebab } from '../src/catalogue/parameter.ts';
import { readDocument } from '../src/services/document.ts';
import { secrets } from '../src/services/secrets/adapter.ts';
import { decoderOnly, special } from './recordings-secrets-engines.ts';
import type { Expected } from './recordings-secrets-engines.ts';
import type { Recording } from './support/replay.ts';
import { normalised, recorded, recordingsOf, replay } from './support/replay.ts';

/** The recorder sent capitals, which the server lowers; trivet sends such names as the server stores them. */
const asStored = (recording: Recording): Recording => {
  const { name, request } = recording;
  if (!name.endsWith('.upper-case-name')) return recording;
  const path = request.path.replace(/[^/]+$/, (last) => last.toLowerCase());
  return { ...recording, request: { ...request, path } };
};

const recordings = new Map(
  recordingsOf('secrets')
    .filter(({ name }) => !/^(?:pki|message)\./.test(name))
    .map((recording) => [recording.name, asStored(recording)]),
);

const recordingNamed = (name: string): Recording => {
  const found = recordings.get(name);
  if (found === undefined) throw new Error(`no recording ${name}`);
  return found;
};

interface Row {
  readonly path: string;
  readonly command: string;
}

const rows = new Map<string, Row>(
  readFileSync(new URL('operations.tsv', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([id = '', , , path = '', command = '']) => [id, { path, command }]),
);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const bodyOf = ({ request: { body } }: Recording): Record<string, unknown> =>
  body !== null && 'json' in body && isObject(body.json) ? body.json : {};

/** Body fields that no flag takes as a literal. */
const secretFields = new Set(['bindpass', 'secret_key']);
const positional = new Set(['service_account_names', 'lease_id']);

const flagOf = (name: string, value: unknown): readonly string[] => {
  const flag = `--${name === 'url' ? 'ldap-url' : kebab(name)}`;
  if (name === 'bind_dn') return ['--set', `bind_dn=${JSON.stringify(value)}`];
  if (secretFields.has(name)) return [flag, `env:${name.toUpperCase()}`];
  if (typeof value === 'boolean') return [value ? flag : `--no-${flag.slice(2)}`];
  return [`${flag}=${Array.isArray(value) ? value.join(',') : String(value)}`];
};

/** The mount and the name in a recorded path, found with the path of operations.tsv. */
const partsOf = (recording: Recording, row: Row): readonly string[] => {
  const pattern = row.path.replace(/^\{cloud_mount\}|^\/ldap/, '/([^/]+)').replaceAll(/:[a-z_]+/g, '(.+)');
  const found = new RegExp(`^/v1${pattern}$`).exec(recording.request.path);
  return found === null ? [] : found.slice(1);
};

const leaseArgv = (recording: Recording): readonly string[] => {
  const { lease_id: id, ...rest } = bodyOf(recording);
  const verb = recording.operation.split('.').at(-1) ?? '';
  const flags = Object.entries(rest).flatMap(([name, value]) => flagOf(name, value));
  return ['lease', verb, String(id), ...flags, '--yes'];
};

const argvOf = (recording: Recording, expected: Expected): readonly string[] => {
  if (expected.argv !== undefined) return expected.argv;
  if (recording.operation.startsWith('helper.lease.')) return leaseArgv(recording);
  const row = rows.get(recording.operation);
  if (row === undefined) throw new Error(`no operation ${recording.operation}`);
  const [mount = '', ...names] = partsOf(recording, row);
  const command = row.command.replaceAll(/\s*[<[].*$/g, '').split(' ');
  const body = bodyOf(recording);
  const lending = recording.operation.endsWith('check-in');
  const flags = Object.entries(body)
    .filter(([name]) => !(lending && positional.has(name)))
    .flatMap(([name, value]) => flagOf(name, value));
  const accounts =
    lending && Array.isArray(body['service_account_names']) ? body['service_account_names'].map(String) : [];
  const confirm = recording.operation === 'ldap.config.delete' ? ['--confirm', mount] : ['--yes'];
  return [
    ...command,
    ...names,
    ...accounts,
    ...flags,
    '--mount',
    mount,
    ...confirm,
    ...(expected.more ?? []),
  ];
};

const environment =
  (product: string, recording: Recording) =>
  (origin: string): Readonly<Record<string, string>> => ({
    TRIVET_SECRETS_URL: `${origin}/v1`,
    TRIVET_SECRETS_TOKEN: 'the-token',
    TRIVET_SECRETS_PRODUCT: product,
    WRAPPING: 'the-wrapping-token',
    BINDPASS: String(bodyOf(recording)['bindpass']),
    SECRET_KEY: String(bodyOf(recording)['secret_key']),
  });

/** Numbers and durations are decoded in the same way. */
const loose = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(loose);
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, loose(one)]));
  return typeof value === 'number' ? String(value) : value;
};

const comparable = (request: Parameters<typeof normalised>[0], withTtl: boolean): unknown => {
  const plain = normalised(request);
  const body = isObject(plain.body)
    ? Object.fromEntries(Object.entries(plain.body).filter(([name]) => !(withTtl && name === 'ttl')))
    : {};
  return { ...plain, body: loose(body) };
};

const warningsOf = ({ response: { body } }: Recording): readonly string[] => {
  if (body === null || !('json' in body) || !isObject(body.json)) return [];
  const { warnings } = body.json;
  return Array.isArray(warnings) ? warnings.map(String) : [];
};

test('every recording of cloud, ldap and leases is replayed, or has a reason why it cannot be', () => {
  for (const name of [...Object.keys(special), ...Object.keys(decoderOnly)]) recordingNamed(name);
  expect(recordings.size).toBe(198);
});

/** Plain output needs --reveal to show a secret that is returned once. */
const givenOnce = /^(?:cloud\.(?:creds|sts)|ldap\.creds|ldap\.library\.check-out|helper\.unwrap)\./;

const replayed = [...recordings.values()].filter(({ name }) => !(name in decoderOnly));

describe('a recorded exchange', () => {
  test.each(replayed.map((recording) => [recording.name, recording] as const))(
    '%s is replayed',
    async (name, recording) => {
      const expected = special[name] ?? {};
      const exchanges = [
        ...(expected.before ?? beforeOf(recording)).map(recordingNamed),
        recording,
        ...(expected.after ?? []).map(recordingNamed),
      ];
      const argv = argvOf(recording, expected);
      const env = environment(expected.product ?? 'openbao', recording);
      const reveal = givenOnce.test(name) ? ['--reveal'] : [];
      const result = await replay(exchanges, [...argv, ...reveal], env);
      expect({ code: result.code, stderr: result.stderr }).toEqual({
        code: expected.code ?? 0,
        stderr: expect.stringMatching(expected.says ?? /^/),
      });
      const sent = result.sent.map((request) => comparable(request, expected.withTtl === true));
      expect(sent).toContainEqual(comparable(recorded(recording), expected.withTtl === true));
      for (const warning of warningsOf(recording)) expect(result.stderr).toContain(warning);
      expect(result.stderr + result.stdout).not.toMatch(/the-token|the-wrapping-token|bind-secret/);
      if (result.code !== 0) return;
      const asJson = await replay(exchanges, [...argv, '-o', 'json'], env);
      const { body, status } = recording.response;
      expect(asJson.code).toBe(0);
      if (body === null) expect(JSON.parse(asJson.stdout)).toBe(null);
      else if (status === 404) expect(JSON.parse(asJson.stdout)).toEqual({ data: { keys: [] } });
      else if ('json' in body) expect(JSON.parse(asJson.stdout)).toEqual(body.json);
    },
  );
});

/** The exchanges that a workflow reads before it writes. */
function beforeOf(recording: Recording): readonly string[] {
  const { operation } = recording;
  if (operation === 'ldap.config.set' && bodyOf(recording)['length'] === undefined)
    return ['ldap.config.show.never-set'];
  return operation === 'ldap.static-role.write' ? ['ldap.static-role.show.unknown'] : [];
}

describe('a recorded reply', () => {
  test.each(Object.keys(decoderOnly))('%s is decoded', (name) => {
    const { response } = recordingNamed(name);
    const headers: Record<string, string[]> = {};
    for (const [key, value] of response.headers) (headers[key.toLowerCase()] ??= []).push(value);
    const { body: recordedBody } = response;
    const text =
      recordedBody === null
        ? ''
        : 'json' in recordedBody
          ? JSON.stringify(recordedBody.json)
          : 'text' in recordedBody
            ? recordedBody.text
            : '';
    const reply = { status: response.status, headers, body: Buffer.from(text) };
    if (reply.status < 300) expect(readDocument(reply, {}).ok).toBe(true);
    else if (text.includes('"errors":[]') || name === 'helper.health.sealed' || reply.status < 400)
      expect(secrets.readError(reply)).toBeDefined();
    else expect(secrets.readError(reply).text).not.toBe('');
  });
});
