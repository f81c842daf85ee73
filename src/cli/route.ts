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

/** Every path and every beginning of one, a space after it: `workspace `, `workspace tag `. */
const prefixesOf = perObject(({ paths }: Index): ReadonlySet<string> => {
  const prefixes = new Set<string>();
  for (const path of paths) {
    for (let end = path.indexOf(' '); end !== -1; end = path.indexOf(' ', end + 1)) {
      prefixes.add(path.slice(0, end + 1));
    }
    prefixes.add(`${path} `);
  }
  return prefixes;
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
  let path: string[] = [];
  let unknown: string | undefined;
  let open = true;

  const prefixes = prefixesOf(index);
  /** The path so far, with a space after each word. */
  let prefix = '';
  const goesOn = (word: string): boolean => prefixes.has(`${prefix}${word} `);

  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? '';
    if (isFlag(word)) {
      rest.push(word);
      const name = nameOf(word);
      const next = words[i + 1];
      if (carriesValue(word) || next === undefined || isFlag(next) || !index.valued.has(name)) continue;
      // A flag that is bare in one command and valued in another: before the path is known, the next word of the
      // path wins.
      if (open && index.bare.has(name) && goesOn(next)) continue;
      if (!open && index.bare.has(name)) continue;
      rest.push(next);
      i += 1;
      continue;
    }
    if (open && goesOn(word)) {
      path = [...path, word];
      prefix += `${word} `;
      continue;
    }
    if (open) {
      open = false;
      unknown = word;
    }
    rest.push(word);
  }
  const complete = index.paths.includes(path.join(' '));
  return { path, complete, rest, tail, unknown: complete ? undefined : unknown };
};
