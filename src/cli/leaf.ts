/**
 * The leaf of a commander program: one command, whose flags and places are options and arguments of commander. What
 * commander reads is what is sent.
 */
import type { ParseOptionsResult } from 'commander';
import { CommanderError, Option, Command as Parser } from 'commander';
import { otherWords } from '../catalogue/aliases.ts';
import type { Command } from '../catalogue/command.ts';
import { objectOf } from '../catalogue/selection/selection.ts';
import { shortFlags } from '../config/globals.ts';
import type { Flag } from '../engine/flags.ts';
import { flagsOf } from '../engine/flags.ts';
import type { Typed } from '../engine/invocation/placed.ts';
import type { TrivetError } from '../system/error.ts';
import { usageError } from '../system/error.ts';
import { memoize } from '../system/values/memoize.ts';
import { excessWords, foreignFlag, missingWord, seeHelp, unknownFlag } from './mistakes.ts';

/** Whether a word is a flag: `-` is standard input, and `-1` and `-1h` are values. */
export const isFlag = (word: string): boolean =>
  word.length > 1 && word.startsWith('-') && !/^-\d/.test(word);

/** One spelling of a flag: `-o, --output <value>`, `--wait`, `--no-wait`. */
class Spelling extends Option {
  readonly flag: Flag;

  /** @param value what a switch means in this spelling */
  constructor(flag: Flag, words: string, value?: 'true' | 'false') {
    super(words);
    this.flag = flag;
    // For commander `--no-input` would be a switch that is on without it.
    this.negate = false;
    if (value !== undefined) this.preset(value);
  }

  override attributeName(): string {
    return this.flag.name;
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
    return [new Spelling(flag, words, 'true'), new Spelling(flag, off, 'false')];
  });
};

/** The flags that select objects in place of a named one. */
const selectionKeys: ReadonlySet<string> = new Set(['where', 'all', 'resume']);

/** The words of a line, before its places are checked. */
interface Sorted {
  /** Every value of the given flags, in the order of the catalogue. */
  readonly flags: Typed['flags'];
  readonly positionals: readonly string[];
  /** The first word that looks like a flag but is not one of the command's. */
  readonly unknown?: string | undefined;
}

const noFlags: Typed['flags'] = new Map();

/** A command of the catalogue as commander has it. */
export class Leaf extends Parser {
  readonly declared: Command;
  #ready = false;
  /** The words of a line, and what commander gets for each of them. */
  #words: readonly string[] = [];
  #line: readonly string[] = [];
  /** Words that are places, whatever they look like. */
  #after: readonly string[] = [];
  /** The flags of a line that has them as values already. */
  #known: Typed['flags'] | undefined;
  /** Undefined until the flags have been read. */
  #sorted: Sorted | undefined;
  /** The places that a line leaves out. */
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
   * Reads a line.
   * @param words flags and positionals without the words of the path
   * @param tail the words after `--`: more positionals, unless the command runs a child with them
   * @throws TrivetError usage
   */
  read(words: readonly string[], tail: readonly string[] = []): Typed {
    return this.#parsed(words, this.declared.tail === true ? [] : tail);
  }

  /**
   * Puts words into the places, for flags whose values are known.
   * @throws TrivetError usage, for too few or too many
   */
  place(flags: Typed['flags'], words: readonly string[]): Typed {
    return this.#parsed([], words, flags);
  }

