/**
 * SHA-256 of a text, for receipts: Node's module, which most commands do not need otherwise, takes 4 ms to load and
 * this a fraction of one. After some hundred texts, Node's has paid for itself.
 */

const fraction = (root: number): number => ((root - Math.floor(root)) * 0x1_0000_0000) | 0;

/** The first primes' roots: the constants of the algorithm. */
const primes = ((): readonly number[] => {
  const found: number[] = [];
  for (let next = 2; found.length < 64; next += 1)
    if (found.every((prime) => next % prime !== 0)) found.push(next);
  return found;
})();

const rounds = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The text, one bit, zeros, and its length in bits, in blocks of 64 bytes. */
const padded = (text: string): DataView => {
  const bytes = new TextEncoder().encode(text);
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 0x2000_0000));
  view.setUint32(whole.length - 4, bytes.length << 3);
  return view;
};

/** Texts that are digested here before Node's module is loaded. */
const few = 200;
let digested = 0;

/** The digest in hexadecimal digits. */
export const sha256 = (text: string): string => {
  digested += 1;
  return digested > few ? process.getBuiltinModule('node:crypto').hash('sha256', text) : ownDigest(text);
};

const ownDigest = (text: string): string => {
  const view = padded(text);
  const sum = Int32Array.from(initial);
  const words = new Int32Array(64);
  const at = (of: Int32Array, index: number): number => of[index] ?? 0;
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let index = 0; index < 64; index += 1) {
      if (index < 16) {
        words[index] = view.getInt32(block + 4 * index);
        continue;
      }
      const [early, late] = [at(words, index - 15), at(words, index - 2)];
      const small = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
      const large = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
      words[index] = (at(words, index - 16) + small + at(words, index - 7) + large) | 0;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = sum;
    for (let index = 0; index < 64; index += 1) {
      const large = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const chosen = (e & f) ^ (~e & g);
      const first = (h + large + chosen + at(rounds, index) + at(words, index)) | 0;
      const small = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
      const second = (small + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) sum[index] = (at(sum, index) + word) | 0;
  }
  return Array.from(sum, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
};
