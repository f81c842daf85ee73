import type { Term } from '../../catalogue/term.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import type { View } from '../../catalogue/view.ts';
import type { ColorLevel } from '../color.ts';
import { traitsOf } from './formats.ts';
import type { FormatName } from './formats.ts';

export interface RenderOptions {
  readonly format: FormatName;
  readonly query?: string | undefined;
  readonly field?: string | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly reveal: boolean;
  readonly terminal: boolean;
  readonly width: number;
  readonly colorLevel: ColorLevel;
  readonly unicode?: boolean | undefined;
  readonly now: number;
  readonly continued?: boolean | undefined;
}

export interface Presentation {
  readonly view: View;
  readonly document: Json;
  readonly items: readonly JsonObject[];
  /** The product's own names by the documented ones. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** A term that overrides the ends in the items. */
  readonly term?: Term | undefined;
}

export type Sink = (chunk: string | Uint8Array) => Promise<void>;

/** `--field` and `--query` always show what they request. */
export const masks = ({ format, reveal, field, query }: RenderOptions): boolean =>
  !reveal && field === undefined && query === undefined && traitsOf(format).secrets !== 'shown';

export const isForPeople = ({ format, terminal, field, fields, query }: RenderOptions): boolean =>
  terminal && traitsOf(format).forPeople === true && (field ?? fields ?? query) === undefined;
