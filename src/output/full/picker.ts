/** Lets a person pick one of many rows on the terminal, by some letters of it. */
import type { Io } from '../../system/io.ts';
import { find } from '../text/item.ts';
import { plainText } from '../text/value.ts';
import { safe } from '../text/safe.ts';
import { displayWidth, truncate } from '../text/width.ts';
import { openCanvas } from './canvas.ts';
import { edited, pastedInto, formatLine } from './line-editor.ts';
import { placeWithin, screenRows } from './rows.ts';
import type { RowPlace, RowsLook, ScreenRow } from './rows.ts';
import { onceTypedAheadArrived } from './typed-ahead.ts';

/** 0 if the letters of `query` are at the start, more for later or apart; undefined if they are not there in order. */
export const distanceOf = (text: string, query: string): number | undefined => {
  if (query === '') return 0;
  const at = text.indexOf(query);
  if (at !== -1) return at;
  let place = -1;
  let gaps = 0;
  for (const letter of query) {
    const next = text.indexOf(letter, place + 1);
    if (next === -1) return undefined;
    gaps += next - place - 1;
    place = next;
  }
  // Such texts come after all that contain the letters together.
  return 1000 + gaps;
};

interface Picking {
  readonly question: string;
  readonly rows: readonly ScreenRow[];
  readonly look: RowsLook;
  readonly field: string;
  readonly none?: string | undefined;
}

/** @returns the value, or the typed text if no row has it; undefined if the person gave up or there is no terminal */
export const pickRow = (
  { question, rows, look, field, none }: Picking,
  io: Pick<Io, 'terminal' | 'stdout' | 'atExit' | 'onSignal' | 'onStop'>,
): Promise<string | undefined> => {
  const valueOf = ({ item }: ScreenRow): string => plainText(find(item, field, look.aliases) ?? null);
  // The texts are made once, since keys must be answered at once even with thousands of rows.
  const texts = rows.map(({ item }) =>
    look.columns
      .map(({ path }) => plainText(find(item, path, look.aliases) ?? null))
      .join(' ')
      .toLowerCase(),
  );
  const names = rows.map((row) => valueOf(row).toLowerCase());
  let query = '';
  let shown = rows;
  let place: RowPlace = { cursor: 0, top: 0 };
  const narrow = (): void => {
    const wanted = query.toLowerCase();
    shown = rows
      .map((row, at) => {
        // Only names are searched: the rest of a row has nearly every letter.
        const ofText = (texts[at] ?? '').indexOf(wanted);
        const other = ofText === -1 ? undefined : 10_000 + ofText;
        return { row, distance: distanceOf(names[at] ?? '', wanted) ?? other };
      })
      .filter(({ distance }) => distance !== undefined)
      .toSorted((one, other) => (one.distance ?? 0) - (other.distance ?? 0))
      .map(({ row }) => row);
    place = { cursor: 0, top: 0 };
  };
  return new Promise((resolve) => {
    let isReady = false;
    let isOver = false;
    const finish = (value: string | undefined): void => {
      isOver = true;
      stop();
      canvas?.close();
      resolve(value);
    };
    const draw = (): void => {
      const { columns, rows: height } = canvas?.size() ?? { columns: 80, rows: 24 };
      const list = Math.max(1, height - 3);
      place = placeWithin(place, shown.length, list);
      const body =
        shown.length === 0
          ? [
              truncate(
                safe(
                  `    ${rows.length === 0 && none !== undefined ? none : 'nothing matches; Enter takes what you typed'}`,
                ),
                columns,
              ),
            ]
          : screenRows(shown, place, look, { width: columns, height: list });
      const space = Array.from({ length: Math.max(0, height - 2 - body.length) }, () => '');
      const yours = rows.some(({ mine }) => mine === true) ? '  * yours' : '';
      // The keys are shown once they are taken; earlier ones are dropped.
      const keys = isReady ? `  Enter picks, Esc sends nothing${yours}` : '';
      const below = `  ${shown.length} of ${rows.length}${keys}`;
      const line = formatLine({ label: '> ', text: query }, columns);
      const end = truncate(below, Math.max(0, columns - displayWidth(line)));
      canvas?.draw([
        look.paint.bold(truncate(safe(question), columns)),
        ...body,
        ...space,
        `${line}${look.paint.dim(end)}`,
      ]);
    };
    const key = (name: string): void => {
      if (!isReady) return;
      const page = Math.max(1, (canvas?.size().rows ?? 24) - 4);
      const steps: Readonly<Record<string, number>> = {
        up: -1,
        down: 1,
        'page-up': -page,
        'page-down': page,
      };
      const step = steps[name];
      if (step !== undefined) place = { ...place, cursor: place.cursor + step };
      else if (name === 'enter') {
        const row = shown[place.cursor];
        const value = row === undefined ? query : valueOf(row);
        if (value !== '') return finish(value);
      } else {
        const next = edited({ label: '', text: query }, name);
        if (next === undefined) return finish(undefined);
        query = next.editor.text;
        narrow();
      }
      return draw();
    };
    const pasted = (text: string): void => {
      if (!isReady) return;
      query = pastedInto({ label: '', text: query }, text).text;
      narrow();
      draw();
    };
    const stop = io.onSignal(() => finish(undefined));
    const canvas = openCanvas(io, { key, pasted, resized: draw, gone: () => finish(undefined) });
    if (canvas === undefined) finish(undefined);
    else draw();
    onceTypedAheadArrived(() => {
      isReady = true;
      if (!isOver) draw();
    });
  });
};
