import { Exit, TrivetError, usageError } from '../../system/error.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isArray } from '../../documents/json/json.ts';
import { writeJson } from '../../documents/json/lossless.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { View } from '../../catalogue/view.ts';
import { fieldsOf, writesFiles } from '../../catalogue/view.ts';
import { colorLevel } from '../../output/color.ts';
import { traitsOf, usualFormat } from '../../output/formats/formats.ts';
import type { FormatName } from '../../output/formats/formats.ts';
import type { Presentation, RenderOptions, Sink } from '../../output/formats/options.ts';
import { ordered } from '../../output/text/item.ts';
import { canStream, chosenValue, isWhole, present, presentStream } from '../../output/present.ts';
import type { Remarks } from '../../output/present.ts';
import { tabulate } from '../../output/formats/rows.ts';
import { plainText } from '../../output/text/value.ts';
import { showsUnicode } from '../../output/text/pictures.ts';
import { columnsOfTerminal } from '../../output/text/width.ts';
import { isGivenOnce } from '../../services/expected.ts';
import { serviceOf } from '../../services/index.ts';
import type { Service } from '../../services/service.ts';
import type { Globals } from '../given-globals.ts';
import type { OnceReply } from './keep-reply.ts';
import { isOneTime } from './one-time-secrets.ts';
import type { OutputSink } from '../../system/output.ts';
import { outputError } from '../../system/system-error.ts';
import { wholeList, withoutBody } from '../lists/list-page.ts';
import type { ListPage } from '../lists/list-page.ts';
import type { Result, Results, ResultsHow } from '../../output/results.ts';
import type { Reporter } from '../reporter.ts';
import type { KnownObjects } from '../known-objects.ts';
import type { Outcome } from '../session/outcome.ts';
import type { Io } from '../../system/io.ts';

interface Override {
  readonly view?: View;
  readonly document?: Json;
}

type KnownResults = Omit<ResultsHow, 'known'> & { readonly known: KnownObjects };

interface Collector {
  readonly sink: Sink;
  bytes(): Uint8Array;
}

const collector = (): Collector => {
  const chunks: Uint8Array[] = [];
  return {
    sink: (chunk) => {
      chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
      return Promise.resolve();
    },
    bytes: () => Buffer.concat(chunks),
  };
};

const formatOf = (globals: Globals, terminal: boolean): FormatName => {
  if (globals.output !== undefined) return globals.output;
  if (globals.query !== undefined) return usualFormat('document');
  return usualFormat(terminal ? 'terminal' : 'pipe');
};

const renderOptions = (globals: Globals, io: Io, taken: boolean): RenderOptions => {
  const terminal = !taken && io.stdout.isTTY === true && globals.out === undefined;
  return {
    format: formatOf(globals, terminal),
    query: globals.query,
    field: globals.field,
    fields: globals.fields,
    // A file gets hidden values too.
    reveal: globals.reveal || globals.out !== undefined,
    terminal,
    width: taken ? 0 : columnsOfTerminal(io.stdout),
    unicode: terminal && showsUnicode(io.env),
    colorLevel: terminal
      ? colorLevel({ flag: globals.color, env: io.env, isTTY: true })
      : forced(globals, io),
    now: io.now(),
  };
};

const forced = (globals: Globals, io: Io): RenderOptions['colorLevel'] =>
  globals.out === undefined ? colorLevel({ flag: globals.color, env: io.env, isTTY: false }) : 0;

const saysPlaces = (view: View): boolean =>
  view.kind === 'table' &&
  Object.values(fieldsOf(view)).some(({ scope }) => scope !== undefined && scope.foundByName !== true);

const withName = (
  items: readonly JsonObject[],
  view: View,
  input: InputRecord,
  { format, field, fields }: RenderOptions,
): readonly JsonObject[] => {
  const [item] = items;
  if (view.kind === 'table' || !('name' in view) || item === undefined) return items;
  if (traitsOf(format).names !== true && ![field, ...(fields ?? [])].includes(view.name)) return items;
  const asked = input[('nameInput' in view ? view.nameInput : undefined) ?? view.name];
  return item[view.name] !== undefined || typeof asked !== 'string'
    ? items
    : [{ ...item, [view.name]: asked }];
};

const failureText = (view: View, { cells }: Result): string =>
  ['name' in view ? view.name : 'name', 'result', 'reason']
    .flatMap((key) => plainText(cells[key] ?? null) || [])
    .join(': ');

export interface Taker {
  take(document: Json): void;
  startRows(): void;
  takeRow(row: Json): void;
  onOneTime(): void;
}

