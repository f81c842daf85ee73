/** Whether a request is known to change nothing and to give no credentials, for read-only runs. */
import type { Session } from '../../../run/session/session.ts';
import { onlyReads } from '../../../run/refuse-changes.ts';
import { isOfOther } from './engine.ts';
import type { RawRequest } from './raw-request.ts';

export const isKnownRead = async (session: Session, sent: RawRequest): Promise<boolean> => {
  const { operation, query, paths, starts, beyond } = sent;
  const { method, effect } = operation;
  if (effect !== 'read' || beyond?.expands?.(query) === true) return false;
  const isList = method === 'LIST' || query.some(([name, value]) => name === 'list' && value === 'true');
  if (isList && paths.some((one) => beyond?.listed?.test(one) === true)) return true;
  const known = method === 'GET' ? beyond?.shown : beyond?.computed;
  if (known !== undefined && paths.some((one) => known.test(one))) return true;
  if (starts.length === 0 || !starts.every((one) => onlyReads(one.operation))) return false;
  return !(await isOfOther(session, sent));
};
