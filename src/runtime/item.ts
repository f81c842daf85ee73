/** One command line run inside another: how a batch sees it. */
import type { Transport } from '../http/http.ts';
import type { TransportKind } from '../http/transport.ts';
import type { Json } from '../model/json.ts';
import type { Effect } from '../model/operation.ts';
import type { RunCommand } from '../profiles/candidate.ts';
import type { ServerProducts } from './detect.ts';
import type { Inherited } from './globals.ts';

/** What outlives one item: the others use it too. */
export interface SharedParts {
  readonly openTransport: (kind: TransportKind) => Promise<Transport>;
  readonly runTokenCommand: RunCommand;
  /** What servers are, by base URL, where nobody chose a product: asked once. */
  readonly products: ServerProducts;
  /** Global flags that hold for every item which does not give its own. */
  readonly inherited: Inherited;
  /** Hears that an item got a reply which the server gives only once. */
  readonly onOneTime?: (() => void) | undefined;
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
  /** The error as `-o json` tells it; null without one. */
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
  run(argv: readonly string[]): Promise<ItemResult>;
  /** The command that shows whether it happened, when the words mean a change; nothing is sent. */
  lookUp(argv: readonly string[]): Promise<string | undefined>;
  /** Frees the connections that the items shared. */
  close(): Promise<void>;
}
