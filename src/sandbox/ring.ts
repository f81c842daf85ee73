/** Limited in number and in bytes, so that long runs stay small. */
import { Buffer } from 'node:buffer';

const KEPT_BODY = 16 * 1024;

const MOST_BYTES = 32 * 1024 * 1024;

interface WithBody {
  readonly body?: Buffer;
}

export interface Ring<Entry extends WithBody> {
  add(entry: Entry): void;
  list(): readonly Entry[];
  clear(): void;
}

/** A slice would keep the whole buffer in memory. */
export function keptBody(body: Buffer): Buffer {
  return Buffer.from(body.subarray(0, KEPT_BODY));
}

export function createRing<Entry extends WithBody>(most: number): Ring<Entry> {
  let entries: Entry[] = [];
  let first = 0;
  let bytes = 0;
  return {
    add(entry) {
      entries.push(entry);
      bytes += entry.body?.length ?? 0;
      while (entries.length - first > most || bytes > MOST_BYTES) {
        bytes -= entries[first]?.body?.length ?? 0;
        first += 1;
      }
      if (first > most) {
        entries = entries.slice(first);
        first = 0;
      }
    },
    list: () => entries.slice(first),
    clear() {
      entries = [];
      first = 0;
      bytes = 0;
    },
  };
}
