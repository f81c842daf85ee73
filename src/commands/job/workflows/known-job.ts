/** Tells an unknown job from one without items. */
import type { Json } from '../../../documents/json/json.ts';
import { isArray } from '../../../documents/json/json.ts';
import type { Operation } from '../../../catalogue/operation.ts';
import { show } from '../operations/show.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';

/** Absent for lists of all jobs. */
export type JobInput = Readonly<{ job_id?: string | undefined; watch?: boolean | undefined }>;

const isEmpty = (document: Json): boolean =>
  document === null || (isArray(document) && document.length === 0);

/**
 * Real servers reply 200 with an empty list for an unknown job.
 * @param document of a reply, before conditions
 * @throws TrivetError not found
 */
export const refuseUnknown = async (
  { session, input, operation }: OperationContext<Operation, JobInput>,
  document: Json,
): Promise<void> => {
  const { job_id: id } = input;
  if (id !== undefined && operation.id !== show.id && isEmpty(document)) {
    await session.lookUp(show, { job_id: id });
  }
};
