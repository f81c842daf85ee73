/** Estimates memory before parsing (figures for V8): three hostile bytes can become sixty. */
import { endOfString } from './json-string.ts';

/** No service nests deeper, and a walk could overflow the stack. */
export const maxDepth = 200;

const budget = 48 * 1024 * 1024;

/** Bytes; each step of processing copies a string. */
const longestString = 2 * 1024 * 1024;

/** Bytes; shorter texts cannot exceed the budget. */
const harmless = 1 << 20;

/** V8 keeps a string up to this length only once. */
const sharedLength = 10;

const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

const skipSpace = (text: string, from: number): number => {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  return at;
};

/** Recognizes repeated strings roughly, since two may share a bit. */
class Known {
  readonly #bits = new Uint8Array(1 << 17);

  isNew(text: string, from: number, to: number): boolean {
    let hash = 0x811c_9dc5;
    for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
    hash ^= hash >>> 15;
    const index = (hash >>> 3) & 0x1_ffff;
    const bit = 1 << (hash & 7);
    const present = this.#bits[index] ?? 0;
    this.#bits[index] = present | bit;
    return (present & bit) === 0;
  }
}

const stringWeight = (text: string, from: number, end: number, known: Known): number => {
  const length = end - from - 2;
  const isKey = text.charCodeAt(skipSpace(text, end)) === colon;
  if (!isKey && length > sharedLength) return 24 + length;
  if (!known.isNew(text, from + 1, end - 1)) return 0;
  // A new key is a new shape of objects.
  return 32 + length + (isKey ? 160 : 0);
};

/** An integer beyond 2^53 is read twice and its text is copied; a fraction is an object. */
const numberWeight = (length: number, whole: boolean): number => (!whole ? 16 : length >= 16 ? 100 : 0);

/** @throws SyntaxError for text whose values take too much memory, or that is nested too deep */
export const refuseHeavy = (text: string): void => {
  if (text.length < harmless) return;
  const known = new Known();
  let weight = 0;
  let depth = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(text, at);
      if (end - at > longestString) throw new SyntaxError('it contains a string of more than 2 MiB');
      weight += stringWeight(text, at, end, known);
      at = end;
    } else if (isDigit(code) || code === minus) {
      let end = at + 1;
      while (isDigit(text.charCodeAt(end))) end += 1;
      const next = text.charCodeAt(end) | 0x20;
      weight += numberWeight(end - at, next !== 0x2e && next !== 0x65);
      at = end;
    } else {
      at += 1;
      if (code === comma) weight += 8;
      else if (code === closeBracket || code === closeBrace) depth -= 1;
      else if (code === openBracket || code === openBrace) {
        const next = text.charCodeAt(skipSpace(text, at));
        const empty = next === closeBracket || next === closeBrace;
        weight += code === openBracket ? (empty ? 40 : 56) : empty ? 64 : 40;
        depth += 1;
        if (depth > maxDepth) throw tooDeep();
      }
    }
    if (weight > budget)
      throw new SyntaxError(`its values would take more than ${budget >> 20} MiB of memory`);
  }
};

export const tooDeep = (): SyntaxError => new SyntaxError(`JSON is nested deeper than ${maxDepth} levels`);
