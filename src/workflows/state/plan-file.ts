/** A plan as a file: which objects change, as references and hashes. It holds no value of any setting. */
import { createHash } from 'node:crypto';
import type { ObjectState } from '../../model/desired.ts';
import { identityOf } from '../../model/desired.ts';
import type { Json } from '../../model/json.ts';
import { isArray, isObject } from '../../model/json.ts';
import { writeJson } from '../../model/lossless.ts';
import type { InputRecord } from '../../model/parameter.ts';
import { writeSafely } from '../../runtime/safe-file.ts';
import type { Row } from './rows.ts';
import { actionOf, fieldsOfRow } from './show-rows.ts';

/** What an object of a plan is now, and what it becomes. */
interface Planned {
  readonly object: string;
  readonly action: string;
  readonly fields: readonly string[];
  readonly server: string;
  readonly before: string;
  readonly after: string;
}

const sorted = (value: Json): Json => {
  if (isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key] ?? null)]));
};

/** The same text for the same value, whatever the order of its keys. */
const hashOf = (value: Json): string =>
  createHash('sha256')
    .update(writeJson(sorted(value)))
    .digest('hex');

/** What a file says of an object, as it is now. */
const present = (now: ObjectState | undefined, wanted: ObjectState): Json =>
  now === undefined
    ? null
    : {
        settings: Object.keys(wanted.settings).map((key) => now.settings[key] ?? null),
        parts: Object.keys(wanted.parts).map((key) => now.parts[key] ?? null),
      };

const beforeOf = ({ plan, live, wanted }: Row): Json =>
  plan === undefined ? present(live?.state, wanted.state) : { index: plan.index, exists: plan.exists };

const plannedOf = async (row: Row): Promise<Planned> => {
  const { session, object, state } = row.wanted;
  const { baseUrl } = await session.endpoint(object.kind.service);
  return {
    object: identityOf(object),
    action: actionOf(row),
    fields: fieldsOfRow(row),
    server: `${object.kind.service} ${baseUrl}`,
    before: hashOf(beforeOf(row)),
    after: hashOf(row.plan?.job ?? { settings: state.settings, parts: state.parts }),
  };
};

/** Flags that a plan repeats; variables are given again, because they may be secret. */
const kept = ['organization', 'namespace', 'mount', 'exclude', 'only', 'ignore', 'preserve-counts'];

const optionsIn = (input: InputRecord): InputRecord =>
  Object.fromEntries(kept.flatMap((key) => (input[key] === undefined ? [] : [[key, input[key]] as const])));

export const writePlan = async (
  path: string,
  rows: readonly Row[],
  { operands, input }: { readonly operands: readonly string[]; readonly input: InputRecord },
): Promise<void> => {
  const objects: Planned[] = [];
  for (const row of rows) if (row.action !== 'same') objects.push(await plannedOf(row));
  const plan = { trivetPlan: 1, operands, options: optionsIn(input), objects };
  await writeSafely(path, Buffer.from(`${JSON.stringify(plan, null, 2)}\n`), { mode: 0o600 });
};
