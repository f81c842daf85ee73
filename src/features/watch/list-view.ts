import { conditionFields, rowConditions } from '../../run/lists/conditions.ts';
import type { RowConditions } from '../../run/lists/conditions.ts';
import type { ObjectKind } from '../../catalogue/kind.ts';
import type { View } from '../../catalogue/view.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import { writeJson } from '../../documents/json/lossless.ts';
import type { Painter } from '../../output/color.ts';
import { columnsOf } from '../../output/formats/columns.ts';
import type { RowPlace, RowsLook, ScreenRow, Urgency } from '../../output/full/rows.ts';
import {
  byUrgency,
  detailLines,
  placeWithin,
  refreshed,
  screenRows,
  urgencyOf,
} from '../../output/full/rows.ts';
import { find } from '../../output/text/item.ts';
import type { ValueStyle } from '../../output/text/value.ts';
import { plainText } from '../../output/text/value.ts';
import { hurtingOf, objectOfRow } from './about.ts';
import type { RowsRead } from '../../run/invocation/read-rows.ts';

interface Read {
  readonly view: View;
  readonly items: readonly JsonObject[];
  readonly aliases: RowsRead['aliases'];
  readonly marks: readonly RowsRead[];
}

export interface Area {
  readonly width: number;
  readonly height: number;
}

const detailRoom = (height: number): number => (height < 14 ? 0 : Math.min(6, Math.floor(height / 4)));

const nameOf = (view: View): string => ('name' in view ? view.name : '');

const identitiesOf = ({ view, items, aliases }: Omit<Read, 'marks'>): readonly string[] => {
  const names = items.map((item) => writeJson(find(item, nameOf(view), aliases) ?? null));
  if (new Set(names).size === names.length) return names;
  const columns = columnsOf(view).filter(
    ({ tones, format = 'text', readable }) =>
      format === 'text' && tones === undefined && readable === undefined,
  );
  return items.map((item, at) =>
    writeJson([names[at] ?? '', ...columns.map(({ path }) => find(item, path, aliases) ?? null)]),
  );
};

export class ListView {
  readonly kind: ObjectKind | undefined;
  /** The filter as typed: text of a column, and conditions. */
  filter = '';
  #texts: readonly string[] = [];
  #conditions: RowConditions | undefined;
  #read: Read | undefined;
  #rows: readonly ScreenRow[] = [];
  #place: RowPlace = { cursor: 0, top: 0 };
  #height = 1;
  /** Whether the cursor is still on the worst row. */
  #untouched = true;
  #taken: readonly RowsRead[] = [];
  #silent: readonly string[] = [];

  constructor(kind?: ObjectKind) {
    this.kind = kind;
  }

  get row(): ScreenRow | undefined {
    return this.#rows[this.#place.cursor];
  }

  get view(): View | undefined {
    return this.#read?.view;
  }

  get count(): number {
    return this.#rows.length;
  }

  /**
   * Shows new readings, and keeps the cursor's row.
   * @param silent sources without a reply, with which an empty list is not final
   * @param marks urgent rows
   */
  take(readings: readonly RowsRead[], silent: readonly string[] = [], marks: readonly RowsRead[] = []): void {
    this.#silent = silent;
    const [first] = readings;
    const taken = [...readings, ...marks];
    const isNew = taken.length !== this.#taken.length || taken.some((one, at) => one !== this.#taken[at]);
    if (first === undefined || !isNew) return;
    this.#taken = taken;
    const items = readings.flatMap((one) => one.items);
    const read = { view: first.view, aliases: first.aliases, items, marks };
    this.#read = read;
    this.#show(read);
  }

