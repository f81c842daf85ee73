/** Flattens a JSON:API resource, joined with the included ones. */
import { Exit, TrivetError } from '../../system/error.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { at, isArray, isObject, own, textAt } from '../../documents/json/json.ts';
import { withoutSecrets } from '../../catalogue/shown.ts';
import { memoize } from '../../system/values/memoize.ts';

type Item = Record<string, Json | undefined>;

export const identity = (resource: Json | undefined): string =>
  `${textAt(resource, 'type')}/${textAt(resource, 'id')}`;

const sensitiveText = '(sensitive)';

export const withoutSensitive = (value: Json): Json =>
  withoutSecrets(value, {
    isSecret: (_, key, parent) => key === 'value' && own(parent, 'sensitive') === true,
    hide: (one) => (one === null ? null : sensitiveText),
  });

/** The most fields that are joined in one document: what all items include is copied to each. */
const mostJoined = 1_000_000;
const joinedTo = memoize<ReadonlyMap<string, Json>, { fields: number }>(() => ({ fields: 0 }));

const count = (included: ReadonlyMap<string, Json>, fields: number): void => {
  const joined = joinedTo(included);
  joined.fields += fields;
  if (joined.fields > mostJoined) {
    throw new TrivetError('too-large', Exit.unreachable, 'the reply includes too much to be shown', {
      hint: 'Include less, or read it with -o json.',
    });
  }
};

const relationId = (relation: Json | undefined): Json => {
  const data = own(relation, 'data');
  if (isArray(data)) return data.map((one) => own(one, 'id') ?? null);
  return own(data, 'id') ?? null;
};

/** `current_run.plan` becomes `current-run.status` and `current-run.plan.status`; no resource is entered twice. */
const join = (
  item: Item,
  prefix: string,
  relationships: JsonObject,
  included: ReadonlyMap<string, Json>,
  passed: readonly string[],
): void => {
  for (const [name, relation] of Object.entries(relationships)) {
    const data = own(relation, 'data');
    for (const reference of isArray(data) ? data : [data]) {
      const found = included.get(identity(reference));
      const extra = own(found, 'attributes');
      if (!isObject(extra) || passed.includes(identity(reference))) continue;
      if (isArray(data)) {
        // Outputs become name -> value, with a mask for the sensitive ones.
        const label = textAt(extra, 'name') ?? textAt(reference, 'id') ?? '';
        const hidden = own(extra, 'sensitive') === true;
        item[`${prefix}${name}.${label}`] = hidden ? sensitiveText : (own(extra, 'value') ?? extra);
        continue;
      }
      const entries = Object.entries(extra);
      count(included, entries.length + 1);
      for (const [key, value] of entries) item[`${prefix}${name}.${key}`] = value;
      const further = own(found, 'relationships');
      if (isObject(further)) {
        join(item, `${prefix}${name}.`, further, included, [...passed, identity(reference)]);
      }
    }
  }
};

export const holderName = (reference: Json | undefined, found: Json | undefined): string | undefined => {
  const id = textAt(reference, 'id');
  if (id === undefined) return undefined;
  const attributes = own(found, 'attributes');
  const kind = (textAt(reference, 'type') ?? '').replace(/s$/, '');
  return `${kind} ${textAt(attributes, 'username') ?? textAt(attributes, 'name') ?? id}`.trim();
};

export const itemOf = (resource: JsonObject, included: ReadonlyMap<string, Json>): JsonObject => {
  const item: Item = { id: resource['id'], type: resource['type'] };
  const attributes = resource['attributes'];
  if (isObject(attributes)) Object.assign(item, attributes);
  const relationships = resource['relationships'];
  if (!isObject(relationships)) return item;
  if (textAt(resource, 'type')?.startsWith('data-retention-policy') === true) {
    // The target shows whether the reply is the organization's default.
    const target = textAt(at(relationships, 'target', 'data'), 'type');
    // Some servers repeat the spelling of the request.
    item['delete-older-than-n-days'] ??= item['deleteOlderThanNDays'];
    item['set-on'] =
      target === 'organizations' ? 'organization' : target === 'workspaces' ? 'workspace' : null;
  }
  for (const [name, relation] of Object.entries(relationships)) {
    if (own(relation, 'data') !== undefined) item[name] ??= relationId(relation);
  }
  const lockedBy = at(relationships, 'locked-by', 'data');
  const holder = holderName(lockedBy, included.get(identity(lockedBy)));
  if (holder !== undefined) item['holder'] ??= holder;
  if (included.size > 0) join(item, '', relationships, included, [identity(resource)]);
  // The documented attribute is a relationship on the hosted edition.
  const pool = item['agent-pool'];
  if (pool !== undefined) item['agent-pool-id'] ??= pool;
  return item;
};