interface PresenterOptions {
  readonly io: Io;
  readonly globals: Globals;
  readonly stdout: OutputSink;
  readonly reporter: Pick<Reporter, 'note'>;
  readonly taker: Taker | undefined;
}

/** Items that are written at once: while their text is made, it is in memory several times. */
const writtenAtOnce = 1000;
const bytesAtOnce = 262_144;

/** Bytes; nobody reads more in a pager. */
const mostPaged = 4_194_304;

const itemsAtOnce = (bytes: number, count: number): number =>
  Math.max(1, Math.min(writtenAtOnce, Math.floor((bytesAtOnce * count) / Math.max(1, bytes))));

const taken = Promise.resolve();

const takenResults = (taker: Taker): Results => ({
  add: ({ value, once }) => {
    if (once) taker.onOneTime();
    taker.takeRow(value);
    return taken;
  },
  broken: new AbortController().signal,
  end: () => taken,
});

/** Moves the cursor home and erases, so that only the last rendering scrolls away. */
const eraseScreen = '\u001B[H\u001B[2J';
const noteLines = 2;

const firstLines = (text: string, room: number): string => {
  const lines = text.split('\n').slice(0, -1);
  if (lines.length <= room) return text;
  // One or two lines have no room for that note; a last newline would scroll.
  if (room < 2) return lines[0] ?? '';
  const shown = lines.slice(0, room - 1);
  return `${shown.join('\n')}\n… ${lines.length - shown.length} more lines\n`;
};

const redrawing = (text: string, rows = 24): string => `${eraseScreen}${firstLines(text, rows - noteLines)}`;

/** A class: a batch makes one for each line, and closures cost several times as much. */
export class Presenter {
  readonly options: RenderOptions;
  readonly #given: PresenterOptions;
  readonly #file: Collector | undefined;
  readonly #taker: Taker | undefined;
  #growing = false;
  #leftOut = '';
  #atRisk: Outcome | OnceReply | undefined;

  constructor(given: PresenterOptions) {
    const { io, globals, taker } = given;
    this.options = renderOptions(globals, io, taker !== undefined);
    this.#given = given;
    this.#file = globals.out === undefined ? undefined : collector();
    const isJson = traitsOf(this.options.format).messages === 'json';
    this.#taker = globals.out === undefined && isJson ? taker : undefined;
  }

