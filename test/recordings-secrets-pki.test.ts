/**
 * Replays exchanges of a real OpenBao: trivet sends the recorded request, and shows the reply with the right exit code.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { kebab } from '../src/catalogue/parameter.ts';
import { readDocument } from '../src/services/document.ts';
import { secrets } from '../src/services/secrets/adapter.ts';
import { decoderOnly, special } from './recordings-secrets-pki.ts';
import type { Expected } from './recordings-secrets-pki.ts';
import type { Recording } from './support/replay.ts';
import { normalised, recorded, recordingsOf, replay } from './support/replay.ts';

const recordings = new Map(
  recordingsOf('secrets')
    .filter(({ name }) => /^(?:pki|message)\./.test(name))
    .map((recording) => [recording.name, recording]),
);

const recordingNamed = (name: string): Recording => {
  const found = recordings.get(name);
  if (found === undefined) throw new Error(`no recording ${name}`);
  return found;
};

const commands = new Map(
  readFileSync(new URL('operations.tsv', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([id = '', , , , command = '']) => [id, command]),
);

const folder = mkdtempSync(join(tmpdir(), 'trivet-replay-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

/** Gives a PEM text or a secret through a file. */
const fileOf = (text: string): string => {
  files += 1;
  const path = join(folder, `input-${files}`);
  writeFileSync(path, text);
  return `@${path}`;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The flag of a body field: the documented name in kebab case. */
const flagOf = (name: string, value: unknown): readonly string[] => {
  const flag = `--${kebab(name)}`;
  if (typeof value === 'boolean')
    return [value ? flag : flag.startsWith('--no-') ? `${flag}=false` : `--no-${flag.slice(2)}`];
  if (isObject(value)) return Object.entries(value).flatMap(([key, one]) => [flag, `${key}=${String(one)}`]);
  if (Array.isArray(value)) return [flag, value.join(',')];
  const text = String(value);
  if (name === 'message') return [flag, Buffer.from(text, 'base64').toString()];
  return [flag, text.includes('-----BEGIN') || name === 'pem_bundle' || name === 'csr' ? fileOf(text) : text];
};

/** The positional arguments of a command, and what they are in the recorded path. */
const positions = (recording: Recording): readonly string[] => {
  const parts = recording.request.path.replace(/^\/v1\//, '').split('/');
  const { operation } = recording;
  if (/^message\.(?:show|update|delete)$/.test(operation)) return parts.slice(-1);
  if (operation.startsWith('pki.cert.') && operation !== 'pki.cert.list') return parts.slice(2, 3);
  if (operation === 'pki.sign-verbatim') return parts.slice(2);
  if (/^pki\.(?:issue|sign|role\.(?:show|write|delete)|(?:root|intermediate)\.generate)$/.test(operation)) {
    return parts.slice(-1);
  }
  const body = recording.request.body;
  if (operation !== 'pki.revoke' || body === null || !('json' in body) || !isObject(body.json)) return [];
  const { serial_number: serial, certificate } = body.json;
  return [typeof serial === 'string' ? serial : fileOf(String(certificate))];
};

const argvOf = (recording: Recording, expected: Expected): readonly string[] => {
  const { operation, request } = recording;
  const words = (commands.get(operation) ?? '').replaceAll(/\s*[<[].*$/g, '').split(' ');
  const body =
    request.body !== null && 'json' in request.body && isObject(request.body.json) ? request.body.json : {};
  const taken = operation === 'pki.revoke' || expected.more?.includes('name="web"') === true;
  const fields = Object.entries(body).filter(
    ([name]) => !(operation === 'pki.revoke') && !(taken && name === 'name') && name !== 'comon_name',
  );
  const flags = fields.flatMap(([name, value]) => flagOf(name, value));
  const filters = request.query
    .filter(([name]) => name !== 'list')
    .flatMap(([name, value]) => (value === 'true' ? [`--${name}`] : [`--${name}`, value]));
  const mount = request.path.split('/')[2] ?? '';
  const der =
    /^pki\.(?:ca\.show|cert\.download|crl\.show)$/.test(operation) && !request.path.endsWith('/pem');
  return [
    ...(expected.argv ?? [...words, ...positions(recording), ...flags, ...filters]),
    ...(operation.startsWith('pki.') ? ['--mount', mount] : []),
    ...(operation === 'pki.root.delete' ? ['--confirm', mount] : []),
    ...(der ? ['--der'] : []),
    ...(expected.more ?? []),
    '--yes',
  ];
};

const environment =
  (product: string) =>
  (origin: string): Readonly<Record<string, string>> => ({
    TRIVET_SECRETS_URL: `${origin}/v1`,
    TRIVET_SECRETS_TOKEN: 'the-token',
    TRIVET_SECRETS_PRODUCT: product,
  });

/**
 * Removes differences of spelling: a list equals its comma-separated text, a number its text; a PEM may end in a
 * newline.
 */
const loose = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(String).join(',');
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, loose(one)]));
  if (typeof value === 'string') return value.trimEnd();
  return typeof value === 'number' ? String(value) : value;
};

const comparable = (request: Parameters<typeof normalised>[0]): unknown => {
  const plain = normalised(request);
  const body = isObject(plain.body) && Object.keys(plain.body).length === 0 ? undefined : plain.body;
  return { ...plain, path: decodeURIComponent(plain.path), body: loose(body) };
};

