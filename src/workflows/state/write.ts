/** Writes what differs of one object: its settings with one request, each part with requests of its own. */
import { clearedTo, movedIn } from '../../model/compare.ts';
import type { Change } from '../../model/change.ts';
import type { ObjectName } from '../../model/desired.ts';
import { parentOf } from '../../model/desired.ts';
import { Exit, TrivetError } from '../../model/error.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isObject } from '../../model/json.ts';
import type { Setting } from '../../model/kind-settings.ts';
import { settingsOf } from '../../model/kind-settings.ts';
import type { ObjectPart } from '../../model/kind.ts';
import { writeJson } from '../../model/lossless.ts';
import type { Operation } from '../../model/operation.ts';
import type { InputRecord, InputValue } from '../../model/parameter.ts';
import { isRequired } from '../../model/parameter.ts';
import type { Pointer } from '../../model/pointer.ts';
import { escapeToken } from '../../model/pointer.ts';
import { defaultSetting, isUnset } from '../../model/setting.ts';
import { plainText } from '../../render/value.ts';
import type { CallOptions, Outcome } from '../../runtime/session.ts';
import { readObject } from './live.ts';
import { inputFor, operationById, operationOf, placed } from './object.ts';
import type { Row } from './rows.ts';

/** What a write left out, in words; undefined where all of it was written. */
type LeftOut = string | undefined;

interface Written {
  readonly left: LeftOut;
  /** The reply to the registration of a job. */
  readonly registered: Outcome | undefined;
}

const emptyOf = ({ type, parameter }: Setting): InputValue => {
  if (parameter?.nullable === true) return null;
  if (type === 'strings' || type === 'list' || type === 'pairs') return [];
  if (type === 'map' || type === 'json-map' || type === 'object') return {};
  if (type === 'boolean') return false;
  return type === 'integer' || type === 'number' || type === 'duration' ? 0 : '';
};

/** A setting as the input of a write. */
const inputOf = (setting: Setting, value: Json): InputValue => {
  if (value === null) return emptyOf(setting);
  if (setting.type === 'strings' && isObject(value))
    return Object.entries(value).map(([key, one]) => `${key}=${plainText(one)}`);
  return value;
};

interface Body {
  readonly input: InputRecord;
  readonly extra: readonly (readonly [Pointer, Json])[];
}

/** Settings where their parameters put them; those that no document names beside them. */
const bodyOf = (operation: Operation, settings: readonly (readonly [Setting, Json])[]): Body => {
  const input: Record<string, InputValue> = {};
  const extra: (readonly [Pointer, Json])[] = [];
  for (const [setting, value] of settings) {
    const { key, input: name } = setting;
    if (name !== undefined && operation.parameters[name] !== undefined) input[name] = inputOf(setting, value);
    else if (name === undefined) extra.push([`${operation.body?.at ?? ''}/${escapeToken(key)}`, value]);
  }
  return { input, extra };
};

const call = (
  { wanted: { session, object } }: Row,
  operation: Operation,
  input: InputRecord,
  options: CallOptions = {},
): Promise<Outcome> => session.call(operation, input, { ...placed(object.kind, object.scope), ...options });

/** What a creation sends: all that the file says, but for what is empty anyway. */
const created = ({ wanted: { object, state } }: Row): readonly (readonly [Setting, Json])[] =>
  settingsOf(object.kind).flatMap((setting) => {
    const value = state.settings[setting.key];
    if (value === undefined || value === null || setting.secret) return [];
    const usual =
      setting.parameter === undefined ? (setting.default ?? null) : defaultSetting(setting.parameter);
    const plain = typeof value === 'boolean' || typeof value === 'number';
    return isUnset(value) && isUnset(usual) && !plain ? [] : [[setting, value] as const];
  });

