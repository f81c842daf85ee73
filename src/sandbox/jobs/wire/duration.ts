const NANOSECONDS: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
};

/** Nanoseconds of `1h30m`; undefined if invalid. */
export function parseDuration(source: string): number | undefined {
  const match = /^([+-])?((?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h))+$/u.exec(source);
  if (source === '0') return 0;
  if (match === null) return undefined;
  let total = 0;
  for (const part of source.matchAll(/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/gu)) {
    total += Number(part[1]) * (NANOSECONDS[part[2] ?? ''] ?? 0);
  }
  return match[1] === '-' ? -total : total;
}

export function formatDuration(nanoseconds: number): string {
  const seconds = nanoseconds / 1e9;
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m${seconds % 60}s`;
  return `${Math.floor(minutes / 60)}h${minutes % 60}m${seconds % 60}s`;
}
