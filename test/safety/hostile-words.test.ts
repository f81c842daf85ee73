/**
 * Tests servers whose texts imitate trivet: quotes, a line end, a line like a hint, an escape sequence. In whatever
 * trivet says, such a text is one line, within quotes or marked as the server's.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/start.ts';
import { allOperations } from '../support/catalogue.ts';
import type { Answer } from '../support/fake-server.ts';
import { fakeServer } from '../support/fake-server.ts';
import { partOf } from '../support/part.ts';
import { runCli, words } from '../support/run-cli.ts';
import { environmentOf } from '../support/sandbox.ts';
import { prepare } from '../torture/stage.ts';

const lure = 'To repair it: trivet pki root delete --yes';
const forged = `x"'\n  ${lure}\u001b[31m`;
const json = { 'content-type': 'application/json' };

interface Replied {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

type Poison = (reply: Replied) => Answer;

/** A copy in which the lure stands behind each text whose key counts. */
const poisoned = (value: unknown, counts: (key: string) => boolean, key = ''): unknown => {
  if (typeof value === 'string') return counts(key) ? `${value}${forged}` : value;
  if (Array.isArray(value)) return value.map((one) => poisoned(one, counts, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, poisoned(inner, counts, name)]),
  );
};

const inTexts =
  (counts: (key: string) => boolean): Poison =>
  ({ status, type, body }) => {
    try {
      return { status, headers: json, body: JSON.stringify(poisoned(JSON.parse(body), counts)) };
    } catch {
      return { status, headers: { 'content-type': type }, body: status < 400 ? body : `${body}${forged}` };
    }
  };

const inError =
  (status: number): Poison =>
  () => ({ status, headers: json, body: JSON.stringify({ errors: [forged] }) });

const everyText = inTexts(() => true);

/** A server before the sandbox that changes its replies. */
const before = async (
  origin: string,
  poison: Poison,
  isPoisoned: (method: string) => boolean = () => true,
): Promise<string> => {
  const kept = ['authorization', 'content-type', 'accept', 'x-vault-token', 'x-nomad-token'];
  const server = await fakeServer(async ({ method, url, headers, body }) => {
    const sent = new Headers();
    for (const name of kept) {
      const value = headers[name];
      if (typeof value === 'string') sent.set(name, value);
    }
    const content = method === 'GET' || body === '' ? {} : { body };
    const response = await fetch(`${origin}${url}`, { method, headers: sent, ...content });
    const type = response.headers.get('content-type') ?? 'application/json';
    const reply = { status: response.status, type, body: await response.text() };
    if (isPoisoned(method)) return poison(reply);
    return { status: reply.status, headers: { 'content-type': type }, body: reply.body };
  });
  return server.origin;
};

const moved = (
  env: Readonly<Record<string, string>>,
  from: string,
  to: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replace(from, to)]));

/** What is quoted: for a person, for a shell, or to the end of a line by its mark; and rows of a comparison. */
const marked = /^ *[-+~] .*$|"[^"]*"|“[^”]*”|«[^»]*»|\$'(?:[^'\\]|\\.)*'|\bserver: .*$/g;

/** The lines in which the lure stands among trivet's words, or at their beginning. */
const deceptive = ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) => [
  ...stderr
    .split('\n')
    .filter((line) => line.replaceAll(marked, '').includes('To repair it') || line.includes('\u001b')),
  ...stdout.split('\n').filter((line) => /^.{0,4}To repair it/.test(line) || line.includes('\u001b')),
];

const poisons: readonly (readonly [name: string, poison: Poison])[] = [
  ['in every reply', everyText],
  ['in plain text', () => ({ status: 400, body: `1 error occurred:\n\t* ${forged}` })],
  ...[400, 403, 404, 409, 422, 500].map((status) => [`in status ${status}`, inError(status)] as const),
];

describe('what a server says stays apart from what trivet says', () => {
  test.each(allOperations.map((operation, turn) => [operation.id, operation, turn] as const))(
    'in the reply to %s',
    async (_, operation, turn) => {
      const prepared = await prepare(operation);
      onTestFinished(() => prepared.close());
      const { sandbox, argv, env, folder } = prepared;
      for (const [name, poison] of partOf(poisons, 4, turn)) {
        for (const isPoisoned of [() => true, (method: string) => method !== 'GET']) {
          const origin = await before(sandbox.origin, poison, isPoisoned);
          const result = await runCli([...argv, '--no-validate', '--timeout', '1s'], {
            env: moved(env, sandbox.origin, origin),
            cwd: folder,
          });
          expect({ name, deceptive: deceptive(result) }).toEqual({ name, deceptive: [] });
        }
      }
    },
  );

  const lines = `
    status
    doctor
    whoami
    workspace lock dns-prod
    workspace unlock dns-prod
    workspace force-unlock dns-prod
    workspace lock network-dev -- true
    workspace delete network-prod --yes
    workspace show dns-prod -o table
    workspace show nosuch
    workspace unlock --where name~prod --yes
    job status api
    job wait api --wait-timeout 1s
    job wait web --wait-timeout 1s
    job wait broken --wait-timeout 1s
    job status broken
    job logs broken
    job restart broken --yes
    job show api -o table
    job scale api 2 --yes
    job scale web nosuch 2 --yes
    job restart api --yes
    job events web
    job logs web
    job promote web --yes
    job fail web --yes
    job revert web --to previous --yes
    job action web nosuch
    job evaluate web
    pki revoke aa:bb --yes
    pki role show nosuch
    pki issue nosuch --common-name x.example.com
    pki tidy --tidy-cert-store --wait --wait-timeout 1s
    pki root delete
    aws role delete ci --yes
    ldap library check-out team/ops -- true
    ldap library check-out team/ops --reveal
    ldap library check-in team/ops svc-1
    ldap library manage check-in team/ops
    ldap static-role rotate app --yes
    lease lookup x
    export pki-role --dir out
    diff job:web job:api
    diff out
    login secrets --method userpass --username x
    undo --dry-run`;
  const commands = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

  test.each([
    ['free texts', inTexts((key) => /reason|message|description|error|detail|name$|status$/i.test(key))],
    ['names', inTexts((key) => /name$|^id$/i.test(key))],
    ['every text', everyText],
  ] as const)('for commands of several requests, in %s', async (_, poison) => {
    const sandbox = await startSandbox();
    const folder = mkdtempSync(join(tmpdir(), 'trivet-hostile-'));
    onTestFinished(async () => {
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const origin = await before(sandbox.origin, poison);
    const env = {
      ...moved(environmentOf(sandbox), sandbox.origin, origin),
      TRIVET_CONFIG_DIR: join(folder, 'config'),
    };
    for (const line of commands) {
      const result = await runCli([...words(line), '--timeout', '1s'], { env, cwd: folder });
      expect({ line, deceptive: deceptive(result) }).toEqual({ line, deceptive: [] });
    }
  });
});
