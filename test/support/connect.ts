/** Runs commands with an `Io` that a test made, with values as results: below the package's module, which makes its own. */
import { program } from '../../src/main.ts';
import { collect } from '../../src/run/collect.ts';
import { routeFor } from '../../src/cli/route.ts';
import { ioInside } from '../../src/run/invocation/inside.ts';
import { readWords, refuseUnknownWords } from '../../src/cli/read-words.ts';
import type { Invocation } from '../../src/run/invocation/invocation.ts';
import type { Command } from '../../src/catalogue/command.ts';
import { withoutWords } from '../../src/run/invocation/without-words.ts';
import type { TrivetError } from '../../src/system/error.ts';
import type { Json } from '../../src/documents/json/json.ts';
import type { InputRecord, InputValue } from '../../src/catalogue/parameter.ts';
import { Collected } from '../../src/run/collected.ts';
import { readGlobals } from '../../src/run/given-globals.ts';
import type { Globals } from '../../src/run/given-globals.ts';
import type { Io } from '../../src/system/io.ts';
import { version } from '../../src/version.ts';

/** Global flags by key: `{ profile: 'prod', namespace: 'web' }`. */
type Flags = Readonly<Record<string, InputValue>>;

interface CallOptions {
  readonly flags?: Flags;
  /** Conditions that select objects, in place of a named one. */
  readonly where?: readonly string[];
  /** What a person would type to confirm. */
  readonly confirm?: string;
}

interface CallEnd {
  readonly exit: number;
  /** The document, the rows of many changes, or text; null for nothing. */
  readonly output: Json;
  readonly error: TrivetError | undefined;
  /** Notes and warnings, in order. */
  readonly notes: readonly string[];
}

interface Connection {
  /**
   * Runs a command; nothing is thrown.
   * @param path the words of the command: `workspace lock`
   * @param input values by key: positionals, parameters and the command's own flags
   */
  run(path: string, input?: InputRecord, options?: CallOptions): Promise<CallEnd>;
  /** Runs a command line, without `trivet` and as data, whatever its format is for people; nothing is thrown. */
  line(words: readonly string[]): Promise<CallEnd>;
}

/** @param flags global flags for every call */
export const connect = (io: Io, flags: Flags = {}): Connection => {
  const inner = ioInside(io, 'a call of the library');
  const called = async (read: () => Promise<Invocation>): Promise<CallEnd> => {
    const notes: string[] = [];
    const collected = new Collected(version, (text) => notes.push(text));
    const { exit, error } = await collect(program, inner, collected, read);
    return { exit, output: collected.output, error, notes };
  };
  const globalsFor = (command: Command, more: Flags = {}): Globals =>
    readGlobals(new Map(Object.entries({ ...flags, ...more, output: 'json' })), { env: inner.env, command });
  return {
    run: (path, input = {}, { flags: more, where = [], confirm } = {}) =>
      called(async () => {
        const found = await routeFor(program.catalogue, path.split(' '));
        const command = found.leaf?.declared ?? (await refuseUnknownWords(program.catalogue, found));
        return withoutWords(command, globalsFor(command, more), input, { where, confirm });
      }),
    line: (words) =>
      called(async () => {
        const found = await routeFor(program.catalogue, words);
        const command = found.leaf?.declared ?? (await refuseUnknownWords(program.catalogue, found));
        return readWords(program, found, inner, { inherited: globalsFor(command), plain: new Map() });
      }),
  };
};
