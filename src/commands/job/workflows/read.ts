import { paginationOf } from '../../../catalogue/operation.ts';
import type { Json } from '../../../documents/json/json.ts';
import type { Operation } from '../../../catalogue/operation.ts';
import { summary } from '../operations/placement.ts';
import { childrenText } from '../../../output/text/job-cells.ts';
import { fillTemplate } from '../../../services/context.ts';
import { ownList, ownReply } from '../../../run/lists/list.ts';
import type { ListPage } from '../../../run/lists/list-page.ts';
import type { Outcome } from '../../../run/session/outcome.ts';
import { refuseUnknown } from './known-job.ts';
import type { JobInput } from './known-job.ts';
import { showReply } from '../../../run/single/reply.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';
import { suggest } from '../../../run/suggest.ts';

export type ReadContext = OperationContext<
  Operation,
  JobInput &
    Readonly<{
      limit?: number | bigint | undefined;
      next_token?: string | undefined;
      sort?: string | undefined;
    }>
>;

const inOrder = (context: ReadContext): ReadContext => {
  const { operation, input } = context;
  const { view } = operation;
  if (input.sort === undefined || view.kind !== 'table') return context;
  return { ...context, operation: { ...operation, view: { ...view, order: input.sort } } };
};

const noteChildren = ({ session, input }: ReadContext, { operation, document }: Outcome): void => {
  if (operation.id !== summary.id) return;
  const text = childrenText(document);
  if (text === '') return;
  const listed = fillTemplate('job list --prefix {job_id}/', input);
  session.reporter.note(`children: ${text}: ${suggest(session, listed)}`);
};

const showList = async (context: ReadContext): Promise<void> => {
  const { session, presenter, operation, input } = context;
  const { limit } = input;
  const pages = async function* pages(): AsyncGenerator<ListPage> {
    for await (const page of ownList(context)) {
      const token = page.next?.query.find(([name]) => name === 'next_token')?.[1];
      if (input.next_token !== undefined && token !== undefined) {
        session.reporter.note(`the next page: --next-token ${token}`);
      }
      yield page;
    }
  };
  await presenter.showPages(pages(), operation.view, limit === undefined ? undefined : Number(limit));
};

/** @param shown the part of a reply that is shown */
export const readOrWatch = async (
  given: ReadContext,
  shown: (document: Json) => Json = (document) => document,
): Promise<number> => {
  const context = inOrder(given);
  const { session, operation, input } = context;
  if (input.watch === true) {
    const { watch } = await import('./watch/watch.ts');
    return watch(context);
  }
  if (paginationOf(operation) !== undefined) {
    await showList(context);
    return 0;
  }
  const outcome = await ownReply(context);
  await refuseUnknown(context, outcome.sent);
  await showReply(context, { ...outcome, document: shown(outcome.document) });
  noteChildren(context, outcome);
  if (outcome.document === null) session.reporter.note('there is none');
  return 0;
};

export default readOrWatch;
