/** Which nodes answer, for jobs of which the server does not say it by the status of their allocations. */
import { TrivetError } from '../../../../system/error.ts';
import type { Json } from '../../../../documents/json/json.ts';
import { itemsIn, textAt } from '../../../../documents/json/json.ts';
import type { CallOptions, Session } from '../../../../run/session/session.ts';
import { allNodes } from '../../operations/of-all-jobs.ts';

/** Allocations of sysbatch jobs keep their status when their node is lost: each node does its own part, or nobody does. */
const isOpen = (one: Json): boolean =>
  textAt(one, 'JobType') === 'sysbatch' &&
  textAt(one, 'DesiredStatus') === 'run' &&
  /^(?:pending|running)$/.test(textAt(one, 'ClientStatus') ?? '');

/** Returns the nodes as served; undefined where they do not matter, or the token is not allowed to read them. */
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
