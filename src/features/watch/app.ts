/** Keys and composition of `watch`: a bar, failing sources, the screen, a line below. */
import type { Inside } from '../../run/invocation/inside.ts';
import { innerRun } from '../../run/create-run.ts';
import { Collected } from '../../run/collected.ts';
import type { Globals } from '../../run/given-globals.ts';
import type { CallOptions } from '../../run/session/session.ts';
import { TrivetError } from '../../system/error.ts';
import type { Command } from '../../catalogue/command.ts';
import type { KindName } from '../../catalogue/kind-name.ts';
import { isKindName } from '../../catalogue/kind-name.ts';
import type { ObjectKind } from '../../catalogue/kind.ts';
import { own, textAt } from '../../documents/json/json.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { Painter } from '../../output/color.ts';
import { columnsOf } from '../../output/formats/columns.ts';
import type { Canvas } from '../../output/full/canvas.ts';
import { edited, pastedInto, formatLine } from '../../output/full/line-editor.ts';
import type { LineEditor } from '../../output/full/line-editor.ts';
import { recordLines } from '../../output/full/text.ts';
import { find } from '../../output/text/item.ts';
import { plural } from '../../output/text/plural.ts';
import { safe } from '../../output/text/safe.ts';
import { age, span } from '../../output/text/time.ts';
import { plainText } from '../../output/text/value.ts';
import { displayWidth, truncate } from '../../output/text/width.ts';
import { wrappedCell } from '../../output/text/wrap.ts';
import { version } from '../../version.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { WatchedObject } from './about.ts';
import {
  commandsAbout,
  globalsFor,
  inputOfObject,
  isChange,
  keyFor,
  lineFor,
  menuOf,
  objectOfRow,
  partsAmong,
  textsIn,
} from './about.ts';
import { ListView } from './list-view.ts';
import { readCommand } from '../../run/invocation/read-rows.ts';
import { MenuScreen, ObjectScreen, SectionScreen, TextScreen } from './screens.ts';
import type { ScreenLook, Screen } from './screens.ts';
import { LiveSource } from './source.ts';

/** Keys of the screen; those of commands come from `keyFor`. */
const screenKeys: readonly (readonly [key: string, does: string])[] = [
  ['up down j k', 'Move the cursor; PgUp, PgDn, g and G move farther'],
  ['Enter', 'Open the object under the cursor, or run the command of a menu'],
  ['Esc', 'Go back'],
  ['Tab 1-9', 'Next section of an object, or the section with that number'],
  ['/', 'Filter rows by text, or by conditions on their fields, as --where does'],
  ['a', 'Show the commands for the object under the cursor'],
  ['y', 'Copy the command line of the object to the clipboard'],
  ['r', 'Read again now'],
  ['?', 'Show the keys, and those of the commands'],
  ['Ctrl-Z', 'Stop for the shell, which continues it with fg'],
  ['q', 'Leave'],
];

interface AppParts {
  readonly catalogue: Pick<Catalogue, 'groups' | 'kind'>;
  readonly inside: Inside;
  readonly globals: Globals;
  readonly canvas: Pick<Canvas, 'size' | 'draw' | 'copy' | 'lend'>;
  readonly paint: Painter;
  readonly unicode: boolean;
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** `guarded` means that changes are confirmed. */
  readonly place: { readonly text: string; readonly guarded: boolean };
  /** The scopes in which the urgent rows were looked for. */
  readonly looked?: string;
  readonly leave: (exit: number) => void;
  readonly broken: (error: unknown) => void;
  readonly runLine: (line: string) => Promise<number | undefined>;
}

type Mode = { readonly is: 'filter' | 'line'; readonly editor: LineEditor };

/** Columns; for the path the number of rows gives way. */
const pathRoom = 12;

const hurting = 'worst first';

/** A narrow terminal keeps the first of these. */
const hints = ['Enter open', 'q leave', '? keys', 'a commands', '/ filter'] as const;
const moreHints = ['y copy', 'r read'] as const;

const fittingWords = (words: readonly string[], width: number): string => {
  let line = '';
  for (const word of words) {
    const longer = line === '' ? word : `${line}  ${word}`;
    if (displayWidth(longer) > width) break;
    line = longer;
  }
  return line;
};

export class App {
  readonly #parts: AppParts;
  readonly #stack: Screen[] = [];
  readonly #ends = new Map<Screen, AbortController>();
  /** Sources of all services, shown beside each object. */
  home: readonly LiveSource[] = [];
  #mode: Mode | undefined;
  #message = '';
  /** Keys by kind, loaded once the cursor is on one. */
  readonly #keys = new Map<string, readonly string[]>();
  #lent = false;

  constructor(parts: AppParts) {
    this.#parts = parts;
  }

