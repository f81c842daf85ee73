import { usageError } from '../system/error.ts';
import type { Json, JsonObject } from '../documents/json/json.ts';
import { textAt } from '../documents/json/json.ts';
import type { View } from '../catalogue/view.ts';
import { painter } from './color.ts';
import { chosenColumns, refuseMixedNames, withScopes } from './formats/columns.ts';
import { fieldOf, fieldRows, fieldText } from './formats/field.ts';
import { formatNames, traitsOf, usualFormat, loadWriters } from './formats/formats.ts';
import type { Aliases } from './text/item.ts';
import { find } from './text/item.ts';
import { picked } from './formats/jsonl.ts';
import type { Presentation, RenderOptions, Sink } from './formats/options.ts';
import { isForPeople, masks } from './formats/options.ts';
import { hasRows, tabulate } from './formats/rows.ts';
import { safe } from './text/safe.ts';
import type { DocumentChoice, Format, PageWriter, RowOptions } from './formats/writer.ts';
import { hasPrivateKey, maskedText } from '../catalogue/shown.ts';

export interface Remarks {
  readonly empty?: string;
  readonly doubts?: readonly string[];
  readonly leftOut?: string;
}

const pageSize = 1000;

const rowOptions = (view: View, options: RenderOptions, aliases: Aliases): RowOptions => {
  const { terminal, fields, width, colorLevel, now, continued = false } = options;
  return {
    view,
    columns: chosenColumns(view, fields),
    fields,
    style: {
      human: terminal && traitsOf(options.format).forPeople === true,
      words: traitsOf(options.format).forPeople === true,
      reveal: !masks(options),
      now,
      unicode: options.unicode,
    },
    terminal,
    width: terminal ? width : undefined,
    colorLevel,
    aliases,
    continued,
  };
};

const formatsThatTake = (choice: DocumentChoice): string =>
  formatNames
    .filter((name) => traitsOf(name).takes.includes(choice))
    .map((name) => `-o ${name}`)
    .join(', ');

const checked = (options: RenderOptions): void => {
  const choices = (['query', 'field', 'fields'] as const).filter((choice) => options[choice] !== undefined);
  const [first, second] = choices;
  if (first !== undefined && second !== undefined) {
    throw usageError(`--${first} and --${second} cannot be given together`);
  }
  if (first !== undefined && !traitsOf(options.format).takes.includes(first)) {
    throw usageError(
      `--${first} cannot be given together with -o ${options.format}`,
      `It can be given with ${formatsThatTake(first)}.`,
    );
  }
};

/**
 * Checks options before a request is sent.
 * @throws TrivetError (usage) for contradicting options, and for a query that does not parse
 */
export const checkOptions = (options: RenderOptions): Promise<void> | undefined => {
  checked(options);
  const { query } = options;
  return query === undefined ? undefined : loadWriters().then(({ checkQuery }) => checkQuery(query));
};

export const canStream = (view: View, options: RenderOptions): boolean =>
  view.kind === 'table' &&
  options.query === undefined &&
  (options.field !== undefined || traitsOf(options.format).rows !== undefined);

export const listWriter = (view: View, options: RenderOptions, aliases: Aliases): Promise<PageWriter> => {
  const { format, field, terminal } = options;
  if (field !== undefined) return Promise.resolve(fieldRows(field, terminal, aliases));
  const { rows } = traitsOf(format);
  if (rows === undefined) throw new TypeError(`-o ${format} does not go item by item`);
  return rows(rowOptions(view, options, aliases));
};

/**
 * Presents a list with one page in memory (and the first hundred rows of a table). Requires `canStream`.
 * @param aliases the product's own names by the documented ones
 * @throws TrivetError (usage) for contradicting options
 */
export const presentStream = async (
  view: View,
  pages: AsyncIterable<readonly JsonObject[]> | Iterable<readonly JsonObject[]>,
  options: RenderOptions,
  sink: Sink,
  aliases: Aliases = {},
): Promise<Remarks> => {
  checked(options);
  const writer = await listWriter(view, options, aliases);
  let empty = true;
  for await (const items of pages) {
    if (items.length > 0) empty = false;
    const text = await writer.page(items);
    if (text !== '') await sink(text);
  }
  const rest = (await writer.end?.()) ?? '';
  if (rest !== '') await sink(rest);
  const inWords = options.field === undefined && traitsOf(options.format).verbatim === true;
  return empty && inWords && view.kind === 'table'
    ? { empty: view.empty }
    : { leftOut: writer.leftOut?.() ?? '' };
};

function* inPages(items: readonly JsonObject[]): Generator<readonly JsonObject[]> {
  for (let from = 0; from < items.length; from += pageSize) yield items.slice(from, from + pageSize);
}

const chosenDocument = (presentation: Presentation, fields: readonly string[] | undefined): Json => {
  const { view, document, items, aliases } = presentation;
  if (fields === undefined) return document;
  const some = items.map((item) => picked(item, fields, aliases));
  return view.kind === 'table' ? some : (some[0] ?? null);
};

export const isWhole = ({ query, field, fields }: RenderOptions): boolean =>
  (query ?? field ?? fields) === undefined;

