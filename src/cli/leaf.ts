/** One command as a leaf of a commander program: its flags are options and its places arguments. */
import type { ParseOptionsResult } from 'commander';
import { CommanderError, Option, Command as Parser } from 'commander';
import { flagOfVendorsLetter, otherWords } from '../catalogue/aliases.ts';
import type { Command } from '../catalogue/command.ts';
import { objectOf } from '../catalogue/selection/selection.ts';
import { shortFlags } from '../config/globals.ts';
import type { Flag } from '../run/flags.ts';
import { flagsOf } from '../run/flags.ts';
import type { Typed } from '../run/invocation/placed.ts';
import type { TrivetError } from '../system/error.ts';
import { usageError } from '../system/error.ts';
import { memoize } from '../system/values/memoize.ts';
import { excessWords, foreignFlag, missingWord, seeHelp, unknownFlag, vendorsFlags } from './mistakes.ts';

/** Not a flag are `-`, which is standard input, and `-1` and `-1h`, which are values. */
export const isFlag = (word: string): boolean =>
  word.length > 1 && word.startsWith('-') && !/^-\d/.test(word);

class Spelling extends Option {
  readonly flag: Flag;
  readonly off: string | undefined;

  constructor(flag: Flag, words: string, value?: 'true' | 'false', off?: string) {
    super(words);
    this.flag = flag;
    this.off = off;
    // Commander would take `--no-input` for a switch that is on by default.
    this.negate = false;
    if (value !== undefined) this.preset(value);
    this.argParser((one: string, before: readonly string[] | undefined) => [...(before ?? []), one]);
  }

  override attributeName(): string {
    return this.flag.name;
  }

  /** The flag as typed: by its letter if that was used. */
  shown(typed: string): string {
    const no = this.presetArg === 'false' ? 'no-' : '';
    return typed.startsWith('--') ? `--${no}${this.flag.name}` : typed.slice(0, 2);
  }
}

const lettersOf = new Map(Object.entries(shortFlags).map(([letter, name]) => [name, letter]));

const spellingsOf = (flag: Flag, flags: readonly Flag[]): readonly Spelling[] => {
  const { name, negatable, parameter } = flag;
  const letter = lettersOf.get(name);
  const others = otherWords('flags', name).filter((other) => flags.every((one) => one.name !== other));
  return [name, ...others].flatMap((word) => {
    const words = word === name && letter !== undefined ? `-${letter}, --${word}` : `--${word}`;
    if (parameter.type !== 'boolean') return [new Spelling(flag, `${words} <value>`)];
    const off = negatable ? `--no-${word}` : `--${word}=false`;
    return [new Spelling(flag, words, 'true', off), new Spelling(flag, off, 'false')];
  });
};

/** Flags that select objects in place of a name. */
const selectionKeys: ReadonlySet<string> = new Set(['where', 'all', 'resume']);

interface Sorted {
  readonly flags: Typed['flags'];
  readonly positionals: readonly string[];
  /** The first word that looks like a flag and is not the command's; later words are not read. */
  readonly unknown?: string | undefined;
}

const nothing: Sorted = { flags: new Map(), positionals: [] };

interface Line {
  readonly words: readonly string[];
  /** The words that are always places, whatever they look like. */
  readonly after: readonly string[];
  readonly flags?: Typed['flags'];
}

export class Leaf extends Parser {
  readonly declared: Command;
  #spellings: ReadonlyMap<string, Spelling> | undefined;
  #line: Line = { words: [], after: [] };
  #sorted: Sorted | undefined;
  readonly #gaps = new Set<number>();

  constructor(name: string, declared: Command) {
    super(name);
    this.declared = declared;
    this.exitOverride()
      .helpOption(false)
      .showSuggestionAfterError(false)
      .configureOutput({ outputError: () => undefined });
  }

  /**
   * @param words flags and positionals without the path
   * @param tail words after `--`: more positionals, unless the command runs a child with them
   * @throws TrivetError usage
   */
  read(words: readonly string[], tail: readonly string[] = []): Typed {
    return this.#typed({ words, after: this.declared.tail === true ? [] : tail });
  }

