/** Reads nodes, for jobs whose allocations' status does not show their loss. */
import { TrivetError } from '../../../../system/error.ts';
import type { JsonObject } from '../../../../documents/json/json.ts';
import { textAt } from '../../../../documents/json/json.ts';
import { readRows } from '../../../../run/lists/list.ts';
import type { CallOptions, Session } from '../../../../run/session/session.ts';
import { allNodes } from '../../operations/of-all-jobs.ts';

/** Sysbatch allocations keep their status when their node is lost. */
const isOpen = (one: JsonObject): boolean =>
  textAt(one, 'JobType') === 'sysbatch' &&
  textAt(one, 'DesiredStatus') === 'run' &&
  /^(?:pending|running)$/.test(textAt(one, 'ClientStatus') ?? '');

/** Undefined if nodes are irrelevant, or the token may not read them. */
export const nodesOf = async (
  session: Session,
  placed: readonly JsonObject[],
  region?: string,
  options?: CallOptions,
): Promise<readonly JsonObject[] | undefined> => {
  if (!placed.some(isOpen)) return undefined;
  try {
    return await readRows(session, allNodes, { region }, options);
  } catch (error) {
    if (error instanceof TrivetError) return undefined;
    throw error;
  }
};
