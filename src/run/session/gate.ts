/** Rules for every request, checked when it is sent: read-only, an agent's reach, answers to risks, protection. */
import type { Call } from '../../services/call.ts';
import { refuseChange } from '../refuse-changes.ts';
import type { ServerProducts } from './detect.ts';
import { refuseRenamed } from './renamed.ts';
import type { CallOptions, Session } from './session.ts';
import { knownTarget, reviewedAs, targetOf } from './target.ts';
import { refuseUnkeepable } from '../../output/recovery.ts';
import { refuseOtherEngine } from './other-engine.ts';
import { KnownObjects, organizationIn } from '../known-objects.ts';

const gate = async (call: Call<CallOptions>, session: Session, products: ServerProducts): Promise<void> => {
  const { operation, input, server } = call;
  const { endpoint } = server;
  const { io, review } = session;
  if (endpoint.readOnly !== undefined) refuseChange(operation, endpoint.readOnly, io);
  if (operation.effect === 'read') return;
  if (io.refuseScope !== undefined)
    io.refuseScope(operation.service, (await knownTarget(reviewedAs(call), session)).scope);
  if (!endpoint.productChosen) await refuseRenamed(call, session, products);
  if (session.globals.output === 'name') {
    const { organization = organizationIn(operation, review.told.spoken), ...rest } = targetOf(call).scope;
    const scope = { ...rest, ...(organization === undefined ? {} : { organization }) };
    await KnownObjects.known(session, [{ operation, scope, item: {} }]);
  }
  // A job names itself in its body.
  const object = operation.undo?.object?.(input, undefined) ?? {};
  await review.call(reviewedAs({ ...call, input: { ...input, ...object } }), session);
};

export default { gate, refuseOtherEngine, refuseUnkeepable };
