import type { Json } from '../../contract.ts';
import { DESTRUCTIVE_TASK_MEMBERS } from '../scheduler/reconcile.ts';
import { objects, sameJson, text, type JsonObject } from '../wire/json.ts';
import { mapDiff, orNull, primitives, typeOf, type DiffType, type FieldDiff } from './fields.ts';
import { memberDiffs } from './objects.ts';

/** Not a part of the definition, or carried by the groups. */
const JOB_EXCEPT: ReadonlySet<string> = new Set([
  'CreateIndex',
  'DispatchIdempotencyToken',
  'ID',
  'JobModifyIndex',
  'ModifyIndex',
  'NomadTokenID',
  'Payload',
  'Stable',
  'Status',
  'StatusDescription',
  'SubmitTime',
  'TaskGroups',
  'Update',
  'Version',
  'VersionTag',
]);

const NAMED: ReadonlySet<string> = new Set(['Name', 'Tasks']);
/** Its group already shows the restart policy. */
const WHOLE_TASK: ReadonlySet<string> = new Set(['Name', 'RestartPolicy']);

export type Updates = Readonly<Record<string, number>>;

function byName(owner: JsonObject | undefined, list: string): Map<string, JsonObject> {
  return new Map(objects(owner ?? {}, list).map((item) => [text(item, 'Name'), item]));
}

function taskAnnotations(
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): readonly string[] | null {
  if (before === undefined) return ['forces create'];
  if (after === undefined) return ['forces destroy'];
  if (sameJson(before, after)) return null;
  const destructive = [...DESTRUCTIVE_TASK_MEMBERS].some((name) => !sameJson(before[name], after[name]));
  return [destructive ? 'forces create/destroy update' : 'forces in-place update'];
}

function level(
  before: JsonObject | undefined,
  after: JsonObject | undefined,
  except: ReadonlySet<string>,
): { fields: readonly FieldDiff[]; objects: Json } {
  const inner = memberDiffs(before, after, except);
  const own = mapDiff(primitives(before, except), primitives(after, except));
  const fields = [...own, ...inner.fields].sort((left, right) => (left.Name < right.Name ? -1 : 1));
  return { fields, objects: orNull(inner.objects) as Json };
}

function taskDiff(before: JsonObject | undefined, after: JsonObject | undefined, annotate: boolean): Json {
  const whole = before === undefined || after === undefined;
  const { fields, objects: found } = level(before, after, whole ? WHOLE_TASK : NAMED);
  return {
    Type: typeOf(before, after, fields.length > 0 || found !== null),
    Name: text(after ?? before ?? {}, 'Name'),
    Fields: orNull(fields) as Json,
    Objects: found,
    Annotations: annotate ? taskAnnotations(before, after) : null,
  };
}

function annotateCount(field: FieldDiff): FieldDiff {
  if (field.Name !== 'Count') return field;
  const grows = Number(field.New) > Number(field.Old);
  return { ...field, Annotations: [grows ? 'forces create' : 'forces destroy'] };
}

interface GroupDiff {
  readonly type: DiffType;
  readonly json: Json;
}

function groupDiff(
  before: JsonObject | undefined,
  after: JsonObject | undefined,
  updates: Updates | undefined,
): GroupDiff {
  const { fields, objects: found } = level(before, after, NAMED);
  const [old, now] = [byName(before, 'Tasks'), byName(after, 'Tasks')];
  const names = [...new Set([...old.keys(), ...now.keys()])].sort();
  const tasks = names.map((name) => taskDiff(old.get(name), now.get(name), updates !== undefined));
  const changed =
    fields.length > 0 || found !== null || !names.every((name) => sameJson(old.get(name), now.get(name)));
  const type = typeOf(before, after, changed);
  const json: Json = {
    Type: type,
    Name: text(after ?? before ?? {}, 'Name'),
    Fields: orNull(updates === undefined ? fields : fields.map(annotateCount)) as Json,
    Objects: found,
    Tasks: orNull(tasks),
    Updates: updates ?? null,
  };
  return { type, json };
}

/** Section 2. `updates` makes it the diff of a dry run, with what each change forces. */
export function jobDiff(
  before: JsonObject | undefined,
  after: JsonObject,
  updates?: ReadonlyMap<string, Updates>,
): JsonObject {
  const { fields, objects: found } = level(before, after, JOB_EXCEPT);
  const [old, now] = [byName(before, 'TaskGroups'), byName(after, 'TaskGroups')];
  const names = [...new Set([...old.keys(), ...now.keys()])].sort();
  const groups = names.map((name) =>
    groupDiff(old.get(name), now.get(name), updates === undefined ? undefined : (updates.get(name) ?? {})),
  );
  const changed = fields.length > 0 || found !== null || groups.some((group) => group.type !== 'None');
  return {
    Type: typeOf(before, after, changed),
    ID: text(after, 'ID'),
    Fields: orNull(fields) as Json,
    Objects: found,
    TaskGroups: orNull(groups.map((group) => group.json)),
  };
}
