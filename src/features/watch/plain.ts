/** A line for each new, changed or gone row: for screen readers and pipes. */
import { noColor } from '../../output/color.ts';
import { columnsOf } from '../../output/formats/columns.ts';
import { find } from '../../output/text/item.ts';
import { safe } from '../../output/text/safe.ts';
import { rfc3339 } from '../../documents/rfc3339.ts';
import { cellText } from '../../output/text/value.ts';
import { until } from '../../system/until.ts';
import type { OwnContext } from '../../run/single/workflow.ts';
import { App } from './app.ts';
import type { RowsRead } from '../../run/invocation/read-rows.ts';
import type { LiveSource } from './source.ts';

type Common = Omit<
  ConstructorParameters<typeof App>[0],
  'canvas' | 'paint' | 'unicode' | 'place' | 'runLine'
>;

interface PlainParts extends Common {
  readonly open: (app: App) => Promise<void>;
  readonly end: AbortController;
}

const wordsOf = (reading: RowsRead, now: number): readonly string[] => {
  const columns = columnsOf(reading.view);
  const style = { human: false, reveal: false, now };
  return reading.items.map((item) =>
    columns
      .map((column) => ({
        column,
        text: safe(cellText(find(item, column.path, reading.aliases), column, style)),
      }))
      .filter(({ text }) => text !== '')
      .map(({ column, text }) => `${column.header} ${text}`)
      .join(', '),
  );
};

const glance = 200;

/** Also updates `known`. */
export const plainLinesOf = (
  source: LiveSource,
  known: Map<string, ReadonlySet<string>>,
  now: number,
): readonly string[] => {
  const time = rfc3339(now);
  const { title, reading, error, silentSince } = source;
  const before = known.get(title) ?? new Set();
  const rows = reading === undefined ? [...before] : wordsOf(reading, now);
  const current = new Set([
    ...rows,
    ...(error === undefined ? [] : [`cannot be read: ${safe(error.message)}`]),
    ...(silentSince === undefined || error !== undefined ? [] : [`no reply since ${rfc3339(silentSince)}`]),
  ]);
  known.set(title, current);
  const fresh = [...current].filter((row) => !before.has(row)).map((row) => `${time} ${title}: ${row}`);
  const gone = [...before]
    .filter((row) => !current.has(row))
    .map((row) => `${time} ${title}: no longer: ${row}`);
  return [...fresh, ...gone];
};

export const printPlainly = async (
  { presenter }: Pick<OwnContext, 'presenter'>,
  { open, end, ...common }: PlainParts,
): Promise<void> => {
  const known = new Map<string, ReadonlySet<string>>();
  let changed = false;
  const app = new App({
    ...common,
    paint: noColor,
    unicode: false,
    place: { text: '', guarded: false },
    canvas: {
      size: () => ({ columns: 80, rows: 24 }),
      draw: () => {
        changed = true;
      },
      copy: () => undefined,
      lend: (work) => work(),
    },
    runLine: () => Promise.resolve(undefined),
  });
  await open(app);
  void presenter.readerLeft(end.signal).then(() => end.abort());
  // A server that hangs changes nothing in the list.
  let hanging = '';
  await until({
    read: () => app.sources.map(({ silentSince }) => silentSince ?? '').join(' '),
    judge: async (silent) => {
      if (changed || silent !== hanging) {
        changed = false;
        hanging = silent;
        const lines = app.sources.flatMap((source) => plainLinesOf(source, known, common.now()));
        if (lines.length > 0) await presenter.write(lines.map((line) => `${line}\n`).join(''));
      }
      return { again: glance };
    },
    signal: end.signal,
  });
};
