/** Everything outside the program that a command may use, passed as an argument: no other file reads a global. */
import type { Readable, Writable } from 'node:stream';
import type { Surroundings } from './surroundings.ts';

export type InputStream = Readable & {
  readonly isTTY?: boolean;
  /** Only for terminals: keys arrive one by one, without echo, and none becomes a signal. */
  setRawMode?(raw: boolean): unknown;
};
export type Output = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

/** `unavailable`: there is no terminal to ask on. */
export type Answer = 'yes' | 'no' | 'unavailable';

export interface Question {
  /** Safe for a terminal. */
  readonly text: string;
  /** The text to be typed; undefined for a yes or no. */
  readonly name: string | undefined;
  /** A hash of the state that the question is about: an answer to it is none to another state. */
  readonly state?: string | undefined;
}

export interface World extends Surroundings {
  readonly stdin: InputStream;
  readonly stdout: Output;
  readonly stderr: Output;
  now(): number;
  monotonic(): number;
  /** Calls back with the number of each SIGINT, SIGQUIT, SIGTERM and SIGHUP; the result stops it. */
  onSignal(listener: (signal: number) => void): () => void;
  /** The controlling terminal for prompts, if there is one: `/dev/tty`. */
  terminal?(): { readonly input: InputStream; readonly output: Output; close(): void } | undefined;
  /** Asks in place of a terminal, for a program whose user is elsewhere. */
  ask?(question: Question): Promise<Answer>;
  /** False for a file that this run must not read; absent: every file can be read. */
  mayRead?(path: string): boolean;
  /** Gets the content of each file that is read: what a caller must not learn from an error. */
  tookFile?(content: Uint8Array): void;
  /** False for a variable that no value may be read from; absent: every variable can be read. */
  mayUseVariable?(name: string): boolean;
  /**
   * Called before each change, with the part of the server that its request is about.
   * @throws TrivetError for a part that this run must not change
   */
  refuseScope?(service: string, scope: Readonly<Record<string, string | undefined>>): void;
  /** The run may use only the servers that it was started with: no other profile. */
  readonly confined?: true;
  /** Makes a folder the working directory; only the program itself can, whose files are all named from it. */
  enter?(folder: string): void;
  /** Starts a program that outlives this run, without streams; false if it could not be started. */
  startProgram?(argv: readonly string[], env: Readonly<Record<string, string>>): Promise<boolean>;
  /** Runs the current command line again, with `more` flags, in the background, where it outlives this run. */
  startAgain?(more: readonly string[]): void;
  /** The path of what standard output, or the results of the run around, are written to; absent for values in memory. */
  readonly placeOfOutput?: string;
  /**
   * Finds the reader of the pipe behind standard output; the result is true when it left. Undefined if that cannot be
   * known, so that the next write reports it.
   */
  stdoutReader?(): (() => boolean) | undefined;
  /** Shows text in a pager, and resolves when its reader is done; false if the program could not be started. */
  page?(argv: readonly string[], env: Readonly<Record<string, string>>, text: Uint8Array): Promise<boolean>;
  /** Calls back when the process ends, however it does; the result stops that. */
  atExit?(work: () => void): () => void;
  /**
   * Calls `leave` before the process is stopped (Ctrl-Z, SIGTSTP), and `back` when it runs again, also after a stop that
   * nothing announces. The result stops it together with the rest of its job, as Ctrl-Z does.
   */
  onStop?(listener: { readonly leave: () => void; readonly back: () => void }): {
    readonly stop: () => void;
    readonly close: () => void;
  };
  /** Ends the process at once: for a second signal. */
  exit?(code: number): void;
}
