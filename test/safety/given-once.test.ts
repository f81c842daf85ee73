/**
 * Tests a reply that is returned once in every output: it is shown or written completely, or refused before sending.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/catalogue/operation.ts';
import { fieldsOf, writesFiles } from '../../src/catalogue/view.ts';
import { formatNames } from '../../src/output/formats/formats.ts';
import type { Answer } from '../support/fake-server.ts';
import type { Answered } from '../support/answering.ts';
import { answering, secretsAt } from '../support/answering.ts';
import { allOperations } from '../support/catalogue.ts';

/** A command line for each operation whose reply is returned once; a new operation needs one here. */
const lines: Readonly<Record<string, string>> = {
  'pki.issue': 'pki issue web --common-name a.example.com',
  'pki.root.generate': 'pki root generate exported --common-name Root',
  'pki.intermediate.generate': 'pki intermediate generate exported --common-name Intermediate',
  'cloud.creds': 'aws creds ci',
  'cloud.sts': 'aws sts build',
  'ldap.creds': 'ldap creds dev',
  'ldap.library.check-out': 'ldap library check-out team',
  'lease.unwrap': 'lease unwrap env:WRAPPED',
};

const once = allOperations.filter((operation) => operation.returnedOnce !== undefined);

const secret = 'canary-5d1b';
const key = `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----\n`;

/** A reply with every field of the operation and a secret in each field that is returned once. */
const replyOf = ({ view, id }: Operation): Answer => {
  const fields = Object.entries(fieldsOf(view)).map(([name, field]) => [
    name,
    field.returnedOnce === true ? (name === 'private_key' ? key : secret) : `the ${name}`,
  ]);
  const data: unknown =
    id === 'lease.unwrap' ? { username: 'u', password: secret } : Object.fromEntries(fields);
  return { body: { data, lease_id: 'a/lease', lease_duration: 60, renewable: true } };
};

const wrapped: Answer = {
  body: {
    data: null,
    wrap_info: { token: secret, accessor: 'a', ttl: 60, creation_time: '', creation_path: '' },
  },
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-once-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const changes = (operation: Operation, { asked }: Answered): number =>
  asked.filter(({ path, method }) => {
    const own = operation.path.split(/\{[^}]+\}/).filter((part) => part.length > 1);
    return method === operation.method && own.every((part) => path.includes(part));
  }).length;

const run = (operation: Operation, reply: Answer, more: string, tty: boolean): Promise<Answered> =>
  answering(
    `${lines[operation.id] ?? operation.examples[0]?.argv ?? ''} ${more}`,
    (origin) => ({
      ...secretsAt(origin),
      TRIVET_CONFIG_DIR: join(folder, 'config'),
      WRAPPED: 'a-wrapping-token',
    }),
    ({ path }) =>
      /\/(?:ca|library\/team)(?:\/pem|\/status)?$/.test(path) ? { status: 404, body: { errors: [] } } : reply,
    { tty, cwd: folder },
  );

/** Expects that the output has the secret, or that nothing was sent and the error names the alternatives. */
const judge = async (operation: Operation, reply: Answer, more: string, tty: boolean): Promise<number> => {
  const result = await run(operation, reply, more, tty);
  const { code, stdout, stderr } = result;
  const file = join(folder, 'file');
  const written = existsSync(file) ? readFileSync(file, 'utf8') : '';
  rmSync(file, { force: true });
  const sent = changes(operation, result);
  const whole = `${stdout}${written}`.includes(secret);
  expect({ more, tty, code, sent, whole }, stderr).toEqual(
    code === 2 ? { more, tty, code, sent: 0, whole: false } : { more, tty, code: 0, sent: 1, whole: true },
  );
  return code;
};

const choices = [
  '--reveal',
  '--quiet',
  '--query data',
  '--query length(data)',
  '-o json --query "type(data)"',
];

/** Outputs for programs are always complete. */
const data = ['json', 'jsonl', 'yaml'];

