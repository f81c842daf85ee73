/**
 * Finds the command in argv: flags may be anywhere, so the path is what remains after skipping flags and their values.
 * Pure; only needs the index of paths and which flags take a value.
 */
import { meantWord, otherPaths } from '../catalogue/aliases.ts';
import { memoize } from '../system/values/memoize.ts';

export interface Index {
  /** Every command path: `workspace tag add`. */
  readonly paths: readonly string[];
  /** Flags (without dashes) that take a value in some command. */
  readonly valued: Pick<ReadonlySet<string>, 'has'>;
  /** Flags that take no value in some command. */
  readonly bare: Pick<ReadonlySet<string>, 'has'>;
}

export interface Route {
  /** The longest known path; empty if the first word is not a command. */
  readonly path: readonly string[];
  /** The words of `path` as one text. */
  readonly name: string;
  /** Whether `path` is a command and not only a group. */
  readonly complete: boolean;
  /** Flags and positionals, in order, without the words of the path. */
  readonly rest: readonly string[];
  /** The words after the first `--`; undefined without one. */
  readonly tail: readonly string[] | undefined;
  /** `--help` or `-h` is among the words. */
  readonly asksHelp: boolean;
  /** `--version` or `-V` is among the words, and no group or command. */
  readonly asksVersion: boolean;
  /** The first word after `path` that is not a flag, if the path is not a command. */
  readonly unknown: string | undefined;
}

/** The words that may follow those before. */
interface Step {
  /** The words so far as one text. */
  readonly name: string;
  readonly next: Map<string, Step>;
  /** Whether the words so far are a command. */
  complete: boolean;
}

/** The step after `words`, which is made where it is missing. */
const stepAt = (start: Step, words: readonly string[]): Step => {
  let step = start;
  for (const word of words) {
    const name = step.name === '' ? word : `${step.name} ${word}`;
    const next: Step = step.next.get(word) ?? { name, next: new Map(), complete: false };
    step.next.set(word, next);
    step = next;
  }
  return step;
};

const stepsOf = memoize(({ paths }: Index): Step => {
  const start: Step = { name: '', next: new Map(), complete: false };
  for (const path of paths) stepAt(start, path.split(' ')).complete = true;
  // Another word leads to the step of the shown one, where no command has that word.
  for (const path of paths) {
    const words = path.split(' ');
    const step = stepAt(start, words);
    for (const other of otherPaths(path)) {
      const [group = '', ...rest] = other.split(' ');
      const first = stepAt(start, [meantWord('groups', group)]);
      if (!start.next.has(group)) start.next.set(group, first);
      const before = rest.length === 0 ? start : stepAt(first, rest.slice(0, -1));
      const last = rest.at(-1);
      if (last !== undefined && !before.next.has(last)) before.next.set(last, step);
    }
  }
  return start;
});

export const isFlag = (word: string): boolean =>
  word.length > 1 && word.startsWith('-') && !/^-\d/.test(word);

/** The flag contains its value: `--flag=value`, `-ojson`. */
export const carriesValue = (word: string): boolean =>
  word.startsWith('--') ? word.includes('=') : word.length > 2 && /^-[A-Za-z]./.test(word);

export const nameOf = (word: string): string => (word.startsWith('--') ? word.slice(2) : word.slice(1));

export const route = (argv: readonly string[], index: Index): Route => {
  const cut = argv.indexOf('--');
  const words = cut === -1 ? argv : argv.slice(0, cut);
  const tail = cut === -1 ? undefined : argv.slice(cut + 1);
  const rest: string[] = [];
  let unknown: string | undefined;
  let open = true;
  let asksHelp = false;
  let asksVersion = false;

  /** The node of the index at the path so far. */
  let step = stepsOf(index);

  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? '';
    if (isFlag(word)) {
      rest.push(word);
      asksHelp ||= word === '--help' || word === '-h';
      asksVersion ||= word === '--version' || word === '-V';
      const name = nameOf(word);
      const next = words[i + 1];
      // After the last word of a path nothing that follows is part of it.
      if (step.complete && step.next.size === 0) continue;
      if (carriesValue(word) || next === undefined || isFlag(next) || !index.valued.has(name)) continue;
      // A flag may be a switch in one command and take a value in another: before the path is known, a next word of the
      // path wins.
      if (open && index.bare.has(name) && step.next.has(next)) continue;
      if (!open && index.bare.has(name)) continue;
      rest.push(next);
      i += 1;
      continue;
    }
    const further = open ? step.next.get(word) : undefined;
    if (further !== undefined) {
      step = further;
      continue;
    }
    if (open) {
      open = false;
      unknown = word;
    }
    rest.push(word);
  }
  const { name, complete } = step;
  return {
    path: name === '' ? [] : name.split(' '),
    name,
    complete,
    rest,
    tail,
    asksHelp,
    asksVersion: asksVersion && name === '',
    unknown: complete ? undefined : unknown,
  };
};
