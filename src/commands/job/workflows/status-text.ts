import type { Json, JsonObject } from '../../../documents/json/json.ts';
import { isArray, isObject, membersOf, own, textAt } from '../../../documents/json/json.ts';
import type { Tone } from '../../../catalogue/field.ts';
import { painter, toned } from '../../../output/color.ts';
import type { ColorLevel, Painter } from '../../../output/color.ts';
import { childrenText, groupProgress, progressBar } from '../../../output/text/job-cells.ts';
import { barIn, barOf } from '../../../output/text/pictures.ts';
import { plural } from '../../../output/text/plural.ts';
import { safe } from '../../../output/text/safe.ts';
import { plainText } from '../../../output/text/value.ts';
import { age, parseTime } from '../../../output/text/time.ts';
import { displayWidth, truncate } from '../../../output/text/width.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';
import { toneOfState } from '../verdicts.ts';
import type { LogExcerpt } from './logs/excerpt.ts';
import { wrapWords } from '../../../output/text/wrap.ts';

const shownAllocations = 10;

const objectsAt = (document: JsonObject, key: string): readonly JsonObject[] => {
  const found = document[key];
  return isArray(found) ? found.filter(isObject) : [];
};

const text = (value: Json | undefined): string => safe(plainText(value));

const aligned = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, displayWidth(cell))));
  return rows.map((row) =>
    row
      .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - displayWidth(cell)))
      .join('  ')
      .trimEnd(),
  );
};

interface Drawn {
  /** If undefined, times are shown instead of ages. */
  readonly now: number | undefined;
  readonly bars: boolean;
  readonly unicode: boolean;
}

const uncounted: ReadonlySet<string> = new Set(['name', 'count', 'restarts']);

/** Columns; on a narrower terminal words need the room. */
const roomForBars = 60;

const countAt = (one: JsonObject, key: string): number => {
  const value = one[key];
  return typeof value === 'number' ? value : 0;
};

const groupBar = (group: JsonObject, batch: boolean, unicode: boolean): string => {
  // Parents and stopped jobs want none.
  if (group['state'] === undefined) return '';
  const good = countAt(group, 'running') + (batch ? countAt(group, 'complete') : 0);
  const busy = countAt(group, 'starting');
  const missing = Math.max(0, countAt(group, 'count') - good - busy);
  const bad =
    group['attention'] === true ? Math.min(missing, countAt(group, 'failed') + countAt(group, 'lost')) : 0;
  return barOf({ good, busy, bad, none: missing - bad }, unicode);
};

const groupLines = (document: JsonObject, { now, bars, unicode }: Drawn): readonly string[] => {
  const batch = textAt(document, 'type')?.endsWith('batch') === true;
  const groups = objectsAt(document, 'groups');
  const rows = aligned(
    groups.map((group) => {
      const states = Object.entries(group)
        .filter(([key, count]) => !uncounted.has(key) && typeof count === 'number' && count > 0)
        .map(([key, count]) => `${plainText(count)} ${key}`);
      return [
        `  ${text(group['name'])}`,
        text(group['state']),
        ...(bars ? [groupBar(group, batch, unicode)] : []),
        `count ${text(group['count'])}`,
        states.join(', ') || 'no allocations',
        group['attention'] === true ? sinceText(group, now) : '',
      ];
    }),
  );
  return rows.flatMap((row, at) => {
    const reason = text(groups[at]?.['reason'] ?? '');
    return reason === '' ? [row] : [row, `${reasonMargin}${reason}`];
  });
};

const sinceText = (one: JsonObject, now: number | undefined): string => {
  const since = textAt(one, 'since') ?? '';
  const time = parseTime(since);
  return time === undefined || now === undefined ? since : age(time, now);
};

const deploymentLines = (
  document: JsonObject,
  paint: Painter,
  { now, bars, unicode }: Drawn,
): readonly string[] => {
  const { deployment } = document;
  if (!isObject(deployment)) return [];
  const groups = own(deployment, 'groups');
  const progress = aligned(
    membersOf(groups).map(([name, group]) => [
      `  ${safe(name)}`,
      ...(bars ? [progressBar(group, unicode)] : []),
      safe(groupProgress(group)),
    ]),
  );
  return [
    '',
    paint.bold('Deployment'),
    `  ${text(deployment['id']).slice(0, 8)}  version ${text(deployment['version'])}  ${text(deployment['status'])}${after(sinceText(deployment, now))}`,
    `${reasonMargin}${text(deployment['description'])}`,
    ...progress,
  ];
};

const after = (words: string): string => (words === '' ? '' : `, ${words}`);

const unplacedLines = (document: JsonObject, paint: Painter): readonly string[] => {
  const groups = objectsAt(document, 'unplaced');
  if (groups.length === 0) return [];
  const lines = groups.flatMap((one) => {
    const { reasons, allocations } = one;
    const count = plural(typeof allocations === 'number' ? allocations : 1, 'allocation');
    return [
      `  Task group "${text(one['group'])}": ${count}`,
      ...(isArray(reasons) ? reasons.map((reason) => `    ${text(reason)}`) : []),
    ];
  });
  return ['', paint.red('Cannot be placed now'), ...lines];
};

type Suggested = (words: string) => string;

