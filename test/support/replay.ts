/** Replays recorded exchanges: a server that sends recorded replies, and records what trivet sends. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startFakeServer } from './fake-server.ts';
import type { CliOptions, CliResult } from './run-cli.ts';
import { runCli } from './run-cli.ts';

type Json = unknown;
type Body = null | { readonly json: Json } | { readonly text: string } | { readonly base64: string };

export interface Recording {
  /** File name without `.json`. */
  readonly name: string;
  readonly operation: string;
  readonly case: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query: readonly (readonly [string, string])[];
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Body;
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: Body;
  };
}

/** As in the file, where some query values are numbers. */
type Stored = Omit<Recording, 'name' | 'request'> & {
  readonly request: Omit<Recording['request'], 'query'> & {
    readonly query: readonly (readonly [string, string | number])[];
  };
};

export const recordingsOf = (service: 'workspaces' | 'secrets' | 'jobs'): readonly Recording[] => {
  const folder = join(import.meta.dirname, '..', 'recordings', service);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const recording: Stored = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      const query = recording.request.query.map(([name, value]) => [name, String(value)] as const);
      return {
        ...recording,
        request: { ...recording.request, query },
        name: file.replace(/\.json$/, ''),
      };
    });
};

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Parsed JSON, text, or undefined. */
  readonly body: Json;
}

const bytesOf = (body: Body): Buffer => {
  if (body === null) return Buffer.alloc(0);
  if ('json' in body) return Buffer.from(JSON.stringify(body.json));
  return 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64');
};

const parsed = (text: string): Json => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const isChange = (exchange: Recording | undefined): boolean =>
  exchange !== undefined && !['GET', 'LIST'].includes(exchange.request.method);

export interface Replayed extends CliResult {
  readonly sent: readonly SentRequest[];
}

/**
 * Runs a command against a server that answers its requests with `exchanges` in turn (the last one repeatedly).
 * @param env gets the origin of the server
 */
export const replay = async (
  exchanges: readonly Recording[],
  argv: readonly string[],
  env: (origin: string) => Readonly<Record<string, string>>,
  options: Omit<CliOptions, 'env'> = {},
): Promise<Replayed> => {
  const sent: SentRequest[] = [];
  let turn = 0;
  const server = await startFakeServer(({ method, path, url, headers, body }, _before, { reply }) => {
    const exchange = exchanges[Math.min(turn, exchanges.length - 1)];
    // The reads of a receipt around a change are not recorded, and a change does not need them.
    if (method === 'GET' && isChange(exchange)) return { status: 403 };
    turn += 1;
    sent.push({
      method,
      path,
      query: [...new URL(`http://server${url}`).searchParams],
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: parsed(body),
    });
    if (exchange === undefined) return { status: 599 };
    const { response } = exchange;
    reply.writeHead(
      response.status,
      response.headers
        .filter(([name]) => !/^(content-length|transfer-encoding|date)$/i.test(name))
        .flatMap(([name, value]) => [name, value]),
    );
    reply.end(bytesOf(response.body));
    return undefined;
  });
  try {
    const result = await runCli(argv, { ...options, env: env(server.origin) });
    return { ...result, sent };
  } finally {
    await server.close();
  }
};

export interface Normalised {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Json;
}

const sorted = (query: readonly (readonly [string, string])[]): Readonly<Record<string, string>> =>
  Object.fromEntries([...query].sort(([a], [b]) => a.localeCompare(b)));

/** LIST and `GET ?list=true` are equivalent. */
export const normalised = (request: Omit<SentRequest, 'headers'>): Normalised => {
  const listing =
    request.method === 'GET' && request.query.some(([name, value]) => name === 'list' && value === 'true');
  return {
    method: request.method === 'LIST' || listing ? 'LIST' : request.method,
    path: listing || request.method === 'LIST' ? request.path.replace(/\/$/, '') : request.path,
    query: sorted(request.query.filter(([name]) => !(listing && name === 'list'))),
    body: request.body,
  };
};

/** The recorded request in the form of a sent one. */
export const recorded = ({ request }: Recording): Omit<SentRequest, 'headers'> => ({
  method: request.method,
  path: request.path,
  query: request.query,
  body: request.body === null ? undefined : parsed(bytesOf(request.body).toString('utf8')),
});
