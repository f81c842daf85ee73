import type { JsonObject } from '../../documents/json/json.ts';
import type { TrivetError } from '../../system/error.ts';
import type { Operation, Read } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import type { Product } from '../../services/product.ts';
import type { FileEvidence } from './files.ts';

export type StartedBy = 'terminal' | 'ci' | 'script' | 'agent' | 'program';

export interface ObjectReply {
  readonly items: readonly JsonObject[];
  readonly product: Product;
}

export interface Origin {
  readonly baseUrl: string;
  readonly namespace: string | undefined;
  readonly profile: string | undefined;
  readonly keepDays: number | undefined;
  readonly warn: (text: string) => void;
}

export interface RawFacts {
  readonly final: string;
  readonly input: JsonObject;
}

export interface Sending extends Origin {
  readonly operation: Operation;
  readonly input: InputRecord;
  readonly rest?: string | undefined;
  readonly files?: FileEvidence | undefined;
  /** For a request without an operation: where it went, and why it has no undo. */
  readonly raw?: RawFacts | undefined;
  readonly nameOf: (id: string) => string | undefined;
  /**
   * Reads with one attempt; undefined if that fails.
   * @param made the change was made: a signal does not end the read, and its failure is not the change's
   */
  readonly read: (operation: Read, input: InputRecord, made?: true) => Promise<ObjectReply | undefined>;
}

export interface ChangeHere {
  readonly operation: string;
  readonly name: string;
  readonly service: ServiceName;
  /** Why nothing takes it back: the receipt shows this in place of an undo. */
  readonly final: string;
  readonly files: FileEvidence;
}

export interface OpenChange {
  done(shown: ObjectReply): Promise<void>;
  failed(error: TrivetError | undefined): void;
  /** Settles an unknown outcome by a look-up. `again` means that nothing was done and the change is sent again. */
  settle(outcome: 'done' | 'again'): void;
}

export type OpenHere = (exit: number) => void;

export type PartOfRun = number | { readonly name: string };

interface Continuing {
  readonly journal: string;
  readonly words: readonly string[];
  /** The folder that relative file names in the words start from. */
  readonly folder: string;
}

export interface RunFacts {
  readonly command: string;
  readonly lends?: boolean;
  /** The ID of the loan in its ledger, by which the command that ends the loan finds its receipt. */
  readonly lend?: string;
  readonly protected?: string;
  readonly undoes?: string;
  /** The path of a journal that is the receipt; its head is already written. */
  readonly journal?: string;
  readonly continues?: Continuing;
  readonly strict?: boolean;
}
