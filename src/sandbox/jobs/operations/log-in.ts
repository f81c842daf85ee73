/** A signed identity for a token that ends. */
import type { SandboxResponse } from '../../contract.ts';
import { randomUUID } from '../../random.ts';
import { bodyText, readBody } from '../wire/body.ts';
import { Refusal } from '../wire/failure.ts';
import { plainResponse, readResponse } from '../wire/response.ts';
import type { Logins } from '../scheduler/logins.ts';
import type { Call } from './call.ts';

const METHODS = [
  { Name: 'ci', Type: 'JWT', Default: false },
  { Name: 'people', Type: 'OIDC', Default: true },
];

export function readAuthMethods({ cluster }: Call): SandboxResponse {
  return readResponse(
    cluster.logins === undefined ? [] : METHODS.map((one) => ({ ...one, CreateIndex: 1, ModifyIndex: 1 })),
    1,
  );
}

function refuse(what: string): Refusal {
  return new Refusal(400, `invalid login request: 1 error occurred:\n\t* ${what}\n\n`);
}

function loginsBy(cluster: Call['cluster'], name: string, type: string): Logins {
  const method = METHODS.find((one) => one.Name === name);
  if (cluster.logins === undefined || method === undefined)
    throw new Refusal(400, `auth-method "${name}" not found`);
  if (method.Type !== type) throw new Refusal(400, `unsupported auth-method type: ${method.Type}`);
  return cluster.logins;
}

export function logIn({ request, cluster }: Call): SandboxResponse {
  const body = readBody(request);
  const name = bodyText(body, 'AuthMethodName');
  const identity = bodyText(body, 'LoginToken');
  if (name === '') throw refuse('missing auth method name');
  if (identity === '') throw refuse('missing login token');
  const logins = loginsBy(cluster, name, 'JWT');
  const subject = logins.subjectOf(identity);
  const accessor = randomUUID();
  const token = logins.make(accessor, 'operator', `${name}-${subject}`, cluster.next());
  cluster.effect(`token.created ${accessor}`);
  return plainResponse(token);
}

function refuseOidc(what: string, missing: string): Refusal {
  return new Refusal(400, `invalid OIDC ${what} request: 1 error occurred:\n\t* missing ${missing}\n\n`);
}

export function beginInBrowser({ request, cluster }: Call): SandboxResponse {
  const body = readBody(request);
  const [name, redirect, nonce] = ['AuthMethodName', 'RedirectURI', 'ClientNonce'].map((key) =>
    bodyText(body, key),
  );
  if (redirect === undefined || redirect === '') throw refuseOidc('auth-url', 'redirect URI');
  if (nonce === undefined || nonce === '') throw refuseOidc('auth-url', 'client nonce');
  return plainResponse({ AuthURL: loginsBy(cluster, name ?? '', 'OIDC').begin(redirect, nonce) });
}

export function endInBrowser({ request, cluster }: Call): SandboxResponse {
  const body = readBody(request);
  const name = bodyText(body, 'AuthMethodName');
  const [state, code] = [bodyText(body, 'State'), bodyText(body, 'Code')];
  if (state === '') throw refuseOidc('complete-auth', 'state');
  if (code === '') throw refuseOidc('complete-auth', 'code');
  const logins = loginsBy(cluster, name, 'OIDC');
  const person = logins.end(bodyText(body, 'ClientNonce'), bodyText(body, 'RedirectURI'), state, code);
  const accessor = randomUUID();
  const token = logins.make(accessor, person.role, `OIDC-${name}`, cluster.next());
  cluster.effect(`token.created ${accessor}`);
  return plainResponse(token);
}