  /** @throws TrivetError usage, for too few or too many words */
  place(flags: Typed['flags'], words: readonly string[]): Typed {
    return this.#typed({ words: [], after: words, flags });
  }

  /**
   * Sorts words into flags and places; unknown, missing and excess words are accepted.
   * @throws TrivetError usage, for a flag without its value
   */
  sort(words: readonly string[]): Sorted {
    try {
      this.#typed({ words, after: [] });
    } catch (error) {
      if (this.#sorted === undefined) throw error;
    }
    return this.#sorted ?? nothing;
  }

  #typed(line: Line): Typed {
    if (this.#spellings === undefined) this.#declare();
    this.#line = line;
    this.#sorted = undefined;
    this.#gaps.clear();
    try {
      this.parse(line.words, { from: 'user' });
    } catch (error) {
      throw error instanceof CommanderError ? this.#inOwnWords(error) : error;
    }
    const positionals = (this.declared.positional ?? []).flatMap(({ name }, index) => {
      const read: readonly unknown[] = [this.processedArgs[index]].flat();
      const words = read.filter((word) => typeof word === 'string');
      return words.length === 0 || this.#gaps.has(index) ? [] : [{ key: name, words }];
    });
    return { flags: this.#given(), positionals };
  }

  #declare(): void {
    const flags = flagsOf(this.declared);
    const spellings = new Map<string, Spelling>();
    for (const one of flags.flatMap((flag) => spellingsOf(flag, flags)))
      for (const word of [one.long, one.short]) if (word != null) spellings.set(word, one);
    this.#spellings = spellings;
    for (const { name, optional, variadic } of this.declared.positional ?? []) {
      const dots = variadic === true ? '...' : '';
      this.argument(optional === true ? `[${name}${dots}]` : `<${name}${dots}>`);
    }
  }

  /** Replaces the way in which commander separates words. */
  override parseOptions(words: string[]): ParseOptionsResult {
    const line: string[] = [];
    for (const word of words) {
      const spelled = this.#spelled(word, words[line.length - 1]);
      if (spelled === undefined) break;
      line.push(spelled);
    }
    const strange = words[line.length];
    const { operands, unknown } = super.parseOptions(line);
    // Commander takes every word with a dash for a flag, except a number, so -1h would be one.
    const positionals = [...operands, ...unknown, ...this.#line.after];
    this.#sorted = { flags: this.#given(), positionals, unknown: strange };
    return { operands: this.#withGaps(positionals), unknown: strange === undefined ? [] : [strange] };
  }

  /**
   * Spells `-ojson` as `--output=json` and `--wait=false` as `--no-wait`; undefined for an unknown flag.
   * @throws TrivetError usage, for another value of a switch, and for a flag in place of a value: `--reason --yes`
   */
  #spelled(word: string, before = ''): string | undefined {
    if (!isFlag(word)) {
      this.#refuseVendorsLetter(before, word);
      return word;
    }
    const valued = this.#spelling(before);
    if (valued?.required === true) {
      // A documented value may start with a dash: `--sort -name`.
      if (valued.flag.parameter.enum?.includes(word) === true) return word;
      const shown = valued.shown(before);
      throw usageError(`${shown} needs a value`, `To give a value that starts with a dash: ${shown}=${word}`);
    }
    const [name = '', value] = this.#split(word);
    const spelling = this.#spelling(name);
    if (spelling === undefined) return undefined;
    this.#refuseVendorsLetter(name, value);
    const { long = '', off = '', required } = spelling;
    const isMeant = value === undefined || required || (value === 'true' && off !== '');
    const meant = isMeant ? spelling : value === 'false' ? this.#spelling(off) : undefined;
    const shown = spelling.shown(word);
    if (meant === undefined) throw usageError(`${shown} is a switch: ${shown} or ${shown}=false`);
    // Commander goes through all options four times a line, so it gets only those of the lines so far.
    if (!this.options.includes(meant)) this.addOption(meant);
    return required && value !== undefined ? `${long}=${value}` : meant.long;
  }

  /** Splits `--output=json`, `-ojson` and `-o=json` into flag and value. */
  #split(word: string): readonly string[] {
    const [long = '', ...values] = word.split('=');
    if (word.startsWith('--') || word.length === 2)
      return values.length === 0 ? [word] : [long, values.join('=')];
    // Other tools have long flags with one dash: `-json`, `-var`.
    const name = long.slice(1);
    const isLong =
      vendorsFlags.has(name) ||
      this.#spelling(`-${long}`) !== undefined ||
      foreignFlag(name, flagsOf(this.declared)) !== undefined;
    return !isLong ? [word.slice(0, 2), word.slice(2).replace(/^=/, '')] : [word];
  }

  /** @throws TrivetError usage, for `-n 20` where another tool means lines and the command has a flag for them */
  #refuseVendorsLetter(letter: string, value = ''): void {
    const own = this.#spelling(letter)?.flag.name;
    const meant = /^-[a-z]$/.test(letter) ? flagOfVendorsLetter(letter.slice(1)) : undefined;
    if (own === undefined || meant === undefined || this.#spelling(`--${meant}`) === undefined) return;
    if (!/^\d+$/.test(value)) return;
    throw usageError(
      `${letter} is --${own}, and "${value}" looks like a number of lines`,
      `Did you mean --${meant} ${value}? For a ${own} called ${value}: --${own} ${value}`,
    );
  }

  #spelling(word: string): Spelling | undefined {
    return this.#spellings?.get(word);
  }

