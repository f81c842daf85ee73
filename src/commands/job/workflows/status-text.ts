import { membersOf } from '../../../documents/json/json.ts';
import type { Tone } from '../../../catalogue/field.ts';
import { painter, toned } from '../../../output/color.ts';
import type { ColorLevel, Painter } from '../../../output/color.ts';
import { childrenText, groupProgress, progressBar } from '../../../output/text/job-cells.ts';
import { barIn, barOf } from '../../../output/text/pictures.ts';
import { plural } from '../../../output/text/plural.ts';
import { safe } from '../../../output/text/safe.ts';
import { age, parseTime } from '../../../output/text/time.ts';
import { displayWidth, truncate } from '../../../output/text/width.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';
import type { AllocationCounts } from '../verdicts.ts';
import { toneOfState } from '../verdicts.ts';
import type { LogExcerpt } from './logs/excerpt.ts';
import type { StatusDocument } from './status-document.ts';
import { wrapWords } from '../../../output/text/wrap.ts';

const shownAllocations = 10;

type Group = StatusDocument['groups'][number];

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

/** In the order in which allocations live. */
const allocationCounts: readonly (keyof AllocationCounts)[] = [
  'queued',
  'starting',
  'running',
  'complete',
  'failed',
  'lost',
  'unknown',
];

/** Columns; on a narrower terminal words need the room. */
const roomForBars = 60;

const groupBar = (group: Group, batch: boolean, unicode: boolean): string => {
  const { count, running, complete, starting, failed, lost } = group;
  // Parents and stopped jobs want none.
  if (group.state === undefined) return '';
  const good = running + (batch ? complete : 0);
  const missing = Math.max(0, count - good - starting);
  const bad = group.attention ? Math.min(missing, failed + lost) : 0;
  return barOf({ good, busy: starting, bad, none: missing - bad }, unicode);
};

const groupLines = ({ type, groups }: StatusDocument, { now, bars, unicode }: Drawn): readonly string[] => {
  const rows = aligned(
    groups.map((group) => {
      const states = allocationCounts.flatMap((state) =>
        group[state] > 0 ? [`${group[state]} ${state}`] : [],
      );
      return [
        `  ${safe(group.name)}`,
        group.state ?? '',
        ...(bars ? [groupBar(group, type.endsWith('batch'), unicode)] : []),
        `count ${group.count}`,
        states.join(', ') || 'no allocations',
        group.attention === true ? sinceText(group.since, now) : '',
      ];
    }),
  );
  return rows.flatMap((row, at) => {
    const reason = safe(groups[at]?.reason ?? '');
    return reason === '' ? [row] : [row, `${reasonMargin}${reason}`];
  });
};

const sinceText = (given: string | null | undefined, now: number | undefined): string => {
  const since = given ?? '';
  const time = parseTime(since);
  return time === undefined || now === undefined ? since : age(time, now);
};

const deploymentLines = (
  { deployment }: StatusDocument,
  paint: Painter,
  { now, bars, unicode }: Drawn,
): readonly string[] => {
  if (deployment === null) return [];
  const { id, version, status, description, since, groups } = deployment;
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
    `  ${safe(id).slice(0, 8)}  version ${version}  ${safe(status)}${after(sinceText(since, now))}`,
    `${reasonMargin}${safe(description)}`,
    ...progress,
  ];
};

const after = (words: string): string => (words === '' ? '' : `, ${words}`);

const unplacedLines = ({ unplaced }: StatusDocument, paint: Painter): readonly string[] => {
  if (unplaced.length === 0) return [];
  const lines = unplaced.flatMap(({ group, allocations, reasons }) => [
    `  Task group "${safe(group)}": ${plural(allocations, 'allocation')}`,
    ...reasons.map((reason) => `    ${safe(reason)}`),
  ]);
  return ['', paint.red('Cannot be placed now'), ...lines];
};

type Suggested = (words: string) => string;

const askLines = (document: StatusDocument, suggested: Suggested): readonly string[] => {
  const { allocations, unplaced, groups } = document;
  if (allocations.length + unplaced.length > 0 || !groups.some(({ attention }) => attention === true))
    return [];
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

const nameOf = ({ job }: StatusDocument): string => safe(shellWord(job));

const excerptLines = (
  document: StatusDocument,
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
  document: StatusDocument,
  { paint, suggested }: LineStyle,
  now: number | undefined,
): readonly string[] => {
  const { allocations: all } = document;
  if (all.length === 0) return [];
  const shown = all.slice(0, shownAllocations);
  const rows = aligned(
    shown.map((one) => [
      `  ${safe(one.id).slice(0, 8)}`,
      safe(one.group),
      `version ${one.version}`,
      `${safe(one.desired)}/${safe(one.status)}`,
      sinceText(one.since, now),
    ]),
  );
  const more = all.length - rows.length;
  return [
    '',
    paint.bold('Allocations'),
    ...rows.flatMap((row, at) => {
      const words = safe(shown[at]?.['last-event'] ?? '');
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
  document: StatusDocument,
  { width, colorLevel, now: clock, tone, unicode = false, suggested }: Drawing,
  log?: LogExcerpt,
): Promise<string> => {
  const paint = await painter(colorLevel);
  const now = width === undefined ? undefined : clock;
  const drawn: Drawn = { now, bars: width !== undefined && width >= roomForBars, unicode };
  const { job, type, status, stopped, version, stable, namespace } = document;
  const usual = status === 'running' ? 'good' : status === 'pending' ? 'warn' : 'dim';
  const children = childrenText({ Children: document.children });
  const head = [
    paint.bold(safe(job)),
    safe(type),
    toned(paint, tone ?? usual)(safe(status)),
    ...(stopped ? ['stopped'] : []),
    `version ${version}${stable ? ', stable' : ''}`,
    `namespace ${safe(namespace ?? '')}`,
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
