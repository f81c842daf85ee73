/** `/sys/wrapping`: what a wrapping token holds, and new ones. */
import { asText } from '../coerce.ts';
import { presentedToken } from '../parse.ts';
import type { SystemContext, SystemRequest, SystemRoutes } from './request.ts';

/** The token is in the body, or is the caller's own. */
function wrappingToken(request: SystemRequest): string {
  return asText(request.input, 'token') ?? presentedToken(request.headers) ?? '';
}

export function wrappingRoutes({ wrappedReplies }: SystemContext): SystemRoutes {
  return {
    'wrapping/unwrap': { POST: ({ request }) => wrappedReplies.unwrap(wrappingToken(request)) },
    'wrapping/lookup': { POST: ({ request }) => ({ data: wrappedReplies.describe(wrappingToken(request)) }) },
    'wrapping/rewrap': { POST: ({ request }) => wrappedReplies.rewrap(wrappingToken(request)) },
    // The reply is wrapped like every other, if the request asks for it.
    'wrapping/wrap': { POST: ({ request }) => ({ data: request.input }) },
  };
}