  #given(): Typed['flags'] {
    if (this.#line.flags !== undefined) return this.#line.flags;
    const values = this.opts<Readonly<Record<string, readonly string[]>>>();
    if (Object.keys(values).length === 0) return nothing.flags;
    const given = new Map<Flag, readonly string[]>();
    for (const flag of flagsOf(this.declared)) {
      const words = Object.hasOwn(values, flag.name) ? values[flag.name] : undefined;
      if (words !== undefined) given.set(flag, words);
    }
    return given;
  }

  #selecting(): Flag | undefined {
    const { flags, positionals } = this.#sorted ?? nothing;
    if (flags.size === 0 || positionals[0] === '-' || objectOf(this.declared) === undefined) return undefined;
    return [...flags.keys()].find(({ key, scope }) => scope === 'command' && selectionKeys.has(key));
  }

  /** Adds a gap for the object that a selection replaces, and for a place that is left out. */
  #withGaps(words: readonly string[]): string[] {
    const all = this.declared.positional ?? [];
    const selected = this.#selecting() && objectOf(this.declared)?.place;
    const filled = [...words];
    for (const [index, { name, unless }] of all.entries()) {
      const isLeftOut = filled.length < all.length && unless?.test(filled[index] ?? '') === true;
      if (index > filled.length || (name !== selected && !isLeftOut)) continue;
      this.#gaps.add(index);
      filled.splice(index, 0, '');
    }
    return filled;
  }

  #inOwnWords({ code, message }: CommanderError): TrivetError {
    const { declared } = this;
    const last = this.#line.words.at(-1) ?? '';
    switch (code) {
      case 'commander.optionMissingArgument':
        return usageError(`${this.#spelling(last)?.shown(last) ?? last} needs a value`);
      case 'commander.unknownOption':
        return unknownFlag(this.#sorted?.unknown ?? last, declared);
      case 'commander.missingArgument':
        return missingWord(message, declared, this.#selecting() !== undefined);
      case 'commander.excessArguments':
        return excessWords(declared, this.#selecting()?.name, this.#sorted?.positionals ?? []);
      default:
        return usageError(message.replace(/^error: /, ''), seeHelp(declared.path));
    }
  }
}

export const leafOf = memoize((command: Command): Leaf => new Leaf(command.path, command));
