/** The endpoints of the service itself, as opposed to those of engines. */
import { asText } from '../coerce.ts';
import { presentedToken } from '../parse.ts';
import { messageRoutes } from '../messages/endpoints.ts';
import { leaseRoutes } from './leases.ts';
import { mountRoutes } from './mounts.ts';
import { namespaceRoutes } from './namespaces.ts';
import type { SystemContext, SystemRequest, SystemRoutes } from './request.ts';
import { statusRoutes } from './status.ts';

/** Endpoints that need no token (health, seal status, pre-login messages) or check their own (unwrap). */
const OPEN: ReadonlySet<string> = new Set([
  'health',
  'seal-status',
  'wrapping/unwrap',
  'internal/ui/unauthenticated-messages',
]);

export function isOpen(segments: readonly string[]): boolean {
  return OPEN.has(segments.join('/'));
}

/** Health and seal status belong to the server and ignore the namespace. */
export function isAboutServer(segments: readonly string[]): boolean {
  return segments.length === 1 && ['health', 'seal-status'].includes(segments[0] ?? '');
}

function wrappingToken(request: SystemRequest): string {
  return asText(request.input, 'token') ?? presentedToken(request.headers) ?? '';
}

export function systemRoutes(context: SystemContext): SystemRoutes {
  return {
    ...statusRoutes(context),
    ...mountRoutes(context),
    ...namespaceRoutes(context),
    ...leaseRoutes(context),
    ...messageRoutes(context),
    'wrapping/unwrap': { POST: ({ request }) => context.wrappedReplies.unwrap(wrappingToken(request)) },
  };
}
