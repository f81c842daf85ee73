import type { Command } from '../../catalogue/command.ts';
import { tableView } from '../../catalogue/view.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import { textAt } from '../../documents/json/json.ts';
import type { Painter } from '../../output/color.ts';
import { columnsOf } from '../../output/formats/columns.ts';
import { worstTone } from '../../output/full/rows.ts';
import { recordLines, tabLine } from '../../output/full/text.ts';
import { find } from '../../output/text/item.ts';
import { parseTime } from '../../output/text/time.ts';
import { rfc3339 } from '../../documents/rfc3339.ts';
import { safe } from '../../output/text/safe.ts';
import type { ValueStyle } from '../../output/text/value.ts';
import { cellText } from '../../output/text/value.ts';
import type { WatchedObject } from './about.ts';
import { viewOfCommand } from '../../catalogue/command.ts';
import { isChange, keyFor } from './about.ts';
import { ListView } from './list-view.ts';
import type { Area } from './list-view.ts';
import type { RowsRead } from '../../run/invocation/read-rows.ts';
import type { LiveSource } from './source.ts';

export interface ScreenLook {
  readonly paint: Painter;
  readonly style: ValueStyle;
}

export interface Screen {
  readonly title: string;
  readonly sources: readonly LiveSource[];
  readonly listView: ListView | undefined;
  lines(area: Area, look: ScreenLook): readonly string[];
  key(name: string): boolean;
  take(): void;
}

const readingsOf = (sources: readonly LiveSource[]): readonly RowsRead[] =>
  sources.flatMap(({ reading }) => reading ?? []);

const scrolls: Readonly<Record<string, number>> = {
  up: -1,
  k: -1,
  down: 1,
  j: 1,
  'page-up': -10,
  'page-down': 10,
};

interface Section {
  readonly title: string;
  readonly sources: readonly LiveSource[];
  readonly listView?: ListView;
  readonly marks?: readonly LiveSource[];
  readonly readings?: () => readonly RowsRead[];
  readonly text?: (width: number, look: ScreenLook) => readonly string[];
}

export class SectionScreen implements Screen {
  readonly title: string;
  readonly #sections: readonly Section[];
  readonly #start: (sources: readonly LiveSource[]) => void;
  #at = 0;
  #scroll = 0;

  constructor(title: string, sections: readonly Section[], start: (sources: readonly LiveSource[]) => void) {
    this.title = title;
    this.#sections = sections;
    this.#start = start;
    this.#start(this.sources);
  }