  source(title: string, command: Command, input: InputRecord, globals: Globals): LiveSource {
    const { inside, now, broken } = this.#parts;
    const { session } = innerRun(inside.outer, globals, new Collected(version));
    return new LiveSource({
      title,
      now,
      broken,
      read: (every: CallOptions, first: CallOptions) =>
        readCommand({ session, inside, globals }, command, input, every, first),
      changed: () => this.refreshed(),
    });
  }

  refreshed(): void {
    this.#screen?.take();
    this.draw();
  }

  get sources(): readonly LiveSource[] {
    return this.#screen?.sources ?? [];
  }

  openHome(): void {
    const [title, sources] = [hurting, this.home];
    this.#open((start) => new SectionScreen(title, [{ title, sources, listView: new ListView() }], start));
  }

  openKinds(kinds: readonly ObjectKind[], scopesOf: (kind: ObjectKind) => readonly Globals[]): void {
    const lists = kinds.flatMap((kind) => {
      const command = kind.list?.command;
      if (command === undefined) return [];
      const globals = scopesOf(kind);
      const sources = globals.map((one) => {
        const title = globals.length === 1 ? kind.kind : `${kind.kind} in ${one.namespace ?? ''}`;
        return this.source(title, command, {}, one);
      });
      return [{ title: kind.kind, sources, listView: new ListView(kind), marks: this.home }];
    });
    for (const source of this.home) source.start(this.#parts.signal);
    const title = kinds.map(({ kind }) => kind).join(' ');
    this.#open((start) => new SectionScreen(title, lists, start));
  }

  async openObject(target: WatchedObject): Promise<void> {
    const { catalogue, globals } = this.#parts;
    const commands = await commandsAbout(target.kind, catalogue.groups);
    const here = globalsFor(target, globals);
    const of = (command: Command): LiveSource =>
      this.source(command.path.split(' ').slice(1).join(' '), command, inputOfObject(command, target), here);
    // All screens share these reads.
    for (const source of this.home) source.start(this.#parts.signal);
    const parts = partsAmong(commands, target.kind).map((command) => [command, of(command)] as const);
    const { home } = this;
    this.#open(
      (start) =>
        new ObjectScreen({
          target,
          record: of(target.kind.show),
          parts,
          home,
          start,
          look: () => this.#look,
        }),
    );
  }

  pasted(text: string): void {
    if (this.#mode === undefined) this.#message = 'pasted text is not read as keys';
    else this.#mode = { ...this.#mode, editor: pastedInto(this.#mode.editor, text) };
    this.draw();
  }

  async key(name: string): Promise<void> {
    if (this.#lent) return;
    this.#message = '';
    try {
      await this.#take(name);
    } catch (error) {
      if (!(error instanceof TrivetError)) throw error;
      this.#message = [error.message, error.details.hint].filter(Boolean).join('. ');
    }
    this.draw();
  }

  draw(): void {
    if (this.#lent) return;
    const { canvas, unicode } = this.#parts;
    const { columns, rows } = canvas.size();
    const lines = this.lines(columns, rows);
    canvas.draw(unicode ? lines : lines.map((line) => line.replaceAll('…', '~')));
  }

  lines(width: number, height: number): readonly string[] {
    const screen = this.#screen;
    if (screen === undefined) return [];
    const troubles = screen.sources.flatMap((source) => this.#trouble(source, width)).slice(0, 3);
    const top = [this.#bar(screen, width), ...this.#looked(screen, width), ...troubles];
    const area = { width, height: Math.max(1, height - top.length - 1) };
    const body = screen.lines(area, this.#look).slice(0, area.height);
    const space = Array.from({ length: area.height - body.length }, () => '');
    return [...top, ...body, ...space, this.#bottom(screen, width)].slice(0, height);
  }

  get #screen(): Screen | undefined {
    return this.#stack.at(-1);
  }

  get #look(): ScreenLook {
    const { paint, now, unicode } = this.#parts;
    return { paint, style: { human: true, reveal: false, now: now(), unicode } };
  }

  #open(make: (start: (sources: readonly LiveSource[]) => void) => Screen): void {
    const end = new AbortController();
    const { signal } = this.#parts;
    signal.addEventListener('abort', () => end.abort(), { once: true, signal: end.signal });
    const screen = make((sources) => {
      for (const source of sources) source.start(end.signal);
    });
    this.#ends.set(screen, end);
    this.#stack.push(screen);
    screen.take();
    this.draw();
  }

  #close(): void {
    if (this.#stack.length < 2) return;
    const screen = this.#stack.pop();
    if (screen === undefined) return;
    this.#ends.get(screen)?.abort();
    this.#ends.delete(screen);
  }

  #looked(screen: Screen, width: number): readonly string[] {
    const { looked = '', paint } = this.#parts;
    return screen instanceof SectionScreen && looked !== '' ? [paint.dim(truncate(safe(looked), width))] : [];
  }

  #bar(screen: Screen, width: number): string {
    const { paint, place } = this.#parts;
    const path = this.#stack.map(({ title }) => title).join(' > ');
    const filter =
      screen.listView === undefined || screen.listView.filter === ''
        ? ''
        : `  where ${screen.listView.filter}`;
    const fresh = this.#freshness(screen.sources);
    const full =
      fresh === '' || screen.listView === undefined
        ? fresh
        : `${plural(screen.listView.count, 'row')}  ${fresh}`;
    const [placed, left] = [truncate(safe(place.text), Math.floor(width / 2)), safe(`  ${path}${filter}`)];
    const roomBeside = (words: string): number =>
      Math.max(0, width - displayWidth(placed) - displayWidth(words) - 1);
    // The age is left out last.
    const right = roomBeside(full) < Math.min(displayWidth(left), pathRoom) ? fresh : full;
    const shown = truncate(left, roomBeside(right));
    const gap = ' '.repeat(
      Math.max(1, width - displayWidth(placed) - displayWidth(shown) - displayWidth(right)),
    );
    const brush = place.guarded ? paint.red : paint.cyan;
    const stale = screen.sources.some(({ silentSince }) => silentSince !== undefined);
    return `${brush(placed)}${paint.bold(shown)}${gap}${stale ? paint.red(right) : paint.dim(right)}`;
  }

  /** The age of the oldest part; `live` if servers report changes. */
  #freshness(sources: readonly LiveSource[]): string {
    const { now } = this.#parts;
    if (sources.some(({ readAt }) => readAt === undefined)) return '...';
    const stale = sources.flatMap(({ fresh, readAt }) => (fresh ? [] : (readAt ?? [])));
    if (stale.length > 0) return age(Math.min(...stale), now());
    return sources.length === 0 ? '' : 'live';
  }

  #trouble({ title, error, failingSince, silentSince }: LiveSource, width: number): readonly string[] {
    const { paint, now } = this.#parts;
    const line = (what: string, since: number): readonly string[] => [
      paint.red(truncate(safe(`! ${title}, for ${span(now() - since)}: ${what}`), width)),
    ];
    if (error !== undefined && failingSince !== undefined) return line(error.message, failingSince);
    return silentSince === undefined ? [] : line('no reply', silentSince);
  }

  #bottom(screen: Screen, width: number): string {
    const { paint } = this.#parts;
    if (this.#mode !== undefined) return formatLine(this.#mode.editor, width);
    if (this.#message !== '') return paint.yellow(truncate(safe(this.#message), width));
    const words =
      screen instanceof MenuScreen
        ? ['Enter shows the line', 'y copies it', 'Esc back']
        : [...hints, ...this.#keysHere(screen), ...moreHints];
    return paint.dim(fittingWords(words, width));
  }

  #keysHere(screen: Screen): readonly string[] {
    const about = screen.listView?.view?.kind === 'table' ? screen.listView.view.about : undefined;
    const name =
      textAt(screen.listView?.row?.item[about ?? ''], 'kind') ??
      screen.listView?.kind?.kind ??
      (screen instanceof ObjectScreen ? screen.target.kind.kind : '');
    const known = this.#keys.get(name);
    if (known !== undefined || !isKindName(name)) return known ?? [];
    this.#keys.set(name, []);
    void this.#loadKeys(name).catch(this.#parts.broken);
    return [];
  }

  async #loadKeys(name: KindName): Promise<void> {
    const { catalogue } = this.#parts;
    const kind = await catalogue.kind(name);
    const commands = kind === undefined ? [] : await commandsAbout(kind, catalogue.groups);
    const words = commands.flatMap((command) => {
      const key = keyFor(command);
      return key === undefined ? [] : [`${key} ${command.path.split(' ').at(-1) ?? ''}`];
    });
    this.#keys.set(name, words);
    this.draw();
  }

  async #take(name: string): Promise<void> {
    const screen = this.#screen;
    if (screen === undefined) return;
    if (this.#mode !== undefined) return this.#edit(this.#mode, name);
    switch (name) {
      case 'q':
        return this.#parts.leave(0);
      case 'ctrl-c':
        return this.#parts.leave(130);
      case 'escape':
      case 'backspace':
        this.#close();
        this.#screen?.take();
        return undefined;
      case 'ctrl-l':
      case 'r':
        for (const source of screen.sources) source.refresh();
        return undefined;
      case '?':
        return this.#help();
      case '/':
        if (screen.listView === undefined) return undefined;
        this.#mode = { is: 'filter', editor: { label: '/', text: screen.listView.filter } };
        return undefined;
      case 'enter':
        return this.#enter(screen);
      default:
        if (screen.key(name)) return undefined;
        return this.#command(screen, name);
    }
  }

  async #edit(mode: Mode, name: string): Promise<void> {
    const next = edited(mode.editor, name);
    this.#mode = next === undefined || next.done ? undefined : { ...mode, editor: next.editor };
    if (next?.done !== true) return;
    const { text } = next.editor;
    if (mode.is === 'filter') this.#screen?.listView?.narrow(text, this.#parts.now());
    else await this.#run(text);
  }

