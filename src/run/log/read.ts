import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Json } from '../../documents/json/json.ts';
import { isArray, isObject, listAt, own, textAt, textsAt } from '../../documents/json/json.ts';
import { jsonIn } from '../../documents/json/lossless.ts';
import { localError, TrivetError, usageError } from '../../system/error.ts';
import type { Scope } from '../../catalogue/target.ts';
import { parts } from '../../catalogue/target.ts';
import { configFolder } from '../../system/config-folder.ts';
import { readCapped } from '../../system/capped-file.ts';
import { refuseOutside } from '../../system/read-file.ts';
import { fileFailure } from '../../system/system-error.ts';
import type { ChangeLog, RecordedChange, StepResult, StepState } from './change-log.ts';
import { foldLog, resultOf } from './change-log.ts';
import { shellWord } from '../../catalogue/text/shell-words.ts';
import type { Io } from '../../system/io.ts';
import type { Closing } from './head.ts';
import { fileNamed } from './kept.ts';
import type { Named } from './kept.ts';
import { receiptFolder, unsafeBecause, usualDays } from './place.ts';

interface NamedItem {
  readonly name: string;
  readonly scope: Scope;
}

interface Counts {
  readonly objects: number;
  readonly done: number;
  readonly failed: number;
  readonly unknown: number;
  readonly left: number;
}

interface ReceiptItem extends NamedItem {
  readonly state: StepState | undefined;
}

export interface Receipt extends Counts {
  readonly id: string;
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly command: string;
  readonly profile: string | undefined;
  readonly by: string | undefined;
  readonly lends: boolean;
  readonly lend: string | undefined;
  readonly over: string | undefined;
  /** The profile that confirms changes to the receipt's servers, if files protect them. */
  readonly protected: string | undefined;
  readonly undoes: string | undefined;
  readonly days: number;
  readonly origins: readonly string[];
  readonly state: 'open' | 'done' | 'undone' | 'closed';
  readonly closed: Closing | undefined;
  /** Whether the check after the last wave has not passed. */
  readonly isCheckDue: boolean;
  readonly changes: readonly RecordedChange[];
  readonly items: readonly ReceiptItem[] | undefined;
  /** Items with an outcome but without a change, since the proof was read later. */
  readonly unrecorded: readonly number[];
  readonly journal: string | undefined;
  readonly words: readonly string[] | undefined;
  readonly folder: string | undefined;
}

export interface Refused {
  readonly id: string;
  readonly path: string;
  readonly time: number;
  readonly command: string;
  readonly reason: string;
}

/** Bytes. */
const longest = 1 << 30;

const numberOf = (value: Json | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined;

const counted = (ends: readonly (StepState | undefined)[]): Counts => {
  const of = (word: StepResult): number =>
    ends.filter((one) => one !== undefined && resultOf(one) === word).length;
  const left = ends.filter((one) => one === undefined).length;
  const [done, failed, unknown] = [of('done'), of('failed'), of('unknown')];
  return { objects: done + failed + unknown + left, done, failed, unknown, left };
};

/** Objects whose run was cut off between two changes of the object. */
export const missingSteps = ({ changes }: Pick<Receipt, 'changes'>): readonly string[] =>
  changes.flatMap((change, index) => {
    const { rest, operation, name, undone } = change;
    const isWhole = changes
      .slice(index + 1)
      .some(
        (later) => later.operation === operation && later.name === name && resultOf(later.state) !== 'failed',
      );
    const isMade = resultOf(change.state) === 'done' && undone === undefined;
    return rest === undefined || isWhole || !isMade ? [] : [rest];
  });

/** Items of an apply that match their files, so that nothing is sent. */
const onlyWaited = (head: Json | undefined): ReadonlySet<number> =>
  new Set(
    listAt(own(head, 'resolved'), 'steps').flatMap((step, index) =>
      textAt(step, 'action') === 'same' ? [index + 1] : [],
    ),
  );

/** Empty if an earlier version of trivet wrote no numbers. */
const itemsWithoutChange = (
  changes: readonly RecordedChange[],
  states: ReadonlyMap<number, StepState>,
  head: Json | undefined,
): readonly number[] => {
  const recorded = new Set(changes.map(({ item }) => item));
  if (recorded.has(undefined)) return [];
  const waited = onlyWaited(head);
  return [...states].flatMap(([item, one]) =>
    recorded.has(item) || waited.has(item) || resultOf(one) === 'failed' ? [] : [item],
  );
};

const mostItems = 1_000_000;

const textsOf = (value: Json | undefined): readonly (string | undefined)[] =>
  isArray(value) ? value.map((one) => (typeof one === 'string' ? one : undefined)) : [];

const scopeIn = (object: Json | undefined): Scope =>
  Object.fromEntries(
    parts.flatMap((part) => {
      const value = textAt(object, part);
      return value === undefined || value === '' ? [] : [[part, value] as const];
    }),
  );

const namesIn = (head: Json | undefined): readonly NamedItem[] => {
  const resolved = own(head, 'resolved');
  const [server, ...others] = listAt(head, 'servers');
  const usual = others.length === 0 ? scopeIn(server) : {};
  const objects = listAt(resolved, 'objects').map((one) => ({
    name: textAt(one, 'name') ?? '',
    scope: { ...usual, ...scopeIn(own(one, 'flags')) },
  }));
  if (objects.length > 0) return objects;
  return listAt(resolved, 'steps').map((one) => {
    const text = textAt(one, 'object') ?? '';
    const [, organization, namespace, mount, name] = textsOf(jsonIn(text));
    return { name: name || text, scope: scopeIn({ organization, namespace, mount }) };
  });
};

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts.filter(Boolean))];

