/** The body of a reply as a document. */
import { TextDecoder } from 'node:util';
import type { HttpResponse } from '../http/http.ts';
import { header } from '../http/http.ts';
import type { Json } from '../model/json.ts';
import { parseJson } from '../model/lossless.ts';
import type { Operation } from '../model/operation.ts';

export type ReadDocument =
  { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly why: string };

/** The body as text, for errors: no more of it than a person reads. */
export const bodyText = (response: HttpResponse): string =>
  new TextDecoder('utf-8').decode(response.body).trim().slice(0, 4000);

/** A web page: a proxy or a login in the place of the API. */
export const isHtml = (response: HttpResponse): boolean =>
  (header(response, 'content-type') ?? '').includes('text/html');

/** Raw bytes as a document: PEM as text, anything else as base64. */
const bytesDocument = (body: Uint8Array): Json => {
  const text = Buffer.from(body).toString('latin1');
  return text.startsWith('-----BEGIN ') ? { pem: text } : { base64: Buffer.from(body).toString('base64') };
};

/** `null` for no content; not ok when a success carries something that is no JSON. */
export const readDocument = (response: HttpResponse, operation: Pick<Operation, 'reply'>): ReadDocument => {
  if (response.body.length === 0) return { ok: true, value: null };
  if (isHtml(response)) return { ok: false, why: 'it is a web page' };
  if (operation.reply === 'bytes' && response.status < 300)
    return { ok: true, value: bytesDocument(response.body) };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(response.body);
    return text.trim() === '' ? { ok: true, value: null } : { ok: true, value: parseJson(text) };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unreadable' };
  }
};
