/** The names of the token's own holder in lists: who has a lock, or an account. */
import { limits } from '../system/limits.ts';
import { TrivetError } from '../system/error.ts';
import type { ServiceName } from '../catalogue/product.ts';
import type { Session } from '../run/session/session.ts';
import { loadService } from '../services/index.ts';

export const namesOfToken = async (session: Session, service: ServiceName): Promise<readonly string[]> => {
  const { operation, names } = (await (await loadService(service)).sessions()).default.whoami;
  if (names === undefined) return [];
  try {
    const options = { timeout: limits.help, optional: true, productJudged: true } as const;
    return names((await session.lookUp(operation, {}, options)).document);
  } catch (error) {
    if (error instanceof TrivetError) return [];
    throw error;
  }
};
