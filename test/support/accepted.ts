/** A figure may grow by a tenth over the one that was accepted last; the message says what grew since, and by how much. */
import { readFileSync, writeFileSync } from 'node:fs';

export type Sizes = Readonly<Record<string, number>>;

const total = (sizes: Sizes): number => Object.values(sizes).reduce((sum, size) => sum + size, 0);

/** The bytes of each source file in the text of bundled files, whose parts begin with a line that names one. */
export const sizesIn = (text: string): Sizes => {
  const sizes: Record<string, number> = {};
  let part = 'launcher';
  for (const line of text.split('\n')) {
    const named = /^\/\/ (?<path>(?:src|node_modules)\/\S+)$/.exec(line)?.groups?.['path'];
    if (named !== undefined) part = named;
    sizes[part] = (sizes[part] ?? 0) + line.length + 1;
  }
  return sizes;
};

/**
 * Returns what is wrong with `sizes`: a text if they are more than a tenth over the accepted ones of the file `path`.
 * With `TRIVET_ACCEPT` in the environment they become the accepted ones.
 */
export const overAccepted = (path: string, sizes: Sizes): string | undefined => {
  if (process.env['TRIVET_ACCEPT'] !== undefined) {
    const sorted = Object.fromEntries(Object.entries(sizes).sort(([a], [b]) => (a < b ? -1 : 1)));
    writeFileSync(path, `${JSON.stringify(sorted, undefined, 2)}\n`);
    return undefined;
  }
  const accepted = JSON.parse(readFileSync(path, 'utf8')) as Sizes;
  const [was, is] = [total(accepted), total(sizes)];
  if (is <= was * 1.1) return undefined;
  const grown = [...new Set([...Object.keys(accepted), ...Object.keys(sizes)])]
    .map((name) => ({ name, by: (sizes[name] ?? 0) - (accepted[name] ?? 0) }))
    .filter(({ by }) => by !== 0)
    .sort((a, b) => b.by - a.by)
    .map(({ name, by }) => `  ${by > 0 ? '+' : ''}${by} ${name}`);
  return [
    `${is} bytes, ${is - was} more than the accepted ${was}; a tenth (${Math.floor(was * 0.1)}) is allowed:`,
    ...grown,
    `If it is worth it, run the test with TRIVET_ACCEPT=1 and commit ${path}.`,
  ].join('\n');
};
