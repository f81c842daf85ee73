/** Writes a diff for a pull request; nothing is taken for markup. */
import type { JsonObject } from '../../../../documents/json/json.ts';
import { painter } from '../../../../output/color.ts';
import { escapeMarkdown } from '../../../../output/formats/markdown.ts';
import { plural } from '../../../../output/text/plural.ts';
import { plainText } from '../../../../output/text/value.ts';
import { inWaves } from '../../../../run/plan/waves.ts';
import type { Row } from './rows.ts';
import { rowItem, rowLines } from './show-rows.ts';

/** Characters: GitHub's limit, with room for a pipeline's text. */
const longest = 60_000;
/** Characters of a cell, or of a line. */
const longestText = 300;
const mostLines = 200;

/** Actions by what a reader should see first. */
const importance: readonly string[] = [
  'delete',
  'conflict',
  'failed',
  'create',
  'update',
  'unknown',
  'removed',
  'moved',
  'unmanaged',
];

const rank = (action: string): number => {
  const found = importance.indexOf(action.split(',')[0] ?? '');
  return found === -1 ? importance.length : found;
};

const shortened = (text: string): string =>
  text.length > longestText ? `${text.slice(0, longestText)}…` : text;

const cell = (value: JsonObject[string]): string => escapeMarkdown(shortened(plainText(value ?? '', true)));

const isDestructive = (row: Row): boolean => row.action === 'delete' || row.comparison?.rotates !== undefined;

/** GitHub colours lines by their first character, but not `~`. */
const diffLine = (line: string): string =>
  shortened(line).replace(
    /^( +)([-+~])/,
    (_, indent: string, mark: string) => `${mark === '~' ? '!' : mark}${indent}`,
  );

/** The title is HTML, so only plain text is left. */
const inTitle = (text: string): string =>
  shortened(text).replaceAll(/[^\p{L}\p{N} ]/gu, (one) => `&#${one.codePointAt(0) ?? 0};`);

const headOf = (columns: readonly string[]): string =>
  `| ${columns.join(' | ')} |\n| ${columns.map(() => '---').join(' | ')} |\n`;

interface Part {
  readonly weight: number;
  readonly text: string;
}

/** Leaves out the least important parts of a text that is too long. */
const fitting = (parts: readonly Part[]): string => {
  const room = longest - 200;
  const kept = new Set<Part>();
  let length = 0;
  let left = 0;
  for (const part of [...parts].sort((a, b) => a.weight - b.weight)) {
    if (length + part.text.length > room) {
      left += 1;
      continue;
    }
    length += part.text.length;
    kept.add(part);
  }
  const text = parts.flatMap((part) => (kept.has(part) ? [part.text] : [])).join('');
  return left === 0
    ? text
    : `${text}\nLeft out, because a comment can have only 60,000 characters: ${plural(left, 'part')}.\n`;
};

interface MarkdownFacts {
  readonly environment: string | undefined;
  readonly servers: readonly string[];
  /** Rows about objects that files no longer name. */
  readonly proposed: readonly JsonObject[];
  readonly unmanaged: readonly JsonObject[];
  readonly same: number;
  readonly waves: ReadonlyMap<string, number>;
  /** Whether new and removed parts are shown in full. */
  readonly full: boolean;
  readonly sizes: readonly number[];
}

export const markdownOf = async (
  rows: readonly Row[],
  { environment, servers, proposed, unmanaged, same, waves, sizes, full }: MarkdownFacts,
): Promise<string> => {
  const count = (...actions: readonly Row['action'][]): number =>
    rows.filter(({ action }) => actions.includes(action)).length;
  const some = (number: number, words: string): readonly string[] =>
    number === 0 ? [] : [`${number} ${words}`];
  const unlisted = unmanaged.filter(({ action }) => action === 'failed');
  const differences = count('create', 'update', 'delete', 'conflict');
  const counts = [
    ...some(count('delete'), 'to delete'),
    ...some(
      rows.filter(({ comparison }) => comparison?.rotates !== undefined).length,
      'with new credentials',
    ),
    plural(differences, 'difference'),
    `${same} unchanged`,
    ...some(count('unknown'), 'not compared'),
    ...some(count('failed'), 'could not be compared'),
    ...some(proposed.length, 'no longer in the files'),
    ...some(unlisted.length, 'could not be listed'),
    ...some(unmanaged.length - unlisted.length, 'unmanaged'),
  ];
  const of = environment === undefined ? '' : ` of environment ${escapeMarkdown(environment)}`;
  const parts: Part[] = [
    { weight: 0, text: `**trivet diff**${of}: ${counts.join(', ')}${inWaves(sizes)}\n\n` },
    { weight: 0, text: `Servers: ${servers.map(escapeMarkdown).join(', ')}\n\n` },
  ];
  const inWave: readonly string[] = waves.size === 0 ? [] : ['wave'];
  const sorted = [...rows].sort((a, b) => rank(a.action) - rank(b.action));
  const items = [...sorted.map((row) => rowItem(row, { waves })), ...proposed, ...unmanaged].map((item) => ({
    item,
    place: rank(plainText(item['action'] ?? '')),
  }));
  if (items.length > 0)
    parts.push({ weight: 0, text: headOf(['kind', 'name', 'action', ...inWave, 'fields']) });
  for (const { item, place } of items.sort((a, b) => a.place - b.place)) {
    const { kind = '', name = '', action = '', fields = '', reason } = item;
    const twin = items.some(
      (one) => one.item !== item && one.item['kind'] === kind && one.item['name'] === name,
    );
    const places = [item['mount'], item['namespace']].filter((one) => (one ?? '') !== '');
    const where = twin ? places.map((one) => ` in ${cell(one)}`).join('') : '';
    const wave = inWave.map((key) => cell(item[key]));
    const texts = [cell(kind), `${cell(name)}${where}`, cell(action), ...wave, cell(reason ?? fields)];
    parts.push({ weight: 1 + place, text: `| ${texts.join(' | ')} |\n` });
  }
  if (items.length > 0) parts.push({ weight: 0, text: '\n' });
  const paint = await painter(0);
  for (const row of sorted) {
    const [title = '', ...lines] = rowLines(row, paint, { full });
    if (lines.length === 0) continue;
    const shown = lines.slice(0, mostLines).map(diffLine);
    if (lines.length > mostLines) shown.push(`… ${lines.length - mostLines} more lines`);
    const runs = [...shown.join('\n').matchAll(/`+/g)].map(([run]) => run.length + 1);
    const fence = '`'.repeat(Math.max(3, ...runs));
    const open = isDestructive(row) ? ' open' : '';
    parts.push({
      weight: 100 + rank(row.action),
      text: `<details${open}><summary><code>${inTitle(title)}</code></summary>\n\n${fence}diff\n${shown.join('\n')}\n${fence}\n\n</details>\n`,
    });
  }
  return fitting(parts);
};
