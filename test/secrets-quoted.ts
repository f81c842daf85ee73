/** Document 2 on the parameters of messages and certificates: each line quotes it. */

export interface Quoted {
  /** Words of the document, as they stand there. */
  readonly seed: string;
  readonly name: string;
  readonly operations: readonly string[];
  /** Types of the catalogue that hold what the document calls string, list, bool, int or map. */
  readonly type: string;
  /** Must be a part of the prose default. */
  readonly default?: string;
  readonly required?: true;
  /** Required on the wire, or in some cases: why the catalogue does not demand it. */
  readonly requiredBy?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
}
