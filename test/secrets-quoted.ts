/** What test/seeds/2-secrets.md says of the parameters of messages and certificates: each line quotes it. */

export interface Quoted {
  /** The exact words of the document. */
  readonly seed: string;
  readonly name: string;
  readonly operations: readonly string[];
  /** The types of the catalogue that hold what the document calls string, list, bool, int or map. */
  readonly type: string;
  /** A part of the default as the document words it. */
  readonly default?: string;
  readonly required?: true;
  /** Why the catalogue does not require a parameter that must be sent, or must be sent in some cases. */
  readonly requiredBy?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
}
