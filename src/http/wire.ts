/** A request as it goes over the wire: one place, so that what is sent is what `--dry-run` and `--curl` show. */
import { writeJson } from '../model/lossless.ts';
import type { HttpRequest, Target } from './http.ts';

export interface Wire {
  readonly method: string;
  /** Origin, path and query. */
  readonly url: string;
  /** Path and query as they stand in the request line: nothing parses them again before they are sent. */
  readonly path: string;
  /** In order; without Host, Connection and Content-Length, which belong to the connection. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  /** The body where it is text. */
  readonly bodyText: string | undefined;
}

const dots = /\/(?:\.|%2e){1,2}(?:\/|$)/i;
const visible = /^\/[\x21-\x7e]*$/;
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Would change how the message is framed or where it goes. */
const ownHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

const checkPath = (path: string): void => {
  if (dots.test(path) || !visible.test(path) || /[?#\\]/.test(path)) {
    throw new Error('a request path that is not encoded, or would be folded, was about to be sent');
  }
};

const checkHeaders = (headers: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(headers)) {
    if (!headerName.test(name) || ownHeaders.has(name.toLowerCase())) {
      throw new Error(`header ${JSON.stringify(name)} cannot be set`);
    }
    if (!headerValue.test(value)) {
      throw new Error(`header ${name} holds a character that a header cannot carry`);
    }
  }
};

/** Whether one of the headers has this name, given in lower case. */
const names = (headers: Readonly<Record<string, string>>, wanted: string): boolean => {
  for (const name in headers) {
    if (name.length === wanted.length && name.toLowerCase() === wanted) return true;
  }
  return false;
};

const bodyOf = (request: HttpRequest): Pick<Wire, 'body' | 'bodyText'> => {
  const { body } = request;
  if (body === undefined) return { body: undefined, bodyText: undefined };
  if (body.kind === 'json') {
    const bodyText = writeJson(body.value);
    return { body: Buffer.from(bodyText), bodyText };
  }
  const bytes = Buffer.from(body.bytes.buffer, body.bytes.byteOffset, body.bytes.byteLength);
  const text = bytes.toString('utf8');
  return { body: bytes, bodyText: Buffer.from(text).equals(bytes) ? text : undefined };
};

/**
 * What is sent to `target`.
 * @throws Error (a defect of the caller) for a path or header that no server could receive unchanged
 */
export const toWire = (request: HttpRequest, target: Pick<Target, 'origin' | 'basePath'>): Wire => {
  checkPath(request.path);
  const base = `${target.basePath}${request.path}`;
  checkPath(base);
  const query = request.query.map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  const path = query.length === 0 ? base : `${base}?${query.join('&')}`;
  const headers: Record<string, string> = { ...request.headers };
  checkHeaders(headers);
  // A compressed reply could be a small bomb, and nothing here decompresses.
  if (!names(headers, 'accept-encoding')) headers['Accept-Encoding'] = 'identity';
  if (request.body?.kind === 'json') {
    if (!names(headers, 'content-type')) headers['Content-Type'] = 'application/json';
  } else if (request.body !== undefined && !names(headers, 'content-type')) {
    const { type } = request.body;
    checkHeaders({ 'Content-Type': type });
    headers['Content-Type'] = type;
  }
  return { method: request.method, url: `${target.origin}${path}`, path, headers, ...bodyOf(request) };
};
