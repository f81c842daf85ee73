/** A simple client of the sandbox's secrets service for tests. */
import type { Sandbox, SandboxOptions } from '../../src/sandbox/start.ts';
import { startSandbox } from '../../src/sandbox/start.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The parsed body; empty if there is none. */
  readonly body: Fields;
  /** The envelope's `data`; empty if it is null. */
  readonly data: Fields;
  readonly errors: readonly unknown[];
  readonly warnings: readonly unknown[];
}

export interface Caller {
  readonly sandbox: Sandbox;
  call(method: string, path: string, input?: Fields, headers?: Fields): Promise<Reply>;
  get(path: string): Promise<Reply>;
  list(path: string): Promise<Reply>;
  post(path: string, input?: Fields): Promise<Reply>;
  remove(path: string): Promise<Reply>;
  /** Uses the same sandbox with another token, or none. */
  as(token: string | undefined): Caller;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError(`not a text: ${JSON.stringify(value)}`);
  return value;
}

async function readReply(response: Response): Promise<Reply> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const body = isJson && bytes.length > 0 ? fieldsOf(JSON.parse(bytes.toString('utf8'))) : {};
  const { status, headers } = response;
  return {
    status,
    headers,
    bytes,
    body,
    data: fieldsOf(body['data']),
    errors: listOf(body['errors']),
    warnings: listOf(body['warnings']),
  };
}

function callerOf(sandbox: Sandbox, token: string | undefined): Caller {
  const call: Caller['call'] = async (method, path, input, headers = {}) => {
    const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const own = token === undefined ? {} : { 'x-vault-token': token };
    const target = `${sandbox.urls.secrets}/${path}`;
    const bare: RequestInit = { method, headers: { ...own, ...plain } };
    const json = { 'content-type': 'application/json', ...own, ...plain };
    const init = input === undefined ? bare : { method, headers: json, body: JSON.stringify(input) };
    return readReply(await fetch(target, init));
  };
  return {
    sandbox,
    call,
    get: async (path) => call('GET', path),
    list: async (path) => call('LIST', path),
    post: async (path, input = {}) => call('POST', path, input),
    remove: async (path) => call('DELETE', path),
    as: (other) => callerOf(sandbox, other),
  };
}

const open: Sandbox[] = [];

/** Calls with the owner's token. */
export async function openSecrets(options: Pick<SandboxOptions, 'begin' | 'empty'> = {}): Promise<Caller> {
  const sandbox = await startSandbox({ empty: true, ...options });
  open.push(sandbox);
  return callerOf(sandbox, sandbox.token);
}

/** To be called in afterEach. */
export async function closeAll(): Promise<void> {
  await Promise.all(open.splice(0).map(async (sandbox) => sandbox.close()));
}

/** Makes an elliptic-curve root in the mount `pki`. */
export async function makeRoot(caller: Caller, input: Fields = {}): Promise<Reply> {
  const root = { common_name: 'test root', key_type: 'ec', ttl: '87600h', ...input };
  const reply = await caller.post('pki/root/generate/internal', root);
  if (reply.status !== 200) throw new Error(`no root: ${JSON.stringify(reply.errors)}`);
  return reply;
}

/** Makes a role for elliptic-curve keys that allows example.com and its subdomains. */
export async function makeRole(caller: Caller, name: string, input: Fields = {}): Promise<void> {
  const role = { key_type: 'ec', allowed_domains: 'example.com', allow_subdomains: true, ...input };
  const reply = await caller.post(`pki/roles/${name}`, role);
  if (reply.status !== 200) throw new Error(`no role: ${JSON.stringify(reply.errors)}`);
}

export async function effectsOf(caller: Caller): Promise<readonly string[]> {
  return caller.sandbox.effects.list().map(({ what }) => what.split(' ')[0] ?? '');
}

/** A mount with a root; returns the root's certificate in PEM. */
export async function openAuthority(input: Fields = {}): Promise<{ caller: Caller; root: string }> {
  const caller = await openSecrets();
  return { caller, root: textOf((await makeRoot(caller, input)).data['certificate']) };
}

/** The issued certificate; throws the reply's errors if there is none. */
export function certificateOf(reply: Reply): string {
  if (reply.status !== 200) throw new Error(`nothing was issued: ${JSON.stringify(reply.errors)}`);
  return textOf(reply.data['certificate']);
}
