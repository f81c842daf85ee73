/** An exact release, or a constraint, which means its newest release (test/seeds/1-workspaces.md, section 2.1). */
import type { Json } from '../contract.ts';

/** Newest first. */
const RELEASES = [
  '1.9.8',
  '1.8.5',
  '1.7.5',
  '1.6.6',
  '1.5.7',
  '1.4.7',
  '1.3.10',
  '1.2.9',
  '1.1.9',
  '1.0.11',
].concat(['0.15.5', '0.15.4', '0.14.11', '0.13.7', '0.12.31']);

export const LATEST_ENGINE = RELEASES[0] ?? '';

type Version = readonly [number, number, number];

function parse(text: string): Version | undefined {
  const [, major, minor, patch] = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:-[0-9A-Za-z.-]+)?$/.exec(text) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

function compare(left: Version, right: Version): number {
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}

type Condition = (version: Version) => boolean;

function condition(text: string): Condition | undefined {
  const [, operator, number] = /^(=|!=|>=|<=|>|<|~>)\s*(\d+(?:\.\d+){0,2})$/.exec(text.trim()) ?? [];
  if (operator === undefined || number === undefined) return undefined;
  const given = number.split('.').map(Number);
  const bound: Version = [given[0] ?? 0, given[1] ?? 0, given[2] ?? 0];
  switch (operator) {
    case '=':
      return (version) => compare(version, bound) === 0;
    case '!=':
      return (version) => compare(version, bound) !== 0;
    case '>=':
      return (version) => compare(version, bound) >= 0;
    case '<=':
      return (version) => compare(version, bound) <= 0;
    case '>':
      return (version) => compare(version, bound) > 0;
    case '<':
      return (version) => compare(version, bound) < 0;
    default: {
      // `~>`: only the last given number can increase.
      const fixed = Math.max(1, given.length - 1);
      return (version) =>
        compare(version, bound) >= 0 && bound.slice(0, fixed).every((part, index) => part === version[index]);
    }
  }
}

export function resolveEngine(setting: string): string | undefined {
  if (setting === 'latest') return LATEST_ENGINE;
  if (parse(setting) !== undefined) return setting;
  const conditions = setting.split(',').map(condition);
  return RELEASES.find((release) => {
    const version = parse(release);
    return version !== undefined && conditions.every((holds) => holds?.(version) === true);
  });
}

export function checkEngineVersion(value: Json): string | undefined {
  if (value === null) return undefined;
  if (typeof value !== 'string') return 'must be a string';
  return resolveEngine(value) === undefined
    ? `'${value}' is neither a version nor a constraint that a release meets`
    : undefined;
}

export function supportsAssessments(setting: Json): boolean {
  const version = parse(typeof setting === 'string' ? (resolveEngine(setting) ?? '') : '');
  return version !== undefined && compare(version, [0, 15, 4]) >= 0;
}
