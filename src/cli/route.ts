/**
 * Finds the command in argv: flags may stand anywhere, so the path is what remains of the words once flags and
 * their values are passed over. Pure; knows only the index of paths and which flags take a value.
 */
import { perObject } from '../model/per-object.ts';

export interface Index {
  /** Every command path: `workspace tag add`. */
  readonly paths: readonly string[];
  /** Flags (without dashes) that take a value in some command. */
  readonly valued: ReadonlySet<string>;
  /** Flags that take none in some command. */
  readonly bare: ReadonlySet<string>;
}

export interface Route {
  /** The longest known path; empty when the first word is no command. */
  readonly path: readonly string[];
  /** True when `path` is a whole command and not only a group. */
  readonly complete: boolean;
  /** Flags and positionals, in order, without the words of the path. */
  readonly rest: readonly string[];
  /** What stands after the first `--`; undefined without one. */
  readonly tail: readonly string[] | undefined;
  /** The first word after `path` that is no flag, when the path is not complete. */
  readonly unknown: string | undefined;
}

/** The words that may follow those before. */
interface Step {
  readonly next: Map<string, Step>;
  /** The words so far are a command. */
  complete: boolean;
}

const stepsOf = perObject(({ paths }: Index): Step => {
  const start: Step = { next: new Map(), complete: false };
  for (const path of paths) {
    let step = start;
    for (const word of path.split(' ')) {
      const next: Step = step.next.get(word) ?? { next: new Map(), complete: false };
      step.next.set(word, next);
      step = next;
    }
    step.complete = true;
  }
  return start;
});

const isFlag = (word: string): boolean => word.length > 1 && word.startsWith('-') && !/^-\d/.test(word);

/** `--flag=value`, `-ojson`: the value is in the word. */
const carriesValue = (word: string): boolean =>
  word.startsWith('--') ? word.includes('=') : word.length > 2 && /^-[A-Za-z]./.test(word);

const nameOf = (word: string): string => (word.startsWith('--') ? word.slice(2) : word.slice(1));

export const route = (argv: readonly string[], index: Index): Route => {
  const cut = argv.indexOf('--');
  const words = cut === -1 ? argv : argv.slice(0, cut);
  const tail = cut === -1 ? undefined : argv.slice(cut + 1);
  const rest: string[] = [];
  const path: string[] = [];
  let unknown: string | undefined;
  let open = true;

  /** Where the path so far leads. */
  let step = stepsOf(index);

  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? '';
    if (isFlag(word)) {
      rest.push(word);
      const name = nameOf(word);
      const next = words[i + 1];
      if (carriesValue(word) || next === undefined || isFlag(next) || !index.valued.has(name)) continue;
      // A flag that is bare in one command and valued in another: before the path is known, the next word of the
      // path wins.
      if (open && index.bare.has(name) && step.next.has(next)) continue;
      if (!open && index.bare.has(name)) continue;
      rest.push(next);
      i += 1;
      continue;
    }
    const further = open ? step.next.get(word) : undefined;
    if (further !== undefined) {
      path.push(word);
      step = further;
      continue;
    }
    if (open) {
      open = false;
      unknown = word;
    }
    rest.push(word);
  }
  const { complete } = step;
  return { path, complete, rest, tail, unknown: complete ? undefined : unknown };
};
