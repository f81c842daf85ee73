/** Everything outside the program that a command may touch, passed in: no other file reads a global. */
import type { Readable, Writable } from 'node:stream';
import type { Surroundings } from '../profiles/endpoint.ts';

export type InputStream = Readable & {
  readonly isTTY?: boolean;
  /** Terminals only: keys arrive one by one, not echoed, and none becomes a signal. */
  setRawMode?(raw: boolean): unknown;
};
export type Output = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

/** `unavailable`: there is no terminal to ask on. */
export type Answer = 'yes' | 'no' | 'unavailable';

/** What a person is asked before a change. */
export interface Question {
  /** Safe for a terminal. */
  readonly text: string;
  /** What must be typed; undefined: yes or no. */
  readonly name: string | undefined;
}

export interface World extends Surroundings {
  readonly stdin: InputStream;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds of a monotonic clock. */
  monotonic(): number;
  /** Calls back for each SIGINT, SIGQUIT, SIGTERM and SIGHUP with the signal's number; the result stops it. */
  onSignal(listener: (signal: number) => void): () => void;
  /** The controlling terminal for prompts, where there is one: `/dev/tty`. */
  terminal?(): { readonly input: InputStream; readonly output: Output; close(): void } | undefined;
  /** Asks in place of a terminal: a program that serves a person elsewhere. */
  ask?(question: Question): Promise<Answer>;
  /** False for a file that this run must not read; absent: every file may be read. */
  mayRead?(path: string): boolean;
  /** From now on memory counts more than speed: for long lists. */
  saveMemory?(): void;
  /** Runs the present command line again, with `more` words, in the background: it outlives this run. */
  startAgain?(more: readonly string[]): void;
  /**
   * Looks for the reader of the pipe behind standard output; the result is true when it left. Undefined where that
   * cannot be known: the next write reports it.
   */
  stdoutReader?(): (() => boolean) | undefined;
  /** Ends the process at once: for a second signal. */
  exit?(code: number): void;
}
