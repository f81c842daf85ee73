/** Reads DER, as far as requests and revocation lists need it. */

const broken = (): RangeError => new RangeError('not DER');

/** One element. Its parts are views that are made on demand, because most elements are skipped. */
export class Der {
  readonly tag: number;
  readonly #bytes: Uint8Array;
  readonly #offset: number;
  readonly #start: number;
  readonly #end: number;

  /** The element at `offset` that ends before `limit`. @throws RangeError where there is none */
  constructor(bytes: Uint8Array, offset: number, limit: number) {
    const tag = bytes[offset];
    const first = bytes[offset + 1];
    if (offset + 2 > limit || tag === undefined || first === undefined || (tag & 0x1f) === 0x1f)
      throw broken();
    let length = first;
    let start = offset + 2;
    if (first >= 0x80) {
      const count = first & 0x7f;
      if (count === 0 || count > 4) throw broken();
      length = 0;
      for (const past = start + count; start < past; start += 1) length = length * 256 + (bytes[start] ?? 0);
    }
    if (start + length > limit) throw broken();
    this.tag = tag;
    this.#bytes = bytes;
    this.#offset = offset;
    this.#start = start;
    this.#end = start + length;
  }

  /** The bytes of its content. */
  get body(): Uint8Array {
    return this.#bytes.subarray(this.#start, this.#end);
  }

  /** All of its bytes, including the header. */
  get whole(): Uint8Array {
    return this.#bytes.subarray(this.#offset, this.#end);
  }

  /** The elements in it. @throws RangeError if its content is not a sequence of elements */
  children(): readonly Der[] {
    const children: Der[] = [];
    for (let offset = this.#start; offset < this.#end;) {
      const child = new Der(this.#bytes, offset, this.#end);
      children.push(child);
      offset = child.#end;
    }
    return children;
  }

  /** Its content as text, one character per octet. */
  latin1(): string {
    let text = '';
    for (let index = this.#start; index < this.#end; index += 1)
      text += String.fromCharCode(this.#bytes[index] ?? 0);
    return text;
  }
}

/** The element that starts at `offset`. @throws RangeError where there is none */
export const readDer = (bytes: Uint8Array, offset = 0): Der => new Der(bytes, offset, bytes.length);

/** The elements in one. @throws RangeError if its content is not a sequence of elements */
export const childrenOf = (element: Der): readonly Der[] => element.children();

/** The child at `index`. @throws RangeError where it is missing or has another tag */
export const childAt = (children: readonly Der[], index: number, tag?: number): Der => {
  const child = children[index];
  if (child === undefined || (tag !== undefined && child.tag !== tag)) throw broken();
  return child;
};

const oidArcs = (body: Uint8Array): string => {
  const arcs: bigint[] = [];
  let arc = 0n;
  for (const byte of body) {
    arc = arc * 128n + BigInt(byte & 0x7f);
    if (byte >= 0x80) continue;
    arcs.push(arc);
    arc = 0n;
  }
  const [head = 0n, ...rest] = arcs;
  const root = head < 80n ? head / 40n : 2n;
  return [root, head - root * 40n, ...rest].join('.');
};

/** Cached, because thousands of certificates use the same few names. */
const knownOids = new Map<string, string>();
const mostKnown = 1000;

/** `2.5.4.3` */
export const oidText = (element: Der): string => {
  const octets = element.latin1();
  const known = knownOids.get(octets);
  if (known !== undefined) return known;
  const text = oidArcs(element.body);
  if (knownOids.size < mostKnown) knownOids.set(octets, text);
  return text;
};

/** UTCTime or GeneralizedTime as milliseconds since the epoch. @throws RangeError for anything else */
export const derTime = ({ tag, body }: Der): number => {
  const years = tag === 0x17 ? 2 : 4;
  if ((tag !== 0x17 && tag !== 0x18) || body.length !== years + 11 || body.at(-1) !== 0x5a) throw broken();
  const digit = (index: number): number => {
    const value = (body[index] ?? 0) - 0x30;
    if (value < 0 || value > 9) throw broken();
    return value;
  };
  const two = (index: number): number => digit(index) * 10 + digit(index + 1);
  const year = years === 4 ? two(0) * 100 + two(2) : two(0) + (two(0) < 50 ? 2000 : 1900);
  const [month, day, hour] = [two(years), two(years + 2), two(years + 4)];
  const time = Date.UTC(year, month - 1, day, hour, two(years + 6), two(years + 8));
  const date = new Date(time);
  // Date.UTC carries a 13th month into the next year.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || date.getUTCHours() !== hour)
    throw broken();
  return time;
};

const hexOctets = Array.from({ length: 256 }, (_, octet) => octet.toString(16).padStart(2, '0'));

/** Two hexadecimal digits per byte, separated by colons, like serial numbers. */
export const hexText = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += text === '' ? hexOctets[byte] : `:${hexOctets[byte]}`;
  return text;
};

const nameParts: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'street',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.17': 'postalCode',
  '1.2.840.113549.1.9.1': 'emailAddress',
};

/** The text of a value in a name. */
export const nameValue = (value: Der): string => {
  if (value.tag === 0x0c) return Buffer.from(value.body).toString('utf8');
  return value.tag === 0x1e ? Buffer.from(value.body).swap16().toString('utf16le') : value.latin1();
};

const knownNames = new Map<string, string>();

/** `C=SE, O=Example Ltd, CN=Example Root CA` of a Name. */
export const nameText = (name: Der): string =>
  childrenOf(name)
    .flatMap(childrenOf)
    .map((pair) => {
      const parts = childrenOf(pair);
      const oid = oidText(childAt(parts, 0, 0x06));
      return `${nameParts[oid] ?? oid}=${nameValue(childAt(parts, 1))}`;
    })
    .join(', ');

/** Returns the cached text of a Name that many certificates share: an issuer's. */
export const sharedNameText = (name: Der): string => {
  const octets = name.latin1();
  const known = knownNames.get(octets);
  if (known !== undefined) return known;
  const text = nameText(name);
  if (knownNames.size < mostKnown) knownNames.set(octets, text);
  return text;
};
