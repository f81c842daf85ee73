/** How output is wanted, decided once from flags, environment and terminal. */
import type { Json, JsonObject } from '../model/json.ts';
import type { View } from '../model/view.ts';
import type { ColorLevel } from './color.ts';
import { traitsOf } from './formats.ts';
import type { FormatName } from './formats.ts';

export interface RenderOptions {
  readonly format: FormatName;
  /** JMESPath over the document. */
  readonly query?: string | undefined;
  /** One field of each item, exact bytes. */
  readonly field?: string | undefined;
  readonly fields?: readonly string[] | undefined;
  /** Secrets as they are, in formats that mask them. */
  readonly reveal: boolean;
  /** Standard output is a terminal (not `--out`). */
  readonly terminal: boolean;
  readonly width: number;
  readonly colorLevel: ColorLevel;
  /** Milliseconds since the epoch: ages are relative to it. */
  readonly now: number;
}

/** A reply ready to be shown: the document as served (pages merged) and its items. */
export interface Presentation {
  readonly view: View;
  readonly document: Json;
  readonly items: readonly JsonObject[];
  /** Names by which a view's path may also be found (documented name -> the product's wire name). */
  readonly aliases?: Readonly<Record<string, string>>;
}

/** Takes output in order; resolves when more may be written. */
export type Sink = (chunk: string | Uint8Array) => Promise<void>;

/** True when secrets of a reply are not shown. What `--field` and `--query` ask for is never masked. */
export const masks = ({ format, reveal, field, query }: RenderOptions): boolean =>
  !reveal && field === undefined && query === undefined && traitsOf(format).secrets !== 'shown';

/** True for output that a person reads on a terminal: a table, and nothing chosen of the document. */
export const isForPeople = ({ format, terminal, field, fields, query }: RenderOptions): boolean =>
  terminal && traitsOf(format).forPeople === true && (field ?? fields ?? query) === undefined;