describe.each([true, false])('terminal: %s', (tty) => {
  test.each(once.map((operation) => [operation.id, operation] as const))(
    '%s shows the secret, or sends nothing',
    async (_, operation) => {
      expect(Object.keys(lines)).toContain(operation.id);
      const reply = replyOf(operation);
      const { view } = operation;
      const name = 'name' in view ? view.name : 'nothing';
      // A private key belongs into a file, not into the scrollback of a terminal.
      const usual = tty && !writesFiles(view) ? 0 : 2;
      const masking = ['table', 'wide', 'csv', 'tsv', 'md'];
      const chosen = [`--field ${name}`, `--fields ${name}`, `--query data.${name}`];
      for (const format of formatNames) {
        const code = await judge(operation, reply, `-o ${format}`, tty);
        if (data.includes(format)) expect({ format, code }).toEqual({ format, code: 0 });
        if (masking.includes(format)) expect({ format, code }).toEqual({ format, code: usual });
        if (masking.includes(format))
          expect(await judge(operation, reply, `-o ${format} --reveal`, tty)).toBe(0);
        if (!writesFiles(view))
          await judge(operation, reply, `-o ${format} --out ${join(folder, 'file')}`, tty);
      }
      expect(await judge(operation, reply, '', tty)).toBe(usual);
      for (const more of choices) await judge(operation, reply, more, tty);
      // A user who names a field of the wrapped reply knows what was wrapped.
      if (operation.id === 'lease.unwrap') return;
      for (const more of chosen) expect(await judge(operation, reply, more, tty), more).toBe(2);
      const secrets = Object.entries(fieldsOf(view)).flatMap(([path, field]) =>
        field.returnedOnce === true ? [path] : [],
      );
      expect(await judge(operation, reply, `-o json --fields ${secrets.join(',')}`, tty)).toBe(0);
      expect(await judge(operation, reply, `--query data.[${secrets.join(',')}]`, tty)).toBe(0);
    },
  );

  test.each(['cloud.creds', 'pki.role.show'])('%s shows the wrapped secret, or sends nothing', async (id) => {
    const operation = allOperations.find((one) => one.id === id);
    if (operation === undefined) throw new Error(`no operation ${id}`);
    for (const format of formatNames) await judge(operation, wrapped, `--wrap-ttl 60s -o ${format}`, tty);
    expect(await judge(operation, wrapped, '--wrap-ttl 60s', tty)).toBe(tty ? 0 : 2);
    expect(await judge(operation, wrapped, '--wrap-ttl 60s --field token', tty)).toBe(0);
    expect(await judge(operation, wrapped, '--wrap-ttl 60s --field accessor', tty)).toBe(2);
  });
});

test('the refusal names the secret, the flag that would lose it, and the alternatives', async () => {
  const refusals = [
    [
      'pki.issue',
      '',
      'private_key of this reply is given only once, and tsv, the format for a pipe, would hide it',
      'Use --out DIRECTORY, -o json or --reveal.',
    ],
    [
      'pki.issue',
      '--wrap-ttl 5m',
      'token of this reply is given only once, and tsv, the format for a pipe, would hide it',
      'Use -o json or --reveal.',
    ],
    [
      'pki.issue',
      '--wrap-ttl 5m --field accessor',
      'and --field accessor would leave it out',
      'Use -o json.',
    ],
    [
      'pki.issue',
      '--field certificate',
      'and --field certificate would leave it out',
      'Use --out DIRECTORY or -o json.',
    ],
    [
      'ldap.library.check-out',
      '-o csv',
      'and -o csv would hide it',
      'Use --out FILE, -o json, -o env, --reveal or a command after --.',
    ],
    [
      'cloud.creds',
      '-o name',
      'secret_key and security_token of this reply are given only once',
      'Use --out FILE, -o json, -o env or a command after --.',
    ],
  ] as const;
  for (const [id, more, what, how] of refusals) {
    const operation = once.find((one) => one.id === id);
    if (operation === undefined) throw new Error(`no operation ${id}`);
    const { code, stderr } = await run(operation, replyOf(operation), more, false);
    expect(code).toBe(2);
    expect(stderr).toContain(what);
    expect(stderr).toContain(how);
    expect(stderr).toContain('Nothing was sent.');
  }
});

test('a key that stays on the server is not a secret of the reply', async () => {
  const operation = once.find(({ id }) => id === 'pki.root.generate');
  if (operation === undefined) throw new Error('no operation');
  const { code, stdout } = await answering(
    'pki root generate internal --common-name Root -o name',
    secretsAt,
    ({ path }) =>
      path.includes('/root/')
        ? { body: { data: { certificate: 'c', serial_number: '17:2a' } } }
        : { status: 404, body: { errors: [] } },
  );
  expect({ code, stdout }).toEqual({ code: 0, stdout: '17:2a\n' });
});

test('--field of a wrapped reply prints the field, and the rest is saved', async () => {
  const operation = once.find(({ id }) => id === 'lease.unwrap');
  if (operation === undefined) throw new Error('no operation');
  const asked = await run(operation, replyOf(operation), '--field password', false);
  expect({ code: asked.code, stdout: asked.stdout }).toEqual({ code: 0, stdout: secret });
  expect(asked.stderr).not.toContain('kept');
  const other = await run(operation, replyOf(operation), '--field username', false);
  expect({ code: other.code, stdout: other.stdout }).toEqual({ code: 0, stdout: 'u' });
  const [, path = ''] =
    /the reply also contained password; the whole reply was saved to (\S+)/.exec(other.stderr) ?? [];
  expect(readFileSync(path, 'utf8')).toContain(secret);
});
