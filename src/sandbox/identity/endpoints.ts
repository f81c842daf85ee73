/** The identity provider: `/identity`, and the endpoints of `terraform login`. */
import type { SandboxRequest, SandboxResponse } from '../contract.ts';
import type { IdentityProvider } from './identities.ts';

const PREFIX = '/identity/';

/** Named by the discovery document. */
export const AUTHORIZE = '/app/oauth2/auth';
export const TOKEN = '/oauth2/token';

const DEVICE = `${PREFIX}device`;

const PAGES: readonly string[] = [`${PREFIX}authorize`, AUTHORIZE, DEVICE];

export function isIdentity(path: string): boolean {
  return path.startsWith(PREFIX) || path === AUTHORIZE || path === TOKEN;
}

export function isPage(path: string): boolean {
  return PAGES.includes(path);
}

export function takesForms(path: string): boolean {
  return isPage(path) || path === TOKEN;
}

const JOB = { repository: 'acme/web', ref: 'refs/heads/main' };

function jobIdentity({ principal, query }: SandboxRequest, identities: IdentityProvider): SandboxResponse {
  if (principal === undefined) return { status: 401, body: { message: 'a token of the sandbox is needed' } };
  const subject = `repo:${JOB.repository}:ref:${JOB.ref}`;
  return { status: 200, body: { value: identities.issue(subject, query.get('audience') ?? '', JOB) } };
}

/** Errors go to the redirect address, like on a real server; nothing follows it. */
function exchange({ bytes }: SandboxRequest, identities: IdentityProvider): SandboxResponse {
  const form = new URLSearchParams(bytes.toString());
  const text = (name: string): string => form.get(name) ?? '';
  const wrong = (error: string, description: string): SandboxResponse => {
    const query = new URLSearchParams({ error, error_description: description });
    return { status: 302, headers: { location: `${text('redirect_uri')}?${query.toString()}` } };
  };
  if (text('client_id') !== 'terraform')
    return { status: 400, body: Buffer.from('invalid_client\n'), type: 'text/plain; charset=utf-8' };
  if (text('grant_type') !== 'authorization_code') return wrong('unsupported_grant_type', '');
  if (text('code_verifier') === '') return wrong('invalid_request', 'missing code verifier');
  const holder = identities.codes.redeem(text('code'), text('code_verifier'));
  if (holder === undefined) return wrong('invalid_grant', 'the code or its verifier is not known');
  return { status: 200, body: { access_token: identities.tokenFor(holder), token_type: 'bearer' } };
}

export function answerIdentity(request: SandboxRequest, identities: IdentityProvider): SandboxResponse {
  const { method, path } = request;
  if (path === DEVICE) return identities.devices.answer(request);
  if (isPage(path)) return identities.codes.answer(request);
  if (path === TOKEN) return method === 'POST' ? exchange(request, identities) : { status: 405 };
  return method === 'GET' && path === `${PREFIX}token` ? jobIdentity(request, identities) : { status: 404 };
}
