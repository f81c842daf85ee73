/**
 * Tests that the token and secret fields appear nowhere unless requested: every operation, shown and sent, quiet and
 * verbose, with replies that repeat everything that was sent.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Operation } from '../../src/catalogue/operation.ts';
import { flagName } from '../../src/catalogue/parameter.ts';
import { allOperations } from '../support/catalogue.ts';
import { partOf } from '../support/part.ts';
import type { CliResult } from '../support/run-cli.ts';
import { runBin } from '../support/run-bin.ts';
import { useServers } from '../support/counting-server.ts';
import { secretsIn } from '../torture/oracle.ts';
import type { Prepared } from '../torture/stage.ts';
import { canarySecret, canaryToken, prepare } from '../torture/stage.ts';
import { formsOf, leaks } from './canary-forms.ts';
import { isSensitive } from '../../src/catalogue/shown.ts';

/** Flags for secret parameters that the scenario omits: if the rules refuse them, the error must not leak them. */
const secretFlags = (operation: Operation, argv: readonly string[], path: string): readonly string[] =>
  Object.entries(operation.parameters).flatMap(([key, parameter]) => {
    const flag = `--${flagName(key, parameter)}`;
    const fileLike = parameter.type === 'secret' || parameter.type === 'text';
    return isSensitive(parameter) && fileLike && !argv.includes(flag) ? [flag, `@${path}`] : [];
  });

/** A command inside an allocation is not a request of the API. */
const unrecorded = new Set(['job.action']);

/** A server that replies with everything it got, in several encodings, as an error or a web page. */
const echo = useServers();

interface Echo {
  readonly status: number;
  readonly type: string;
}
const echoes: readonly Echo[] = [
  { status: 400, type: 'application/json' },
  { status: 500, type: 'text/plain' },
  { status: 200, type: 'text/html' },
  { status: 403, type: 'application/json' },
];

const echoing = async ({ status, type }: Echo) => {
  const server = await echo((request, response) => {
    const latest = server?.seen.at(-1);
    const all = `${request.method} ${request.url} ${JSON.stringify(request.headers)} ${latest?.body ?? ''}`;
    const text = `${all} ${Buffer.from(all).toString('base64')} ${encodeURIComponent(all)}`;
    const body = type === 'application/json' ? JSON.stringify({ errors: [text, { detail: text }] }) : text;
    response.writeHead(status, {
      'content-type': type,
      'x-request-id': text.slice(0, 2000).replaceAll(/[^ -~]/g, ''),
    });
    response.end(body);
  });
  return server;
};

const redirected = (origin: string): Readonly<Record<string, string>> => ({
  TRIVET_WORKSPACES_URL: `${origin}/api/v2`,
  TRIVET_SECRETS_URL: `${origin}/v1`,
  TRIVET_JOBS_URL: origin,
});

const found: (result: CliResult, what: string) => readonly string[] = ({ stdout, stderr }, what) =>
  [canaryToken, canarySecret].flatMap((secret) => [
    ...leaks(stdout, secret).map((form) => `${what}: stdout: ${form}`),
    ...leaks(stderr, secret).map((form) => `${what}: stderr: ${form}`),
  ]);

const modes = [['--dry-run'], ['--curl', '-v'], ['--curl'], ['--dry-run', '-v', '-o', 'json']];

/** All output of the modes that change nothing. */
const shown = async (operation: Operation, prepared: Prepared, turn: number): Promise<readonly string[]> => {
  const path = prepared.secretFile;
  const more = secretFlags(operation, prepared.argv, path);
  const line = [...prepared.argv, ...more];
  const problems: string[] = [];
  for (const mode of partOf(modes, 2, turn)) {
    problems.push(...found(await prepared.straight([...line, ...mode]), mode.join(' ')));
  }
  for (const kind of partOf(echoes, 4, turn)) {
    const server = await echoing(kind);
    for (const mode of [['-v'], ['-o', 'json', '-v']]) {
      const result = await prepared.straight(
        [...line, ...mode, '--timeout', '200ms'],
        redirected(server.origin),
      );
      problems.push(...found(result, `echo ${kind.status} ${mode.join(' ')}`));
    }
  }
  return problems;
};

