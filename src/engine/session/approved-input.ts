/** The input of a change on a server whose settings restrict changes. */
import type { BuildOptions } from '../../http/request.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { inputText } from '../../catalogue/parameter.ts';
import { withContext } from '../../services/context.ts';
import type { Globals } from '../given-globals.ts';
import type { Approvals } from '../protection.ts';
import { approveChange } from '../protection.ts';
import { refuseChange } from '../refuse-changes.ts';
import type { Asker, ServerProducts } from './detect.ts';
import { refuseRenamed } from './renamed.ts';
import type { Server } from './server.ts';
import type { World } from '../../system/world.ts';

export interface WantedRequest {
  readonly operation: Operation;
  readonly given: InputRecord;
  /** `shown`: the request is shown and not sent. */
  readonly options: BuildOptions & { readonly shown?: true };
}

export type ApprovalAsker = Asker & { readonly world: World; readonly globals: Globals };

/** @throws TrivetError for a change that the server must not get; nothing is sent */
export const approvedInput = async (
  { endpoint, product }: Server,
  { operation, given, options }: WantedRequest,
  asker: ApprovalAsker,
  products: ServerProducts,
  approvals: Approvals,
): Promise<InputRecord> => {
  const { readOnly, productChosen, protection } = endpoint;
  // The last line of defence: src/engine/invocation/checks.ts refuses it earlier.
  if (readOnly !== undefined) {
    refuseChange(operation, readOnly, asker.world);
  }
  const input = withContext(operation, given, endpoint, product);
  const { namespace, region } = endpoint.context;
  // What is sent can name its place itself, as a job does.
  const object = operation.undo?.object?.(input, undefined) ?? input;
  asker.world.refusePart?.(operation.service, {
    namespace: inputText(object, 'namespace') ?? namespace?.value,
    region: inputText(object, 'region') ?? region?.value,
  });
  if (!productChosen) {
    await refuseRenamed({ operation, input, options, endpoint, product }, asker, products);
  }
  if (protection !== undefined || asker.globals.on !== undefined) {
    // A value that is not sent (null) is that of what is sent.
    const place = Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
    await approveChange(operation, { ...input, ...place }, endpoint, asker, approvals);
  }
  return input;
};
