/** `/identity`: the provider's own endpoints, beside the three services. */
import type { SandboxRequest, SandboxResponse } from '../contract.ts';
import type { IdentityProvider } from './identities.ts';

const PREFIX = '/identity/';

/** Reports whether a path belongs to the identity provider. */
export function isIdentity(path: string): boolean {
  return path.startsWith(PREFIX);
}

/** What a job of a pipeline is called. */
const JOB = { repository: 'acme/web', ref: 'refs/heads/main' };

/** Gives the identity of a job, as the runner of a CI system does, to whoever has a token of the sandbox. */
function jobIdentity({ principal, query }: SandboxRequest, identities: IdentityProvider): SandboxResponse {
  if (principal === undefined) return { status: 401, body: { message: 'a token of the sandbox is needed' } };
  const subject = `repo:${JOB.repository}:ref:${JOB.ref}`;
  return { status: 200, body: { value: identities.issue(subject, query.get('audience') ?? '', JOB) } };
}

export function answerIdentity(request: SandboxRequest, identities: IdentityProvider): SandboxResponse {
  const route = `${request.method} ${request.path}`;
  return route === `GET ${PREFIX}token` ? jobIdentity(request, identities) : { status: 404 };
}
