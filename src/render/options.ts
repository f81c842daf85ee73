/** How output is wanted, decided once from flags, environment and terminal. */
import type { Json, JsonObject } from '../model/json.ts';
import type { View } from '../model/view.ts';

export const outputFormats = [
  'table',
  'json',
  'jsonl',
  'yaml',
  'csv',
  'tsv',
  'name',
  'env',
  'export',
  'credential-process',
] as const;

export type OutputFormat = (typeof outputFormats)[number];

export interface RenderOptions {
  readonly format: OutputFormat;
  /** JMESPath over the document. */
  readonly query?: string | undefined;
  /** One field of each item, exact bytes. */
  readonly field?: string | undefined;
  readonly fields?: readonly string[] | undefined;
  /** Secrets in table and tsv as they are. */
  readonly reveal: boolean;
  /** Standard output is a terminal (not `--out`). */
  readonly terminal: boolean;
  readonly width: number;
  /** chalk's level: 0 none, 1 sixteen colours, 2 256, 3 true colour. */
  readonly colorLevel: 0 | 1 | 2 | 3;
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