  /**
   * Reads a line of which words may be unknown, missing or too many.
   * @throws TrivetError usage, for a flag without its value
   */
  sort(words: readonly string[]): Sorted {
    try {
      this.#parsed(words, []);
    } catch (error) {
      if (this.#sorted === undefined) throw error;
    }
    return this.#sorted ?? { flags: noFlags, positionals: [] };
  }

  #parsed(words: readonly string[], after: readonly string[], known?: Typed['flags']): Typed {
    this.#declare();
    this.#words = words;
    this.#after = after;
    this.#known = known;
    this.#sorted = undefined;
    this.#gaps.clear();
    try {
      this.parse(words, { from: 'user' });
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

  /** Options and arguments are made for the one command of a line, and not for its whole group. */
  #declare(): void {
    if (this.#ready) return;
    this.#ready = true;
    const flags = flagsOf(this.declared);
    for (const spelling of flags.flatMap((flag) => spellingsOf(flag, flags))) {
      spelling.argParser((value: string, before: readonly string[] | undefined) => {
        if (isFlag(value)) this.#refuseFlag(spelling, value);
        return before === undefined ? [value] : [...before, value];
      });
      this.addOption(spelling);
    }
    for (const { name, optional, variadic } of this.declared.positional ?? []) {
      const dots = variadic === true ? '...' : '';
      this.argument(optional === true ? `[${name}${dots}]` : `<${name}${dots}>`);
    }
  }

  /** What commander separates, for lines whose words mean something else here than for commander. */
  override parseOptions(words: string[]): ParseOptionsResult {
    this.#line = words.map((word, at) => this.#spelledOut(word, words[at - 1]));
    const { operands, unknown } = super.parseOptions([...this.#line]);
    // commander takes every word with a dash for a flag, but for a number: -1h.
    const strange = unknown.find(isFlag);
    if (strange !== undefined) this.#refuseSwitchValue(strange);
    const positionals = [...operands, ...unknown.filter((word) => !isFlag(word)), ...this.#after];
    this.#sorted = { flags: this.#given(), positionals, unknown: strange && this.#typed(strange) };
    return {
      operands: this.#withGaps(positionals),
      unknown: strange === undefined ? [] : [strange],
    };
  }

  #given(): Typed['flags'] {
    if (this.#known !== undefined) return this.#known;
    const values = this.opts<Readonly<Record<string, readonly string[]>>>();
    if (Object.keys(values).length === 0) return noFlags;
    const given = new Map<Flag, readonly string[]>();
    for (const flag of flagsOf(this.declared)) {
      const words = Object.hasOwn(values, flag.name) ? values[flag.name] : undefined;
      if (words !== undefined) given.set(flag, words);
    }
    return given;
  }

  /** The flag that selects the objects of the line. */
  #selecting(): Flag | undefined {
    const { flags = noFlags, positionals = [] } = this.#sorted ?? {};
    // With - the names are read first; the check of the words reports two selections.
    if (flags.size === 0 || positionals[0] === '-' || objectOf(this.declared) === undefined) return undefined;
    return [...flags.keys()].find(({ key, scope }) => scope === 'command' && selectionKeys.has(key));
  }

  /** The words of the places, with a gap for the object that a selection replaces and for a place that is left out. */
  #withGaps(words: readonly string[]): string[] {
    const all = this.declared.positional ?? [];
    const filled = [...words];
    const leaveOut = (index: number): void => {
      if (index < 0 || index > filled.length) return;
      this.#gaps.add(index);
      filled.splice(index, 0, '');
    };
    if (this.#selecting() !== undefined) {
      const object = objectOf(this.declared)?.place;
      leaveOut(all.findIndex(({ name }) => name === object));
    }
    for (const [index, { unless }] of all.entries()) {
      if (filled.length < all.length && unless?.test(filled[index] ?? '') === true) leaveOut(index);
    }
    return filled;
  }

  /**
   * `-ojson` and `-o=json` are `--output=json`, and `--wait=false` is `--no-wait`. `-json` and `-var` of other tools, which
   * take long flags after one dash, are nothing that commander knows.
   */
  #spelledOut(word: string, before: string | undefined): string {
    if (!isFlag(word) || this.#isDocumented(word, before)) return word;
    const [, name = '', on] = /^--([^=]+)=(true|false)$/.exec(word) ?? [];
    if (this.#spelling(`--${name}`)?.presetArg === 'true') {
      const wanted = on === 'true' ? `--${name}` : `--no-${name}`;
      return this.#spelling(wanted) === undefined ? word : wanted;
    }
    const [, letter, value = ''] = /^(-[^-])=?(.+)$/s.exec(word) ?? [];
    if (letter === undefined) return word;
    const [long = ''] = word.slice(1).split('=');
    const isLong =
      this.#spelling(`--${long}`) !== undefined || foreignFlag(long, flagsOf(this.declared)) !== undefined;
    if (long.length > 1 && isLong) return `--${word}`;
    const own = this.#spelling(letter)?.long;
    return own === undefined ? word : this.#spelledOut(`${own}=${value}`, before);
  }

  #spelling(word: string): Spelling | undefined {
    const found = this.options.find(({ short, long }) => word === short || word === long);
    return found instanceof Spelling ? found : undefined;
  }

  /** `--sort -name`: a documented value may start with a dash. */
  #isDocumented(value: string, before: string | undefined): boolean {
    return before !== undefined && this.#spelling(before)?.flag.parameter.enum?.includes(value) === true;
  }

  /** Refuses a value that looks like a flag and is a word of its own: `--reason --yes`. */
  #refuseFlag(spelling: Spelling, value: string): void {
    const at = this.#line.findIndex(
      (word, index) => word === value && this.#spelling(this.#line[index - 1] ?? '') === spelling,
    );
    const before = this.#line[at - 1];
    if (before === undefined || this.#isDocumented(value, before)) return;
    this.#refuseUnknownBefore(at);
    const shown = before === spelling.short ? before : `--${spelling.flag.name}`;
    throw usageError(
      `${shown} needs a value`,
      `To give a value that starts with a dash: ${shown}=${this.#words[at] ?? value}`,
    );
  }