  async #enter(screen: Screen): Promise<void> {
    if (screen instanceof MenuScreen) {
      const { chosen } = screen;
      if (chosen !== undefined) this.#offer(chosen.line);
      return;
    }
    const target = await this.#target(screen);
    if (target !== undefined && !(screen instanceof ObjectScreen && target === screen.target))
      await this.openObject(target);
    else if (target === undefined) this.#openRow(screen);
  }

  #openRow({ listView }: Screen): void {
    const [row, view] = [listView?.row, listView?.view];
    if (row === undefined || view === undefined) return;
    const name = 'name' in view ? plainText(find(row.item, view.name) ?? null) : '';
    this.#open(
      () =>
        new TextScreen(name, (width, look) =>
          recordLines(row.item, { columns: columnsOf(view), aliases: {}, ...look }, width),
        ),
    );
  }

  async #target(screen: Screen): Promise<WatchedObject | undefined> {
    const { catalogue } = this.#parts;
    const [row, view] = [screen.listView?.row, screen.listView?.view];
    if (row !== undefined && view?.kind === 'table' && view.about !== undefined) {
      const about = row.item[view.about];
      const name = textAt(about, 'kind') ?? '';
      const kind = isKindName(name) ? await catalogue.kind(name) : undefined;
      return kind && { kind, name: textAt(about, 'name') ?? '', flags: textsIn(own(about, 'flags')) };
    }
    const kind = screen.listView?.kind;
    if (row !== undefined && kind !== undefined && kind.parent === undefined) {
      return objectOfRow(kind, row.item, view);
    }
    return screen instanceof ObjectScreen ? screen.target : undefined;
  }

  /** A read runs at once, a change after its line was shown. */
  async #command(screen: Screen, name: string): Promise<void> {
    const target = await this.#target(screen);
    if (screen instanceof MenuScreen) {
      if (name === 'y' && screen.chosen !== undefined) this.#copy(screen.chosen.line);
      return;
    }
    if (target === undefined) {
      if (name === 'a' || name === 'y') this.#message = 'there are no commands for this row';
      return;
    }
    const { globals } = this.#parts;
    if (name === 'y') return this.#copy(lineFor(target.kind.show, target, globals));
    const commands = await commandsAbout(target.kind, this.#parts.catalogue.groups);
    if (name === 'a') {
      const choices = menuOf(commands).map((command) => ({
        command,
        line: lineFor(command, target, globals),
      }));
      return this.#open(() => new MenuScreen(`commands for ${target.kind.summary} ${target.name}`, choices));
    }
    const command = commands.find((one) => keyFor(one) === name);
    if (command === undefined) return undefined;
    const line = lineFor(command, target, globals);
    if (isChange(command) || line.endsWith(' ')) return this.#offer(line);
    return this.#run(line);
  }

  #offer(line: string): void {
    this.#mode = { is: 'line', editor: { label: '$ ', text: line } };
  }

  #copy(line: string): void {
    this.#parts.canvas.copy(line);
    this.#message = `copied: ${line}`;
  }

  async #run(line: string): Promise<void> {
    const { canvas, runLine } = this.#parts;
    this.#lent = true;
    try {
      await canvas.lend(() => runLine(line.trim()));
    } finally {
      this.#lent = false;
    }
    for (const source of this.#screen?.sources ?? []) source.refresh();
  }

  async #help(): Promise<void> {
    const screen = this.#screen;
    const target = screen === undefined ? undefined : await this.#target(screen);
    const commands =
      target === undefined ? [] : await commandsAbout(target.kind, this.#parts.catalogue.groups);
    const own = commands.flatMap((command) => {
      const key = keyFor(command);
      return key === undefined ? [] : [[key, `${command.path}: ${command.summary}`] as const];
    });
    const view = screen?.listView?.view;
    const fields = view === undefined ? [] : columnsOf(view).map(({ path }) => path);
    const [field] = fields;
    const example = field === undefined ? '' : `: ${field}~web-*. The fields here are ${fields.join(', ')}`;
    const all = [
      ...screenKeys.map(([key, does]) => [key, key === '/' ? `${does}${example}` : does] as const),
      ...own,
    ];
    this.#open(
      () =>
        new TextScreen('keys', (width) =>
          all.flatMap(([key, does]) =>
            wrappedCell(does, Math.max(10, width - 16)).map(
              (line, at) => `  ${(at === 0 ? key : '').padEnd(12)}  ${line}`,
            ),
          ),
        ),
    );
  }
}