/** Undefined for a whole receipt, and for one of a version that wrote no end. */
const cutBecause = (head: Json | undefined, { isWhole }: ChangeLog): string | undefined =>
  (numberOf(own(head, 'receipt')) ?? 0) < 2 || isWhole ? undefined : 'it is damaged: its end is missing';

const receiptIn = (path: string, name: Named, text: string): Receipt | Refused => {
  const { id, time, days } = name;
  const [first = '', ...lines] = text.split('\n');
  const head = jsonIn(first);
  const base = { id, path, time, command: textAt(head, 'command') ?? name.what.replaceAll('-', ' ') };
  const format = own(head, 'journal');
  if (typeof format === 'number' && format !== 2)
    return { ...base, reason: `it has format ${format}, and this trivet reads format 2` };
  if (format !== 2) return { ...base, reason: 'it is damaged: its first line is not that of a receipt' };
  const log = foldLog(lines);
  const { steps, changes, checked, over, closed } = log;
  const cut = days === undefined ? undefined : cutBecause(head, log);
  if (cut !== undefined) return { ...base, reason: cut };
  const items = numberOf(own(head, 'items'));
  const continues = own(head, 'continues');
  if (items !== undefined && items > mostItems)
    return { ...base, reason: 'it is damaged: it names more objects than a change can have' };
  const names = namesIn(head);
  // A batch has no names of its own, so they come from its changes.
  const changed = new Map(changes.map(({ item, name }) => [item, name]));
  const rows =
    items === undefined
      ? undefined
      : Array.from({ length: items }, (_, index) => ({
          name: names[index]?.name ?? changed.get(index + 1) ?? `item ${index + 1}`,
          scope: names[index]?.scope ?? {},
          state: steps.get(index + 1),
        }));
  const counts = counted((rows ?? changes).map(({ state }) => state));
  const isCheckDue = own(head, 'check') === true && checked < (items ?? 0);
  // A receipt that was partly taken back is not continued.
  const isTakenBack = changes.some(({ undone }) => undone !== undefined);
  const open =
    days === undefined &&
    closed === undefined &&
    (counts.unknown > 0 ||
      (rows !== undefined && !isTakenBack && (counts.failed + counts.left > 0 || isCheckDue)));
  const done = changes.filter(({ state }) => resultOf(state) === 'done');
  const unrecorded = itemsWithoutChange(changes, steps, head);
  const isWhole = unrecorded.every((item) => steps.get(item)?.is === 'sent');
  // Once the rest is taken back, failed and unstarted items need nobody.
  const isUndone =
    done.length > 0 && counts.unknown === 0 && isWhole && done.every(({ undone }) => undone !== undefined);
  return {
    ...base,
    ...counts,
    profile: textAt(head, 'profile'),
    by: textAt(head, 'by'),
    lends: own(head, 'lends') === true,
    lend: textAt(head, 'lend'),
    over,
    origins: unique([
      ...listAt(head, 'servers').map(
        (server) =>
          textAt(server, 'url') ?? (typeof server === 'string' ? (server.split(' ').at(-1) ?? '') : ''),
      ),
      ...changes.map(({ url }) => url),
    ]),
    protected: textAt(head, 'protected'),
    undoes: textAt(head, 'undoes'),
    days: days ?? numberOf(own(head, 'days')) ?? usualDays,
    state: isUndone ? 'undone' : open ? 'open' : closed === undefined ? 'done' : 'closed',
    closed,
    isCheckDue,
    changes,
    items: rows,
    unrecorded,
    // A receipt in the user's own file is a link here.
    journal: items === undefined ? undefined : realpathSync(path),
    words: isObject(continues) ? textsAt(continues, 'words') : undefined,
    folder: textAt(continues, 'folder'),
  };
};

const textOf = async (path: string): Promise<string> =>
  Buffer.from(await readCapped(path, longest, `the receipt ${path}`)).toString('utf8');

