import { tagNames } from './document.ts';
import type { Organization, Workspace } from './model.ts';

export type Matches = (workspace: Workspace) => boolean;

function words(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

function withinOneEdit(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1) return false;
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  const rest = (text: string, skip: number): string => text.slice(start + skip);
  return [
    [1, 1],
    [1, 0],
    [0, 1],
  ].some(([a = 0, b = 0]) => rest(left, a) === rest(right, b));
}

/** Part of the name, ignoring case and separators, or every word with at most one typo. */
export function nameIsLike(text: string): Matches {
  const wanted = words(text);
  const joined = wanted.join('');
  return ({ name }) => {
    const present = words(name);
    if (present.join('').includes(joined)) return true;
    return wanted.every((word) =>
      present.some((other) => other.includes(word) || (word.length > 3 && withinOneEdit(word, other))),
    );
  };
}

/** `*` only at either end or both. */
export function nameMatchesWildcard(pattern: string): Matches {
  const starts = pattern.startsWith('*');
  const ends = pattern.length > 1 && pattern.endsWith('*');
  const text = pattern.slice(starts ? 1 : 0, ends ? -1 : undefined);
  return ({ name }) => {
    if (starts && ends) return name.includes(text);
    if (starts) return name.endsWith(text);
    return ends ? name.startsWith(text) : name === text;
  };
}

function splitList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export function hasAllTags(value: string, organization: Organization): Matches {
  const wanted = splitList(value);
  return (workspace) => {
    const present = new Set(tagNames(workspace, organization));
    return wanted.every((name) => present.has(name));
  };
}

export function hasNoneOfTags(value: string, organization: Organization): Matches {
  const unwanted = splitList(value);
  return (workspace) => {
    const present = new Set(tagNames(workspace, organization));
    return !unwanted.some((name) => present.has(name));
  };
}

export function currentRunIs(value: string): Matches {
  const statuses = new Set(splitList(value));
  return ({ runs }) => statuses.has(runs.at(-1)?.status ?? '');
}

/** By key, by value, or by this value under this key. */
export function isTagged(key: string | undefined, value: string | undefined): Matches {
  return ({ tagBindings }) => {
    for (const [boundKey, boundValue] of tagBindings) {
      if ((key === undefined || key === boundKey) && (value === undefined || value === boundValue))
        return true;
    }
    return false;
  };
}
