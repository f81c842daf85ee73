/** Everything outside the program that a command uses, as an argument: no other file reads a global. */
import type { Readable, Writable } from 'node:stream';
import type { Surroundings } from './surroundings.ts';

export type InputStream = Readable & {
  readonly isTTY?: boolean;
  /** On a terminal: keys come one by one, without echo or signals. */
  setRawMode?(raw: boolean): unknown;
};
export type Output = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

export type Answer = 'yes' | 'no' | 'unavailable';

export interface Question {
  readonly text: string;
  readonly name: string | undefined;
  /** A hash of the state in question, since an answer does not hold for another state. */
  readonly state?: string | undefined;
}

export interface Io extends Surroundings {
  readonly stdin: InputStream;
  readonly stdout: Output;
  readonly stderr: Output;
  now(): number;
  monotonic(): number;
  /** Listens to SIGINT, SIGQUIT, SIGTERM and SIGHUP, by number. The returned function removes the listener. */
  onSignal(listener: (signal: number) => void): () => void;
  /** Opens `/dev/tty` for prompts, if there is one. */
  terminal?(): { readonly input: InputStream; readonly output: Output; close(): void } | undefined;
  /** Asks in place of the terminal, for a program whose user is elsewhere. */
  ask?(question: Question): Promise<Answer>;
  /** Says why nobody is asked, although there is a terminal. */
  whyUnasked?(): string | undefined;
  mayRead?(path: string): boolean;
  /** Gets the content of each file, so that errors can hide it from a caller. */
  tookFile?(content: Uint8Array): void;
  mayUseVariable?(name: string): boolean;
  /**
   * Called before each change, with the scope of its request.
   * @throws TrivetError for a scope that this run must not change
   */
  refuseScope?(service: string, scope: Readonly<Record<string, string | undefined>>): void;
  readonly confined?: true;
  /** Changes the working directory. Only the program itself has it, since all files are relative to that folder. */
  enter?(folder: string): void;
  /** Starts a program that outlives this run, without streams; false if it could not be started. */
  startProgram?(argv: readonly string[], env: Readonly<Record<string, string>>): Promise<boolean>;
  /** Runs the command line again in the background, with `more` flags, beyond the end of this run. */
  startAgain?(more: readonly string[]): void;
  /** The path behind standard output; absent for values in memory. */
  readonly placeOfOutput?: string;
  /** The function returns true once the reader left. Undefined if unknown: the next write reports it. */
  stdoutReader?(): (() => boolean) | undefined;
  /** Resolves when the reader is done; false if the pager could not be started. */
  page?(argv: readonly string[], env: Readonly<Record<string, string>>, text: Uint8Array): Promise<boolean>;
  /** Runs `work` however the process ends. The returned function removes the callback. */
  atExit?(work: () => void): () => void;
  /**
   * `leave` runs before a stop (Ctrl-Z, SIGTSTP), and `back` after it, even if nothing announced the stop. `stop`
   * stops the whole job, as Ctrl-Z does.
   */
  onStop?(listener: { readonly leave: () => void; readonly back: () => void }): {
    readonly stop: () => void;
    readonly close: () => void;
  };
  /** Ends the process at once, for a second signal. */
  exit?(code: number): void;
}
