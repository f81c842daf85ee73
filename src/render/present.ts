/** From a reply to the bytes on standard output, in the format that was asked for. */
import { usageError } from '../model/error.ts';
import type { Json, JsonObject } from '../model/json.ts';
import { textAt } from '../model/json.ts';
import { writeJsonChunks } from '../model/lossless.ts';
import type { View } from '../model/view.ts';
import { painter } from './color.ts';
import { chosenColumns } from './columns.ts';
import { credentialsText, isCredentialsFormat } from './credentials.ts';
import { csvRows } from './csv.ts';
import { fieldOf, fieldRows, fieldText } from './field.ts';
import type { Aliases } from './item.ts';
import { find, mustHave } from './item.ts';
import { jsonlRows, picked } from './jsonl.ts';
import { nameRows } from './name.ts';
import type { Presentation, RenderOptions, Sink } from './options.ts';
import { recordText } from './record.ts';
import { safe } from './safe.ts';
import { hasPrivateKey, hidden } from './secret.ts';
import { tableRows } from './table.ts';
import { tsvRecord, tsvRows } from './tsv.ts';
import type { ValueStyle } from './value.ts';
import { writeYaml } from './yaml.ts';
import type { PageWriter } from './writer.ts';

/** What is left for the caller to say. */
export interface Shown {
  /** The view's text for an empty list, for standard error; only where table or tsv had no rows to show. */
  readonly empty?: string;
}

/** Items of a page that a list in memory is cut into. */
const pageSize = 1000;

const styleOf = (options: RenderOptions): ValueStyle => ({
  human: options.terminal && options.format === 'table',
  // Data formats give what was asked for; only what a person reads, or tsv, is masked.
  reveal: options.reveal || (options.format !== 'table' && options.format !== 'tsv'),
  now: options.now,
});

const checked = (options: RenderOptions): void => {
  if (options.query !== undefined) {
    if (options.field !== undefined || options.fields !== undefined) {
      throw usageError('--query cannot be given together with --field or --fields');
    }
    if (!['table', 'json', 'yaml', 'tsv'].includes(options.format)) {
      throw usageError(`--query cannot be given together with -o ${options.format}`, 'use -o json or -o tsv');
    }
  }
  if (options.field !== undefined && options.fields !== undefined) {
    throw usageError('--field and --fields cannot be given together');
  }
  if (options.fields !== undefined && (options.format === 'name' || isCredentialsFormat(options.format))) {
    throw usageError(`--fields cannot be given together with -o ${options.format}`);
  }
};

/**
 * What can be refused whatever the reply: asked before a request is sent.
 * @throws TrivetError (usage) for options that contradict one another, and for a query that is none
 */
export const checkOptions = async (options: RenderOptions): Promise<void> => {
  checked(options);
  if (options.query === undefined) return;
  const { checkQuery } = await import('./query.ts');
  await checkQuery(options.query);
};

/** True when the output needs no whole document and can be written page by page by `presentStream`. */
export const canStream = (view: View, options: RenderOptions): boolean =>
  view.kind === 'table' &&
  options.query === undefined &&
  (options.field !== undefined || ['table', 'tsv', 'csv', 'jsonl', 'name'].includes(options.format));

/** The writer of a list, for every format that goes item by item. */
const listWriter = async (view: View, options: RenderOptions, aliases: Aliases): Promise<PageWriter> => {
  const { terminal, fields } = options;
  if (options.field !== undefined) return fieldRows(options.field, terminal, aliases);
  const columns = chosenColumns(view, fields);
  const style = styleOf(options);
  switch (options.format) {
    case 'jsonl':
      return jsonlRows(fields, aliases);
    case 'name':
      if (!('name' in view)) throw usageError('-o name is for commands whose reply has a name');
      return nameRows(view.name, terminal, aliases);
    case 'csv':
      return csvRows(columns, style, terminal, aliases);
    case 'tsv':
      return tsvRows(columns, style, terminal, aliases);
    case 'table': {
      const width = terminal ? options.width : undefined;
      return tableRows({ columns, style, paint: await painter(options.colorLevel), width, aliases });
    }
    case 'json':
    case 'yaml':
    case 'env':
    case 'export':
    case 'credential-process':
      throw new TypeError(`-o ${options.format} does not go item by item`);
  }
};

/**
 * Writes a list page by page as the pages come, holding no more than a page (and the first hundred rows of a
 * table). For `json`, `yaml` and `--query` the whole document is needed: `present`.
 * @param aliases documented name -> the product's wire name
 * @throws TrivetError (usage) for options that contradict one another; (exit 1) for a field that no item has
 */
export const presentStream = async (
  view: View,
  pages: AsyncIterable<readonly JsonObject[]> | Iterable<readonly JsonObject[]>,
  options: RenderOptions,
  sink: Sink,
  aliases: Aliases = {},
): Promise<Shown> => {
  checked(options);
  const writer = await listWriter(view, options, aliases);
  let missing = options.field === undefined ? [...(options.fields ?? [])] : [];
  let empty = true;
  for await (const items of pages) {
    if (items.length > 0) {
      for (const field of missing) mustHave(items, field, aliases);
      missing = [];
      empty = false;
    }
    const text = await writer.page(items);
    if (text !== '') await sink(text);
  }
  const rest = (await writer.end?.()) ?? '';
  if (rest !== '') await sink(rest);
  const forPeople = options.field === undefined && (options.format === 'table' || options.format === 'tsv');
  return empty && forPeople && view.kind === 'table' ? { empty: view.empty } : {};
};

