/**
 * RE2's syntax without look-around and back-references, for matching in linear time; JavaScript's engine backtracks.
 */

type Assertion = (before: string, after: string) => boolean;

export type Node =
  | { readonly kind: 'one'; readonly test: (character: string) => boolean }
  | { readonly kind: 'assertion'; readonly holds: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly choices: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly least: number; readonly most: number };

const DEEPEST = 1000;
const MOST_REPEATS = 1000;

const WORD = /^\w$/u;
const isBoundary: Assertion = (before, after) => WORD.test(before) !== WORD.test(after);

const ASSERTIONS: ReadonlyMap<string, Assertion> = new Map([
  ['A', (before) => before === ''],
  ['z', (_before, after) => after === ''],
  ['b', isBoundary],
  ['B', (before, after) => !isBoundary(before, after)],
]);

/** Greediness does not affect whether there is a match. */
const REPETITION = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/u;

const POSIX: ReadonlyMap<string, string> = new Map([
  ['alnum', 'A-Za-z0-9'],
  ['alpha', 'A-Za-z'],
  ['blank', ' \\t'],
  ['digit', '0-9'],
  ['lower', 'a-z'],
  ['punct', '!-\\/:-@\\[-`\\{-~'],
  ['space', '\\s'],
  ['upper', 'A-Z'],
  ['word', '\\w'],
  ['xdigit', '0-9A-Fa-f'],
]);

interface Flags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
}

function literal(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

class Reader {
  readonly #characters: readonly string[];
  #at = 0;
  #depth = 0;
  #flags: Flags = { ignoreCase: false, multiline: false, dotAll: false };

  constructor(source: string) {
    this.#characters = Array.from(source);
  }

  whole(): Node {
    const node = this.#choice();
    if (this.#at < this.#characters.length) throw new SyntaxError('unexpected )');
    return node;
  }

  #peek(): string {
    return this.#characters[this.#at] ?? '';
  }

  #take(): string {
    const character = this.#characters[this.#at];
    if (character === undefined) throw new SyntaxError('the expression ends too early');
    this.#at += 1;
    return character;
  }

  #takeMatch(pattern: RegExp): readonly string[] | undefined {
    const found = pattern.exec(this.#characters.slice(this.#at, this.#at + 64).join(''));
    if (found === null) return undefined;
    this.#at += Array.from(found[0]).length;
    return found.map((part: string | undefined) => part ?? '');
  }

  #choice(): Node {
    const choices = [this.#sequence()];
    while (this.#peek() === '|') {
      this.#at += 1;
      choices.push(this.#sequence());
    }
    return { kind: 'choice', choices };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (!['', '|', ')'].includes(this.#peek())) parts.push(this.#repeated());
    return { kind: 'sequence', parts };
  }

  #repeated(): Node {
    const part = this.#atom();
    const found = this.#takeMatch(REPETITION);
    if (found === undefined) return part;
    if (this.#takeMatch(REPETITION) !== undefined) throw new SyntaxError('repetition of a repetition');
    const [, sign, from = '', comma, to = ''] = found;
    if (sign !== '') {
      return { kind: 'repeat', part, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity };
    }
    const least = Number(from);
    const most = comma === '' ? least : to === '' ? Infinity : Number(to);
    if (least > MOST_REPEATS || (most !== Infinity && (most > MOST_REPEATS || most < least))) {
      throw new SyntaxError('invalid repeat count');
    }
    return { kind: 'repeat', part, least, most };
  }

  #atom(): Node {
    const character = this.#take();
    switch (character) {
      case '(':
        return this.#group();
      case '[':
        return this.#one(this.#class());
      case '.':
        return this.#one(this.#flags.dotAll ? '[^]' : '[^\\n]');
      case '^': {
        const { multiline } = this.#flags;
        return { kind: 'assertion', holds: (before) => before === '' || (multiline && before === '\n') };
      }
      case '$': {
        const { multiline } = this.#flags;
        return {
          kind: 'assertion',
          holds: (_before, after) => after === '' || (multiline && after === '\n'),
        };
      }
      case '*':
      case '+':
      case '?':
        throw new SyntaxError('nothing to repeat');
      case '\\': {
        const holds = ASSERTIONS.get(this.#peek());
        if (holds === undefined) return this.#one(`[${this.#escape()}]`);
        this.#at += 1;
        return { kind: 'assertion', holds };
      }
      default:
        return this.#one(`[${literal(character)}]`);
    }
  }

  #one(characterClass: string): Node {
    const pattern = new RegExp(`^${characterClass}$`, this.#flags.ignoreCase ? 'iu' : 'u');
    return { kind: 'one', test: (character) => pattern.test(character) };
  }

  #group(): Node {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new SyntaxError('the expression nests too deeply');
    const outer = this.#flags;
    if (this.#peek() === '?' && this.#takeMatch(/^\?P?<\w+>/u) === undefined) {
      const [, on = '', off = '', end] = this.#takeMatch(/^\?([imsU]*)(?:-([imsU]+))?([:)])/u) ?? [];
      if (end === undefined) throw new SyntaxError('unknown kind of group');
      const flag = (name: string, before: boolean): boolean =>
        !off.includes(name) && (on.includes(name) || before);
      this.#flags = {
        ignoreCase: flag('i', outer.ignoreCase),
        multiline: flag('m', outer.multiline),
        dotAll: flag('s', outer.dotAll),
      };
      // Flags alone apply to the rest of the group.
      if (end === ')') {
        this.#depth -= 1;
        return { kind: 'sequence', parts: [] };
      }
    }
    const node = this.#choice();
    if (this.#take() !== ')') throw new SyntaxError('missing )');
    this.#flags = outer;
    this.#depth -= 1;
    return node;
  }

  #escape(): string {
    const property = this.#takeMatch(/^[pP](?:\{(\^?)(\w+)\}|(\w))/u);
    if (property !== undefined) {
      const [all = '', negated, name, short] = property;
      const positive = all.startsWith('p') === (negated === '');
      return `\\${positive ? 'p' : 'P'}{${name === '' ? (short ?? '') : (name ?? '')}}`;
    }
    const code = this.#takeMatch(/^x(?:\{([\dA-Fa-f]{1,6})\}|([\dA-Fa-f]{2}))/u);
    if (code !== undefined) return `\\u{${code[1] === '' ? (code[2] ?? '') : (code[1] ?? '')}}`;
    const character = this.#take();
    if (/^[dDsSwWfnrtv]$/u.test(character)) return `\\${character}`;
    if (/^[A-Za-z0-9]$/u.test(character)) throw new SyntaxError(`unknown escape \\${character}`);
    return literal(character);
  }

  #class(): string {
    let text = this.#takeMatch(/^\^/u) === undefined ? '[' : '[^';
    for (let first = true; first || this.#peek() !== ']'; first = false) {
      const posix = this.#takeMatch(/^\[:(\w+):\]/u);
      if (posix !== undefined) {
        const members = POSIX.get(posix[1] ?? '');
        if (members === undefined) throw new SyntaxError('unknown character class');
        text += members;
        continue;
      }
      const character = this.#take();
      if (character === '\\') text += this.#escape();
      else text += character === '-' ? this.#dash() : literal(character);
    }
    this.#at += 1;
    return `${text}]`;
  }

  /** A range between two characters; a literal dash at either end of a class. */
  #dash(): string {
    const before = this.#characters[this.#at - 2];
    const first = before === '[' || before === '^';
    return first || this.#peek() === ']' ? '\\-' : '-';
  }
}

/** @throws SyntaxError for other text, and beyond the limits */
export function parsePattern(source: string): Node {
  return new Reader(source).whole();
}
