/** `/sys/wrapping`. */
import { asText } from '../coerce.ts';
import { presentedToken } from '../parse.ts';
import type { SystemContext, SystemRequest, SystemRoutes } from './request.ts';

function wrappingToken(request: SystemRequest): string {
  return asText(request.input, 'token') ?? presentedToken(request.headers) ?? '';
}

export function wrappingRoutes({ wrappedReplies }: SystemContext): SystemRoutes {
  return {
    'wrapping/unwrap': { POST: ({ request }) => wrappedReplies.unwrap(wrappingToken(request)) },
    'wrapping/lookup': { POST: ({ request }) => ({ data: wrappedReplies.describe(wrappingToken(request)) }) },
    'wrapping/rewrap': { POST: ({ request }) => wrappedReplies.rewrap(wrappingToken(request)) },
    // Wrapped like every reply.
    'wrapping/wrap': { POST: ({ request }) => ({ data: request.input }) },
  };
}
