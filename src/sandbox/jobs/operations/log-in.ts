/** Log-ins of the service: a signed identity for a token with an end. */
import type { SandboxResponse } from '../../contract.ts';
import { randomUUID } from '../../random.ts';
import { bodyText, readBody } from '../wire/body.ts';
import { Refusal } from '../wire/failure.ts';
import { plainResponse, readResponse } from '../wire/response.ts';
import type { Call } from './call.ts';

const METHODS = [{ Name: 'ci', Type: 'JWT', Default: true }];

/** GET /v1/acl/auth-methods: no token is needed. */
export function readAuthMethods({ cluster }: Call): SandboxResponse {
  return readResponse(
    cluster.logins === undefined ? [] : METHODS.map((one) => ({ ...one, CreateIndex: 1, ModifyIndex: 1 })),
    1,
  );
}

function refuse(what: string): Refusal {
  return new Refusal(400, `invalid login request: 1 error occurred:\n\t* ${what}\n\n`);
}

/** POST /v1/acl/login */
export function logIn({ request, cluster }: Call): SandboxResponse {
  const body = readBody(request);
  const name = bodyText(body, 'AuthMethodName');
  const identity = bodyText(body, 'LoginToken');
  if (name === '') throw refuse('missing auth method name');
  if (identity === '') throw refuse('missing login token');
  if (cluster.logins === undefined || !METHODS.some((one) => one.Name === name))
    throw new Refusal(400, `auth-method "${name}" not found`);
  const subject = cluster.logins.subjectOf(identity);
  const accessor = randomUUID();
  const token = cluster.logins.make(accessor, `${name}-${subject}`, cluster.next());
  cluster.effect(`token.created ${accessor}`);
  return plainResponse(token);
}
