import { choose } from './choose-operation.ts';
import type { Inside } from './inside.ts';
import { withoutWords } from './without-words.ts';
import type { Globals } from '../given-globals.ts';
import { explaining, withColumns, withNeeds } from '../lists/needs.ts';
import { indexOf } from '../lists/blocking-query.ts';
import { readList } from '../lists/list.ts';
import { wholeList } from '../lists/list-page.ts';
import { resolveNames } from '../lists/resolve-names.ts';
import type { CallOptions, Session } from '../session/session.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import type { Command } from '../../catalogue/command.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import { isObject, numberAt, textAt } from '../../documents/json/json.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { View } from '../../catalogue/view.ts';
import { fieldsOf } from '../../catalogue/view.ts';
import type { Aliases } from '../../output/text/item.ts';
import { rowsOf } from '../../services/items.ts';

export interface RowsRead {
  readonly items: readonly JsonObject[];
  readonly view: View;
  readonly aliases: Aliases;
  readonly index: bigint | undefined;
}

interface Reader {
  readonly session: Session;
  readonly inside: Inside;
  readonly globals: Globals;
}

const byOperation = async (
  { session }: Reader,
  command: Command,
  given: InputRecord,
  every: CallOptions,
  first: CallOptions,
): Promise<RowsRead | undefined> => {
  const chosen = choose(command, given, undefined);
  if (chosen === undefined) return undefined;
  const { operation } = chosen;
  // This also loads the service.
  await session.server(operation.service);
  const fields = fieldsOf(operation.view);
  const reasons = explaining(fields, Object.keys(fields));
  const input = withNeeds(
    operation,
    await resolveNames(session, operation, chosen.input, undefined),
    reasons,
  );
  const { first: outcome, items } = await wholeList(readList(session, operation, input, { every, first }));
  return {
    items,
    view: withColumns(operation.view, reasons),
    aliases: outcome.product.wire,
    index: indexOf(outcome),
  };
};

const byCommand = async (
  { inside, globals }: Reader,
  command: Command,
  input: InputRecord,
): Promise<RowsRead> => {
  const { view } = command;
  if (view === undefined) throw new TypeError(`${command.path} gives no rows`);
  const { output, error } = await inside.run(withoutWords(command, globals, input), false);
  const rows = view.kind === 'table' ? rowsOf(output, view.rows ?? { path: '' }) : undefined;
  // A command may give rows and fail, with a row for what it could not read.
  if (error !== null && (rows ?? []).length === 0) {
    const exit = numberAt(error, 'exit');
    throw new TrivetError(
      textAt(error, 'code') ?? 'failed',
      exit === 0 ? Exit.refused : exit,
      textAt(error, 'message') ?? '',
    );
  }
  return { items: rows ?? (isObject(output) ? [output] : []), view, aliases: {}, index: undefined };
};

/** @param first options of the first request, which may wait for a change */
export const readCommand = async (
  reader: Reader,
  command: Command,
  input: InputRecord,
  every: CallOptions,
  first: CallOptions = {},
): Promise<RowsRead> =>
  (await byOperation(reader, command, input, every, first)) ?? byCommand(reader, command, input);
