import { Inside } from '../../run/invocation/inside.ts';
import type { RunParts } from '../../run/session/session.ts';
import { TrivetError } from '../../system/error.ts';
import { limits } from '../../system/limits.ts';
import { withReceipt } from '../../run/log/close.ts';
import { ReceiptOfRun } from '../../run/log/of-run.ts';
import { receiptNamed } from '../../run/log/read.ts';
import { candidates, chainsOf } from './plan.ts';
import type { Results } from '../../output/results.ts';
import { isBack, summaryOf, takeBackAll } from './take-back.ts';

const noRows: Results = {
  add: () => Promise.resolve(),
  broken: new AbortController().signal,
  end: () => Promise.resolve(),
};

/** Nothing is released without proof, and no new passwords are made. @returns whether all came back */
export const takeBackRun = async (
  { session, interruption }: Pick<RunParts, 'session' | 'interruption'>,
  id: string,
): Promise<boolean> => {
  const { io, globals, review, reporter, program, logIn } = session;
  const own = new ReceiptOfRun(io, session.receipt.by);
  own.name({ command: 'undo', undoes: id });
  const inside = new Inside({
    session: { io, globals, review, receipt: own, program, logIn },
    interruption,
  });
  let isWhole = false;
  try {
    const first = await receiptNamed(io, id);
    isWhole = await withReceipt(first, async () => {
      const receipt = await receiptNamed(io, id);
      const chains = await chainsOf(
        session,
        receipt,
        await candidates(program.catalogue, receipt, undefined),
        false,
      );
      // The question of the run announced the undo, also if it lowers a count.
      for (const { operation } of chains.flatMap(({ steps }) => steps))
        if (operation !== undefined)
          review.approve('ask', (await session.endpoint(operation.service)).protection);
      const undoing = { session, interruption, receipt, mayRotate: false, inside, waits: limits.wait };
      await takeBackAll(undoing, chains, {
        rows: () => Promise.resolve(noRows),
        result: () => [],
        summary: (ends) => ({
          counts:
            ends.length === 0
              ? 'nothing was done that could be taken back'
              : `taken back: ${summaryOf(ends)}`,
          faults: ends.flatMap((end) =>
            isBack(end) ? [] : [`${end.step.name}: ${end.result}: ${end.reason ?? ''}`],
          ),
        }),
      });
      return (await receiptNamed(io, id)).state === 'undone';
    });
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    reporter.fault(`what was done was not taken back: ${error.message}`);
  } finally {
    await own.close();
    await inside.close();
  }
  if (!isWhole) reporter.note(`To see what is left of it: trivet changes show ${id}`);
  return isWhole;
};
