/** A sandbox and its control endpoints, for tests. */
import { afterEach } from 'vitest';
import type { Sandbox, SandboxOptions } from '../../../src/sandbox/start.ts';
import { startSandbox } from '../../../src/sandbox/start.ts';

const open: Sandbox[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map(async (sandbox) => sandbox.close()));
});

interface Reply {
  readonly status: number;
  // The shape differs by endpoint: tests compare it as a whole.
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

export interface Controlled {
  readonly sandbox: Sandbox;
  /** A request to a control endpoint, with its token. */
  readonly control: (line: string, body?: unknown) => Promise<Reply>;
  /** A request to a service, as the owner. */
  readonly ask: (line: string, body?: unknown) => Promise<Reply>;
}

async function send(origin: string, token: string, line: string, body: unknown): Promise<Reply> {
  const [method = 'GET', path = ''] = line.split(' ');
  const reply = await fetch(`${origin}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  const parsed =
    text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as Reply['body']) : { text };
  return { status: reply.status, body: parsed, headers: reply.headers };
}

export async function startControlled(options: SandboxOptions = {}): Promise<Controlled> {
  const sandbox = await startSandbox({ control: 'control-token', token: 'canary-token', ...options });
  open.push(sandbox);
  return {
    sandbox,
    control: async (line, body) => send(sandbox.origin, sandbox.control, line, body),
    ask: async (line, body) => send(sandbox.origin, sandbox.token, line, body),
  };
}

/** Follows keys through JSON; undefined where there is none. */
export function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  let inner = value;
  for (const key of keys) {
    inner = typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined;
  }
  return inner;
}
