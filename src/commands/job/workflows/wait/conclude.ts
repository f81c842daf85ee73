import { Exit } from '../../../../system/error.ts';
import type { TrivetError } from '../../../../system/error.ts';
import type { JsonObject } from '../../../../documents/json/json.ts';
import { textAt } from '../../../../documents/json/json.ts';
import { isForPeople } from '../../../../output/formats/options.ts';
import { waitedList } from '../../wait-results.ts';
import { waitedView } from '../../wait-results.ts';
import type { WorkflowContext } from '../../../../run/single/workflow.ts';
import { failureOf } from './failure.ts';
import type { Waited, WaitFor } from './follow.ts';

const documentOf = ({ job, namespace, version, deployment, result, reason }: Waited): JsonObject => ({
  job,
  namespace,
  version,
  deployment,
  result,
  reason,
});

/** A broken wait comes first, then a failed one, then a timeout. */
const order = (error: TrivetError): number =>
  error.exit === Exit.failed ? 1 : error.exit === Exit.deadline ? 2 : 0;

/** @throws TrivetError the failure; of several, the worst; the others become warnings */
export const conclude = async (
  { session, presenter }: Pick<WorkflowContext, 'session' | 'presenter'>,
  ends: readonly (readonly [WaitFor, Waited])[],
): Promise<number> => {
  const judged = ends.map(([wanted, waited]) => ({
    item: documentOf(waited),
    failure: failureOf(session, wanted, waited),
  }));
  const items = judged.map(({ item }) => item);
  // On a terminal the failure below says the reason.
  const shown = isForPeople(presenter.options)
    ? judged.map(({ item, failure }) =>
        failure?.message.includes(textAt(item, 'reason') ?? '') === true ? { ...item, reason: null } : item,
      )
    : items;
  const [only] = items;
  await (only !== undefined && items.length === 1
    ? presenter.showDocument(waitedView, only, shown)
    : presenter.showDocument(waitedList, items, shown));
  const failures = judged.flatMap(({ failure }) => failure ?? []);
  const [worst, ...others] = failures.toSorted((left, right) => order(left) - order(right));
  if (worst === undefined) return Exit.ok;
  for (const { message } of others) session.reporter.fault(message);
  await presenter.finish();
  throw worst;
};
