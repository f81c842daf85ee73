/** Joins the bytes of a reply as they come: single chunks of a byte would take thirty times their size. */

const smallest = 16_384;
const empty = new Uint8Array(0);

export class Joined {
  readonly #limit: number;
  #bytes: Uint8Array = empty;
  #size = 0;
  #foreign = true;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#size;
  }

  add(chunk: Uint8Array): void {
    const size = this.#size + chunk.byteLength;
    if (this.#size === 0) {
      this.#bytes = chunk;
    } else {
      if (this.#foreign || size > this.#bytes.byteLength) this.#grow(size);
      this.#bytes.set(chunk, this.#size);
    }
    this.#size = size;
  }

  whole(): Uint8Array {
    return this.#size === this.#bytes.byteLength ? this.#bytes : this.#bytes.subarray(0, this.#size);
  }

  #grow(size: number): void {
    const room = Math.max(smallest, size, Math.min(size * 2, this.#limit));
    const grown = Buffer.allocUnsafeSlow(room);
    grown.set(this.#bytes.subarray(0, this.#size));
    this.#bytes = grown;
    this.#foreign = false;
  }
}
