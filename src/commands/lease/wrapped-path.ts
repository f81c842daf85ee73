/** The request that made a wrapping token. Somebody who opens a token and wraps its content again cannot forge it. */
import { at, textAt } from '../../documents/json/json.ts';
import { TrivetError } from '../../system/error.ts';
import type { Endpoint } from '../../config/endpoint.ts';
import type { Session } from '../../run/session/session.ts';

/** The path where anybody can wrap anything. */
export const wrappedByHand = 'sys/wrapping/wrap';

/** Undefined if the server does not say; the token is not used up. */
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
