/**
 * The rules that a request passes when it is sent, whichever way in it came: a read-only run, what an agent may reach, and
 * the answers that its risks and a protected server need. They look at the request itself.
 */
import type { Call } from '../../services/call.ts';
import { refuseChange } from '../refuse-changes.ts';
import type { ServerProducts } from './detect.ts';
import { refuseRenamed } from './renamed.ts';
import type { CallOptions, Session } from './session.ts';
import { knownTarget, reviewedAs } from './target.ts';

/** @throws TrivetError for a request that must not be sent; nothing is sent */
export const gate = async (
  call: Call<CallOptions>,
  session: Session,
  products: ServerProducts,
): Promise<void> => {
  const { operation, input, server } = call;
  const { endpoint } = server;
  const { world, review } = session;
  if (endpoint.readOnly !== undefined) refuseChange(operation, endpoint.readOnly, world);
  if (operation.effect === 'read') return;
  if (world.refuseScope !== undefined)
    world.refuseScope(operation.service, (await knownTarget(reviewedAs(call), session)).scope);
  if (!endpoint.productChosen) await refuseRenamed(call, session, products);
  // What is sent can name its object itself, as a job does.
  const object = operation.undo?.object?.(input, undefined) ?? {};
  await review.call(reviewedAs({ ...call, input: { ...input, ...object } }), session);
};
