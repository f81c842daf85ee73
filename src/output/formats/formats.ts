/** The output formats. Flags, completion, help, manifest and checks derive from this table. */
import type { JsonObject } from '../../documents/json/json.ts';
import { writeJsonChunks } from '../../documents/json/lossless.ts';
import { painter } from '../color.ts';
import { find } from '../text/item.ts';
import { cellText } from '../text/value.ts';
import { jsonlRows } from './jsonl.ts';
import { tsvCells } from './tsv.ts';
import type { DocumentChoice, Format, ViewNeed, CellWriter, PageWriter, RowOptions } from './writer.ts';

export const loadWriters = async () => (await import('./writers.ts')).writers;

type CellOptions = Pick<RowOptions, 'columns' | 'style' | 'aliases'> & Partial<Pick<RowOptions, 'continued'>>;

const cellsOf = (item: JsonObject, { columns, style, aliases }: CellOptions): readonly string[] =>
  columns.map((column) => cellText(find(item, column.path, aliases), column, style));

export const cellRows = (writer: CellWriter, options: CellOptions): PageWriter => {
  const labels = options.columns.map((column) => column[writer.label]);
  let head = options.continued === true ? '' : (writer.head?.(labels) ?? '');
  const takeHead = (): string => {
    const text = head;
    head = '';
    return text;
  };
  return {
    page: (items) => {
      let text = takeHead();
      for (const item of items) text += writer.row(cellsOf(item, options));
      return text;
    },
    end: () => takeHead() + (writer.foot ?? ''),
  };
};

export const cellRecord = (writer: CellWriter, item: JsonObject, options: CellOptions): string => {
  const cells = cellsOf(item, options);
  const rows = options.columns.map((column, index) => writer.row([column[writer.label], cells[index] ?? '']));
  return (writer.head?.(['field', 'value']) ?? '') + rows.join('') + (writer.foot ?? '');
};

const yaml = () => import('../../documents/yaml.ts');

const everything: readonly DocumentChoice[] = ['field', 'fields', 'query'];
const credentials: ViewNeed = {
  met: (view) => view.kind === 'credentials',
  words: 'commands that return credentials',
};

const forPeople = {
  takes: everything,
  forPeople: true,
  verbatim: true,
  watch: 'screen',
  rows: async (options) => {
    const { tableRows } = await loadWriters();
    return tableRows({ ...options, paint: await painter(options.colorLevel) });
  },
  record: async (item, options) =>
    (await loadWriters()).recordText(item, options, await painter(options.colorLevel)),
} as const satisfies Partial<Format>;

const table = {
  table: { ...forPeople, summary: 'For people. Cut to the width of the terminal.', usual: 'terminal' },
  wide: {
    ...forPeople,
    summary: 'For people, with every column, however wide.',
    rows: (options) => forPeople.rows({ ...options, width: undefined }),
  },
  json: {
    summary: "The service's own document, complete, with its pages merged; null when there is no content.",
    secrets: 'shown',
    takes: everything,
    usual: 'document',
    messages: 'json',
    document: async (document) => writeJsonChunks(document, 2),
    sequence: {
      element: (_, json, first) => `${first ? '[\n' : ',\n'}  ${json.trimEnd()}`,
      end: (empty) => (empty ? '[]\n' : '\n]\n'),
    },
  },
  jsonl: {
    summary: 'One item per line, written as it arrives.',
    secrets: 'shown',
    takes: ['field', 'fields'],
    watch: 'items',
    rows: async ({ fields, aliases }) => jsonlRows(fields, aliases),
  },
  yaml: {
    summary: 'The document as YAML.',
    secrets: 'shown',
    takes: everything,
    document: async (document) => (await yaml()).writeYaml(document),
    sequence: {
      element: async (value) => [...(await yaml()).writeYaml([value])].join(''),
      end: (empty) => (empty ? '[]\n' : ''),
    },
  },
  csv: {
    summary: 'The columns of the view, with a header.',
    takes: everything,
    rows: async (options) => cellRows((await loadWriters()).csvCells(options.terminal), options),
  },
  tsv: {
    summary:
      'The columns of the view, no header, nothing cut; tab, newline and backslash are escaped. A record has a key and a value on each line.',
    takes: everything,
    usual: 'pipe',
    verbatim: true,
    rows: async (options) => cellRows(tsvCells(options.terminal), options),
    record: async (item, options) => cellRecord(tsvCells(options.terminal), item, options),
    result: async (result, terminal) => (await loadWriters()).rawResult(result, terminal),
  },
  md: {
    summary: 'A Markdown table for pull requests. A record is a row for each field.',
    takes: everything,
    rows: async (options) => cellRows((await loadWriters()).markdownCells, options),
    record: async (item, options) => cellRecord((await loadWriters()).markdownCells, item, options),
  },
  name: {
    summary: 'The name or ID of each item, one per line.',
    takes: ['field'],
    names: true,
    needs: {
      met: (view) => 'name' in view || view.kind === 'message',
      words: 'commands whose reply has a name',
    },
    rows: async (options) => (await loadWriters()).nameRows(options),
  },
  env: {
    summary: 'KEY=value lines, of commands that return credentials.',
    secrets: 'shown',
    takes: ['field'],
    needs: credentials,
    credentials: async (view, item, _, aliases) => (await loadWriters()).envText(view, item, aliases),
  },
  export: {
    summary: 'Statements for a shell to eval, of commands that return credentials.',
    secrets: 'shown',
    takes: ['field'],
    needs: credentials,
    credentials: async (view, item, _, aliases) => (await loadWriters()).exportText(view, item, aliases),
  },
  'credential-process': {
    summary: 'The JSON that the AWS tools read, of commands that return AWS credentials.',
    secrets: 'shown',
    takes: ['field'],
    needs: {
      met: (view) => view.kind === 'credentials' && view.process !== undefined,
      words: 'commands that return AWS credentials',
    },
    credentials: async (...given) => (await loadWriters()).processText(...given),
  },
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof table;

const formats: Readonly<Record<FormatName, Format>> = table;

const isFormatName = (name: string): name is FormatName => Object.hasOwn(table, name);

export const formatNames: readonly FormatName[] = Object.keys(table).filter(isFormatName);

export const formatNamed = (name: string): FormatName | undefined => (isFormatName(name) ? name : undefined);

export const traitsOf = (name: FormatName): Format => formats[name];

export const usualFormat = (where: NonNullable<Format['usual']>): FormatName => {
  const found = formatNames.find((name) => formats[name].usual === where);
  if (found === undefined) throw new TypeError(`no format is usual for ${where}`);
  return found;
};

export const saysJson = (output: string | undefined): boolean => {
  const name = output === undefined ? undefined : formatNamed(output);
  return name !== undefined && formats[name].messages === 'json';
};
