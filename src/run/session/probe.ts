/** Reads outside the catalogue that accept any status, for detection and `doctor`. */
import { atMost, limits } from '../../system/limits.ts';
import { generic } from '../../catalogue/product.ts';
import { namespaceHeader } from '../../services/index.ts';
import type { HttpRequest, HttpResponse, Tls, Transport } from '../../catalogue/http.ts';
import { TransportError } from '../../catalogue/http.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import type { Json } from '../../documents/json/json.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import { parseBaseUrl } from '../../config/base-url.ts';
import type { Endpoint } from '../../config/endpoint.ts';
import { authorization } from '../../services/authorize.ts';
import { readDocument } from '../../services/document.ts';
import { deadlinesOf, maxReplyBytes } from './deadlines.ts';
import type { Globals } from '../given-globals.ts';
import type { Reporter } from '../reporter.ts';
import type { Server } from './server.ts';
import { countRequest } from './token-uses.ts';
import type { Io } from '../../system/io.ts';
import { readTls } from '../../config/tls-files.ts';

export interface ProbeOptions {
  readonly url?: string | undefined;
  readonly at?: Endpoint;
  readonly caFile?: string | undefined;
  /** Whether the path starts at the origin, without the base path: `/version`. */
  readonly atOrigin?: true;
  readonly withToken?: boolean;
  readonly query?: HttpRequest['query'];
  readonly body?: Json;
  readonly form?: Readonly<Record<string, string>>;
  /** Whether it continues after a first signal. */
  readonly ignoreInterrupt?: true;
}

export interface Probe {
  readonly response: HttpResponse;
  readonly document: Json;
  /** Milliseconds until the reply was complete. */
  readonly milliseconds: number;
}

const tlsWith = async (path: string): Promise<Tls> => {
  return readTls({ ca: { kind: 'file', path, source: path } });
};

/** An endpoint without settings: it has no token, and of TLS files only a CA bundle. */
export const bareEndpoint = async (
  service: ServiceName,
  url: string,
  caFile: string | undefined,
): Promise<Endpoint> => {
  const { baseUrl, socketPath } = parseBaseUrl(url, 'the address', service);
  return {
    service,
    product: generic,
    productChosen: false,
    baseUrl,
    socketPath,
    token: () => Promise.resolve(undefined),
    tls: caFile === undefined ? {} : await tlsWith(caFile),
    headers: [],
    context: { mounts: {} },
    sources: {},
    notices: [],
  };
};

interface Probing {
  readonly server: Server;
  readonly path: string;
  readonly probing: ProbeOptions;
  readonly options: {
    readonly io: Io;
    readonly globals: Globals;
    readonly reporter: Reporter;
    readonly signal: AbortSignal;
    readonly writeSignal: AbortSignal;
  };
  readonly transport: () => Promise<Transport>;
}

const bodyOf = ({ body, form }: ProbeOptions): HttpRequest['body'] => {
  if (form === undefined) return body === undefined ? undefined : { kind: 'json', value: body };
  const text = new URLSearchParams(form).toString();
  return { kind: 'bytes', bytes: Buffer.from(text), type: 'application/x-www-form-urlencoded' };
};

export const sendProbe = async ({ server, path, probing, options, transport }: Probing): Promise<Probe> => {
  const { io, globals, reporter } = options;
  const { endpoint: where, product, gateway } = server;
  const withToken = probing.withToken === true && probing.url === undefined;
  const token = withToken ? await where.token() : undefined;
  countRequest(token);
  const body = bodyOf(probing);
  const method = body === undefined ? 'GET' : 'POST';
  const headers = {
    'user-agent': reporter.userAgent,
    // Tokens belong to a namespace; requests without one are for the whole server.
    ...(withToken ? namespaceHeader(where) : {}),
    ...gateway.headers,
    ...(body?.kind === 'bytes' ? { 'content-type': body.type } : {}),
  };
  const authorized = authorization({ method, body }, headers, product, token?.value);
  const request: HttpRequest = {
    method,
    path,
    query: probing.query ?? [],
    headers: authorized.headers,
    body,
    secrets: [...gateway.secrets, ...authorized.secrets],
  };
  reporter.hide(request.secrets);
  reporter.request(request, where.baseUrl);
  const { target, secrets } = server.route(request.secrets.length > 0);
  reporter.hide(secrets);
  const began = io.monotonic();
  try {
    const response = await (
      await transport()
    ).send(request, {
      target: probing.atOrigin === true ? { ...target, basePath: '' } : target,
      deadlines: deadlinesOf({}, atMost(limits.probe, globals.timeout)),
      connection: 'kept',
      signal: probing.ignoreInterrupt === true ? options.writeSignal : options.signal,
      maxBytes: maxReplyBytes,
    });
    reporter.reply(response, 1);
    const document = readDocument(response, {});
    return {
      response,
      document: document.ok ? document.value : null,
      milliseconds: Math.round(io.monotonic() - began),
    };
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    throw new TrivetError('unreachable', Exit.unreachable, error.message, {
      hint: error.hint,
      request: `GET ${path}`,
      cause: error,
    });
  }
};
