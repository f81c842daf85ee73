/** RFC 3339 like the secrets service, UTC on output. */

/** Whole seconds have no fraction. */
export function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.?0*Z$/, 'Z');
}

const PATTERN = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

export function parseTime(text: string): number | undefined {
  const match = PATTERN.exec(text);
  if (match === null) return undefined;
  const field = (index: number): number => Number(match[index] ?? 0);
  const local = new Date(0);
  local.setUTCFullYear(field(1), field(2) - 1, field(3));
  // A date that does not exist would roll over.
  if (local.getUTCMonth() !== field(2) - 1 || local.getUTCDate() !== field(3)) return undefined;
  if (field(4) > 23 || field(5) > 59 || field(6) > 59 || field(9) > 23 || field(10) > 59) return undefined;
  local.setUTCHours(field(4), field(5), field(6), Math.trunc(field(7) * 1000));
  const offset = (field(9) * 60 + field(10)) * 60_000 * (match[8] === '-' ? -1 : 1);
  return local.getTime() - offset;
}

export function formatDuration(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = `${seconds % 60}s`;
  if (hours > 0) return `${hours}h${minutes}m${rest}`;
  return minutes > 0 ? `${minutes}m${rest}` : rest;
}

/** Without zeros at the end, `2m`: in limits on a renewal. */
export function shortDuration(seconds: number): string {
  return formatDuration(seconds)
    .replace(/(?<=[hm])0s$/, '')
    .replace(/(?<=h)0m$/, '');
}
