/** For jobs whose allocations' status does not show it. */
import { TrivetError } from '../../../../system/error.ts';
import type { Json } from '../../../../documents/json/json.ts';
import { itemsIn, textAt } from '../../../../documents/json/json.ts';
import type { CallOptions, Session } from '../../../../run/session/session.ts';
import { allNodes } from '../../operations/of-all-jobs.ts';

/** Sysbatch allocations keep their status when their node is lost. */
const isOpen = (one: Json): boolean =>
  textAt(one, 'JobType') === 'sysbatch' &&
  textAt(one, 'DesiredStatus') === 'run' &&
  /^(?:pending|running)$/.test(textAt(one, 'ClientStatus') ?? '');

/** Undefined if irrelevant, or the token may not. */
export const nodesOf = async (
  session: Session,
  placed: Json,
  region?: string,
  options?: CallOptions,
): Promise<Json | undefined> => {
  if (!itemsIn(placed).some(isOpen)) return undefined;
  try {
    return (await session.lookUp(allNodes, { region }, options)).document;
  } catch (error) {
    if (error instanceof TrivetError) return undefined;
    throw error;
  }
};