function* inPages(items: readonly JsonObject[]): Generator<readonly JsonObject[]> {
  for (let from = 0; from < items.length; from += pageSize) yield items.slice(from, from + pageSize);
}

/** The document of json and yaml: as served, or the items with the chosen fields alone. */
const chosenDocument = (presentation: Presentation, fields: readonly string[] | undefined): Json => {
  const { view, document, items, aliases } = presentation;
  if (fields === undefined) return document;
  for (const field of fields) mustHave(items, field, aliases);
  const some = items.map((item) => picked(item, fields, aliases));
  return view.kind === 'table' ? some : (some[0] ?? null);
};

const writeDocument = async (document: Json, format: 'json' | 'yaml', sink: Sink): Promise<void> => {
  if (format === 'yaml') return sink(await writeYaml(document));
  // The line break comes with the last of it: alone it would be written after what standard error gets meanwhile.
  let last = '';
  for (const chunk of writeJsonChunks(document, 2)) {
    if (last !== '') await sink(last);
    last = chunk;
  }
  await sink(`${last}\n`);
};

/** Text as it is, but for a secret in it; it ends in a newline, and on a terminal it is safe. */
const writeText = async (text: string, options: RenderOptions, sink: Sink): Promise<void> => {
  if (text === '') return;
  const shown = !options.reveal && hasPrivateKey(text) ? hidden : text;
  const ended = shown.endsWith('\n') ? shown : `${shown}\n`;
  await sink(options.terminal ? safe(ended, { multiline: true }) : ended);
};

/** In words on a terminal, where bytes would do harm; as they are anywhere else. */
const presentBytes = async (
  media: 'certificate' | 'crl',
  document: Json,
  options: RenderOptions,
  sink: Sink,
): Promise<void> => {
  const base64 = textAt(document, 'base64');
  const pem = textAt(document, 'pem') ?? '';
  if (!options.terminal || options.format !== 'table') {
    return base64 === undefined ? writeText(pem, options, sink) : sink(Buffer.from(base64, 'base64'));
  }
  const { describeDer, describePem } = await import('./certificate.ts');
  const described = { now: options.now, paint: await painter(options.colorLevel), reveal: options.reveal };
  if (base64 === undefined) return sink(await describePem(pem, described));
  return sink(await describeDer(Buffer.from(base64, 'base64'), media, described));
};

/** A record, text or bytes for a person or as tsv. */
const presentOne = async (presentation: Presentation, options: RenderOptions, sink: Sink): Promise<void> => {
  const { view, document, items, aliases } = presentation;
  const item = items[0];
  if (view.kind === 'message') return;
  if (view.kind === 'bytes') return presentBytes(view.media, document, options, sink);
  if (item === undefined) return;
  for (const field of options.fields ?? []) mustHave([item], field, aliases);
  if (view.kind === 'text' && options.fields === undefined) {
    return writeText(fieldText(find(item, view.path, aliases)), options, sink);
  }
  const columns = chosenColumns(view, options.fields);
  const style = styleOf(options);
  if (options.format === 'tsv') return sink(tsvRecord(item, columns, style, options.terminal, aliases));
  return sink(recordText(item, columns, style, await painter(options.colorLevel), aliases));
};

/**
 * Writes a whole reply. Nothing is written before everything that can be refused has been.
 * @returns what the caller should say on standard error
 * @throws TrivetError (usage) for options that contradict one another or the view; (exit 1) for a field that the
 * reply lacks
 */
export const present = async (
  presentation: Presentation,
  options: RenderOptions,
  sink: Sink,
): Promise<Shown> => {
  await checkOptions(options);
  const { view, document, items, aliases = {} } = presentation;
  const { format, terminal } = options;
  if (options.query !== undefined) {
    const { rawResult, runQuery } = await import('./query.ts');
    const result = await runQuery(document, options.query);
    if (format === 'tsv') await sink(rawResult(result, terminal));
    else await writeDocument(result, format === 'yaml' ? 'yaml' : 'json', sink);
    return {};
  }
  if (view.kind === 'table' && canStream(view, options)) {
    return presentStream(view, inPages(items), options, sink, aliases);
  }
  if (options.field !== undefined) {
    await sink(fieldOf(items[0] ?? {}, options.field, terminal, aliases));
    return {};
  }
  if (isCredentialsFormat(format)) {
    const text = credentialsText(view, items[0] ?? {}, format, options.now, aliases);
    await sink(terminal ? safe(text, { multiline: true }) : text);
    return {};
  }
  if (format === 'json' || format === 'yaml') {
    await writeDocument(chosenDocument(presentation, options.fields), format, sink);
    return {};
  }
  if (format === 'table' || format === 'tsv') {
    await presentOne(presentation, options, sink);
    return {};
  }
  // Success without a document: there is nothing to go through.
  if (view.kind === 'message') return {};
  // Bytes have no columns but what was made of them: `pem` or `base64`.
  const fields = options.fields ?? (view.kind === 'bytes' ? Object.keys(items[0] ?? {}) : undefined);
  return presentStream(view, inPages(items), { ...options, fields }, sink, aliases);
};