  get #section(): Section {
    return this.#sections[this.#at] ?? { title: '', sources: [] };
  }

  get sources(): readonly LiveSource[] {
    return this.#section.sources;
  }

  get listView(): ListView | undefined {
    return this.#section.listView;
  }

  take(): void {
    const { listView, sources, readings, marks = [] } = this.#section;
    const silent = sources.filter(({ reading }) => reading === undefined);
    listView?.take(
      readings === undefined ? readingsOf(sources) : readings(),
      silent.map(({ title }) => title),
      readingsOf(marks),
    );
  }

  key(name: string): boolean {
    const count = this.#sections.length;
    const number = /^[1-9]$/.test(name) ? Number(name) - 1 : undefined;
    const step = name === 'tab' || name === 'right' ? 1 : name === 'back-tab' || name === 'left' ? -1 : 0;
    if (count > 1 && (number !== undefined || step !== 0)) {
      this.#at = number === undefined ? (this.#at + step + count) % count : Math.min(number, count - 1);
      this.#scroll = 0;
      this.#start(this.sources);
      this.take();
      return true;
    }
    if (this.listView !== undefined) return this.listView.move(name);
    const move = scrolls[name];
    this.#scroll = Math.max(0, this.#scroll + (move ?? 0));
    return move !== undefined;
  }

  lines({ width, height }: Area, look: ScreenLook): readonly string[] {
    const titles = this.#sections.map(({ title }) => title);
    const tabs = titles.length > 1 ? [tabLine(titles, this.#at, width, look.paint), ''] : [];
    const { listView, text } = this.#section;
    const area = { width, height: height - tabs.length };
    if (listView !== undefined) return [...tabs, ...listView.lines(area, look.paint, look.style)];
    const all = text?.(width, look) ?? [];
    this.#scroll = Math.max(0, Math.min(this.#scroll, all.length - area.height));
    return [...tabs, ...all.slice(this.#scroll, this.#scroll + area.height)];
  }
}

const timeView = tableView({
  fields: {
    time: { type: 'text', summary: 'When it happened', rank: 0 },
    what: { type: 'text', summary: 'What it is about', rank: 0 },
    event: {
      type: 'text',
      summary: 'What happened',
      rank: 1,
      readable: 40,
    },
    tone: { type: 'text', summary: 'How bad it is' },
  },
  name: 'time',
  columns: ['time', 'what', 'event'],
  empty: 'no times are known',
});

const isTimeLine = ({ view }: RowsRead): boolean =>
  view.kind === 'table' &&
  view.order !== undefined &&
  view.fields[view.order.replace(/^-/, '')]?.type === 'time';

/** Types that say nothing in a sentence. */
const untold: ReadonlySet<string> = new Set(['time', 'nanosecond-time', 'yes-no']);

const eventOf = (
  item: JsonObject,
  { view, aliases }: RowsRead,
  { style }: ScreenLook,
  without: string,
): string =>
  columnsOf(view)
    .filter(({ path, format = 'text' }) => path !== without && !untold.has(format))
    .map((column) => safe(cellText(find(item, column.path, aliases), column, style)))
    .filter((text) => text !== '')
    .join('  ');

const entriesOf = (title: string, reading: RowsRead, look: ScreenLook): readonly JsonObject[] => {
  const { view, items, aliases } = reading;
  const columns = columnsOf(view);
  const order = 'order' in view ? view.order?.replace(/^-/, '') : undefined;
  const times = isTimeLine(reading)
    ? columns.filter(({ path }) => path === order)
    : columns.filter(({ format }) => format === 'time' || format === 'nanosecond-time');
  return items.flatMap((item) =>
    times.flatMap((column): readonly JsonObject[] => {
      const exact = cellText(find(item, column.path, aliases), column, { ...look.style, human: false });
      const time = parseTime(exact);
      if (time === undefined) return [];
      const event = eventOf(item, reading, look, column.path);
      const what = isTimeLine(reading) || times.length === 1 ? title : `${title} ${column.header}`;
      const tone = worstTone(item, { columns, aliases }) ?? '';
      return [{ time: rfc3339(time), what, event, tone }];
    }),
  );
};

interface ObjectParts {
  readonly target: WatchedObject;
  readonly record: LiveSource;
  readonly parts: readonly (readonly [command: Command, source: LiveSource])[];
  readonly home: readonly LiveSource[];
  readonly start: (sources: readonly LiveSource[]) => void;
  readonly look: () => ScreenLook;
}

const nowLines = (
  { record, home, target }: ObjectParts,
  width: number,
  look: ScreenLook,
): readonly string[] => {
  const hurting = home.flatMap(({ reading }) => {
    const about = reading?.view.kind === 'table' ? reading.view.about : undefined;
    if (reading === undefined || about === undefined) return [];
    const columns = columnsOf(reading.view);
    const own = reading.items.filter((item) => {
      const [kind, name] = [textAt(item[about], 'kind'), textAt(item[about], 'name')];
      return kind === target.kind.kind && name === target.name;
    });
    return own.flatMap((item) => [...recordLines(item, { columns, aliases: {}, ...look }, width), '']);
  });
  const { reading } = record;
  const [item] = reading?.items ?? [];
  return reading === undefined || item === undefined
    ? [...hurting, '  reading ...']
    : [
        ...hurting,
        ...recordLines(item, { columns: columnsOf(reading.view), aliases: reading.aliases, ...look }, width),
      ];
};

const timeLine = ({ record, target, look }: ObjectParts, sources: readonly LiveSource[]): RowsRead => {
  const entries = sources.flatMap((source) =>
    source.reading === undefined
      ? []
      : entriesOf(source === record ? target.kind.summary : source.title, source.reading, look()),
  );
  const timeOf = (entry: JsonObject): number => parseTime(textAt(entry, 'time') ?? '') ?? 0;
  const items = entries.toSorted((one, other) => timeOf(other) - timeOf(one));
  return { items, view: timeView, aliases: {}, index: undefined };
};

export class ObjectScreen extends SectionScreen {
  readonly target: WatchedObject;

  constructor(given: ObjectParts) {
    const { target, record, parts, start } = given;
    const lines = parts.filter(([command]) => {
      const view = viewOfCommand(command);
      return view !== undefined && isTimeLine({ view, items: [], aliases: {}, index: undefined });
    });
    const ofTime = [record, ...(lines.length > 0 ? lines : parts).map(([, source]) => source)];
    super(
      `${target.kind.summary} ${target.name}`,
      [
        { title: 'now', sources: [record], text: (width, look) => nowLines(given, width, look) },
        {
          title: 'timeline',
          sources: ofTime,
          listView: new ListView(),
          readings: () => [timeLine(given, ofTime)],
        },
        ...parts.map(([, source]) => ({ title: source.title, sources: [source], listView: new ListView() })),
      ],
      start,
    );
    this.target = target;
  }
}

interface MenuLine {
  readonly command: Command;
  readonly line: string;
}

const menuView = tableView({
  fields: {
    key: { type: 'text', summary: 'Key', rank: 0 },
    line: { type: 'text', summary: 'Command line', rank: 0 },
    does: { type: 'text', summary: 'What it does', rank: 1, readable: 30 },
    changes: { type: 'text', summary: 'Whether it changes something', tones: { changes: 'warn' } },
  },
  name: 'line',
  columns: ['key', 'line', 'changes', 'does'],
  empty: 'there are no commands for this',
});

export class MenuScreen implements Screen {
  readonly title: string;
  readonly sources: readonly LiveSource[] = [];
  readonly listView = new ListView();
  readonly #choices: readonly MenuLine[];

  constructor(title: string, choices: readonly MenuLine[]) {
    this.title = title;
    this.#choices = choices;
    const items = choices.map(({ command, line }) => ({
      key: keyFor(command) ?? '',
      line,
      does: command.summary,
      changes: isChange(command) ? 'changes' : '',
    }));
    this.listView.take([{ items, view: menuView, aliases: {}, index: undefined }]);
  }

  get chosen(): MenuLine | undefined {
    const line = this.listView.row?.item['line'];
    return this.#choices.find((one) => one.line === line);
  }

  take(): void {}

  key(name: string): boolean {
    return this.listView.move(name);
  }

  lines(area: Area, { paint, style }: ScreenLook): readonly string[] {
    return this.listView.lines(area, paint, style);
  }
}

export class TextScreen extends SectionScreen {
  constructor(title: string, text: (width: number, look: ScreenLook) => readonly string[]) {
    super(title, [{ title, sources: [], text }], () => undefined);
  }
}
