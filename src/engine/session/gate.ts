/**
 * The rules that a request passes when it is sent, whichever way in it came: a read-only run, what an agent may reach, and
 * the answers that its risks and a protected server need. They look at the request itself.
 */
import type { HttpRequest } from '../../catalogue/http.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { Target } from '../../catalogue/target.ts';
import { refuseChange } from '../refuse-changes.ts';
import type { ServerProducts } from './detect.ts';
import { refuseRenamed } from './renamed.ts';
import type { Server } from './server.ts';
import type { CallOptions, Session } from './session.ts';
import { knownTarget } from './target.ts';

interface Passing {
  readonly operation: Operation;
  /** As sent. */
  readonly input: InputRecord;
  readonly options: CallOptions;
  readonly server: Server;
  readonly request: HttpRequest;
  readonly target: Target;
}

/** @throws TrivetError for a request that must not be sent; nothing is sent */
export const gate = async (passing: Passing, session: Session, products: ServerProducts): Promise<void> => {
  const { operation, input, options, server, request, target } = passing;
  const { endpoint, product } = server;
  const { world, review } = session;
  if (endpoint.readOnly !== undefined) refuseChange(operation, endpoint.readOnly, world);
  if (operation.effect === 'read') return;
  if (world.refuseScope !== undefined)
    world.refuseScope(operation.service, (await knownTarget(target, request, session)).scope);
  if (!endpoint.productChosen)
    await refuseRenamed({ operation, input, options, endpoint, product }, session, products);
  // What is sent can name its object itself, as a job does.
  const object = operation.undo?.object?.(input, undefined) ?? {};
  const about = options.like ?? { operation, input: { ...input, ...object } };
  await review.call(
    {
      operation: about.operation,
      input: about.input,
      options,
      endpoint,
      target: () => knownTarget(target, request, session),
    },
    session,
  );
};
