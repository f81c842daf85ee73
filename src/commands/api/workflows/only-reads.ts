/** Whether a raw request is known to change nothing and to give no credentials, as a read-only run needs it. */
import { TrivetError } from '../../../system/error.ts';
import type { Operation } from '../../../catalogue/operation.ts';
import type { Session } from '../../../run/session/session.ts';
import { onlyReads } from '../../../run/refuse-changes.ts';
import { loadService } from '../../../services/index.ts';
import type { MountedEngine, ServiceCode } from '../../../services/service.ts';
import type { RawRequest } from './raw-request.ts';

/** Whether the path is below a mount of another engine, whose paths can look alike. */
const isOfOther = async (
  session: Session,
  { show, ownerOf, otherThan }: MountedEngine,
  operations: readonly Operation[],
  path: string,
): Promise<boolean> => {
  const engines = operations.map(ownerOf).filter((engine) => engine !== undefined);
  if (engines.length === 0) return false;
  try {
    const { document } = await session.lookUp(show, { mount: path.replace(/^\/+/, '') });
    return engines.every((engine) => otherThan(engine, document) !== undefined);
  } catch (error) {
    // A server that does not say it has no other engines, or shows none of this one.
    if (!(error instanceof TrivetError)) throw error;
    return false;
  }
};

/** True for a read of the catalogue, for names, and for what the service knows beyond the catalogue. */
export const isKnownRead = async (
  session: Session,
  { operation, query, paths, starts, beyond }: RawRequest,
): Promise<boolean> => {
  const { method, effect, path, service } = operation;
  if (effect !== 'read' || beyond?.expands?.(query) === true) return false;
  const isList = method === 'LIST' || query.some(([name, value]) => name === 'list' && value === 'true');
  if (isList && paths.some((one) => beyond?.listed?.test(one) === true)) return true;
  const known = method === 'GET' ? beyond?.shown : beyond?.computed;
  if (known !== undefined && paths.some((one) => known.test(one))) return true;
  const operations = starts.map((one) => one.operation);
  if (operations.length === 0 || !operations.every(onlyReads)) return false;
  const { mounted }: ServiceCode = await loadService(service);
  return mounted === undefined || !(await isOfOther(session, await mounted(), operations, paths[0] ?? path));
};