  /** The first mistake of a line is reported, also where commander meets another one before. */
  #refuseUnknownBefore(at: number): void {
    const unknown = this.#line.slice(0, at).find((word, index) => {
      const name = word.replace(/=.*/s, '');
      if (!isFlag(word) || this.#isDocumented(word, this.#line[index - 1])) return false;
      if (this.#spelling(word) !== undefined) return false;
      return name === word || this.#spelling(name)?.required !== true;
    });
    if (unknown === undefined) return;
    this.#refuseSwitchValue(unknown);
    throw unknownFlag(this.#typed(unknown), this.declared);
  }

  #inOwnWords({ code, message }: CommanderError): TrivetError {
    const { declared: command } = this;
    const last = this.#words.at(-1) ?? '';
    switch (code) {
      case 'commander.optionMissingArgument':
        this.#refuseUnknownBefore(this.#line.length - 1);
        return usageError(
          `${last.startsWith('--') ? `--${this.#spelling(last)?.flag.name ?? ''}` : last} needs a value`,
        );
      case 'commander.unknownOption':
        return unknownFlag(this.#sorted?.unknown ?? last, command);
      case 'commander.missingArgument':
        return missingWord(message, command, this.#selecting() !== undefined);
      case 'commander.excessArguments':
        return excessWords(command, this.#selecting()?.name);
      default:
        return usageError(message.replace(/^error: /, ''), seeHelp(command.path));
    }
  }

  /** Refuses `--yes=x`, which is nothing that commander knows. */
  #refuseSwitchValue(word: string): void {
    const name = word.replace(/=.*/s, '');
    const spelling = name === word ? undefined : this.#spelling(name);
    if (spelling === undefined) return;
    const typed = this.#typed(word);
    const negated = spelling.presetArg === 'false' ? 'no-' : '';
    const shown = typed.startsWith('--') ? `--${negated}${spelling.flag.name}` : typed.slice(0, 2);
    throw usageError(`${shown} is a switch: ${shown} or ${shown}=false`);
  }

  /** The word of the line for what commander got. */
  #typed(word: string): string {
    return this.#words[this.#line.indexOf(word)] ?? word;
  }
}

/** The leaf of a command that is not named by words. */
export const leafOf = memoize((command: Command): Leaf => new Leaf(command.path, command));
