/** What every format that goes item by item has in common. */
import type { JsonObject } from '../model/json.ts';

/** Turns pages of items into text, in order. Nothing is kept but what the format needs to go on. */
export interface PageWriter {
  page(items: readonly JsonObject[]): string | Promise<string>;
  /** What is still to be written after the last page. */
  end?(): string | Promise<string>;
}
