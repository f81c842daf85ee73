const unitSeconds: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
};

/** Reads `90`, `30s`, `5m`, `1h30m`, `7d`, `1.5h`; undefined for anything else (a sign, a space, other digits). */
export const secondsOf = (text: string): number | undefined => {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  if (text.length > 64 || !/^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d))+$/.test(text)) return undefined;
  let seconds = 0;
  for (const [, amount = '0', unit = 's'] of text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h|d)/g)) {
    seconds += Number(amount) * (unitSeconds[unit] ?? 0);
  }
  return seconds;
};
