/** The log of a task may repeat tokens that trivet holds. */
import type { Secret } from '../../../../catalogue/http.ts';
import { TrivetError } from '../../../../system/error.ts';
import type { Session } from '../../../../run/session/session.ts';
import { serviceNames } from '../../../../catalogue/product.ts';

export const knownSecrets = async (session: Session): Promise<readonly Secret[]> => {
  const found = serviceNames.map(async (service): Promise<readonly Secret[]> => {
    try {
      const token = await (await session.endpoint(service)).token();
      return token === undefined ? [] : [{ name: service, value: token.value }];
    } catch (error) {
      if (error instanceof TrivetError) return [];
      throw error;
    }
  });
  return (await Promise.all(found)).flat();
};