  /** The sink is made late, since most lines of a batch write nothing. */
  get #sink(): Sink {
    return this.#file?.sink ?? ((chunk) => this.#given.stdout.write(chunk));
  }

  /** Ages are computed at the moment of output, since a watch runs for hours. */
  #current(): RenderOptions {
    return { ...this.options, now: this.#given.io.now() };
  }

  async #orKeep(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      const once = this.#atRisk;
      if (once === undefined) throw error;
      const { keepReply, onceReply } = await import('./keep-reply.ts');
      const reply = 'response' in once ? onceReply(once) : once;
      throw await keepReply(reply, error, this.#given.io);
    }
  }

  async #present(presentation: Presentation, how: RenderOptions, to: Sink): Promise<void> {
    const taken = this.#taker === undefined ? undefined : await chosenValue(presentation, how);
    if (taken === undefined) {
      this.#say(await present(presentation, how, to));
      return;
    }
    this.#taker?.take(taken.value);
    this.#say(taken);
  }

  #say(shown: Remarks): void {
    const { reporter } = this.#given;
    if (shown.empty !== undefined && this.options.terminal) reporter.note(shown.empty);
    for (const doubt of shown.doubts ?? []) reporter.note(doubt);
    this.#leftOut = shown.leftOut ?? '';
  }

  #doubt({ operation, product, input }: Outcome, count: number): void {
    if (count > 0) return;
    const { view } = operation;
    const instead = view.kind === 'table' ? view.suggestFilter?.(input) : undefined;
    for (const text of [product.emptyLists[operation.id], instead])
      if (text !== undefined) this.#given.reporter.note(text);
  }

  /** Announces output of a reply that the server sends only once: a file gets the reply if the output fails. */
  keepUnlessShown(reply: Outcome | OnceReply): void {
    this.#atRisk = reply;
    this.#given.taker?.onOneTime();
  }

  #show(outcome: Outcome, override: Override, to: Sink): Promise<void> {
    const { operation, product } = outcome;
    const service = serviceOf(operation.service);
    const document = override.document ?? outcome.document;
    const view = viewOf(service, document, override.view ?? operation.view);
    if (isOneTime(outcome, view, document)) {
      this.keepUnlessShown(outcome);
    }
    const { options: render } = this;
    if (this.#taker !== undefined && isWhole(render)) {
      this.#taker.take(document);
      return taken;
    }
    const read = withName(service.readItems(document, view), view, outcome.input, render);
    const order = view.kind === 'table' ? view.order : undefined;
    const items = order === undefined ? read : ordered(read, order, product.wire);
    // A person who requests a secret on a terminal wants to see it; a private key is refused there.
    const once = isGivenOnce(operation, outcome.input) || view === service.wrapped;
    const isShown = once && render.terminal && !writesFiles(view);
    const how = { ...this.#current(), reveal: render.reveal || isShown };
    return this.#orKeep(async () => {
      await this.#present({ view, document, items, aliases: product.wire, term: outcome.term }, how, to);
    });
  }

  async #redrawn(draw: (to: Sink) => Promise<void>): Promise<void> {
    if (!this.options.terminal) return draw(this.#sink);
    const drawn = collector();
    await draw(drawn.sink);
    const text = Buffer.from(drawn.bytes()).toString('utf8');
    await this.#sink(redrawing(text, this.#given.io.stdout.rows));
  }

  /** @param secret never goes through a pager */
  async #forReading(draw: (to: Sink) => Promise<void>, secret = false): Promise<void> {
    const before = this.#leftOut;
    await this.#throughPager(draw, secret);
    if (this.#leftOut !== '' && this.#leftOut !== before) this.#given.reporter.note(this.#leftOut);
  }

  async #throughPager(draw: (to: Sink) => Promise<void>, secret: boolean): Promise<void> {
    const { io, globals } = this.#given;
    const { terminal, format, reveal } = this.options;
    const { rows } = io.stdout;
    const isRead = terminal && traitsOf(format).forPeople === true && !reveal && !secret;
    if (
      !isRead ||
      globals.noPager ||
      io.page === undefined ||
      rows === undefined ||
      io.env['TERM'] === 'dumb'
    )
      return draw(this.#sink);
    const held = collector();
    let size = 0;
    let isHeld = true;
    try {
      await draw(async (chunk) => {
        size += chunk.length;
        if (isHeld && size > mostPaged) {
          isHeld = false;
          await this.#sink(held.bytes());
        }
        await (isHeld ? held.sink(chunk) : this.#sink(chunk));
      });
    } finally {
      const text = held.bytes();
      const isLong = isHeld && text.filter((byte) => byte === 0x0a).length >= rows;
      const wasShown = isLong && (await (await import('../../output/reader.ts')).throughPager(text, io));
      if (isHeld && !wasShown) await this.#sink(text);
    }
  }

  show(outcome: Outcome, override: Override = {}): Promise<void> {
    const { operation, input } = outcome;
    const view = override.view ?? operation.view;
    const secret = isGivenOnce(operation, input) || view.kind === 'credentials';
    return this.#forReading((to) => this.#show(outcome, override, to), secret);
  }

  redraw(shown: Outcome | Presentation | string): Promise<void> {
    return this.#redrawn((to) => {
      if (typeof shown === 'string') return to(shown);
      return 'view' in shown ? this.#present(shown, this.#current(), to) : this.#show(shown, {}, to);
    });
  }

  read(draw: (to: Sink) => Promise<void>): Promise<void> {
    return this.#forReading(draw);
  }

  /** @param known the objects that the rows name, for a view that says where they are */
  showDocument(
    view: View,
    document: Json,
    items: readonly JsonObject[],
    known?: KnownObjects,
  ): Promise<void> {
    const { format, field } = this.options;
    if (known === undefined && field === undefined && traitsOf(format).names === true && saysPlaces(view))
      throw new Error('nobody has looked where the objects of these rows are');
    return this.#orKeep(() =>
      this.#forReading((to) => this.#present({ view, document, items }, this.options, to)),
    );
  }

  showRaw(document: Json): Promise<void> {
    const { globals } = this.#given;
    const format = globals.output === undefined ? usualFormat('document') : this.options.format;
    const presentation = { ...tabulate(document), document };
    return this.#orKeep(() => this.#present(presentation, { ...this.options, format }, this.#sink));
  }

  async showJson(document: Json): Promise<void> {
    if (this.#given.taker === undefined || this.#file !== undefined)
      await this.#sink(`${writeJson(document, 2)}\n`);
    else this.#given.taker.take(document);
  }

  /** Shows pages as they arrive, or merged if the format is one document. `limit` counts items. */
  showPages(pages: AsyncIterable<ListPage>, view: View, limit: number | undefined): Promise<void> {
    return this.#forReading((to) => this.#showPages(pages, view, limit, to));
  }

  async #showPages(
    pages: AsyncIterable<ListPage>,
    view: View,
    limit: number | undefined,
    to: Sink,
  ): Promise<void> {
    const { options: render } = this;
    const order = view.kind === 'table' ? view.order : undefined;
    if (order !== undefined || !canStream(view, render)) {
      const merged = await wholeList(pages, order === undefined ? limit : undefined);
      const { first } = merged;
      const items =
        order === undefined ? merged.items : ordered(merged.items, order, first.product.wire).slice(0, limit);
      const document = order !== undefined && isArray(merged.document) ? items : merged.document;
      await this.#present({ view, document, items, aliases: first.product.wire }, render, to);
      this.#doubt(first, items.length);
      return;
    }
    const { stdout } = this.#given;
    const aliases = {};
    let first: Outcome | undefined;
    let count = 0;
    const items = async function* items(): AsyncGenerator<readonly JsonObject[]> {
      let left = limit ?? Number.POSITIVE_INFINITY;
      for await (const page of pages) {
        first ??= withoutBody(page);
        Object.assign(aliases, page.product.wire);
        const { items: all } = page;
        count += all.length;
        const atOnce = itemsAtOnce(page.response.body.length, all.length);
        // A server may send all items at once.
        for (let from = 0; from < all.length || from === 0; from += atOnce) {
          yield all.slice(from, Math.min(from + atOnce, left));
          if (from + atOnce >= left) break;
        }
        left -= all.length;
        if (left <= 0 || stdout.readerGone()) return;
      }
    };
    // An incomplete list must not look complete to a script.
    const held = traitsOf(render.format).names === true ? collector() : undefined;
    this.#say(await presentStream(view, items(), render, held?.sink ?? to, aliases));
    if (held !== undefined) await to(held.bytes());
    if (first !== undefined) this.#doubt(first, count);
  }

  write(chunk: string | Uint8Array): Promise<void> {
    return this.#orKeep(() => this.#sink(chunk));
  }

  async readerLeft(signal: AbortSignal): Promise<void> {
    const { readerLeft } = await import('../../output/reader.ts');
    await readerLeft(this.#given.io, this.#given.stdout, signal);
  }

  /** `append` continues an earlier run's `--out` file; one with a single document is exit 74. */
  async results(view: View, { known, ...how }: KnownResults): Promise<Results> {
    const { openResults } = await import('../../output/results.ts');
    const { globals, io, stdout, reporter } = this.#given;
    if (this.#taker !== undefined) {
      this.#taker.startRows();
      return takenResults(this.#taker);
    }
    const takeFile = (): void => {
      this.#growing = true;
    };
    const note = (text: string): void => {
      reporter.note(text);
    };
    const to = { globals, render: this.options, io, stdout, takeFile, note };
    const results = await openResults(view, { ...how, known: known.items }, to);
    if (this.options.format !== 'name') return results;
    const add = async (result: Result): Promise<void> => {
      if (result.failed !== true) return results.add(result);
      note(failureText(view, result));
      return undefined;
    };
    return { ...results, add };
  }

  finish(): Promise<void> {
    const { stdout } = this.#given;
    return this.#file === undefined && this.#atRisk === undefined ? stdout.flush() : this.#finishFile();
  }

  async #finishFile(): Promise<void> {
    const { globals, stdout } = this.#given;
    await this.#orKeep(async () => {
      if (this.#file !== undefined && globals.out !== undefined && !this.#growing) {
        const { writeWhole } = await import('../../output/results.ts');
        await writeWhole(globals.out, this.#file.bytes());
      }
      await stdout.flush();
      // A reader that left has seen enough.
      if (this.#file === undefined && this.#atRisk !== undefined && stdout.readerGone()) {
        throw outputError('standard output', Object.assign(new Error('EPIPE'), { code: 'EPIPE' }));
      }
    });
    this.#atRisk = undefined;
  }
}

const viewOf = (service: Service, document: Json, view: View): View =>
  service.viewOf?.(document, view) ?? view;

export const refuseFormat = (view: View, { output, wrapTtl, field }: Globals): void => {
  if (output === undefined) return;
  const { credentials, needs } = traitsOf(output);
  if (credentials !== undefined && wrapTtl !== undefined) {
    throw usageError(
      `-o ${output} and --wrap-ttl cannot be given together: a wrapped reply has no credentials`,
    );
  }
  if (needs !== undefined && field === undefined && !needs.met(view)) {
    throw usageError(`-o ${output} is for ${needs.words}`);
  }
};

/** Exit 1 if the server warned and `--fail-on-warning` was given. */
export const failOnWarning = ({
  globals,
  reporter,
}: {
  readonly globals: Pick<Globals, 'failOnWarning'>;
  readonly reporter: Pick<Reporter, 'warned'>;
}): void => {
  if (globals.failOnWarning && reporter.warned()) {
    throw new TrivetError('warning', Exit.refused, 'the server warned, and --fail-on-warning was given');
  }
};