const create = async (row: Row): Promise<LeftOut> => {
  const { object, session } = row.wanted;
  const { kind, name } = object;
  const operation = kind.write && operationOf(kind.write.create);
  if (operation === undefined) throw new Error(`${kind.kind} is not written`);
  const named = operation.parameters['name']?.in === 'body' ? { name } : {};
  const send = async (settings: readonly (readonly [Setting, Json])[]): Promise<void> => {
    const { input, extra } = bodyOf(operation, settings);
    await call(row, operation, { ...inputFor(operation, object), ...named, ...input }, { extra });
  };
  const settings = created(row);
  const { ids = {} } = kind;
  const others = settings.filter(([{ key }]) => ids[key] === undefined);
  try {
    await send(settings);
    return undefined;
  } catch (error) {
    // A server that lacks an ID refuses the whole: without the IDs it may take the rest.
    const refused = error instanceof TrivetError && error.effect === 'unchanged';
    if (!refused || others.length === settings.length) throw error;
    if (error.exit !== Exit.refused && error.exit !== Exit.notFound) throw error;
    try {
      await send(
        others.filter(
          ([{ key }]) =>
            !settings.some(
              ([one]) =>
                ids[one.key] !== undefined &&
                parentOf(one.key) !== undefined &&
                parentOf(one.key) === parentOf(key),
            ),
        ),
      );
    } catch {
      throw error;
    }
    const lost = settings.flatMap(([{ key }, value]) =>
      ids[key] === undefined ? [] : [`${ids[key]} ${plainText(value)}`],
    );
    session.reporter.note(error.message);
    return `without ${lost.join(', ')}: the server does not take the ID`;
  }
};

/** What goes along with an update: what it must hold, and what the server would reset. */
const carried = (
  row: Row,
  operation: Operation,
  changed: ReadonlySet<string>,
  required: ReadonlySet<string>,
): readonly (readonly [Setting, Json])[] => {
  const { live, wanted } = row;
  const resets = operation.resets?.only ?? [];
  const groups = new Set([...changed].flatMap((key) => parentOf(key) ?? []));
  return settingsOf(wanted.object.kind).flatMap((setting) => {
    const { key, input } = setting;
    const now = live?.state.settings[key];
    if (changed.has(key) || now === undefined || now === null || input === undefined) return [];
    const parent = parentOf(key);
    const needed =
      required.has(input) ||
      resets.includes(input) ||
      (parent !== undefined && groups.has(parent) && !isUnset(now));
    return needed ? [[setting, now] as const] : [];
  });
};

