/** Requests from the sandbox itself to its services. */
import { Buffer } from 'node:buffer';
import type { Ask } from './control/asking.ts';
import type { Services } from './services.ts';

/** Requests are the owner's, and reach the services without the listener's checks, faults and logs. */
export function createInside(services: Services, owner: string): { readonly ask: Ask } {
  return {
    async ask(method, target, body, headers = {}) {
      const [path = '', search = ''] = target.split('?');
      const service = await services.find(path);
      if (service === undefined) return { status: 404 };
      return service.handle({
        method,
        path,
        query: new URLSearchParams(search),
        headers: { ...headers, authorization: `Bearer ${owner}` },
        bytes: body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)),
        principal: { name: 'owner', token: owner },
        presented: true,
        signal: new AbortController().signal,
      });
    },
  };
}
