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
  /** Carried by a header. */
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
  /** Context filled, names resolved. */
  readonly input: InputRecord;
  /** The part that is missing, in words, if no second change of the object follows. */
  readonly rest?: string | undefined;
  /** Files that show its outcome. */
  readonly files?: FileEvidence | undefined;
  /** Of a request without an operation: where it went, and why it has no undo. */
  readonly raw?: RawFacts | undefined;
  /** As a person knows the object of an ID. */
  readonly nameOf: (id: string) => string | undefined;
  /**
   * Once, and briefly; undefined if it failed.
   * @param made a signal does not end the read, and its failure is not the change's
   */
  readonly read: (operation: Read, input: InputRecord, made?: true) => Promise<ObjectReply | undefined>;
}

export interface ChangeHere {
  readonly operation: string;
  readonly name: string;
  readonly service: ServiceName;
  /** Instead of an undo. */
  readonly final: string;
  readonly files: FileEvidence;
}

export interface OpenChange {
  done(shown: ObjectReply): Promise<void>;
  failed(error: TrivetError | undefined): void;
  /** Settles an unknown outcome by a look. `again`: nothing was done, and it is sent again. */
  settle(outcome: 'done' | 'again'): void;
}

/** Until its exit code is recorded. */
export type OpenHere = (exit: number) => void;

/** The item's number, or the object's name in the receipt that is taken back. */
export type PartOfRun = number | { readonly name: string };

interface Continuing {
  /** Not the receipt if a person named it. */
  readonly journal: string;
  readonly words: readonly string[];
  /** The words name files from here. */
  readonly folder: string;
}

export interface RunFacts {
  readonly command: string;
  readonly lends?: boolean;
  /** The loan's ID in its ledger: what ends the loan finds its receipt by it. */
  readonly lend?: string;
  /** Confirms changes to its servers, if files and not the profile protect them. */
  readonly protected?: string;
  /** The ID of the receipt that it takes back. */
  readonly undoes?: string;
  /** If it is the receipt: its head is already written. */
  readonly journal?: string;
  readonly continues?: Continuing;
  /** Nothing is sent without a receipt. */
  readonly strict?: boolean;
}
