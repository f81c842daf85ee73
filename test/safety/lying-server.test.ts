/**
 * Tests a server that replies with a success that is not the operation's: a proxy, a login page, an error with a wrong
 * status. Nothing is reported as done, and nothing is printed or written.
 */
import { writesFiles } from '../../src/catalogue/view.ts';
import { existsSync, readdirSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Operation } from '../../src/catalogue/operation.ts';
import { answering } from '../support/answering.ts';
import { allOperations } from '../support/catalogue.ts';
import { partOf } from '../support/part.ts';
import { runCli } from '../support/run-cli.ts';
import type { Prepared } from '../torture/stage.ts';
import { prepare } from '../torture/stage.ts';

interface Lie {
  readonly status: number;
  readonly type?: string;
  readonly body: string;
}

const page = '<!doctype html><title>Sign in</title>';
const lies: Readonly<Record<string, Lie>> = {
  'an empty object': { status: 200, body: '{}' },
  'an empty envelope': { status: 200, body: '{"data":{}}' },
  null: { status: 200, body: 'null' },
  'a number': { status: 200, body: '7' },
  'a text': { status: 200, body: '"ok"' },
  'a list of texts': { status: 200, body: '["ok"]' },
  'no success': { status: 200, body: '{"data":{"success":false}}' },
  'another job': { status: 200, body: '{"ID":"other","JobID":"other"}' },
  'rows of another job': { status: 200, body: '[{"ID":"other","JobID":"other"}]' },
  errors: { status: 200, body: '{"errors":["permission denied"]}' },
  'the word of a proxy': { status: 200, body: '{"status":"login required"}' },
  'a web page': { status: 200, type: 'text/html', body: page },
  'a web page called JSON': { status: 200, body: page },
  'nothing, 200': { status: 200, body: '' },
  'nothing, 202': { status: 202, body: '' },
  'nothing, 204': { status: 204, body: '' },
  'an empty object, 201': { status: 201, body: '{}' },
  'see other': { status: 303, body: '' },
};

/** Operations for which such a reply is documented, or sent by real servers where the documents are silent. */
const noContent = [
  'safe-delete',
  'safe-delete-by-name',
  'force-delete',
  'force-delete-by-name',
  'tag.add',
  'tag.remove',
  'consumer.add',
  'consumer.replace',
  'consumer.remove',
  'retention-policy.delete',
  'retention-policy.set',
].map((name) => `workspace.${name}`);
/** Changes of the secrets service that return nothing, at least on older servers. */
const givesNothing = ({ id, service, effect, view }: Operation): boolean =>
  service === 'secrets' &&
  effect !== 'read' &&
  (view.kind === 'message' ||
    [
      'role.write',
      'role.update',
      'crl.config.set',
      'urls.set',
      'ca.import',
      'intermediate.set-signed',
    ].includes(id.replace('pki.', '')));
const truths: Readonly<Record<string, (operation: Operation) => boolean>> = {
  'nothing, 204': (operation) =>
    noContent.includes(operation.id) ||
    ['pki.ca.chain', 'pki.role.update'].includes(operation.id) ||
    (givesNothing(operation) && operation.id !== 'pki.tidy'),
  // A role contains its key type; nothing is returned for missing configuration; a wrapped reply may hold anything.
  'an empty envelope': (operation) =>
    (givesNothing(operation) && !['pki.role.write', 'pki.role.update'].includes(operation.id)) ||
    ['ldap.library.status', 'lease.unwrap'].includes(operation.id),
  // What is only begun has no result.
  'nothing, 202': ({ id }) => id === 'pki.tidy' || id === 'lease.revoke',
  // The documents allow an empty chain.
  'nothing, 200': ({ id }) => id === 'pki.ca.chain',
  // A job without a deployment, and one without actions on older servers.
  null: ({ id }) => id === 'job.deployment' || id === 'job.actions',
};

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The first line of the operation's own request, whatever its parameters. */
const requestLine = ({ method, path }: Operation): RegExp => {
  const pattern = path
    .split(/(\{[^}]+\})/)
    .map((part) =>
      part.startsWith('{/') ? '(?:/[^/? ]+)?' : part.startsWith('{') ? '[^? ]+?' : escape(part),
    )
    .join('');
  return new RegExp(`^${method} (?:/api/v2|/v1)?${pattern}/?[? ]`);
};

