/** Related tags, or the attribute `tags`, which real servers take too. */
import type { Json } from '../contract.ts';
import type { Violations } from './errors.ts';
import type { WorkspaceBody } from './json-api.ts';
import { asObject, member, path } from './json-api.ts';
import type { Organization, Workspace } from './model.ts';
import type { WorkspaceStore } from './store.ts';

type NewTag = { readonly id: string } | { readonly name: string };

function readTag(
  item: Json,
  tags: ReadonlyMap<string, string>,
  ...nameAt: readonly string[]
): NewTag | undefined {
  const object = asObject(item);
  const id = member(object, 'id');
  if (typeof id === 'string' && tags.has(id)) return { id };
  const name = path(object, ...nameAt);
  return typeof name === 'string' && name !== '' ? { name } : undefined;
}

export function readNewTags(
  { attributes, relationships }: WorkspaceBody,
  { tags }: Organization,
  violations: Violations,
): readonly NewTag[] {
  const found: NewTag[] = [];
  const read = (given: Json | undefined, at: string, ...nameAt: readonly string[]): void => {
    if (given === undefined || given === null) return;
    if (!Array.isArray(given)) return violations.add(at, 'tags must be an array.');
    for (const [index, item] of given.entries()) {
      const tag = readTag(item, tags, ...nameAt);
      if (tag === undefined) violations.add(`${at}/${index}`, 'A tag needs the id of a tag, or a name.');
      else found.push(tag);
    }
  };
  read(member(attributes, 'tags'), '/data/attributes/tags', 'name');
  read(path(relationships, 'tags', 'data'), '/data/relationships/tags/data', 'attributes', 'name');
  return found;
}

export function attachTags(
  store: WorkspaceStore,
  workspace: Workspace,
  organization: Organization,
  tags: readonly NewTag[],
): void {
  for (const tag of tags) {
    workspace.tags.add('id' in tag ? tag.id : store.tagNamed(organization, tag.name));
  }
}
