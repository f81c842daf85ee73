import type { Json } from '../../contract.ts';
import { isList, isObject, type JsonObject } from '../wire/json.ts';

export type DiffType = 'Added' | 'Deleted' | 'Edited' | 'None';

export interface FieldDiff {
  readonly Type: DiffType;
  readonly Name: string;
  readonly Old: string;
  readonly New: string;
  readonly Annotations: readonly string[] | null;
}

export interface ObjectDiff {
  readonly Type: DiffType;
  readonly Name: string;
  readonly Fields: readonly FieldDiff[] | null;
  readonly Objects: readonly ObjectDiff[] | null;
}

export function orNull<T>(list: readonly T[]): readonly T[] | null {
  return list.length === 0 ? null : list;
}

export function typeOf(before: unknown, after: unknown, changed: boolean): DiffType {
  if (before === undefined) return after === undefined ? 'None' : 'Added';
  if (after === undefined) return 'Deleted';
  return changed ? 'Edited' : 'None';
}

export function fieldText(value: Json | undefined): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}

export function fieldDiff(name: string, before: string, after: string): FieldDiff {
  const type: DiffType =
    before === after ? 'None' : before === '' ? 'Added' : after === '' ? 'Deleted' : 'Edited';
  return { Type: type, Name: name, Old: before, New: after, Annotations: null };
}

export function flatten(value: Json | undefined, name: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (item: Json, path: string): void => {
    if (isList(item)) {
      for (const [at, inner] of item.entries()) walk(inner, `${path}[${at}]`);
    } else if (isObject(item)) {
      for (const [key, inner] of Object.entries(item)) walk(inner, path === '' ? key : `${path}[${key}]`);
    } else found.set(path, fieldText(item));
  };
  if (value !== undefined) walk(value, name);
  return found;
}

export function mapDiff(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  all = false,
): readonly FieldDiff[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names
    .map((name) => fieldDiff(name, before.get(name) ?? '', after.get(name) ?? ''))
    .filter((field) => all || field.Type !== 'None');
}

export function primitives(value: JsonObject | undefined, except: ReadonlySet<string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, item] of Object.entries(value ?? {})) {
    if (except.has(name) || typeof item === 'object') continue;
    found.set(name, fieldText(item));
  }
  return found;
}
