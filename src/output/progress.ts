import type { Writable } from 'node:stream';
import { safe } from './text/safe.ts';
import { columnsOfTerminal, displayWidth, truncate } from './text/width.ts';

/** A summary of an operation is turned into an activity when it is drawn. */
export type Activity = string | { readonly summary: string };

interface ProgressOptions {
  readonly stream: Writable & { readonly columns?: number };
  readonly isTTY: boolean;
  readonly text: Activity;
  readonly after?: number;
  readonly color?: boolean;
}

export interface Progress {
  update(done: number, total: number): void;
  /** Shows another text; a bar starts again. `more` follows the text. */
  text(text: Activity, more?: string): void;
  visible(): boolean;
  /** Must be called even if the work fails; may be called again. */
  stop(): void;
}

const barWidth = 20;

const partOf = (done: number, total: number): number =>
  total <= 0 ? 1 : Math.min(1, Math.max(0, done / total));

const shareText = (done: number, total: number): string =>
  `${String(Math.floor(partOf(done, total) * 100)).padStart(3)}% ${done}/${total}`;

export const barText = (text: string, done: number, total: number): string => {
  const filled = Math.floor(partOf(done, total) * barWidth);
  const bar = '#'.repeat(filled) + '-'.repeat(barWidth - filled);
  return `${text} [${bar}] ${shareText(done, total)}`;
};

const noProgress: Progress = {
  update: () => undefined,
  text: () => undefined,
  visible: () => false,
  stop: () => undefined,
};

/** A terminal may report zero columns, where a spinner would count lines without end. */
const narrowest = 10;
const canDraw = ({ columns }: ProgressOptions['stream']): boolean =>
  columns === undefined || columns >= narrowest;

export const startProgress = (options: ProgressOptions): Progress => {
  const { stream, isTTY, after = 200, color = true } = options;
  if (!isTTY || !canDraw(stream)) return noProgress;
  let activity = options.text;
  let suffix = '';
  let words = (one: Activity): string => (typeof one === 'string' ? one : one.summary);
  let counted: readonly [done: number, total: number] | undefined;
  let spinner: { text: string; stop(): unknown } | undefined;
  let stopped = false;

  const line = (): string => {
    const text = `${words(activity)}${suffix}`;
    // A wrapped line cannot be erased; the spinner takes two columns, and ^C two.
    const room = columnsOfTerminal(stream) - 5;
    if (counted === undefined) return truncate(safe(text), room);
    const bar = safe(barText(text, ...counted));
    return displayWidth(bar) <= room ? bar : truncate(safe(`${shareText(...counted)} ${text}`), room);
  };
  const draw = (): void => {
    if (spinner !== undefined) spinner.text = line();
  };
  const begin = async (): Promise<void> => {
    const { default: ora } = await import('ora');
    words = (one) => (typeof one === 'string' ? one : underWay(one.summary));
    if (stopped || !canDraw(stream)) return;
    // Standard input may be the command's data or a prompt's.
    spinner = ora({
      text: line(),
      stream,
      color: color ? 'cyan' : false,
      discardStdin: false,
      isEnabled: true,
    }).start();
  };
  const timer = setTimeout(() => {
    begin().catch(() => undefined);
  }, after);
  timer.unref();
  const stop = (): void => {
    stopped = true;
    clearTimeout(timer);
    stream.off('resize', resized);
    spinner?.stop();
    spinner = undefined;
  };
  const resized = (): void => {
    if (!canDraw(stream)) stop();
  };
  stream.on('resize', resized);

  return {
    update: (done, total) => {
      counted = [done, total];
      draw();
    },
    text: (next, more = '') => {
      [activity, suffix, counted] = [next, more, undefined];
      draw();
    },
    visible: () => !stopped,
    stop,
  };
};

/** Irregular forms; what a command shows is still being read. */
const participles: Readonly<Record<string, string>> = {
  Show: 'Reading',
  Set: 'Setting',
  Stop: 'Stopping',
  Let: 'Letting',
  Run: 'Running',
  Log: 'Logging',
  Begin: 'Beginning',
};

const participle = (verb: string): string => participles[verb] ?? `${verb.replace(/e$/, '')}ing`;

/** Turns `Create or update a role` into `Creating or updating a role`, without what follows a comma. */
export const underWay = (summary: string): string =>
  summary
    .replace(/[,;].*$/, '')
    .replace(/ (?:of|in|to|from|under|against) an? .*$/, '')
    .replace(/^(\w+)(?: or (\w+))?/, (_, first: string, second?: string) =>
      second === undefined ? participle(first) : `${participle(first)} or ${participle(second)}`,
    );
