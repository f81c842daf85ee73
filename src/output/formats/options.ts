/** The options of output, derived once from flags, environment and terminal. */
import type { Term } from '../../catalogue/term.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import type { View } from '../../catalogue/view.ts';
import type { ColorLevel } from '../color.ts';
import { traitsOf } from './formats.ts';
import type { FormatName } from './formats.ts';

export interface RenderOptions {
  readonly format: FormatName;
  /** JMESPath over the document. */
  readonly query?: string | undefined;
  readonly field?: string | undefined;
  readonly fields?: readonly string[] | undefined;
  /** Whether secrets are shown by formats that otherwise mask them. */
  readonly reveal: boolean;
  readonly terminal: boolean;
  readonly width: number;
  readonly colorLevel: ColorLevel;
  readonly unicode?: boolean | undefined;
  /** Milliseconds since the epoch, to which ages are relative. */
  readonly now: number;
  /** The rows follow those of an earlier run, which have a header. */
  readonly continued?: boolean | undefined;
}

/** A reply ready to be shown: the document as served (pages merged) and its items. */
export interface Presentation {
  readonly view: View;
  readonly document: Json;
  readonly items: readonly JsonObject[];
  /** Other names of a view's paths (documented name -> the product's own name). */
  readonly aliases?: Readonly<Record<string, string>>;
  /** When credentials end, whatever the items say. */
  readonly term?: Term | undefined;
}

/** Writes output in order; resolves when more can be written. */
export type Sink = (chunk: string | Uint8Array) => Promise<void>;

/** Whether secrets of a reply are masked. `--field` and `--query` always show what they request. */
export const masks = ({ format, reveal, field, query }: RenderOptions): boolean =>
  !reveal && field === undefined && query === undefined && traitsOf(format).secrets !== 'shown';

export const isForPeople = ({ format, terminal, field, fields, query }: RenderOptions): boolean =>
  terminal && traitsOf(format).forPeople === true && (field ?? fields ?? query) === undefined;
