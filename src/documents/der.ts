const broken = (): RangeError => new RangeError('not DER');

/** The parts are views made on demand, because most elements are skipped. */
export class Der {
  readonly tag: number;
  readonly #bytes: Buffer;
  readonly #offset: number;
  readonly #start: number;
  readonly #end: number;

  /** @throws RangeError if no element at `offset` ends before `limit` */
  constructor(bytes: Buffer, offset: number, limit: number) {
    const tag = bytes[offset];
    const first = bytes[offset + 1];
    if (offset + 2 > limit || tag === undefined || first === undefined || (tag & 0x1f) === 0x1f)
      throw broken();
    let length = first;
    let start = offset + 2;
    if (first >= 0x80) {
      const count = first & 0x7f;
      if (count === 0 || count > 4) throw broken();
      length = bytes.readUIntBE(start, count);
      start += count;
    }
    if (start + length > limit) throw broken();
    this.tag = tag;
    this.#bytes = bytes;
    this.#offset = offset;
    this.#start = start;
    this.#end = start + length;
  }

  get body(): Uint8Array {
    return this.#view(this.#start);
  }

  get whole(): Uint8Array {
    return this.#view(this.#offset);
  }

  #view(from: number): Uint8Array {
    return new Uint8Array(this.#bytes.buffer, this.#bytes.byteOffset + from, this.#end - from);
  }

  children(): readonly Der[] {
    const children: Der[] = [];
    for (let offset = this.#start; offset < this.#end;) {
      const child = new Der(this.#bytes, offset, this.#end);
      children.push(child);
      offset = child.#end;
    }
    return children;
  }

  inner(offset = 0): Der {
    return new Der(this.#bytes, this.#start + offset, this.#end);
  }

  octet(index: number): number | undefined {
    return this.#start + index < this.#end ? this.#bytes[this.#start + index] : undefined;
  }

  get length(): number {
    return this.#end - this.#start;
  }

  text(encoding: 'latin1' | 'utf8'): string {
    return this.#bytes.toString(encoding, this.#start, this.#end);
  }
}

export const readDer = (bytes: Uint8Array): Der =>
  new Der(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), 0, bytes.length);

export const childrenOf = (element: Der): readonly Der[] => element.children();

/** Drops the octet of an integer that only says that it is positive. */
export const withoutSign = ({ body }: Der): Uint8Array =>
  body.length > 1 && body[0] === 0 ? body.subarray(1) : body;

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

/** Cached, since thousands of certificates use the same few names. */
const knownOids = new Map<string, string>();
const mostKnown = 1000;

export const oidText = (element: Der): string => {
  const octets = element.text('latin1');
  const known = knownOids.get(octets);
  if (known !== undefined) return known;
  const text = oidArcs(element.body);
  if (knownOids.size < mostKnown) knownOids.set(octets, text);
  return text;
};

const twoDigits = (time: Der, index: number): number => {
  const tens = (time.octet(index) ?? 0) - 0x30;
  const ones = (time.octet(index + 1) ?? 0) - 0x30;
  if (tens < 0 || tens > 9 || ones < 0 || ones > 9) throw broken();
  return tens * 10 + ones;
};

/**
 * Reads UTCTime or GeneralizedTime in milliseconds since the epoch.
 * @param tag of an implicitly tagged time
 * @throws RangeError for anything else
 */
export const derTime = (time: Der, tag: number = time.tag): number => {
  const { length } = time;
  const years = tag === 0x17 ? 2 : 4;
  if ((tag !== 0x17 && tag !== 0x18) || length !== years + 11 || time.octet(length - 1) !== 0x5a)
    throw broken();
  const first = twoDigits(time, 0);
  const year = years === 4 ? first * 100 + twoDigits(time, 2) : first + (first < 50 ? 2000 : 1900);
  const month = twoDigits(time, years);
  const day = twoDigits(time, years + 2);
  const hour = twoDigits(time, years + 4);
  const found = Date.UTC(year, month - 1, day, hour, twoDigits(time, years + 6), twoDigits(time, years + 8));
  const date = new Date(found);
  // Date.UTC carries a 13th month into the next year.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || date.getUTCHours() !== hour)
    throw broken();
  return found;
};

const hexOctets = Array.from({ length: 256 }, (_, octet) => octet.toString(16).padStart(2, '0'));

export const hexText = (bytes: Uint8Array): string => {
  const octets: (string | undefined)[] = [];
  for (const byte of bytes) octets.push(hexOctets[byte]);
  return octets.join(':');
};

const attributes: Readonly<Record<string, string>> = {
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

export const nameValue = (value: Der): string => {
  if (value.tag === 0x1e) return Buffer.from(value.body).swap16().toString('utf16le');
  return value.text(value.tag === 0x0c ? 'utf8' : 'latin1');
};

interface NamePart {
  readonly attribute: string;
  readonly value: string;
  readonly joined: boolean;
}

export const namePartsOf = (name: Der): readonly NamePart[] => {
  const found: NamePart[] = [];
  for (const set of childrenOf(name)) {
    let joined = false;
    for (const one of childrenOf(set)) {
      const pair = childrenOf(one);
      const attribute = oidText(childAt(pair, 0, 0x06));
      found.push({ attribute, value: nameValue(childAt(pair, 1)), joined });
      joined = true;
    }
  }
  return found;
};

/** Characters that must be escaped in a value (RFC 4514, section 2.4). */
const special = /[",+;<>\\\p{Cc}]|^[ #]|(?<=.) $/gu;

/** Escapes a value by RFC 4514, so that it cannot look like the next part of the name. */
const escapedValue = (value: string): string =>
  value.replaceAll(special, (character) =>
    /\p{Cc}/u.test(character)
      ? Buffer.from(character)
          .toString('hex')
          .replaceAll(/../g, String.raw`\$&`)
      : `\\${character}`,
  );

export const namePartsText = (parts: readonly NamePart[]): string => {
  let text = '';
  for (const { attribute, value, joined } of parts)
    text += `${text === '' ? '' : joined ? '+' : ', '}${attributes[attribute] ?? attribute}=${escapedValue(value)}`;
  return text;
};

export const nameText = (name: Der): string => namePartsText(namePartsOf(name));
