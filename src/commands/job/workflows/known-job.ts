/** An unknown job is not one without items. */
import { isArray } from '../../../documents/json/json.ts';
import type { Operation } from '../../../catalogue/operation.ts';
import { show } from '../operations/show.ts';
import type { Outcome } from '../../../run/session/outcome.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';

/** Absent for lists of all jobs. */
export type JobInput = Readonly<{ job_id?: string | undefined; watch?: boolean | undefined }>;

const isEmpty = ({ document }: Outcome): boolean =>
  document === null || (isArray(document) && document.length === 0);

/**
 * Real servers reply 200 with an empty list for an unknown job.
 * @throws TrivetError not found
 */
export const refuseUnknown = async (
  { session, input }: OperationContext<Operation, JobInput>,
  outcome: Outcome,
): Promise<void> => {
  const { job_id: id } = input;
  if (id !== undefined && outcome.operation.id !== show.id && isEmpty(outcome)) {
    await session.lookUp(show, { job_id: id });
  }
};
