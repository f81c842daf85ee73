/** The library's door: commands as functions, with typed values and results as values. No terminal, no text. */
import { collect } from './doors/collect.ts';
import { indexFor } from './cli/index-of-commands.ts';
import { worldInside } from './engine/invocation/inside.ts';
import { commandAt, refuseUnknownWords } from './cli/read-words.ts';
import { route } from './cli/route.ts';
import { withoutWords } from './engine/invocation/without-words.ts';
import type { TrivetError } from './model/error.ts';
import type { Json } from './model/json/json.ts';
import { none } from './model/values/list.ts';
import type { InputRecord, InputValue } from './model/catalogue/parameter.ts';
import { Collected } from './engine/collected.ts';
import { readGlobals } from './engine/given-globals.ts';
import type { World } from './world/world.ts';
import { version } from './version.ts';

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
}

/** @param flags global flags for every call */
export const connect = (world: World, flags: Flags = {}): Connection => ({
  run: async (path, input = {}, options = {}) => {
    const notes: string[] = [];
    const collected = new Collected(version, (text) => notes.push(text));
    const inner = worldInside(world, 'a call of the library');
    const { exit, error } = await collect(inner, collected, async () => {
      const words = path.split(' ');
      const found = route(words, await indexFor(words));
      const command = (await commandAt(found)) ?? (await refuseUnknownWords(found));
      const given = new Map(Object.entries({ ...flags, ...options.flags, output: 'json' }));
      const globals = readGlobals(given, { env: inner.env, command });
      const { where = none, confirm } = options;
      return withoutWords(command, globals, input, { where, confirm });
    });
    return { exit, output: collected.output, error, notes };
  },
});