  /** @throws TrivetError usage */
  narrow(text: string, now: number): void {
    const view = this.#read?.view;
    if (view === undefined) return;
    const fields = conditionFields(this.kind, view);
    const words = text.split(/\s+(?=[\w.-]+\s*(?:[=<>~]|!=))/).filter((one) => one.trim() !== '');
    const isCondition = (word: string): boolean => /^\s*[\w.-]+\s*(?:[=<>~]|!=)/.test(word);
    this.#conditions = rowConditions(words.filter(isCondition), fields, now, this.#read?.aliases);
    this.#texts = words.filter((word) => !isCondition(word)).map((word) => word.trim().toLowerCase());
    this.filter = text;
    this.#untouched = true;
    if (this.#read !== undefined) this.#show(this.#read);
  }

  move(key: string): boolean {
    const page = Math.max(1, this.#height - 1);
    const steps: Readonly<Record<string, number>> = {
      up: -1,
      k: -1,
      down: 1,
      j: 1,
      'page-up': -page,
      'page-down': page,
      home: -this.#rows.length,
      g: -this.#rows.length,
      end: this.#rows.length,
      G: this.#rows.length,
    };
    const step = steps[key];
    if (step === undefined) return false;
    this.#untouched = false;
    const chosen =
      this.#rows[
        placeWithin({ ...this.#place, cursor: this.#place.cursor + step }, this.#rows.length, this.#height)
          .cursor
      ];
    // A row that is gone stays only under the cursor.
    this.#rows = this.#rows.filter((row) => row.gone !== true || row === chosen);
    const cursor = chosen === undefined ? 0 : this.#rows.indexOf(chosen);
    this.#place = placeWithin({ cursor, top: this.#place.top }, this.#rows.length, this.#height);
    return true;
  }

  lines({ width, height }: Area, paint: Painter, style: ValueStyle): readonly string[] {
    const read = this.#read;
    if (read === undefined) return ['  reading ...'];
    const { view, aliases } = read;
    const look: RowsLook = { columns: columnsOf(view), aliases, style, paint };
    const detail = detailRoom(height);
    this.#height = Math.max(1, height - 1 - detail);
    this.#place = placeWithin(this.#place, this.#rows.length, this.#height);
    const rows =
      this.#rows.length === 0
        ? [`    ${this.#noRows(read)}`]
        : screenRows(this.#rows, this.#place, look, { width, height: this.#height });
    const space = Array.from({ length: Math.max(0, this.#height + 1 - rows.length) }, () => '');
    return [...rows, ...space, ...detailLines(this.row, look, { width, height: detail })];
  }

  #noRows({ items, view }: Read): string {
    if (items.length > 0) return 'no row matches the filter';
    if (this.#silent.length > 0) return `nothing so far; no reply yet from ${this.#silent.join(', ')}`;
    return 'empty' in view ? view.empty : 'nothing';
  }

  #show(read: Read): void {
    const { view, items, aliases, marks } = read;
    const { kind } = this;
    const isHurting = kind === undefined ? undefined : hurtingOf(kind, marks);
    const isMarked = (item: JsonObject): boolean =>
      kind !== undefined && isHurting?.(objectOfRow(kind, item, view)) === true;
    const columns = columnsOf(view);
    const urgent = 'urgent' in view ? view.urgent : undefined;
    const identities = identitiesOf(read);
    const rows = items.map((item, at): ScreenRow & Urgency => ({
      item,
      identity: identities[at] ?? '',
      ...urgencyOf(item, { columns, aliases, urgent, isMarked: isMarked(item) }),
    }));
    const has = (item: JsonObject, text: string): boolean =>
      columns.some(({ path }) =>
        plainText(find(item, path, aliases) ?? null)
          .toLowerCase()
          .includes(text),
      );
    const kept = rows.filter(
      ({ item }) => this.#texts.every((text) => has(item, text)) && this.#conditions?.holdFor(item) !== false,
    );
    const sorted = kept.toSorted(byUrgency);
    const { rows: now, place } = this.#untouched
      ? { rows: sorted, place: { cursor: 0, top: 0 } }
      : refreshed(this.#rows, sorted, this.#place, this.#height);
    this.#rows = now;
    this.#place = place;
  }
}
