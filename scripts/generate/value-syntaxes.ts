/** How values of each type are written on a command line, as data for programs that build one. */
import type { ParameterType } from '../../src/catalogue/parameter.ts';

interface ValueSyntax {
  /**
   * The forms of a word. `literal`: the value itself; `@file`: the content of a file; `-`: standard input;
   * `env:NAME`: a variable; `?`: a hidden prompt.
   */
  readonly from: readonly ('literal' | '@file' | '-' | 'env:NAME' | '?')[];
  /**
   * `text`: as it is, a leading `@` doubled where files are taken. `number`, `switch` (`--x`, `--no-x` or
   * `--x=false`), `json`, `duration`, `time`. Several words, one flag each: `list` (a value with a comma in double
   * quotes), `key=value`, `key=json`, `key[=value]`, `condition`.
   */
  readonly word: string;
  /** The flag can be repeated. */
  readonly repeated: boolean;
}

const one = (word: string, ...from: ValueSyntax['from']): ValueSyntax => ({
  from: from.length === 0 ? ['literal'] : from,
  word,
  repeated: false,
});

const several = (word: string, ...from: ValueSyntax['from']): ValueSyntax => ({
  ...one(word, ...from),
  repeated: true,
});

/** By the `type` of flags and positionals. */
export const valueSyntaxes: Readonly<Record<ParameterType, ValueSyntax>> = {
  string: one('text'),
  text: one('text', 'literal', '@file', '-'),
  secret: one('text', '@file', '-', 'env:NAME', '?'),
  bytes: one('text', 'literal', '@file', '-'),
  integer: one('number'),
  boolean: one('switch'),
  duration: one('duration'),
  time: one('time'),
  strings: several('list'),
  map: several('key=value'),
  'json-map': several('key=json'),
  pairs: several('key[=value]'),
  'secret-pairs': several('key=value', 'literal', '@file', 'env:NAME'),
  conditions: several('condition'),
  json: one('json', 'literal', '@file', '-'),
};
