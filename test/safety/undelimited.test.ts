/** Tests a reply that ends with its connection: a truncated one is never treated as complete. */
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { allOperations } from '../support/catalogue.ts';
import type { CliResult } from '../support/run-cli.ts';
import { runCli } from '../support/run-cli.ts';
import { prepare } from '../torture/stage.ts';

/** Answers every request with these bytes and closes the connection. */
const answering = async (reply: Buffer): Promise<string> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(reply));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
};

/** The reply as sent by a server that does not state its length. */
const withoutLength = (reply: Buffer): { readonly head: Buffer; readonly body: Buffer } => {
  const end = reply.indexOf('\r\n\r\n') + 4;
  const head = reply
    .subarray(0, end)
    .toString('latin1')
    .replaceAll(/(?:content-length|connection|keep-alive): [^\r]*\r\n/gi, '')
    .replace(/\r\n\r\n$/, '\r\nConnection: close\r\n\r\n');
  return { head: Buffer.from(head, 'latin1'), body: reply.subarray(end) };
};

const tried = [
  'workspace.show',
  'job.show',
  'pki.role.show',
  'pki.ca.show',
  'pki.crl.show',
  'pki.issue',
  'cloud.creds',
];

test.each(
  allOperations.filter(({ id }) => tried.includes(id)).map((operation) => [operation.id, operation] as const),
)('%s refuses a reply that is truncated', async (_, operation) => {
  const prepared = await prepare(operation);
  try {
    await prepared.attempt(['-o', 'json']);
    const reply = prepared.proxy.carried().at(-1)?.reply ?? Buffer.alloc(0);
    const { head, body } = withoutLength(reply);
    const run = async (part: Buffer): Promise<CliResult> => {
      const origin = await answering(Buffer.concat([head, part]));
      const env = {
        ...prepared.env,
        TRIVET_WORKSPACES_URL: `${origin}/api/v2`,
        TRIVET_SECRETS_URL: `${origin}/v1`,
        TRIVET_JOBS_URL: origin,
      };
      return runCli([...prepared.argv, '-o', 'json', '--timeout', '5s'], { env, cwd: prepared.folder });
    };
    expect((await run(body)).code).toBe(0);
    for (const length of [0, 1, 2, Math.floor(body.length / 2), body.length - 2]) {
      const { code, stdout } = await run(body.subarray(0, length));
      expect({ length, code, stdout }).toEqual({
        length,
        code: operation.effect === 'read' ? 8 : 9,
        stdout: '',
      });
    }
  } finally {
    await prepared.close();
  }
});

test('DER that is truncated is not treated as complete', async () => {
  const operation = allOperations.find(({ id }) => id === 'pki.ca.show');
  if (operation === undefined) throw new Error('no such operation');
  const prepared = await prepare(operation);
  try {
    await prepared.attempt(['--der']);
    const { head, body } = withoutLength(prepared.proxy.carried().at(-1)?.reply ?? Buffer.alloc(0));
    expect(body[0]).toBe(0x30);
    for (const [part, exit] of [
      [body, 0],
      [body.subarray(0, 3), 8],
      [body.subarray(0, body.length - 1), 8],
    ] as const) {
      const origin = await answering(Buffer.concat([head, part]));
      const env = { ...prepared.env, TRIVET_SECRETS_URL: `${origin}/v1` };
      expect((await runCli(['pki', 'ca', 'show', '--der'], { env })).code).toBe(exit);
    }
  } finally {
    await prepared.close();
  }
});
