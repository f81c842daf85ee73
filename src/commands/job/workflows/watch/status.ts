import type { Next } from '../../../../system/until.ts';
import { usageError } from '../../../../system/error.ts';
import type { JsonObject } from '../../../../documents/json/json.ts';
import { jsonlRows } from '../../../../output/formats/jsonl.ts';
import { readRows } from '../../../../run/lists/list.ts';
import type { CallOptions } from '../../../../run/session/session.ts';
import type { WorkflowContext } from '../../../../run/single/workflow.ts';
import { allocations } from '../../operations/placement.ts';
import { blockingSince } from '../../../../run/lists/blocking-query.ts';
import { queryTimeout } from './blocking.ts';
import { endOfWatch, lookUntil, refuseUnwatched } from './watch.ts';

/** Seconds, since other records of a job have other indexes. */
const between = 5;
interface Look {
  readonly document: JsonObject;
  readonly index: bigint | undefined;
}

export const watchStatus = async <L extends Look>(
  { session, presenter }: Pick<WorkflowContext, 'session' | 'presenter'>,
  job_id: string,
  look: (options: CallOptions) => Promise<L>,
  draw: ((look: L) => Promise<string>) | undefined,
): Promise<number> => {
  const { fields, field, output } = session.globals;
  refuseUnwatched({ session });
  if (field !== undefined) throw usageError('--watch and --field cannot be given together');
  const lines = jsonlRows(fields, {});
  const end = endOfWatch({ session, presenter });
  let before: string | undefined;
  const show = async (text: string): Promise<void> => {
    if (text === before) return;
    if (draw === undefined) await presenter.write(text);
    else {
      await presenter.redraw(presenter.options.terminal || before === undefined ? text : `\n${text}`);
      if (output === undefined) session.reporter.note('watching; press Ctrl-C to stop');
    }
    before = text;
  };
  try {
    await lookUntil(session, end.signal, look, async (seen, following): Promise<Next<undefined>> => {
      following.works();
      await show(draw === undefined ? await lines.page([seen.document]) : await draw(seen));
      const waiting = blockingSince(seen.index, between);
      if (waiting.blocking !== true) return { again: between * 1000 };
      const options = { timeout: queryTimeout, signal: end.signal, ...waiting };
      return { again: () => readRows(session, allocations, { job_id }, options) };
    });
  } finally {
    end.abort();
  }
  return 0;
};
