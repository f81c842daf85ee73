/**
 * What keeps web pages out: a page can make a browser send requests to the loopback address, but it cannot choose
 * the Host header, hide its Origin, or send JSON or a token without asking first. No answer carries a CORS header.
 */
import type { RequestHead } from './listener-context.ts';
import { serviceOfPath } from './paths.ts';

/** What a page can send with a plain form, without the browser asking the server first. */
const FORM_TYPES = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']);

export interface Refusal {
  readonly status: number;
  readonly detail: string;
}

type Headers = Readonly<Record<string, string>>;

/** Host, Origin and Sec-Fetch-Site: for requests and WebSockets alike. */
export function refuseForeign(headers: Headers, port: number): Refusal | undefined {
  const host = (headers['host'] ?? '').toLowerCase();
  if (![`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`].includes(host)) {
    return {
      status: 403,
      detail: 'The sandbox answers only to its own loopback address in the Host header.',
    };
  }
  if (headers['origin'] !== undefined) {
    return { status: 403, detail: 'The sandbox does not answer web pages (Origin header).' };
  }
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'none') {
    return { status: 403, detail: 'The sandbox does not answer web pages (Sec-Fetch-Site header).' };
  }
  return undefined;
}

/**
 * Refuses a write whose media type a form can send. A page cannot add a token's header without asking first, so with
 * one the type says nothing: `curl -d` sends the form's type, and real servers of secrets and jobs take it. Real
 * servers of workspaces do not. A body without a type is fine.
 */
export function refuseForm({ method, path, headers, presented }: RequestHead): Refusal | undefined {
  if (method === 'GET' || method === 'HEAD' || method === 'LIST') return undefined;
  const type = (headers['content-type'] ?? '').split(/[;,]/)[0]?.trim().toLowerCase() ?? '';
  if (!FORM_TYPES.has(type)) return undefined;
  if (presented && serviceOfPath(path) !== 'workspaces') return undefined;
  return { status: 415, detail: `The media type ${type} is not accepted; send JSON.` };
}
