/** What a receipt gets to know of a run and of its changes. */
import type { JsonObject } from '../../documents/json/json.ts';
import type { TrivetError } from '../../system/error.ts';
import type { Operation, Read } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import type { Product } from '../../services/product.ts';
import type { FileEvidence } from './files.ts';

/** Who started a run. */
export type StartedBy = 'terminal' | 'ci' | 'script' | 'agent' | 'program';

/** What a read shows of an object: no items where it does not exist. */
export interface Shown {
  readonly items: readonly JsonObject[];
  readonly product: Product;
}

/** Where a change belongs. */
export interface Origin {
  readonly baseUrl: string;
  /** The namespace that a header carries, where the service has one. */
  readonly namespace: string | undefined;
  readonly profile: string | undefined;
  readonly keepDays: number | undefined;
  readonly warn: (text: string) => void;
}

export interface RawFacts {
  readonly final: string;
  readonly input: JsonObject;
}

/** A change that is about to be sent. */
export interface Sending extends Origin {
  readonly operation: Operation;
  /** As sent: context filled, names resolved. */
  readonly input: InputRecord;
  /** What is missing, in words, where no second change of the object follows. */
  readonly rest?: string | undefined;
  /** The files that show what became of it. */
  readonly files?: FileEvidence | undefined;
  /** What the receipt says of a request that no operation of its own describes: where it went, and why it has no undo. */
  readonly raw?: RawFacts | undefined;
  /** The name by which a person knows the object of an ID. */
  readonly nameOf: (id: string) => string | undefined;
  /**
   * Reads once, and briefly; undefined where it did not work.
   * @param made the change was made: a signal does not end the read, and no failure of it is one of the change
   */
  readonly read: (operation: Read, input: InputRecord, made?: true) => Promise<Shown | undefined>;
}

/** A change of files of this machine, which no operation of a server takes back. */
export interface ChangeHere {
  /** As the receipt names it: `pki.place`. */
  readonly operation: string;
  readonly name: string;
  readonly service: ServiceName;
  /** What there is instead of an undo. */
  readonly final: string;
  /** The files that show what became of it. */
  readonly files: FileEvidence;
}

/** A change that was sent, until its outcome is recorded. */
export interface OpenChange {
  done(shown: Shown): Promise<void>;
  failed(error: TrivetError | undefined): void;
  /** Records what a look at the object showed of an unknown outcome. `again`: nothing was done, and it is sent again. */
  settle(outcome: 'done' | 'again'): void;
}

/** A change of files, until its exit code is recorded. */
export type OpenHere = (exit: number) => void;

/** The place of a change in its run: the number of its item, or the name that its object had in the receipt that is taken back. */
export type PartOfRun = number | { readonly name: string };

/** How a run is continued. */
interface Continuing {
  /** Its journal, which is not the receipt where a person named it. */
  readonly journal: string;
  readonly words: readonly string[];
  /** The working directory: the words name files from there. */
  readonly folder: string;
}

/** What a receipt says of the run as a whole. */
export interface RunFacts {
  /** The words of the command: `workspace lock`. */
  readonly command: string;
  /** What was taken is given back by the same run. */
  readonly lends?: boolean;
  /** The ID of the loan in its ledger: what ends the loan later finds its receipt by it. */
  readonly lend?: string;
  /** The name that confirms changes to its servers, where files and not the profile protect them. */
  readonly protected?: string;
  /** The ID of the receipt whose changes it takes back. */
  readonly undoes?: string;
  /** The journal of the run, where it is the receipt: its head is written already. */
  readonly journal?: string;
  readonly continues?: Continuing;
  /** Nothing is sent while no receipt can be kept. */
  readonly strict?: boolean;
}