/** The object as the server sent it, without what it only reports and what changes. */
const base = ({ live, wanted }: Row, changed: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(
    Object.entries(live?.item ?? {}).filter(
      ([key, value]) =>
        value !== null &&
        value !== undefined &&
        !changed.has(key) &&
        wanted.object.kind.fields[key]?.readOnly !== true,
    ),
  );

const update = async (row: Row, changes: readonly Change[]): Promise<void> => {
  const { object, session, state } = row.wanted;
  const { kind } = object;
  if (kind.write === undefined) throw new Error(`${kind.kind} is not written`);
  const id = row.live?.id;
  const command =
    (id === undefined ? undefined : operationById(kind.write.update)) ?? operationOf(kind.write.update);
  const operation = command.merges?.write ?? command;
  const product = await session.product(kind.service);
  const keys = new Set(changes.map(({ key }) => key));
  const required = new Set(
    Object.entries(operation.parameters).flatMap(([key, one]) =>
      one.in === 'body' && isRequired(one, product.name) ? [key] : [],
    ),
  );
  const replaces = kind.write.omitted === 'reset';
  const cleared = new Set(
    [...keys].flatMap((key) => parentOf(key) ?? []).filter((group) => state.settings[group] === null),
  );
  const changed = settingsOf(kind).flatMap((setting): readonly (readonly [Setting, Json])[] => {
    if (!keys.has(setting.key) || cleared.has(parentOf(setting.key) ?? '')) return [];
    const value = state.settings[setting.key] ?? clearedTo(kind, setting);
    // What a replacing write leaves out has its default again.
    return replaces && state.settings[setting.key] === null ? [] : [[setting, value] as const];
  });
  const along = replaces ? [] : carried(row, operation, keys, required);
  const { input, extra } = bodyOf(operation, [...changed, ...along]);
  const nothing = Object.fromEntries([...cleared].map((group) => [group, null]));
  await call(
    row,
    operation,
    { ...inputFor(operation, object, id), ...input, ...nothing },
    { extra, ...(replaces ? { base: base(row, keys) } : {}) },
  );
};

const register = async (row: Row): Promise<Outcome> => {
  const { plan, wanted } = row;
  const { kind, scope } = wanted.object;
  const whole = kind.write?.whole;
  if (plan === undefined || kind.write === undefined || whole === undefined)
    throw new Error('no job is planned');
  const submission = wanted.submission ?? { Source: writeJson(plan.job, 2), Format: 'json' };
  const input = {
    namespace: scope.namespace,
    [whole]: plan.job,
    Submission: submission,
    JobModifyIndex: plan.index,
  };
  // The ID is in the job; who waits for it reads it from the input.
  return call(row, operationOf(kind.write.create), { ...input, job_id: wanted.object.name });
};

/** IDs of the objects that a part names. */
const idsOf = async (
  row: Row,
  names: readonly string[],
  ids: Map<string, string>,
): Promise<readonly string[]> => {
  const { session, object } = row.wanted;
  const found: string[] = [];
  for (const name of names) {
    const target: ObjectName = { ...object, name };
    const id = ids.get(name) ?? (await readObject(session, target))?.id;
    if (id === undefined)
      throw new TrivetError('not-found', Exit.notFound, `${object.kind.kind} ${name} does not exist`);
    ids.set(name, id);
    found.push(id);
  }
  return found;
};

/** Some servers take PATCH where the documents have POST, and answer POST with 405. */
const sendSettings = async (row: Row, operation: Operation, input: InputRecord): Promise<void> => {
  try {
    await call(row, operation, input);
  } catch (error) {
    if (!(error instanceof TrivetError) || error.details.status !== 405) throw error;
    await call(row, { ...operation, method: 'PATCH' }, input);
  }
};

const writePart = async (
  row: Row,
  part: ObjectPart,
  change: Change,
  id: string | undefined,
): Promise<void> => {
  const { object } = row.wanted;
  const [add, remove] = [operationOf(part.add.command), operationOf(part.remove.command)];
  const at = (operation: Operation): InputRecord => inputFor(operation, object, id);
  if (part.shape === 'names') {
    const moved = movedIn(change) ?? { added: [], removed: [] };
    const ids = new Map<string, string>();
    for (const [operation, input, names] of [
      [remove, part.remove.input, moved.removed],
      [add, part.add.input, moved.added],
    ] as const) {
      if (names.length === 0 || input === undefined) continue;
      const values = part.refers === undefined ? names : await idsOf(row, names, ids);
      await call(row, operation, { ...at(operation), [input]: values });
    }
    return;
  }
  if (isUnset(change.to)) await call(row, remove, at(remove));
  else if (part.shape === 'text' && part.add.input !== undefined)
    await call(row, add, { ...at(add), [part.add.input]: plainText(change.to) });
  else if (isObject(change.to)) {
    const settings = Object.fromEntries(
      Object.entries(change.to).map(([key, value]) => [key, value ?? null]),
    );
    await sendSettings(row, add, { ...at(add), ...settings });
  }
};

/**
 * Writes the fields of a step.
 * @returns what the server did not take, and the reply to wait after
 * @throws TrivetError of the first request that failed
 */
export const writeRow = async (row: Row, fields: ReadonlySet<string>): Promise<Written> => {
  const { wanted, plan, comparison } = row;
  const { object, session } = wanted;
  if (plan !== undefined) {
    return { left: undefined, registered: await register(row) };
  }
  const parts = (object.kind.parts ?? []).filter(({ part }) => fields.has(part));
  const isPart = (key: string): boolean => parts.some(({ part }) => part === key);
  const changes = (comparison?.changes ?? []).filter(({ key }) => fields.has(key));
  const settings = changes.filter(({ key }) => !isPart(key));
  let left: LeftOut;
  if (row.action === 'create') left = await create(row);
  else if (settings.length > 0) await update(row, settings);
  const known = row.live?.id;
  const id = known ?? (parts.length > 0 ? (await readObject(session, object))?.id : undefined);
  for (const part of parts) {
    const change = changes.find(({ key }) => key === part.part);
    if (change !== undefined) await writePart(row, part, change, id);
  }
  return { left, registered: undefined };
};
