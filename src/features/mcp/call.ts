/** One call of a tool: results are values, questions are passed on. */
import { fileHider } from '../../catalogue/shown.ts';
import { collect } from '../../run/collect.ts';
import { ioInside } from '../../run/invocation/inside.ts';
import type { Typed } from '../../run/invocation/placed.ts';
import { readTyped } from '../../cli/read-words.ts';
import type { Command } from '../../catalogue/command.ts';
import { quoted } from '../../catalogue/text/server-text.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { textAt } from '../../documents/json/json.ts';
import { Collected } from '../../run/collected.ts';
import type { Inherited } from '../../run/given-globals.ts';
import type { Program } from '../../run/session/session.ts';
import { safe } from '../../output/text/safe.ts';
import type { Answer, Question, Io } from '../../system/io.ts';
import { version } from '../../version.ts';

export interface Called {
  readonly exit: number;
  readonly document: Json | undefined;
  readonly error: JsonObject | undefined;
  readonly notes: readonly string[];
}

interface CallOptions {
  readonly program: Program;
  readonly io: Io;
  readonly env: Io['env'];
  readonly inherited: Inherited;
  readonly signal: AbortSignal;
  readonly mayRead: (path: string) => boolean;
  readonly mayUseVariable: (name: string) => boolean;
  readonly refuseServer: NonNullable<Io['refuseServer']>;
  /** If absent, there is no limit. */
  readonly refuseScope?: NonNullable<Io['refuseScope']>;
  ask(question: Question): Promise<Answer>;
  note(text: string): void;
}

const interrupt = 2;

const mostShown = 40;

const withoutFilesIn = (error: JsonObject, hidden: (text: string) => string): JsonObject => {
  const server = quoted(textAt(error, 'server') ?? '');
  const shown = quoted(hidden(textAt(error, 'server') ?? ''));
  return Object.fromEntries(
    Object.entries(error).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.split(server).map(hidden).join(shown) : value,
    ]),
  );
};

export const callCommand = async (command: Command, typed: Typed, options: CallOptions): Promise<Called> => {
  const { io, env, inherited, signal } = options;
  const notes: string[] = [];
  let asked = 0;
  const files: string[] = [];
  // The command that a person shall run instead is made of these.
  const commands = await options.program.catalogue.commands();
  const known = [
    ...commands.flatMap(({ path }) => path.split(' ')),
    ...[...typed.flags.values(), ...typed.positionals.map(({ words }) => words)].flat(),
  ];
  const withoutFiles = (text: string): string => fileHider(files, known)(text);
  const collected = new Collected(version, (text) => {
    notes.push(text);
    options.note(withoutFiles(text));
  });
  const inner: Io = {
    ...ioInside(io, 'a tool call'),
    env,
    onSignal: (listener) => {
      const cancel = (): void => listener(interrupt);
      signal.addEventListener('abort', cancel, { once: true });
      return () => signal.removeEventListener('abort', cancel);
    },
    ask: ({ text, name, state }) => {
      // A yes is only for the settings that were shown to change.
      const shown = notes.slice(asked);
      asked = notes.length;
      const more = shown.length - mostShown;
      const lines = [
        ...shown.slice(0, mostShown).map((one) => safe(one)),
        ...(more > 0 ? [`and ${more} more`] : []),
      ];
      return options.ask({ text: [...lines, text].join('\n'), name, state });
    },
    confined: true,
    mayRead: (path) => options.mayRead(path),
    tookFile: (content) => {
      files.push(Buffer.from(content).toString('utf8'));
    },
    mayUseVariable: (name) => options.mayUseVariable(name),
    refuseServer: options.refuseServer,
    ...(options.refuseScope === undefined ? {} : { refuseScope: options.refuseScope }),
  };
  const { exit, error } = await collect(options.program, inner, collected, async () =>
    readTyped(command, typed, undefined, inner, { inherited, plain: new Map() }),
  );
  return {
    exit,
    document: collected.empty ? undefined : collected.output,
    error: error && withoutFilesIn(collected.facts(error), withoutFiles),
    notes: notes.map(withoutFiles),
  };
};
