import { jsonIn } from '../../../../documents/json/lossless.ts';
import type { Json } from '../../../../documents/json/json.ts';
import { numberAt, textAt } from '../../../../documents/json/json.ts';

export interface LogFrame {
  readonly bytes: Uint8Array;
  readonly file: number;
  readonly begin: number;
}

const frameOf = (document: Json): LogFrame | undefined => {
  const data = textAt(document, 'Data');
  if (data === undefined || data === '') return undefined;
  const bytes = Buffer.from(data, 'base64');
  const file = /\.(\d+)$/.exec(textAt(document, 'File') ?? '')?.[1];
  return { bytes, file: Number(file ?? 0), begin: numberAt(document, 'Offset') - bytes.length };
};

/** Characters; a server sends 64 KiB in base64. */
const longest = 4 * 1024 * 1024;

/** Finds frames, however they are split over chunks. */
export class Frames {
  readonly #decoder = new TextDecoder();
  #held = '';
  #at = 0;
  #depth = 0;
  #quoted = false;

  /** Returns `quiet` for a heartbeat. @throws Error for other text */
  add(chunk: Uint8Array): readonly (LogFrame | 'quiet')[] {
    this.#held += this.#decoder.decode(chunk, { stream: true });
    const found: (LogFrame | 'quiet')[] = [];
    let start = 0;
    for (; this.#at < this.#held.length; this.#at += 1) {
      const end = this.#step();
      if (end === undefined) continue;
      const document = jsonIn(this.#held.slice(start, end));
      if (document === undefined) throw new Error('a frame that is not JSON');
      found.push(frameOf(document) ?? 'quiet');
      start = end;
    }
    this.#held = this.#held.slice(start);
    this.#at -= start;
    if (this.#held.length > longest) throw new Error('a frame that does not end');
    return found;
  }

  #step(): number | undefined {
    const character = this.#held[this.#at];
    if (this.#quoted) {
      if (character === '"') this.#quoted = false;
      else if (character === '\\') this.#at += 1;
      else {
        // A frame is mostly one string, so its end is looked for.
        const next = this.#held.slice(this.#at).search(/["\\]/);
        this.#at = next === -1 ? this.#held.length - 1 : this.#at + next - 1;
      }
    } else if (character === '"') this.#quoted = true;
    else if (character === '{') this.#depth += 1;
    else if (character === '}') {
      this.#depth -= 1;
      if (this.#depth === 0) return this.#at + 1;
    }
    return undefined;
  }
}
