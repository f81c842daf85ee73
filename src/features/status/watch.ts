/** Redraws at every change; in a pipe, prints a line for each changed or removed row. */
import { until } from '../../system/until.ts';
import { usageError } from '../../system/error.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import { writeJson } from '../../documents/json/lossless.ts';
import { traitsOf } from '../../output/formats/formats.ts';
import { jsonlRows } from '../../output/formats/jsonl.ts';
import { endOfWatch, refuseUnwatched } from '../../commands/job/workflows/watch/watch.ts';
import { ownView } from '../../run/single/own-view.ts';
import type { WorkflowContext } from '../../run/single/workflow.ts';
import { combined } from './folded.ts';
import type { LookedAt } from '../../run/looked-at.ts';
import { formatRow } from './row.ts';
import type { StatusRow } from './row.ts';

/** Milliseconds between two reads. */
const betweenLooks = 5000;

const identityOf = ({ service, kind, scope, name }: StatusRow): JsonObject => ({
  service,
  kind,
  name,
  scope,
});

const changesBetween = (before: readonly StatusRow[], now: readonly StatusRow[]): readonly JsonObject[] => {
  const known = new Set(before.map((row) => writeJson(formatRow(row))));
  const present = new Set(now.map((row) => writeJson(identityOf(row))));
  const changed = now.map(formatRow).filter((row) => !known.has(writeJson(row)));
  const gone = before.map(identityOf).filter((row) => !present.has(writeJson(row)));
  return [...changed, ...gone.map((row) => ({ ...row, removed: true }))];
};

/** Ends at a signal, at `--timeout`, or when the reader leaves. */
export const watchRows = async (
  { command, session, presenter }: Pick<WorkflowContext, 'command' | 'session' | 'presenter'>,
  look: () => Promise<{ readonly rows: readonly StatusRow[]; readonly places: readonly LookedAt[] }>,
  onScreen: (rows: readonly StatusRow[]) => readonly JsonObject[],
  say: (places: readonly LookedAt[]) => void,
): Promise<number> => {
  const { fields, field, output } = session.globals;
  refuseUnwatched({ session });
  if (field !== undefined) throw usageError('--watch and --field cannot be given together');
  const screen = traitsOf(presenter.options.format).watch === 'screen';
  const lines = jsonlRows(fields, {});
  const end = endOfWatch({ session, presenter });
  let before: readonly StatusRow[] | undefined;
  try {
    await until({
      read: look,
      judge: async ({ rows, places }) => {
        // An interrupted read says nothing.
        if (end.signal.aborted && (before !== undefined || session.signal.aborted))
          return { again: betweenLooks };
        const changes = changesBetween(before ?? [], rows);
        if (screen && (before === undefined || changes.length > 0)) {
          const shown = onScreen(rows);
          await presenter.redraw({ view: ownView(command), document: { rows: [...shown] }, items: shown });
          say(places);
          if (shown.length < rows.length) session.reporter.note(combined);
          if (output === undefined) session.reporter.note('watching: Ctrl-C ends it');
        } else if (!screen) {
          if (before === undefined) say(places);
          await presenter.write(await lines.page(changes));
        }
        before = rows;
        return { again: betweenLooks };
      },
      signal: end.signal,
    });
  } finally {
    end.abort();
  }
  return 0;
};
