/**
 * The rules that a request passes when it is sent, whichever way in it came: a read-only run, what an agent may reach, and
 * the answer that a protected server needs. They look at the request itself.
 */
import type { BuildOptions } from '../../http/request.ts';
import type { HttpRequest } from '../../catalogue/http.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { Target } from '../../catalogue/target.ts';
import { approveChange } from '../protection.ts';
import { refuseChange } from '../refuse-changes.ts';
import type { ServerProducts } from './detect.ts';
import { refuseRenamed } from './renamed.ts';
import type { Server } from './server.ts';
import type { Session } from './session.ts';
import { knownTarget } from './target.ts';

interface Passing {
  readonly operation: Operation;
  /** As sent. */
  readonly input: InputRecord;
  readonly options: BuildOptions;
  readonly server: Server;
  readonly request: HttpRequest;
  readonly target: Target;
}

/** @throws TrivetError for a request that must not be sent; nothing is sent */
export const gate = async (
  passing: Passing,
  session: Pick<Session, 'lookUp' | 'probe' | 'world' | 'globals' | 'approvals'>,
  products: ServerProducts,
): Promise<void> => {
  const { operation, input, options, server, request, target } = passing;
  const { endpoint, product } = server;
  const { world, globals, approvals } = session;
  if (endpoint.readOnly !== undefined) refuseChange(operation, endpoint.readOnly, world);
  if (operation.effect === 'read') return;
  if (world.refuseScope !== undefined)
    world.refuseScope(operation.service, (await knownTarget(target, request, session)).scope);
  if (!endpoint.productChosen)
    await refuseRenamed({ operation, input, options, endpoint, product }, session, products);
  if (endpoint.protection === undefined && globals.on === undefined) return;
  // What is sent can name its object itself, as a job does.
  const object = operation.undo?.object?.(input, undefined) ?? {};
  await approveChange(operation, { ...input, ...object }, target, endpoint, session, approvals);
};
