/**
 * Keeps web pages out: a page can reach loopback, but cannot choose Host, hide Origin, or send JSON or a token
 * without a preflight, which fails.
 */
import type { Gate } from './gate.ts';
import { isPage, takesForms } from './identity/endpoints.ts';
import type { RequestHead } from './listener-context.ts';
import { serviceOfPath } from './paths.ts';

/** Need no preflight. */
const FORM_TYPES = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']);

export interface Refusal {
  readonly status: number;
  readonly detail: string;
}

type Headers = Readonly<Record<string, string>>;

function isVisit(headers: Headers): boolean {
  const {
    origin,
    host = '',
    'sec-fetch-site': site,
    'sec-fetch-mode': mode,
    'sec-fetch-dest': dest,
  } = headers;
  if (origin === undefined) return mode === 'navigate' && dest === 'document';
  return site === 'same-origin' && /^https?:\/\//.test(origin) && origin.replace(/^https?:\/\//, '') === host;
}

/** Wrong Host, an Origin, or a foreign Sec-Fetch-Site. */
export function refuseForeign(headers: Headers, gate: Gate, path = ''): Refusal | undefined {
  if (!gate.admits(headers['host'] ?? '')) {
    return {
      status: 403,
      detail: 'The sandbox replies only to its own address in the Host header; --allow-host adds a name.',
    };
  }
  if (isPage(path) && isVisit(headers)) return undefined;
  if (headers['origin'] !== undefined) {
    return { status: 403, detail: 'The sandbox does not reply to web pages (Origin header).' };
  }
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'none') {
    return { status: 403, detail: 'The sandbox does not reply to web pages (Sec-Fetch-Site header).' };
  }
  return undefined;
}

/**
 * Refuses a form without a token, which proves that no page sent it. Real workspaces servers refuse forms even then;
 * others accept them, as `curl -d` sends.
 */
export function refuseForm({ method, path, headers, presented }: RequestHead): Refusal | undefined {
  if (method === 'GET' || method === 'HEAD' || method === 'LIST') return undefined;
  const type = (headers['content-type'] ?? '').split(/[;,]/)[0]?.trim().toLowerCase() ?? '';
  if (!FORM_TYPES.has(type)) return undefined;
  if (takesForms(path)) return undefined;
  if (presented && serviceOfPath(path) !== 'workspaces') return undefined;
  return { status: 415, detail: `The media type ${type} is not accepted; send JSON.` };
}
