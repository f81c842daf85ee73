import type { Session } from '../../run/session/session.ts';
import type { ScopeListed } from '../../services/service.ts';
import { mountsIn, mountsPath } from '../../services/secrets/scopes.ts';

export const visibleMounts = async (session: Session): Promise<readonly ScopeListed[] | undefined> => {
  const { response, document } = await session.probe('secrets', mountsPath, { withToken: true });
  return response.status === 200 ? mountsIn(document) : undefined;
};
