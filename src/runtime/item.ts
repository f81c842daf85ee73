/** One command line run inside another: how a batch sees it. */
import type { Command } from '../model/command.ts';
import type { Json } from '../model/json.ts';
import type { Effect } from '../model/operation.ts';
import type { Globals, Inherited } from './globals.ts';
import type { RunParts } from './run-parts.ts';
import type { Interruption } from './interruption.ts';
import type { OutputSink } from './output.ts';
import type { Pool } from './pool.ts';

/** What an item shares with the others, and where what it prints goes. */
export interface SharedParts {
  readonly pool: Pool;
  readonly interruption: Interruption;
  /** Global flags that hold for every item which does not give its own. */
  readonly inherited: Inherited;
  /** What the globals of a command are when a line gives none. */
  readonly plainGlobals: Map<Command, Globals>;
  /** What lines with the same globals are checked with: nothing of it is their own. */
  readonly forChecks: (
    globals: Globals,
    make: () => RunParts | Promise<RunParts>,
  ) => RunParts | Promise<RunParts>;
  readonly stdout: OutputSink;
  readonly stderr: OutputSink;
  /** Takes a document that would be written whole, as JSON, in place of its text. */
  readonly take: (document: Json) => void;
  /** Hears that an item got a reply which the server gives only once. */
  readonly onOneTime: () => void;
  /** The line passed every check before. */
  readonly checked: boolean;
}

/** What is known of a command line before anything is sent. */
export interface ItemCheck {
  /** Where its requests go; undefined for one that sends none. */
  readonly server: Json | undefined;
  /** Its reply may hold a secret that the server gives only once. */
  readonly once: boolean;
}

export interface ItemResult {
  readonly exit: number;
  /** What stdout got: JSON where it is JSON, else text; null for nothing. */
  readonly output: Json;
  /** The error as `-o json` reports it; null without one. */
  readonly error: Json;
  /** The server gave something that it gives only once. */
  readonly once: boolean;
}

export interface ItemRunner {
  /**
   * Reads and checks the words as far as that needs no request.
   * @throws TrivetError, as a run of these words would end
   */
  check(argv: readonly string[]): Promise<ItemCheck>;
  /** The sharpest effect of the command that the words mean; `unsafe` when they mean none. */
  effect(argv: readonly string[]): Promise<Effect>;
  /** @param checked `check` let the words pass: what it made sure of is not checked again */
  run(argv: readonly string[], checked: boolean): Promise<ItemResult>;
  /** The command that shows whether it happened, when the words mean a change; nothing is sent. */
  lookUp(argv: readonly string[]): Promise<string | undefined>;
  /** Frees the connections that the items shared. */
  close(): Promise<void>;
}
