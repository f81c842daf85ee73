/** The identity provider's page: the person at the browser chooses who to be, and returns with a code. */
import { createHash } from 'node:crypto';
import type { CodeHolder, PrincipalName, SandboxRequest, SandboxResponse } from '../contract.ts';
import { randomBytes } from '../random.ts';

export const PEOPLE: Readonly<Record<string, PrincipalName>> = { alice: 'operator', bob: 'reader' };

/** Named by the workspaces service. */
const CLIENTS: readonly string[] = ['sandbox', 'terraform'];

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
  // Without a referrer, browsers send the form without its origin.
  'referrer-policy': 'same-origin',
};

interface Wanted {
  readonly redirectUri: string;
  readonly state: string;
  readonly challenge: string;
}

interface Given extends CodeHolder {
  readonly challenge: string;
}

export function page(title: string, body: string, status = 200): SandboxResponse {
  const text =
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${title}</title><link rel="icon" href="data:,">` +
    '<style>body{font:1.1rem/1.5 system-ui,sans-serif;margin:12vh auto;max-width:30rem;padding:0 1.25rem}' +
    'button{font:inherit;padding:.5rem 1rem;margin:.25rem 0;display:block}</style></head>' +
    `<body><main><h1>${title}</h1>${body}</main></body></html>\n`;
  return { status, headers: HEADERS, body: Buffer.from(text), type: 'text/html; charset=utf-8' };
}

function refused(why: string): SandboxResponse {
  return page('The log-in cannot begin', `<p>${why}</p>`, 400);
}

/** Codes go only to this machine. */
function isHere(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function back({ redirectUri, state }: Wanted, more: Readonly<Record<string, string>>): SandboxResponse {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...more, state })) url.searchParams.set(name, value);
  return { status: 303, headers: { ...HEADERS, location: url.href } };
}

function readWanted(query: URLSearchParams): Wanted | string {
  const redirectUri = query.get('redirect_uri') ?? '';
  const state = query.get('state') ?? '';
  if (!CLIENTS.includes(query.get('client_id') ?? '')) return 'The client is not known.';
  if (!isHere(redirectUri)) return 'The redirect address is not on this machine.';
  if (query.get('response_type') !== 'code') return 'Only codes are given.';
  const challenge = query.get('code_challenge') ?? '';
  if (challenge !== '' && query.get('code_challenge_method') !== 'S256')
    return 'Only the method S256 is accepted.';
  return { redirectUri, state, challenge };
}

export class Codes {
  private readonly given = new Map<string, Given>();

  /** Undefined for an unknown code or a wrong verifier. */
  redeem(code: string, verifier?: string): CodeHolder | undefined {
    const found = this.given.get(code);
    this.given.delete(code);
    if (found === undefined || found.challenge === '') return found;
    const proof = createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url');
    return proof === found.challenge ? found : undefined;
  }

  answer({ method, query, bytes }: SandboxRequest): SandboxResponse {
    const wanted = readWanted(query);
    if (typeof wanted === 'string') return refused(wanted);
    if (method === 'GET') {
      const buttons = Object.keys(PEOPLE).map(
        (name) => `<button name="user" value="${name}">${name}</button>`,
      );
      return page(
        'Log in to the sandbox',
        `<p>As whom?</p><form method="post">${buttons.join('')}<button name="user" value="">Nobody: refuse</button></form>`,
      );
    }
    if (method !== 'POST') return { status: 405 };
    const name = new URLSearchParams(bytes.toString()).get('user') ?? '';
    const role = PEOPLE[name];
    if (role === undefined)
      return back(wanted, { error: 'access_denied', error_description: 'the person refused' });
    const code = randomBytes(24).toString('base64url');
    this.given.set(code, { name, role, challenge: wanted.challenge });
    return back(wanted, { code });
  }
}
