/** What a wrapping token was made by: whoever opens one and wraps its content again cannot forge that. */
import { at, textAt } from '../../documents/json/json.ts';
import { TrivetError } from '../../system/error.ts';
import type { Endpoint } from '../../config/endpoint.ts';
import type { Session } from '../../run/session/session.ts';

/** Where anybody wraps anything. */
export const wrappedByHand = 'sys/wrapping/wrap';

/** Undefined if the server does not say; does not use the token up. */
export const wrappedPath = async (
  session: Session,
  token: string,
  server?: Endpoint,
): Promise<string | undefined> => {
  try {
    const { response, document } = await session.probe('secrets', '/sys/wrapping/lookup', {
      ...(server && { at: server }),
      body: { token },
    });
    return response.status === 200 ? textAt(at(document, 'data'), 'creation_path') : undefined;
  } catch (error) {
    if (error instanceof TrivetError) return undefined;
    throw error;
  }
};
