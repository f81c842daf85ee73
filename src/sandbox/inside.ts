import { Buffer } from 'node:buffer';
import type { SandboxRequest } from './contract.ts';
import type { Ask } from './control/asking.ts';
import type { Services } from './services.ts';

export function insideRequest(
  method: string,
  target: string,
  body: string,
  token: string,
  headers: Readonly<Record<string, string>> = {},
): SandboxRequest {
  const [path = '', search = ''] = target.split('?');
  return {
    method,
    path,
    query: new URLSearchParams(search),
    headers: { ...headers, authorization: `Bearer ${token}` },
    bytes: Buffer.from(body),
    principal: undefined,
    presented: true,
    signal: new AbortController().signal,
  };
}

/** As the owner, without the listener's checks, faults and logs. */
export function createInside(services: Services, owner: string): { readonly ask: Ask } {
  return {
    async ask(method, target, body, headers = {}) {
      const request = insideRequest(
        method,
        target,
        body === undefined ? '' : JSON.stringify(body),
        owner,
        headers,
      );
      const service = await services.find(request.path);
      if (service === undefined) return { status: 404 };
      return service.handle({ ...request, principal: { name: 'owner', token: owner }, inside: true });
    },
  };
}
