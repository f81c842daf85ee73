/** Acknowledged rows stay on the screen, but need nobody for a while. */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sameServer } from '../../catalogue/target.ts';
import { localError } from '../../system/error.ts';
import type { Json } from '../../documents/json/json.ts';
import { isArray, own, textAt, textsAt } from '../../documents/json/json.ts';
import { jsonIn, writeJson } from '../../documents/json/lossless.ts';
import { readCapped } from '../../system/capped-file.ts';
import { makeFolder } from '../../system/make-folder.ts';
import { updateFile } from '../../system/update-file.ts';
import { stateFolder } from '../../system/state-folder.ts';
import type { Io } from '../../system/io.ts';
import type { StatusRow } from './row.ts';

export interface Acknowledgement {
  readonly server: string;
  readonly kind: string;
  readonly scope: string;
  readonly name: string;
  /** The object, since several certificates share a name. Empty for a row without one. */
  readonly about: string;
  /** The ID of a run; empty for other rows. */
  readonly instance: string;
  /** With another state the row needs a person again. */
  readonly state: string;
  /** With another group the row needs a person again. */
  readonly groups: readonly string[];
  readonly until: number;
  readonly why: string;
}

const mostBytes = 1_048_576;

const fileOf = (io: Io): string | undefined => {
  const folder = stateFolder(io);
  return folder === undefined ? undefined : join(folder, 'acknowledged.json');
};

const entryOf = (value: Json): readonly Acknowledgement[] => {
  const text = (key: string): string => textAt(value, key) ?? '';
  const until = own(value, 'until');
  if (typeof until !== 'number') return [];
  const [server, kind, scope] = [text('server'), text('kind'), text('scope')];
  return [
    {
      server,
      kind,
      scope,
      name: text('name'),
      about: text('about'),
      instance: text('instance'),
      state: text('state'),
      groups: textsAt(value, 'groups'),
      until,
      why: text('why'),
    },
  ];
};

const entriesIn = (text: string, file: string, io: Io): readonly Acknowledgement[] => {
  const kept = own(jsonIn(text), 'acknowledged');
  if (!isArray(kept)) throw localError(`${file} is damaged`, 'Remove it to forget what was acknowledged.');
  return kept.flatMap(entryOf).filter(({ until }) => until > io.now());
};

/** @throws TrivetError local, for an unreadable file */
export const acknowledgements = async (io: Io): Promise<readonly Acknowledgement[]> => {
  const file = fileOf(io);
  if (file === undefined) return [];
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return [];
  const bytes = await readCapped(file, mostBytes, file);
  return entriesIn(Buffer.from(bytes).toString('utf8'), file, io);
};

export const changeAcknowledgements = async (
  change: (known: readonly Acknowledgement[]) => readonly Acknowledgement[],
  io: Io,
): Promise<void> => {
  const file = fileOf(io);
  if (file === undefined)
    throw localError('there is no folder for acknowledgements', 'Set HOME or TRIVET_STATE_DIR.');
  makeFolder(dirname(file));
  await updateFile(file, (text) => {
    const all = change(text === undefined ? [] : entriesIn(text, file, io));
    const document = { version: 1, acknowledged: all.map((one) => ({ ...one })) };
    return `${writeJson(document, 2)}\n`;
  });
};

export const rowObject = ({ about }: Pick<StatusRow, 'about'>): string => about?.name ?? '';

export const isAbout = (
  { kind, scope, name, about, server }: Acknowledgement,
  row: Pick<StatusRow, 'kind' | 'scope' | 'name' | 'about'>,
  baseUrl: string,
): boolean =>
  kind === row.kind &&
  scope === row.scope &&
  name === row.name &&
  about === rowObject(row) &&
  sameServer(server, baseUrl);

export const troubledGroups = ({ groups = [] }: StatusRow): readonly string[] =>
  groups.filter(({ attention }) => attention).map(({ group }) => group);

const isKnown = (entry: Acknowledgement, row: StatusRow): boolean =>
  entry.state === row.state &&
  entry.instance === (row.instance ?? '') &&
  troubledGroups(row).every((group) => entry.groups.includes(group));

export const withAcknowledged = (
  rows: readonly StatusRow[],
  all: readonly Acknowledgement[],
  baseUrl: string,
): readonly StatusRow[] =>
  rows.map((row) => {
    const found = all.find((one) => isAbout(one, row, baseUrl) && isKnown(one, row));
    if (found === undefined || !row.attention) return row;
    const { until, why } = found;
    return { ...row, attention: false, acknowledged: { until, why } };
  });
