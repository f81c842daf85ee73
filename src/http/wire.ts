import { writeJson } from '../documents/json/lossless.ts';
import { memoize } from '../system/values/memoize.ts';
import type { HttpRequest, Destination } from '../catalogue/http.ts';

export interface Wire {
  readonly method: string;
  readonly url: string;
  /** The path as in the request line, so that it is not parsed again. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: Uint8Array | undefined;
  readonly bodyText: string | undefined;
}

type Headers = Readonly<Record<string, string>>;

/** Visible ASCII other than `?`, `#` and a backslash; `.` and `..` would be folded. */
const encoded = /^(?:\/(?!(?:\.|%2e){1,2}(?:\/|$))[!"$-.0->@-[\]-~]*)+$/i;
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Headers that change how the message is framed or where it goes. */
const ownHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

const checkPath = (path: string): void => {
  if (!encoded.test(path)) {
    throw new Error('a request path that is not encoded, or would be folded, was about to be sent');
  }
};

const checkHeaders = (headers: Headers): void => {
  for (const [name, value] of Object.entries(headers)) {
    if (!headerName.test(name) || ownHeaders.has(name.toLowerCase())) {
      throw new Error(`header ${JSON.stringify(name)} cannot be set`);
    }
    if (!headerValue.test(value)) {
      throw new Error(`header ${name} contains a character that a header cannot carry`);
    }
  }
};

const names = (headers: Headers, wanted: string): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === wanted);

/** Cached, since a batch sends equal headers thousands of times. */
const headersWith = memoize((given: Headers) => {
  checkHeaders(given);
  // A compressed reply could be a bomb, and nothing here decompresses.
  const bare = names(given, 'accept-encoding') ? given : { ...given, 'Accept-Encoding': 'identity' };
  const typed = new Map<string, Headers>();
  return (type: string | undefined): Headers => {
    if (type === undefined) return bare;
    const known = typed.get(type);
    if (known !== undefined) return known;
    checkHeaders({ 'Content-Type': type });
    const headers = names(bare, 'content-type') ? bare : { ...bare, 'Content-Type': type };
    typed.set(type, headers);
    return headers;
  };
});

const typeOf = ({ body }: HttpRequest): string | undefined =>
  body?.kind === 'bytes' ? body.type : body === undefined ? undefined : 'application/json';

const queryOf = ({ query }: HttpRequest): string =>
  query.length === 0
    ? ''
    : `?${query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`;

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

/** @throws Error (a defect of the caller) for a path or header that no server could receive unchanged */
export const toWire = (request: HttpRequest, target: Pick<Destination, 'origin' | 'basePath'>): Wire => {
  checkPath(request.path);
  if (target.basePath !== '') checkPath(target.basePath);
  const path = target.basePath + request.path + queryOf(request);
  const headers = headersWith(request.headers)(typeOf(request));
  const { body, bodyText } = bodyOf(request);
  return { method: request.method, url: `${target.origin}${path}`, path, headers, body, bodyText };
};
