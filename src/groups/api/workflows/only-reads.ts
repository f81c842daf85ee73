/** Whether a raw request is known to change nothing and to give no credentials, as a read-only run needs it. */
import { TrivetError } from '../../../model/error.ts';
import type { Operation } from '../../../model/catalogue/operation.ts';
import type { Session } from '../../../engine/session/session.ts';
import { onlyReads } from '../../../engine/refuse-changes.ts';
import { loadService } from '../../../services/index.ts';
import type { MountedEngine, ServiceCode } from '../../../services/service.ts';

export interface RawRead {
  readonly raw: Operation;
  readonly query: readonly (readonly [string, string])[];
  /** The path as servers understand it, also with the parts that the address holds. */
  readonly paths: readonly string[];
  /** Operations of the catalogue with its method at one of these paths. */
  readonly operations: readonly Operation[];
}

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
  { raw, query, paths, operations }: RawRead,
): Promise<boolean> => {
  const isOfNames =
    raw.method === 'LIST' || query.some(([name, value]) => name === 'list' && value === 'true');
  if (isOfNames) return true;
  const { rawReads, mounted }: ServiceCode = await loadService(raw.service);
  const known = await rawReads?.();
  if (known !== undefined && paths.some((path) => known.test(path))) return true;
  if (operations.length === 0 || !operations.every(onlyReads)) return false;
  return (
    mounted === undefined || !(await isOfOther(session, await mounted(), operations, paths[0] ?? raw.path))
  );
};
