/** A command line that runs inside another run, as a batch uses it. */
import type { Command } from '../model/catalogue/command.ts';
import type { Json } from '../model/json/json.ts';
import type { Effect } from '../model/catalogue/operation.ts';
import type { Globals, Inherited } from './given-globals.ts';
import type { RunParts } from './run-parts.ts';
import type { Interruption } from './interruption.ts';
import type { OutputSink } from '../world/output.ts';
import type { Pool } from './session/pool.ts';
import type { Taker } from './output/presenter.ts';

/** What an item shares with the others, and where its output goes. */
export interface SharedParts extends Taker {
  readonly pool: Pool;
  readonly interruption: Interruption;
  /** Global flags for every item that does not have its own. */
  readonly inherited: Inherited;
  /** The globals of a command for a line without global flags. */
  readonly plainGlobals: Map<Command, Globals>;
  /** What lines with equal globals share in their checks. */
  readonly forChecks: (
    globals: Globals,
    make: () => RunParts | Promise<RunParts>,
  ) => RunParts | Promise<RunParts>;
  readonly stdout: OutputSink;
  readonly stderr: OutputSink;
  /** The line has already passed every check. */
  readonly checked: boolean;
}

/** What is known of a command line before anything is sent. */
export interface ItemCheck {
  /** The server of its requests; undefined if it sends none. */
  readonly server: Json | undefined;
  /** Its reply may contain a secret that the server returns only once. */
  readonly once: boolean;
}

export interface ItemResult {
  readonly exit: number;
  /** The output on stdout: JSON if it is JSON, else text; null for none. */
  readonly output: Json;
  /** The error as `-o json` reports it; null if there is none. */
  readonly error: Json;
  /** The command that shows whether the change happened, where its error names one. */
  readonly lookUp: string | undefined;
  /** The reply contained something that the server returns only once. */
  readonly once: boolean;
}

export interface ItemRunner {
  /**
   * Parses and checks the words as far as possible without a request.
   * @throws TrivetError, like a run of these words
   */
  check(argv: readonly string[]): ItemCheck | Promise<ItemCheck>;
  /** The most dangerous effect of the command that the words mean; `unsafe` if they mean none. */
  effect(argv: readonly string[]): Promise<Effect>;
  /** @param checked `check` accepted the words, so their checks are not repeated */
  run(argv: readonly string[], checked: boolean): Promise<ItemResult>;
  /** The command that shows whether the change happened, if the words mean a change; sends nothing. */
  lookUp(argv: readonly string[]): Promise<string | undefined>;
  /** Closes the connections that the items shared. */
  close(): Promise<void>;
}
