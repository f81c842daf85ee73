/** Makes changes in waves with a check after each, so that a mistake hits few objects. */
import { pause } from '../../system/pause.ts';
import { TrivetError, usageError } from '../../system/error.ts';
import { shellWords } from '../../catalogue/text/shell-words.ts';
import { childEnvironment } from '../../system/child/child-environment.ts';
import type { Session } from '../session/session.ts';
import { plural } from '../../output/text/plural.ts';
import type { Journal } from '../log/journal.ts';
import type { Counts, Ended, Item, RunPlan, Wave } from './plan.ts';
import { tokenVariables } from '../../config/tokens/token-variables.ts';
import { findProgram } from '../../system/child/find-program.ts';
import { runChild } from '../../system/child/child.ts';

export const tallyText = ({ done, failed, unknown, skipped, left }: Counts, how?: string): string => {
  return [
    `${done} done`,
    `${failed} failed${how === undefined ? '' : ` (${how})`}`,
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
    ...(skipped > 0 ? [`${skipped} already done`] : []),
    ...(left > 0 ? [`${left} not started`] : []),
  ].join(', ');
};

/** Without sizes there is one wave. @throws TrivetError usage, for a size of nothing */
export const wavesOf = <One>(
  items: readonly One[],
  sizes: readonly string[],
): readonly (readonly One[])[] => {
  if (sizes.length === 0) return [items];
  const counts = sizes.map((text) => {
    const number = Number(text.replace('%', ''));
    const count = text.endsWith('%') ? Math.ceil((items.length * number) / 100) : number;
    if (!/^\d{1,9}%?$/.test(text) || number === 0 || (text.endsWith('%') && number > 100))
      throw usageError(`--waves "${text}" is not a size`, 'Give numbers or percentages, such as 1,5,25%.');
    return count;
  });
  const waves: (readonly One[])[] = [];
  for (let start = 0; start < items.length;) {
    const count = counts[Math.min(waves.length, counts.length - 1)] ?? 1;
    waves.push(items.slice(start, start + count));
    start += count;
  }
  return waves;
};

export const checkWordsOf = async (
  check: string | undefined,
  { io }: Session,
): Promise<readonly string[] | undefined> => {
  if (check === undefined) return undefined;
  const words = shellWords(check);
  const [program] = words ?? [];
  if (words === undefined || program === undefined)
    throw usageError(words === undefined ? 'a quote in --check is not closed' : '--check is empty');
  await findProgram(program, io).catch((error: unknown) => {
    throw error instanceof TrivetError ? usageError(`--check: ${error.message}`, error.details.hint) : error;
  });
  return words;
};

/** Exit codes above this number name a signal. */
const endedBySignal = 128;

/** Milliseconds to wait for a signal that also ended the check. */
const signalWait = 1000;

/**
 * Runs the check without trivet's tokens; it reads the names of the wave from standard input.
 * @returns why the next wave is not started; undefined after a success
 */
const checkWave = async (
  words: readonly string[],
  names: readonly string[],
  { io, reporter, signal }: Session,
): Promise<string | undefined> => {
  await reporter.flush();
  const env = childEnvironment(io.env, {}, tokenVariables(io));
  const input = names.map((name) => `${name}\n`).join('');
  try {
    const code = await runChild(words, io, { env, input, lines: reporter.lines });
    // A terminal sends its signal to both processes, and the end of the child can be seen first.
    if (code > endedBySignal) await pause(signalWait, signal);
    return code === 0 ? undefined : `exit code ${code}`;
  } catch (error) {
    if (error instanceof TrivetError) return error.message;
    throw error;
  }
};

export const orBack = (onFailure: unknown): string =>
  onFailure === 'undo' ? ', and take back what was done if that fails' : '';

/** `, in 3 waves of 1, 5 and 34`; empty for one. */
export const inWaves = (sizes: readonly number[]): string => {
  if (sizes.length < 2) return '';
  const last = sizes.at(-1) ?? 0;
  return ` in ${sizes.length} waves of ${sizes.slice(0, -1).join(', ')} and ${last}`;
};

const sizeOf = ({ parts }: Pick<Wave<unknown>, 'parts'>): number =>
  parts.reduce((sum, { count }) => sum + count, 0);

export class Waves {
  readonly #session: Session;
  readonly #plan: Pick<RunPlan<Item, Ended>, 'check' | 'keepsGoing' | 'limits'>;
  readonly #all: readonly { readonly names: readonly string[]; readonly end: number }[];
  refusal: string | undefined;

  constructor(
    session: Session,
    plan: Pick<RunPlan<Item, Ended>, 'check' | 'keepsGoing' | 'limits'> & {
      readonly waves: readonly Pick<Wave<unknown>, 'names' | 'parts'>[];
    },
  ) {
    this.#session = session;
    this.#plan = plan;
    let end = 0;
    this.#all = plan.waves.map((wave) => {
      end += sizeOf(wave);
      return { names: wave.names, end };
    });
  }

  get hasCheck(): boolean {
    return this.#plan.check !== undefined;
  }

  get items(): number {
    return this.#all.at(-1)?.end ?? 0;
  }

  get areFollowed(): boolean {
    return this.#all.length > 1 || this.hasCheck;
  }

  /**
   * Checks a wave that has ended, unless it passed in an earlier run and nothing was done since. A wave without
   * changes is not checked; it ends the run, as an unknown outcome does.
   * @returns whether the next wave may begin
   */
  async ended(log: Journal | undefined, index: number, counts: Omit<Counts, 'left'>): Promise<boolean> {
    const { reporter } = this.#session;
    const { check, keepsGoing = false, limits } = this.#plan;
    const all = this.#all;
    const { names = [], end = 0 } = all[index] ?? {};
    const wave = `wave ${index + 1} of ${all.length}`;
    const isLast = index + 1 === all.length;
    const { done, failed, unknown, skipped } = counts;
    const isNew = done + failed + unknown > 0;
    if (!isNew && (check === undefined || end <= (log?.checked ?? 0))) return true;
    if (done + skipped === 0) {
      const unchecked = check === undefined ? [] : ['it is not checked'];
      const ends = isLast || keepsGoing ? unchecked : [...unchecked, 'the next wave is not started'];
      if (ends.length === 0) return true;
      reporter.fault(`${wave} changed nothing: ${ends.join(', and ')}`);
      if (!keepsGoing) this.refusal = `${wave} changed nothing`;
      return keepsGoing;
    }
    if (unknown > 0 && !isLast && !keepsGoing && limits.maxFailures === undefined) {
      this.refusal = `the outcome of ${plural(unknown, 'change')} of ${wave} is unknown`;
      reporter.fault(`${this.refusal}: the next wave is not started`);
      return false;
    }
    if (check !== undefined) {
      this.refusal = await checkWave(check, names, this.#session);
      if (this.refusal !== undefined) {
        // The signal that ended the check says nothing about the wave.
        const isCut = this.#session.signal.aborted;
        reporter.fault(`the check after ${wave} ${isCut ? 'was interrupted' : `failed: ${this.refusal}`}`);
        return false;
      }
      await log?.passed(end);
    }
    const isWhole = failed + unknown === 0;
    const how = isWhole
      ? `done: ${plural(names.length, 'object')}`
      : `over: ${tallyText({ ...counts, left: 0 })}`;
    if (!isLast) reporter.note(`${wave} is ${how}`);
    return true;
  }
}
