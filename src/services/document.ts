import type { HttpResponse } from '../catalogue/http.ts';
import { header } from '../catalogue/http.ts';
import type { Json, JsonObject } from '../documents/json/json.ts';
import { parseJson } from '../documents/json/lossless.ts';
import type { Operation } from '../catalogue/operation.ts';

type ReadDocument =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly why: string };

const decoder = new TextDecoder('utf-8');
const strictDecoder = new TextDecoder('utf-8', { fatal: true });

export const bodyText = (response: HttpResponse): string =>
  decoder.decode(response.body.subarray(0, 16_384)).trim().slice(0, 4000);

export const isHtml = (response: HttpResponse): boolean =>
  (header(response, 'content-type') ?? '').includes('text/html');

const bytesDocument = (body: Uint8Array): JsonObject => {
  const text = Buffer.from(body).toString('latin1');
  return text.startsWith('-----BEGIN ') ? { pem: text } : { base64: Buffer.from(body).toString('base64') };
};

const endOfDer = (body: Uint8Array): number => {
  let at = 0;
  while (at < body.length) {
    const first = body[at + 1] ?? 0x80;
    const octets = first < 0x80 ? 0 : first & 0x7f;
    let length = octets === 0 ? first : 0;
    for (let index = 0; index < octets; index += 1) length = length * 256 + (body[at + 2 + index] ?? 0xff);
    at += 2 + octets + length;
  }
  return at;
};

const isEncoded = (body: Uint8Array): boolean =>
  body[0] === 0x30 || Buffer.from(body.subarray(0, 11)).toString('latin1') === '-----BEGIN ';

const isCut = (body: Uint8Array): boolean => {
  if (body[0] !== 0x2d) return endOfDer(body) !== body.length;
  return !/-----END [A-Z0-9 ]+-----\s*$/.test(Buffer.from(body).toString('latin1'));
};

/** An empty body that ends with the connection may have been cut. */
const hasNoLength = (response: HttpResponse): boolean =>
  response.status !== 204 &&
  header(response, 'content-length') === undefined &&
  header(response, 'transfer-encoding') === undefined;

const anyDocument = (body: Uint8Array): Json => {
  const bytes = bytesDocument(body);
  if (Object.hasOwn(bytes, 'pem')) return bytes;
  try {
    return { text: strictDecoder.decode(body) };
  } catch {
    return bytes;
  }
};

/** Returns `null` for no content, and a refusal if a success is not JSON. */
export const readDocument = (
  response: HttpResponse,
  operation: Partial<Pick<Operation, 'reply' | 'view'>>,
): ReadDocument => {
  if (response.body.length === 0) {
    const { view } = operation;
    const expected = view !== undefined && view.kind !== 'message' && response.status < 300;
    const lost = expected && hasNoLength(response);
    return lost ? { ok: false, why: 'it is empty and has no Content-Length' } : { ok: true, value: null };
  }
  const any = response.status < 300 && (operation.reply === 'any' || operation.reply === 'any-page');
  if (isHtml(response) && !(any && operation.reply === 'any-page'))
    return { ok: false, why: 'it is a web page' };
  if (operation.reply === 'bytes' && response.status < 300) {
    if (!isEncoded(response.body)) return { ok: false, why: 'it is neither PEM nor DER' };
    if (isCut(response.body)) return { ok: false, why: 'it is cut short' };
    return { ok: true, value: bytesDocument(response.body) };
  }
  try {
    const text = strictDecoder.decode(response.body);
    return text.trim() === '' ? { ok: true, value: null } : { ok: true, value: parseJson(text) };
  } catch (error) {
    if (any) return { ok: true, value: anyDocument(response.body) };
    return { ok: false, why: error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unreadable' };
  }
};