test.each(allOperations.map((operation, turn) => [operation.id, operation, turn] as const))(
  '%s shows its secrets nowhere else',
  async (_, operation, turn) => {
    const prepared = await prepare(operation);
    try {
      const problems = [...(await shown(operation, prepared, turn))];
      expect(prepared.sandbox.effects.list()).toEqual([]);

      // Really sent: the secret that the server made is in the reply, and only there.
      const plain = await prepared.attempt(['-v']);
      problems.push(...found(plain, 'sent'));
      for (const secret of secretsIn(prepared.proxy.carried())) {
        // A reply with its secrets hidden, and the notes beside it.
        for (const text of [plain.stdout, plain.stderr]) {
          if (
            formsOf(secret)
              .slice(0, 2)
              .some((form) => text.includes(form))
          )
            problems.push('a secret of the reply');
        }
      }
      // Nor is it in the receipt, in any form; a change that was sent has one.
      const receipts = prepared.receipts();
      if (plain.code === 0 && operation.effect !== 'read' && !unrecorded.has(operation.id))
        expect(receipts).toContain('"change"');
      for (const secret of [canaryToken, canarySecret])
        problems.push(...leaks(receipts, secret).map((form) => `receipt: ${form}`));
      for (const secret of secretsIn(prepared.proxy.carried())) {
        if (formsOf(secret).some((form) => receipts.includes(form)))
          problems.push('receipt: a secret of the reply');
      }
      expect(problems).toEqual([]);
      expect(prepared.leftovers()).toEqual([]);
    } finally {
      await prepared.close();
    }
  },
);

test('the search finds every encoding of a secret', () => {
  expect(leaks(`Basic ${Buffer.from(`user:${canaryToken}`).toString('base64')}`, canaryToken)).not.toEqual(
    [],
  );
  expect(leaks(encodeURIComponent(`a=${canaryToken}`), canaryToken)).not.toEqual([]);
  expect(leaks(JSON.stringify({ a: canaryToken }), canaryToken)).not.toEqual([]);
  expect(leaks('nothing', canaryToken)).toEqual([]);
});

test.each(['*', 'http,net,tls,undici,fetch,child_process,module'])(
  'NODE_DEBUG=%s prints no token',
  async (debug) => {
    const id = 'job.action';
    for (const operation of allOperations.filter((one) =>
      ['workspace.show', 'ldap.config.set', id].includes(one.id),
    )) {
      const prepared = await prepare(operation);
      try {
        const { env } = prepared;
        const result = await runBin(prepared.argv, { env: { ...env, NODE_DEBUG: debug } });
        expect(result.code, result.stderr.slice(0, 500)).toBe(0);
        expect(leaks(result.stdout + result.stderr, canaryToken)).toEqual([]);
        expect(leaks(result.stdout + result.stderr, canarySecret)).toEqual([]);
      } finally {
        await prepared.close();
      }
    }
  },
);

test('a value on the command line for a secret flag is refused without repeating it', async () => {
  const [operation] = allOperations.filter(({ id }) => id === 'ldap.config.set');
  if (operation === undefined) throw new Error('no operation with a secret');
  const prepared = await prepare(operation);
  try {
    for (const flag of [['--bindpass', canarySecret], [`--bindpass=${canarySecret}`]]) {
      const result = await prepared.straight(['ldap', 'config', 'set', '--binddn', 'cn=x', ...flag, '-v']);
      expect(result.code).toBe(2);
      expect(found(result, 'literal')).toEqual([]);
    }
    for (const flag of [`--token=${canaryToken}`, `--password=${canaryToken}`]) {
      const result = await prepared.straight(['workspace', 'list', flag]);
      expect(result.code).toBe(2);
      expect(found(result, 'unknown flag')).toEqual([]);
    }
    expect(prepared.sandbox.requests.list()).toEqual([]);
  } finally {
    await prepared.close();
  }
});

test('the secret file of the scenarios holds the canary', async () => {
  const [operation] = allOperations;
  if (operation === undefined) throw new Error('no operation');
  const prepared = await prepare(operation);
  expect(readFileSync(prepared.secretFile, 'utf8')).toBe(canarySecret);
  await prepared.close();
});
