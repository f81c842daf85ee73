import { loginRoutes } from '../logins/endpoints.ts';
import { messageRoutes } from '../messages/endpoints.ts';
import { leaseRoutes } from './leases.ts';
import { mountRoutes } from './mounts.ts';
import { namespaceRoutes } from './namespaces.ts';
import { authMethodRoutes } from './auth-methods.ts';
import type { SystemContext, SystemRoutes } from './request.ts';
import { statusRoutes } from './status.ts';
import { tokenRoutes } from '../tokens/endpoints.ts';
import { wrappingRoutes } from './wrapping.ts';

/** Need no token (health, log-ins), or check their own (wrapping). */
const OPEN: ReadonlySet<string> = new Set([
  'health',
  'seal-status',
  'leader',
  'wrapping/unwrap',
  'wrapping/lookup',
  'wrapping/rewrap',
  'internal/ui/mounts',
  'mfa/validate',
  'internal/ui/unauthenticated-messages',
]);

export function isOpen(segments: readonly string[]): boolean {
  return OPEN.has(segments.join('/'));
}

/** About the server, whatever the namespace. */
export function isAboutServer(segments: readonly string[]): boolean {
  return segments.length === 1 && ['health', 'seal-status', 'leader'].includes(segments[0] ?? '');
}

export function systemRoutes(context: SystemContext): SystemRoutes {
  return {
    ...statusRoutes(context),
    ...mountRoutes(context),
    ...namespaceRoutes(context),
    ...leaseRoutes(context),
    ...messageRoutes(context),
    ...authMethodRoutes(),
    ...tokenRoutes(context),
    ...wrappingRoutes(context),
    ...loginRoutes(context),
  };
}