/** Brings recorded serial numbers into one form, without zeros before them. */
const withColons = (recording: Recording): Recording => {
  const { path, body } = recording.request;
  const plain = (serial: string): string => serial.replaceAll('-', ':').replace(/^(?:00:)+/, '');
  const { serial_number: serial } =
    recording.operation === 'pki.revoke' && body !== null && 'json' in body && isObject(body.json)
      ? body.json
      : { serial_number: undefined };
  return {
    ...recording,
    request: {
      ...recording.request,
      path: path.replace(/(?<=\/)[0-9a-f]{2}(?:-[0-9a-f]{2})+(?=\/|$)/, plain),
      body:
        typeof serial === 'string' && body !== null && 'json' in body && isObject(body.json)
          ? { json: { ...body.json, serial_number: plain(serial) } }
          : body,
    },
  };
};

const bytesOf = ({ response: { body } }: Recording): Buffer => {
  if (body === null) return Buffer.alloc(0);
  if ('json' in body) return Buffer.from(JSON.stringify(body.json));
  return 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64');
};

const warningsOf = (recording: Recording): readonly string[] => {
  const { body } = recording.response;
  if (body === null || !('json' in body) || !isObject(body.json)) return [];
  const { warnings } = body.json;
  return Array.isArray(warnings) ? warnings.map(String) : [];
};

test('every recording of messages and certificates is replayed, or has a reason why it cannot be', () => {
  for (const name of [...Object.keys(special), ...Object.keys(decoderOnly)]) recordingNamed(name);
  expect(recordings.size).toBe(163);
});

/** Plain output needs --reveal to show a key that is returned once. */
const givesKey = /^pki\.(?:issue\.|(?:root|intermediate)\.generate\.exported)/;

const replayed = [...recordings.values()].filter(({ name }) => !(name in decoderOnly));

describe('a recorded exchange', () => {
  test.each(replayed.map((recording) => [recording.name, recording] as const))(
    '%s is replayed',
    async (name, recording) => {
      const expected = special[name] ?? {};
      // Writing a role reads it first.
      const read = recording.operation === 'pki.role.write' ? ['pki.role.show.unknown'] : [];
      const exchanges = [...(expected.before ?? read).map(recordingNamed), recording];
      const argv = argvOf(recording, expected);
      const env = environment(expected.product ?? 'openbao');
      const reveal = givesKey.test(name) ? ['--reveal'] : [];
      const plain = await replay(exchanges, [...argv, ...reveal], env);
      expect({ code: plain.code, stderr: plain.stderr }).toEqual({
        code: expected.code ?? 0,
        stderr: expect.stringMatching(expected.says ?? /^/),
      });
      // After a not-found error trivet reads the list for the nearest name.
      expect(plain.sent.map(comparable)).toContainEqual(comparable(recorded(withColons(recording))));
      for (const warning of warningsOf(recording)) expect(plain.stderr).toContain(warning);
      expect(plain.stderr + plain.stdout).not.toContain('the-token');
      // Masked because of its content, whatever the field.
      if (reveal.length === 0) expect(plain.stdout).not.toMatch(/PRIVATE KEY-----/);
      if (plain.code !== 0) return;
      const asJson = await replay(exchanges, [...argv, '-o', 'json'], env);
      expect(asJson.code).toBe(0);
      const { body, status } = recording.response;
      if (body === null) expect(JSON.parse(asJson.stdout)).toBe(null);
      else if (status === 404) expect(JSON.parse(asJson.stdout)).toEqual({ data: { keys: [] } });
      else if ('json' in body) expect(JSON.parse(asJson.stdout)).toEqual(body.json);
      else
        expect(
          plain.bytes.equals(bytesOf(recording)) || plain.stdout === `${bytesOf(recording).toString()}\n`,
        ).toBe(true);
    },
  );
});

describe('a recorded reply', () => {
  test.each(Object.keys(decoderOnly))('%s is decoded', (name) => {
    const recording = recordingNamed(name);
    const headers: Record<string, string[]> = {};
    for (const [key, value] of recording.response.headers) (headers[key.toLowerCase()] ??= []).push(value);
    const reply = { status: recording.response.status, headers, body: bytesOf(recording) };
    if (reply.status < 300) expect(readDocument(reply, {}).ok).toBe(true);
    else expect(secrets.readError(reply).text).not.toBe('');
  });
});

test('on a Vault without --product, the error says which product to give', async () => {
  const argv = ['message', 'create', '--title', 'Maintenance', '--message', 'Down on Sunday'];
  const result = await replay(
    [recordingNamed('message.create.trailing-slash')],
    [...argv, '--start-time', '2026-11-01T00:00:00Z', '--link', 'Details=https://status.example.com'],
    environment('generic'),
  );
  expect(result.code).toBe(1);
  expect(result.stderr).toContain('--product vault');
  expect(result.sent[0]?.path).toBe('/v1/sys/config/ui/custom-messages/');
});

test('for OpenBao, which has no messages, nothing is sent', async () => {
  const result = await replay([], ['message', 'list'], environment('openbao'));
  expect({ code: result.code, sent: result.sent }).toEqual({ code: 7, sent: [] });
  expect(result.stderr).toContain('OpenBao has no custom messages');
});

test('a CA without a name is refused before anything is sent', async () => {
  for (const kind of ['root', 'intermediate']) {
    const absent = await replay([], ['pki', kind, 'generate', 'internal', '--yes'], environment('openbao'));
    const blank = await replay(
      [],
      ['pki', kind, 'generate', 'internal', '--common-name', ' ', '--yes'],
      environment('openbao'),
    );
    expect([absent.code, blank.code, absent.sent, blank.sent]).toEqual([2, 2, [], []]);
    expect(blank.stderr).toContain('a name that is not blank');
  }
});
