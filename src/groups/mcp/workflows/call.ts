/** One call of a tool: runs the command in a world of its own, keeps its output and passes on its questions. */
import { PassThrough } from 'node:stream';
import { realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { Json, JsonObject } from '../../../model/json/json.ts';
import { isObject, own } from '../../../model/json/json.ts';
import { parseJson } from '../../../model/json/lossless.ts';
import { withoutInput } from '../../../world/read-file.ts';
import type { Answer, Question, World } from '../../../world/world.ts';
import type { WorkflowContext } from '../../../workflows/workflow.ts';

export interface Called {
  readonly exit: number;
  /** The document; undefined without one. */
  readonly document: Json | undefined;
  /** The error as `-o json` has it. */
  readonly error: JsonObject | undefined;
  /** Notes and warnings, in order. */
  readonly notes: readonly string[];
}

interface CallOptions {
  readonly world: World;
  readonly env: World['env'];
  readonly program: WorkflowContext['program'];
  readonly signal: AbortSignal;
  ask(question: Question): Promise<Answer>;
  /** Called with each note as it arrives. */
  note(text: string): void;
}

const interrupt = 2;

/** True for files in the working directory and below, wherever links lead. */
const within =
  (folder: string) =>
  (path: string): boolean => {
    const real = (name: string): string => {
      try {
        return realpathSync(name);
      } catch {
        // A file that does not exist cannot be read either.
        return resolve(name);
      }
    };
    const way = relative(real(folder), real(resolve(folder, path)));
    return way !== '..' && !way.startsWith(`..${sep}`) && !way.startsWith(join(sep));
  };

const collected = (): { readonly stream: PassThrough; text(): string } => {
  const chunks: Buffer[] = [];
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
};

/** Rows that were streamed, one a line. */
const rowsIn = (text: string): readonly Json[] | undefined => {
  try {
    return text.trim().split('\n').map(parseJson);
  } catch {
    return undefined;
  }
};

const parsed = (text: string): Json | undefined => {
  if (text.trim() === '') return undefined;
  try {
    return parseJson(text);
  } catch {
    return rowsIn(text) ?? text;
  }
};

/** Lines of standard error as they arrive. */
const lines = (stream: PassThrough, take: (line: string) => void): { end(): void } => {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const parts = `${rest}${text}`.split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) take(part);
  });
  return {
    end: () => {
      if (rest !== '') take(rest);
    },
  };
};

/** Runs a command line; never throws. */
export const callProgram = async (words: readonly string[], options: CallOptions): Promise<Called> => {
  const { world, env, program, signal } = options;
  const stdout = collected();
  const stderr = new PassThrough();
  const notes: string[] = [];
  let error: JsonObject | undefined;
  const said = lines(stderr, (line) => {
    const message = parsed(line);
    const failure = own(message, 'error');
    if (isObject(failure)) {
      error = failure;
      return;
    }
    const text = own(message, 'warning') ?? own(message, 'note') ?? own(message, 'retry');
    if (typeof text !== 'string') return;
    notes.push(text);
    options.note(text);
  });
  const inner: World = {
    env,
    home: world.home,
    platform: world.platform,
    cwd: world.cwd,
    uid: world.uid,
    stdin: withoutInput(new PassThrough().end(), 'a tool call'),
    stdout: stdout.stream,
    stderr,
    now: () => world.now(),
    monotonic: () => world.monotonic(),
    onSignal: (listener) => {
      const cancel = (): void => listener(interrupt);
      signal.addEventListener('abort', cancel, { once: true });
      return () => signal.removeEventListener('abort', cancel);
    },
    ask: (question) => options.ask(question),
    mayRead: within(world.cwd),
  };
  const exit = await program(words, inner);
  // A stream passes its data on in a later turn.
  await new Promise((done) => setImmediate(done));
  said.end();
  return { exit, document: parsed(stdout.text()), error, notes };
};