/** The document, or what `--query`, `--fields` or `--field` choose; undefined for a field of a list, which is text. */
export const chosenValue = async (
  presentation: Presentation,
  options: RenderOptions,
): Promise<({ readonly value: Json } & Remarks) | undefined> => {
  await checkOptions(options);
  const { view, document, items, aliases } = presentation;
  if (options.query !== undefined) return (await loadWriters()).runQuery(document, options.query);
  if (options.field === undefined) return { value: chosenDocument(presentation, options.fields) };
  if (canStream(view, options)) return undefined;
  const found = find(items[0] ?? {}, options.field, aliases) ?? null;
  return { value: typeof found === 'object' ? fieldText(found) : found };
};

const writeDocument = async (
  document: Json,
  write: NonNullable<Format['document']>,
  sink: Sink,
): Promise<void> => {
  // Chunks are written one late, so that standard error does not interrupt a document of one chunk.
  let last = '';
  for (const chunk of await write(document)) {
    if (last !== '') await sink(last);
    last = chunk;
  }
  await sink(last.endsWith('\n') ? last : `${last}\n`);
};

const writeText = async (text: string, options: RenderOptions, sink: Sink): Promise<void> => {
  if (text === '') return;
  const shown = !options.reveal && hasPrivateKey(text) ? maskedText : text;
  const ended = shown.endsWith('\n') ? shown : `${shown}\n`;
  await sink(options.terminal ? safe(ended, { multiline: true }) : ended);
};

/** Bytes are described on a terminal and unchanged elsewhere. */
const presentBytes = async (
  media: 'certificate' | 'crl',
  document: Json,
  options: RenderOptions,
  sink: Sink,
): Promise<void> => {
  const base64 = textAt(document, 'base64');
  const pem = textAt(document, 'pem') ?? '';
  if (!isForPeople({ ...options, fields: undefined })) {
    return base64 === undefined ? writeText(pem, options, sink) : sink(Buffer.from(base64, 'base64'));
  }
  const { describeDer, describePem } = await import('./certificate.ts');
  const { now, reveal, colorLevel, terminal } = options;
  const width = terminal ? options.width : undefined;
  const described = { now, reveal, width, paint: await painter(colorLevel) };
  if (base64 === undefined) return sink(await describePem(pem, described));
  return sink(await describeDer(Buffer.from(base64, 'base64'), media, described));
};

/** Writes a text, bytes or a message without a layout. Returns whether the document was one of these. */
const presentVerbatim = async (
  { view, document, items, aliases }: Presentation,
  options: RenderOptions,
  sink: Sink,
): Promise<boolean> => {
  if (traitsOf(options.format).verbatim !== true) return false;
  if (view.kind === 'bytes') await presentBytes(view.media, document, options, sink);
  else if (view.kind === 'text' && options.fields === undefined)
    await writeText(fieldText(find(items[0] ?? {}, view.path, aliases)), options, sink);
  else return false;
  return true;
};

/** Presents a result in the form of the format, else in rows; a table needs objects. */
const presentResult = async (result: Json, options: RenderOptions, sink: Sink): Promise<void> => {
  const format = traitsOf(options.format);
  if (format.result !== undefined) return sink(await format.result(result, options.terminal));
  const inRows = format.document === undefined && (format.verbatim !== true || hasRows(result));
  const write = inRows ? undefined : (format.document ?? traitsOf(usualFormat('document')).document);
  if (write !== undefined) return writeDocument(result, write, sink);
  // Results of a query are never masked.
  await present(
    { ...tabulate(result), document: result },
    { ...options, query: undefined, reveal: true },
    sink,
  );
};

/**
 * Presents a document; invalid options are refused before anything is written.
 * @returns remarks for standard error
 * @throws TrivetError (usage) for options that contradict one another or the view
 */
export const present = async (
  presentation: Presentation,
  options: RenderOptions,
  sink: Sink,
): Promise<Remarks> => {
  await checkOptions(options);
  const { view, document, items, aliases = {}, term } = presentation;
  const { terminal, query, field } = options;
  const format = traitsOf(options.format);
  if (query !== undefined) {
    const { runQuery } = await loadWriters();
    const { value, doubts } = await runQuery(document, query);
    await presentResult(value, options, sink);
    return { doubts };
  }
  if (format.names === true && field === undefined) refuseMixedNames(view, items, options.format);
  if (canStream(view, options))
    return presentStream(withScopes(view, items), inPages(items), options, sink, aliases);
  if (field !== undefined) {
    await sink(fieldOf(items[0] ?? {}, field, terminal, aliases));
    return {};
  }
  if (format.needs?.met(view) === false) {
    throw usageError(`-o ${options.format} is for ${format.needs.words}`);
  }
  if (format.credentials !== undefined) {
    const text = await format.credentials(view, items[0] ?? {}, options.now, aliases, term);
    await sink(terminal ? safe(text, { multiline: true }) : text);
    return {};
  }
  if (format.document !== undefined) {
    await writeDocument(chosenDocument(presentation, options.fields), format.document, sink);
    return {};
  }
  // A success without a document has no items.
  if (view.kind === 'message' || (await presentVerbatim(presentation, options, sink))) return {};
  const fields = options.fields ?? (view.kind === 'bytes' ? Object.keys(items[0] ?? {}) : undefined);
  const chosen = { ...options, fields };
  if (format.record === undefined) return presentStream(view, inPages(items), chosen, sink, aliases);
  const [item] = items;
  if (item === undefined) return {};
  const text = await format.record(item, rowOptions(view, chosen, aliases));
  if (text === '') return { empty: 'none of its fields has a value' };
  await sink(text);
  return {};
};