/** A damaged file, or one that somebody else could have written, is a reason and not a failure. */
const readOne = async (path: string, name: Named, io: Io): Promise<Receipt | Refused> => {
  const refused = (reason: string): Refused => ({
    id: name.id,
    path,
    time: name.time,
    command: name.what.replaceAll('-', ' '),
    reason,
  });
  try {
    const why = unsafeBecause(path, io.uid);
    if (why !== undefined) return refused(`it ${why}`);
    return receiptIn(path, name, await textOf(path));
  } catch (error) {
    const why = fileFailure(error) ?? error;
    if (why instanceof TrivetError) return refused(why.message);
    throw error;
  }
};

const foldersOf = (io: Io): readonly string[] => {
  const config = configFolder(io);
  const old = config === undefined ? undefined : join(config, 'journals');
  return [receiptFolder(io), old].flatMap((folder) =>
    folder !== undefined && existsSync(folder) ? [folder] : [],
  );
};

const namesOf = (io: Io): readonly { readonly folder: string; readonly name: Named }[] =>
  foldersOf(io).flatMap((folder) => {
    const why = unsafeBecause(folder, io.uid);
    if (why !== undefined)
      throw localError(
        `the folder ${folder} ${why}`,
        `If its content is yours: chmod 700 ${shellWord(folder)}`,
      );
    return readdirSync(folder).flatMap((file) => {
      const name = fileNamed(file);
      // The name may be a link to a file of the user that is gone.
      return name === undefined || !existsSync(join(folder, file)) ? [] : [{ folder, name }];
    });
  });

export const isRefused = (one: Receipt | Refused): one is Refused => 'reason' in one;

export const openReceipts = async (io: Io): Promise<readonly Receipt[]> => {
  const open: Receipt[] = [];
  for (const { folder, name } of namesOf(io)) {
    if (name.days !== undefined) continue;
    const one = await readOne(join(folder, name.file), name, io);
    if (!isRefused(one) && one.state === 'open') open.push(one);
  }
  return open;
};

export const allReceipts = async (io: Io): Promise<readonly (Receipt | Refused)[]> => {
  const all: (Receipt | Refused)[] = [];
  for (const { folder, name } of namesOf(io)) all.push(await readOne(join(folder, name.file), name, io));
  const rank = (one: Receipt | Refused): number => (isRefused(one) || one.state === 'open' ? 0 : 1);
  return all.toSorted((one, other) => rank(one) - rank(other) || other.time - one.time);
};

export const triesOf = ({ changes }: Receipt, loan: string): readonly RecordedChange[] =>
  changes.filter((change) => change.loan === loan && resultOf(change.state) === 'unknown');

/** Receipts since `time` of the loan itself, and of runs that tried to give it back. */
export const receiptsOfLoan = async (io: Io, loan: string, time: number): Promise<readonly Receipt[]> => {
  const found: Receipt[] = [];
  for (const { folder, name } of namesOf(io)) {
    if (name.time < time) continue;
    const one = await readOne(join(folder, name.file), name, io);
    if (!isRefused(one) && (one.lend === loan || triesOf(one, loan).length > 0)) found.push(one);
  }
  return found;
};

const fileOf = async (io: Io, given: string): Promise<{ readonly path: string; readonly name: Named }> => {
  const path = resolve(io.cwd, given);
  refuseOutside(path, io);
  const [first = ''] = (await textOf(path)).split('\n', 1);
  const head = jsonIn(first);
  const [id, time] = [textAt(head, 'id') ?? '', Date.parse(textAt(head, 'time') ?? '')];
  return {
    path,
    name: { file: basename(path), id, time: Number.isNaN(time) ? 0 : time, what: '', days: undefined },
  };
};

/** @throws TrivetError usage or local */
export const receiptNamed = async (io: Io, given: string): Promise<Receipt> => {
  const file = /[./]/.test(given) ? await fileOf(io, given) : undefined;
  const id = file?.name.id ?? given;
  const found = namesOf(io).flatMap(({ folder, name }) =>
    id !== '' && name.id.startsWith(id) ? [{ path: join(folder, name.file), name }] : [],
  );
  const [first = file, second] = found;
  if (first === undefined)
    throw usageError(
      `there is no receipt ${shellWord(id)}`,
      'A loan has none (see trivet lease recover). List receipts with: trivet changes',
    );
  if (second !== undefined && first.name.id !== id)
    throw usageError(`several receipts begin with ${id}`, 'Give more of the ID: trivet changes');
  const one = await readOne(first.path, first.name, io);
  if (isRefused(one)) {
    const refused = shellWord(one.path);
    throw localError(
      `the receipt ${given} is not used: ${one.reason}`,
      `Look at ${refused}. If its content is yours: chmod 600 ${refused}`,
    );
  }
  return one;
};
