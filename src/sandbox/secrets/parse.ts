/** test/seeds/2-secrets.md, conventions. */
import type { Json, Principal, SandboxRequest } from '../contract.ts';
import type { Input } from './coerce.ts';
import { EngineError } from './engine.ts';
import type { Method } from './routes.ts';
import { unsupportedOperation } from './routes.ts';

export interface ParsedRequest {
  readonly method: Method;
  /** Decoded, non-empty, below `/v1/` or the namespace. */
  readonly segments: readonly string[];
  readonly trailingSlash: boolean;
  readonly input: Input;
  /** '' is the root. */
  readonly namespace: string;
  readonly principal: Principal | undefined;
  readonly source: SandboxRequest;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path.slice('/v1/'.length));
  } catch {
    throw new EngineError(400, 'the path is not well percent-encoded');
  }
}

const LIST_VALUES: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['t', true],
  ['true', true],
  ['0', false],
  ['f', false],
  ['false', false],
]);

const MERGE_PATCH = 'application/merge-patch+json';

function methodOf(request: SandboxRequest): Method {
  switch (request.method) {
    case 'GET': {
      const list = request.query.get('list');
      if (list === null) return 'GET';
      const value = LIST_VALUES.get(list.toLowerCase());
      if (value === undefined) throw new EngineError(400);
      return value ? 'LIST' : 'GET';
    }
    case 'LIST':
    case 'POST':
    case 'DELETE':
      return request.method;
    case 'PATCH': {
      const type = request.headers['content-type'] ?? '';
      if (type === MERGE_PATCH) return 'PATCH';
      throw new EngineError(415, `PATCH requires Content-Type of ${MERGE_PATCH}, provided ${type}`);
    }
    case 'PUT':
      return 'POST';
    case 'HEAD':
      // Real servers answer HEAD only where monitors ask.
      if (request.path === '/v1/sys/health') return 'GET';
      throw unsupportedOperation();
    default:
      throw unsupportedOperation();
  }
}

function isObject(value: Json): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function undecoded(reason: string): EngineError {
  return new EngineError(400, `failed to decode JSON input: ${reason}`);
}

function bodyOf(bytes: Buffer): Input {
  const text = bytes.toString('utf8').trim();
  if (text === '') return {};
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'invalid JSON';
    throw undecoded(reason);
  }
  if (value === null) return {};
  if (Array.isArray(value))
    throw undecoded('json: cannot unmarshal array into Go value of type map[string]interface {}');
  if (!isObject(value)) throw undecoded('an object is expected');
  return value;
}

function queryOf(query: URLSearchParams): Input {
  const input = new Map<string, Json>();
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name);
    if (name !== 'list') input.set(name, values.length > 1 ? values : (values[0] ?? ''));
  }
  return Object.fromEntries(input);
}

export function parseRequest(request: SandboxRequest): ParsedRequest {
  const method = methodOf(request);
  const path = decodePath(request.path);
  return {
    method,
    segments: path.split('/').filter((segment) => segment !== ''),
    trailingSlash: path.endsWith('/'),
    input: method === 'POST' || method === 'PATCH' ? bodyOf(request.bytes) : queryOf(request.query),
    namespace: (request.headers['x-vault-namespace'] ?? '').replaceAll(/^\/+|\/+$/g, ''),
    // Not valid for this service.
    principal: request.principal?.name === 'organization' ? undefined : request.principal,
    source: request,
  };
}

export function presentedToken(headers: Readonly<Record<string, string>>): string | undefined {
  const own = headers['x-vault-token'];
  if (own !== undefined && own !== '') return own;
  return /^bearer\s+(\S+)$/i.exec(headers['authorization'] ?? '')?.[1];
}
