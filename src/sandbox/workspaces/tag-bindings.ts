/** test/seeds/1-workspaces.md, section 4.5: a given list replaces the set. */
import type { SandboxContext, SandboxResponse } from '../contract.ts';
import type { WorkspaceCall } from './call.ts';
import { ok, recordEffect, requirePermission } from './call.ts';
import { Violations } from './errors.ts';
import { identifier } from './identifiers.ts';
import type { JsonObject } from './json-api.ts';
import { asObject, member, path, readJson } from './json-api.ts';
import type { Workspace } from './model.ts';

const AT = '/data/relationships/tag-bindings/data';

/** Undefined without tag bindings. A tag may have no value. */
export function readTagBindings(
  relationships: JsonObject,
  violations: Violations,
): ReadonlyMap<string, string> | undefined {
  const given = member(relationships, 'tag-bindings');
  if (given === undefined) return undefined;
  const items = path(relationships, 'tag-bindings', 'data');
  if (!Array.isArray(items)) {
    violations.add(AT, 'tag-bindings must have an array data.');
    return undefined;
  }
  const bindings = new Map<string, string>();
  for (const [index, item] of items.entries()) {
    const object = asObject(item);
    const key = path(object, 'attributes', 'key');
    const value = path(object, 'attributes', 'value') ?? '';
    if (member(object, 'type') !== 'tag-bindings') {
      violations.add(`${AT}/${index}/type`, "type must be 'tag-bindings'.");
    } else if (typeof key !== 'string' || key === '') {
      violations.add(`${AT}/${index}/attributes/key`, 'key must be a string that is not empty.');
    } else if (typeof value !== 'string') {
      violations.add(`${AT}/${index}/attributes/value`, 'value must be a string.');
    } else if (bindings.has(key)) {
      violations.add(`${AT}/${index}/attributes/key`, `The key ${key} is given twice.`);
    } else {
      bindings.set(key, value);
    }
  }
  return bindings;
}

export function hasTagBindings({ products }: SandboxContext): boolean {
  return products?.workspaces === 'hcp-terraform' || products?.workspaces === 'terraform-enterprise';
}

interface TagBinding {
  readonly type: string;
  readonly id: string;
  readonly attributes: { readonly key: string; readonly value: string };
}

export function tagBindings(workspace: Workspace, type: string): readonly TagBinding[] {
  return [...workspace.tagBindings].map(([key, value]) => ({
    type,
    id: identifier('tb', `${workspace.id}/${key}`),
    attributes: { key, value },
  }));
}

const listOf =
  (type: string) =>
  ({ workspace }: WorkspaceCall): SandboxResponse =>
    ok({ data: tagBindings(workspace, type).map((one) => ({ ...one, attributes: { ...one.attributes } })) });

export const listTagBindings = listOf('tag-bindings');

export const listEffectiveTagBindings = listOf('effective-tag-bindings');

export function addTagBindings(call: WorkspaceCall): SandboxResponse {
  requirePermission(call, 'admin');
  const { workspace } = call;
  const violations = new Violations();
  const given = readTagBindings({ 'tag-bindings': readJson(call.request.bytes) }, violations);
  violations.throwIfAny();
  workspace.tagBindings = new Map([...workspace.tagBindings, ...(given ?? [])]);
  recordEffect(call, `tag-bindings.added ${workspace.id}`);
  return listTagBindings(call);
}