/** A connection to the port whose replies go to the client. */
const passing = (client: Socket, port: number): Socket => {
  const onward = connect({ host: '127.0.0.1', port });
  onward.on('error', () => client.destroy());
  client.on('close', () => onward.destroy());
  onward.pipe(client);
  return onward;
};

/** A proxy for the sandbox: it fakes the reply to the operation's own request, and passes on any other. */
const lyingFor = async (operation: Operation, prepared: Prepared) => {
  const own = requestLine(operation);
  const real = Number(new URL(prepared.sandbox.origin).port);
  const state = { lie: Object.values(lies)[0] as Lie, faked: 0 };
  const server = createServer((client) => {
    client.on('error', () => undefined);
    let onward: Socket | undefined;
    // Any request of a connection that stays open may be the operation's own.
    client.on('data', (bytes: Buffer) => {
      if (own.test(bytes.toString('latin1'))) {
        const { status, type = 'application/json', body } = state.lie;
        state.faked += 1;
        const length = status === 204 ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
        const where = status === 303 ? 'Location: /elsewhere\r\n' : '';
        onward?.unpipe(client);
        onward?.destroy();
        client.end(
          `HTTP/1.1 ${status} As said\r\n${where}Content-Type: ${type}\r\n${length}Connection: close\r\n\r\n${body}`,
        );
        return;
      }
      onward ??= passing(client, real);
      const addressed = bytes
        .toString('latin1')
        .replace(`127.0.0.1:${client.localPort}`, `127.0.0.1:${real}`);
      onward.write(Buffer.from(addressed, 'latin1'));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const env = Object.fromEntries(
    Object.entries(prepared.env).map(([name, value]) => [
      name,
      value.replace(prepared.sandbox.origin, `http://127.0.0.1:${port}`),
    ]),
  );
  return {
    state,
    env,
    run: (more: readonly string[]) => runCli([...prepared.argv, ...more], { env, cwd: prepared.folder }),
  };
};

const expectedExit = ({ id, effect, view }: Operation, name: string): number => {
  if (id === 'job.action') return 125;
  if (view.kind === 'bytes' && name.startsWith('nothing, 20') && name !== 'nothing, 202') return 5;
  return effect === 'read' ? 8 : 9;
};

describe('an operation does not succeed without its own reply', () => {
  test.each(allOperations.map((operation, turn) => [operation.id, operation, turn] as const))(
    'as in %s',
    async (_, operation, turn) => {
      const prepared = await prepare(operation);
      onTestFinished(() => prepared.close());
      const { state, run } = await lyingFor(operation, prepared);
      for (const [name, lie] of partOf(Object.entries(lies), 4, turn)) {
        state.lie = lie;
        const before = state.faked;
        const truth = truths[name]?.(operation) === true;
        const result = await run(['-o', 'json', '--no-validate', '--timeout', '20s']);
        expect({ name, faked: state.faked > before }, result.stderr).toEqual({ name, faked: true });
        if (truth) {
          expect({ name, code: result.code }, result.stderr).toEqual({ name, code: 0 });
          continue;
        }
        expect({ name, code: result.code, stdout: result.stdout }, result.stderr).toEqual({
          name,
          code: expectedExit(operation, name),
          stdout: '',
        });
        if (operation.effect !== 'read' && operation.id !== 'job.action') {
          expect(JSON.parse(result.stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({
            error: { effect: 'unknown' },
          });
        }
        if (writesFiles(operation.view)) {
          expect((await run(['--out', 'made', '--timeout', '20s'])).code).toBe(expectedExit(operation, name));
          expect(existsSync(join(prepared.folder, 'made', 'cert.pem'))).toBe(false);
        }
      }
    },
  );
});

const named = (id: string): Operation => {
  const found = allOperations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
};

const lent = ['ldap', 'library', 'check-out', 'team/ops', '--', 'touch', 'started'];
const ledger = ({ folder }: Prepared): readonly string[] =>
  existsSync(join(folder, 'config', 'lends'))
    ? readdirSync(join(folder, 'config', 'lends')).filter((name) => name.endsWith('.json'))
    : [];

describe('a loan', () => {
  test('starts no command without an account, and keeps the ledger', async () => {
    const prepared = await prepare(named('ldap.library.check-out'));
    onTestFinished(() => prepared.close());
    const { state, env } = await lyingFor(named('ldap.library.check-out'), prepared);
    let kept = 0;
    for (const [name, lie] of Object.entries(lies)) {
      state.lie = lie;
      const { code, stdout } = await runCli(lent, { env, cwd: prepared.folder });
      expect({ name, code, stdout }).toEqual({ name, code: 125, stdout: '' });
      expect(existsSync(join(prepared.folder, 'started'))).toBe(false);
      kept += 1;
      expect(ledger(prepared)).toHaveLength(kept);
    }
  });

  test.each(['lease.revoke', 'lease.lookup'])('stays in the ledger if %s lies', async (id) => {
    const prepared = await prepare(named('ldap.library.check-out'));
    onTestFinished(() => prepared.close());
    const { state, env } = await lyingFor(named(id), prepared);
    state.lie = lies['an empty object'] ?? state.lie;
    const { code, stderr } = await runCli(lent, { env, cwd: prepared.folder });
    expect(code, stderr).toBe(id === 'lease.revoke' ? 125 : 0);
    expect(ledger(prepared)).toHaveLength(id === 'lease.revoke' ? 1 : 0);
  });
});

const everywhere = (origin: string): Readonly<Record<string, string>> => ({
  TRIVET_WORKSPACES_URL: `${origin}/api/v2`,
  TRIVET_SECRETS_URL: `${origin}/v1`,
  TRIVET_JOBS_URL: origin,
  TRIVET_WORKSPACES_TOKEN: 'a-token',
  TRIVET_SECRETS_TOKEN: 'a-token',
  TRIVET_JOBS_TOKEN: 'a-token',
});

const bodies = ['{}', 'null', '7', '{"errors":["permission denied"]}', '{"status":"login required"}'];

describe.each(['workspaces', 'secrets', 'jobs'])('doctor, faced with %s,', (service) => {
  test.each(bodies)('says that %s is not the API', async (body) => {
    const env = (origin: string) =>
      Object.fromEntries(
        Object.entries(everywhere(origin)).filter(([name]) => name.includes(service.toUpperCase())),
      );
    const { code, stdout } = await answering(`doctor ${service}`, env, () => ({ body }));
    expect(code, stdout).toBe(8);
  });
});

test.each(bodies)('api accepts any JSON: %s', async (body) => {
  const { code, stdout } = await answering('api secrets POST /x --confirm /x', everywhere, () => ({ body }));
  expect({ code, same: JSON.stringify(JSON.parse(stdout)) }).toEqual({ code: 0, same: body });
});

test('credentials are not exported as empty variables', async () => {
  const { code, stdout } = await answering('aws creds ci -o export', everywhere, () => ({
    body: '{"data":{}}',
  }));
  expect({ code, stdout }).toEqual({ code: 9, stdout: '' });
});

test('an item of a batch is not reported as done', async () => {
  const { code, stdout } = await answering('batch run -', everywhere, () => ({ body: '{}' }), {
    stdin: 'workspace lock ws-0123456789abcdef\n',
  });
  expect(code, stdout).toBe(10);
});
