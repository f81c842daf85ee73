/** Writes the settings in one request, and each part in its own. */
import { movedIn } from '../objects/compare.ts';
import type { Change } from '../../../../catalogue/change.ts';
import type { ObjectName } from '../objects/desired.ts';
import { Exit, TrivetError } from '../../../../system/error.ts';
import { isObject } from '../../../../documents/json/json.ts';
import type { ObjectPart } from '../../../../catalogue/kind.ts';
import { writeJson } from '../../../../documents/json/lossless.ts';
import type { Operation } from '../../../../catalogue/operation.ts';
import type { InputRecord } from '../../../../catalogue/parameter.ts';
import { isUnset } from '../../../../catalogue/setting.ts';
import { plainText } from '../../../../output/text/value.ts';
import type { Outcome } from '../../../../run/session/outcome.ts';
import { createObject, refusesId } from './create.ts';
import { readObject } from '../objects/live.ts';
import { inputFor, operationById, operationOf } from '../objects/object.ts';
import type { Row } from '../rows/rows.ts';
import { call, updateObject, warningsOf } from './update.ts';

interface Written {
  readonly lost: readonly string[];
  readonly registered: Outcome | undefined;
  readonly warnings: readonly string[];
}

const register = async (row: Row): Promise<Outcome> => {
  const { plan, wanted } = row;
  const { kind, scope } = wanted.object;
  const whole = kind.write?.documentParameter;
  if (plan === undefined || kind.write === undefined || whole === undefined)
    throw new Error('no job is planned');
  const submission = wanted.submission ?? { Source: writeJson(plan.job, 2), Format: 'json' };
  const input = {
    namespace: scope.namespace,
    [whole]: plan.job,
    Submission: submission,
    JobModifyIndex: plan.index,
  };
  // A wait reads the ID from the input.
  return call(row, operationOf(kind.write.create), { ...input, job_id: wanted.object.name });
};

const remove = async (row: Row): Promise<Outcome> => {
  const { object } = row.wanted;
  const command = object.kind.remove;
  if (command === undefined) throw new Error(`${object.kind.kind} cannot be deleted`);
  const id = row.live?.id;
  const operation = (id === undefined ? undefined : operationById(command)) ?? operationOf(command);
  return call(row, operation, inputFor(operation, object, id));
};

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

/** Some servers take PATCH and reply 405 to the documented POST. */
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
 * @returns refused IDs, and the reply to wait for
 * @throws TrivetError of the first failed request
 */
export const writeRow = async (row: Row, fields: ReadonlySet<string>): Promise<Written> => {
  const { wanted, plan, comparison } = row;
  const { object, session } = wanted;
  if (row.action === 'delete')
    return { lost: [], registered: undefined, warnings: warningsOf(await remove(row)) };
  if (plan !== undefined) {
    const registered = await register(row);
    return { lost: [], registered, warnings: warningsOf(registered) };
  }
  const parts = (object.kind.parts ?? []).filter(({ part }) => fields.has(part));
  const isPart = (key: string): boolean => parts.some(({ part }) => part === key);
  const changes = (comparison?.changes ?? []).filter(({ key }) => fields.has(key));
  const settings = changes.filter(({ key }) => !isPart(key));
  const lost: string[] = [];
  const warnings: string[] = [];
  if (row.action === 'create') {
    const made = await createObject(row);
    lost.push(...made.lost);
    warnings.push(...made.warnings);
  } else if (settings.length > 0) warnings.push(...warningsOf(await updateObject(row, settings)));
  const known = row.live?.id;
  const id = known ?? (parts.length > 0 ? (await readObject(session, object))?.id : undefined);
  for (const part of parts) {
    const change = changes.find(({ key }) => key === part.part);
    if (change === undefined) continue;
    try {
      await writePart(row, part, change, id);
    } catch (error) {
      const words = object.kind.ids?.[part.part];
      if (words === undefined || !refusesId(error)) throw error;
      lost.push(`${words} ${plainText(change.to)}`);
    }
  }
  return { lost, registered: undefined, warnings };
};
