/** Tests that a redirect is never followed: its target gets no request and above all no token. */
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useServers } from '../support/counting-server.ts';
import { partOf } from '../support/part.ts';
import { runCli, words } from '../support/run-cli.ts';
import { canaryToken } from '../torture/stage.ts';
import { leaks } from './canary-forms.ts';

const serve = useServers();

let connections = 0;
let port = 0;
let close: () => void = () => undefined;
beforeEach(async () => {
  connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
});
afterEach(() => close());

const targets: Readonly<Record<string, () => string>> = {
  'another port': () => `http://127.0.0.1:${port}/v1/x`,
  'another name': () => `http://localhost:${port}/v1/x`,
  'with credentials': () => `http://user:pass@127.0.0.1:${port}/v1/x`,
  'without a scheme': () => `//127.0.0.1:${port}/v1/x`,
  'to TLS': () => `https://127.0.0.1:${port}/v1/x`,
  relative: () => '/v1/elsewhere',
};

const changes = [
  'workspace create x --organization demo',
  'pki issue web --common-name a.example.com --reveal',
  'pki crl config set --expiry 96h',
  'aws creds ci --reveal',
  'workspace delete ws-0123456789abcdef --yes',
];

const commands = [
  'pki role show web',
  'workspace show demo/x',
  'job list',
  ...changes,
  'job action api greet --alloc-id 82c00d2c-5d86-7155-9b91-b87575099713 --task server',
  'api secrets GET /sys/health',
];

const run = async (line: string, status: number, location: string) => {
  const server = await serve((_, response) => {
    response.writeHead(status, { location, 'content-type': 'application/json' }).end('{}');
  });
  // The reply to an upgrade is an ordinary one.
  const result = await runCli(words(`${line} --timeout 10s`), {
    env: {
      TRIVET_WORKSPACES_URL: `${server.origin}/api/v2`,
      TRIVET_SECRETS_URL: `${server.origin}/v1`,
      TRIVET_JOBS_URL: server.origin,
      TRIVET_WORKSPACES_TOKEN: canaryToken,
      TRIVET_SECRETS_TOKEN: canaryToken,
      TRIVET_JOBS_TOKEN: canaryToken,
      SECRET: 'a-secret-of-the-test',
    },
  });
  // The read before a change is for its receipt.
  const sent = server.seen.filter(({ method }) => method !== 'GET');
  return { ...result, asked: sent.length > 0 ? sent.length : server.seen.length };
};

describe.each([301, 302, 303, 307, 308].map((status, turn) => [status, turn] as const))(
  'a redirect with %d',
  (status, turn) => {
    const all = commands.flatMap((line) => Object.keys(targets).map((target) => [line, target] as const));
    // Six targets for a command: over the five statuses all pairs are covered.
    test.each(partOf(all, 5, turn))('is not followed by %s to %s', async (line, target) => {
      const location = targets[target]?.() ?? '';
      const { code, stdout, stderr, asked } = await run(line, status, location);
      // trivet may detect the product before an action.
      const only = /^(?:job action|aws creds)/.test(line) ? asked : 1;
      expect({ connections, asked, stdout }).toEqual({ connections: 0, asked: only, stdout: '' });
      const change = changes.includes(line);
      // A server may use any other than 307 and 308 to say that the change was made.
      const unknown = change && status < 307;
      // The exit code is that of the action, or 125.
      expect(code, stderr).toBe(line.startsWith('job action') ? 125 : unknown ? 9 : 8);
      if (!line.startsWith('job action')) {
        expect(stderr.includes('It is not known whether the change was made.')).toBe(unknown);
        expect(stderr.includes('Nothing was changed.')).toBe(!unknown && change);
      }
      expect(leaks(stderr, canaryToken)).toEqual([]);
    });
  },
);