const askLines = (document: JsonObject, suggested: Suggested): readonly string[] => {
  const kept = [...objectsAt(document, 'allocations'), ...objectsAt(document, 'unplaced')];
  if (kept.length > 0 || !objectsAt(document, 'groups').some((one) => one['attention'] === true)) return [];
  const name = nameOf(document);
  return [
    '',
    'To see what the scheduler would do:',
    `  ${suggested(`job show ${name} -o json`)} | ${suggested('job plan -')}`,
  ];
};

const reasonMargin = '      ';

/** The states of groups with the colour; lost allocations are as bad as failed ones. */
const wordsOf = (tone: Tone): RegExp => {
  const words = Object.entries({ ...toneOfState, lost: 'bad' }).flatMap(([word, is]) =>
    is === tone ? [word] : [],
  );
  return new RegExp(`\\b(?:${words.join('|')})\\b`);
};

const inColour = (line: string, paint: Painter): string =>
  line
    .replace(wordsOf('bad'), (word) => paint.red(word))
    .replace(wordsOf('warn'), (word) => paint.yellow(word))
    .replace(
      barIn,
      (_, good: string, busy: string, bad: string, none: string) =>
        `[${paint.green(good)}${paint.yellow(busy)}${paint.red(bad)}${paint.dim(none)}]`,
    );

interface LineStyle {
  readonly paint: Painter;
  readonly suggested: Suggested;
}

const nameOf = (document: JsonObject): string => safe(shellWord(textAt(document, 'job') ?? ''));

const excerptLines = (
  document: JsonObject,
  log: LogExcerpt | undefined,
  { paint, suggested }: LineStyle,
): readonly string[] => {
  if (log === undefined) return [];
  const { allocation, task, stream, lines, problem } = log;
  const head = `Log of task ${safe(task)} (${stream}) in allocation ${allocation.slice(0, 8)}`;
  const said = problem === undefined ? (lines.length === 0 ? ['(nothing)'] : lines) : [safe(problem)];
  const more = suggested(`job logs ${nameOf(document)}${stream === 'stderr' ? ' --stderr' : ''}`);
  return ['', paint.bold(head), ...said.map((line) => `${reasonMargin}${line}`), `  More: ${more}`];
};

const allocationLines = (
  document: JsonObject,
  { paint, suggested }: LineStyle,
  now: number | undefined,
): readonly string[] => {
  const all = objectsAt(document, 'allocations');
  if (all.length === 0) return [];
  const shown = all.slice(0, shownAllocations);
  const rows = aligned(
    shown.map((one) => [
      `  ${text(one['id']).slice(0, 8)}`,
      text(one['group']),
      `version ${text(one['version'])}`,
      `${text(one['desired'])}/${text(one['status'])}`,
      sinceText(one, now),
    ]),
  );
  const more = all.length - rows.length;
  return [
    '',
    paint.bold('Allocations'),
    ...rows.flatMap((row, at) => {
      const words = text(shown[at]?.['last-event']);
      return words === '' ? [row] : [row, `${reasonMargin}${words}`];
    }),
    ...(more > 0 ? [`  ${more} more: ${suggested(`job allocations ${nameOf(document)}`)}`] : []),
  ];
};

interface Drawing {
  readonly width: number | undefined;
  readonly colorLevel: ColorLevel;
  readonly now: number;
  readonly tone: Tone | undefined;
  readonly suggested: Suggested;
  readonly unicode?: boolean | undefined;
}

export const statusText = async (
  document: JsonObject,
  { width, colorLevel, now: clock, tone, unicode = false, suggested }: Drawing,
  log?: LogExcerpt,
): Promise<string> => {
  const paint = await painter(colorLevel);
  const now = width === undefined ? undefined : clock;
  const drawn: Drawn = { now, bars: width !== undefined && width >= roomForBars, unicode };
  const status = textAt(document, 'status') ?? '';
  const usual = status === 'running' ? 'good' : status === 'pending' ? 'warn' : 'dim';
  const children = childrenText({ Children: document['children'] ?? null });
  const head = [
    paint.bold(text(document['job'])),
    text(document['type']),
    toned(paint, tone ?? usual)(safe(status)),
    ...(document['stopped'] === true ? ['stopped'] : []),
    `version ${text(document['version'])}${document['stable'] === true ? ', stable' : ''}`,
    `namespace ${text(document['namespace'])}`,
  ].join('  ');
  const rest = [
    '',
    paint.bold('Groups'),
    ...groupLines(document, drawn),
    ...(children === '' ? [] : ['', `Children: ${children}`]),
    ...deploymentLines(document, paint, drawn),
    ...unplacedLines(document, paint),
    ...askLines(document, suggested),
    ...excerptLines(document, log, { paint, suggested }),
    ...allocationLines(document, { paint, suggested }, now),
  ];
  // Colours come last, since their codes have no width.
  const fitted = (line: string): string => {
    if (!line.startsWith('  ')) return line;
    if (line.startsWith(reasonMargin)) return width === undefined ? line : wrapWords(line, width, 2);
    return inColour(width === undefined ? line : truncate(line, width), paint);
  };
  const lines = [head, ...rest.map(fitted)];
  return `${lines.join('\n')}\n`;
};
