export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  utf8: 0x0c,
  printable: 0x13,
  teletex: 0x14,
  ia5: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  bmp: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

function lengthOf(size: number): Buffer {
  if (size < 0x80) return Buffer.from([size]);
  const bytes: number[] = [];
  for (let rest = size; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

export function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

export function sequence(...parts: readonly Buffer[]): Buffer {
  return element(TAG.sequence, ...parts);
}

/** DER sorts a SET OF by encoding. */
export function setOf(...parts: readonly Buffer[]): Buffer {
  return element(TAG.set, ...[...parts].sort((a, b) => Buffer.compare(a, b)));
}

export function unsigned(bytes: Buffer): Buffer {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  const trimmed = bytes.subarray(start);
  const sign = (trimmed[0] ?? 0) >= 0x80 ? [0] : [];
  return element(TAG.integer, Buffer.from(sign), trimmed.length === 0 ? Buffer.from([0]) : trimmed);
}

export function integer(value: number): Buffer {
  const hex = value.toString(16);
  return unsigned(Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'));
}

export function boolean(value: boolean): Buffer {
  return element(TAG.boolean, Buffer.from([value ? 0xff : 0]));
}

export function nullValue(): Buffer {
  return element(TAG.null);
}

export function octets(bytes: Buffer): Buffer {
  return element(TAG.octetString, bytes);
}

export function bits(bytes: Buffer, unused = 0): Buffer {
  return element(TAG.bitString, Buffer.from([unused]), bytes);
}

/** DER: no trailing zero bits. */
export function namedBits(set: readonly number[]): Buffer {
  const highest = Math.max(-1, ...set);
  const bytes = Buffer.alloc(Math.ceil((highest + 1) / 8));
  for (const bit of set) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
  return bits(bytes, highest < 0 ? 0 : 7 - (highest & 7));
}

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes: number[] = [];
  for (const arc of [first * 40 + second, ...rest]) {
    const groups = [arc % 128];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) {
      groups.unshift((left % 128) | 0x80);
    }
    bytes.push(...groups);
  }
  return element(TAG.oid, Buffer.from(bytes));
}

const OID = /^(?:[01]\.(?:[0-9]|[1-3][0-9])|2\.(?:0|[1-9]\d{0,14}))(?:\.(?:0|[1-9]\d{0,14}))*$/;

export function isOid(text: string): boolean {
  return OID.test(text);
}

export function utf8(text: string): Buffer {
  return element(TAG.utf8, Buffer.from(text, 'utf8'));
}

export function directoryString(text: string): Buffer {
  const printable = /^[A-Za-z0-9 '()+,\-./:=?]*$/.test(text);
  return element(printable ? TAG.printable : TAG.utf8, Buffer.from(text, 'utf8'));
}

/** UTCTime up to 2049, then GeneralizedTime (RFC 5280, section 4.1.2.5). */
export function time(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const year = Number(digits.slice(0, 4));
  if (year >= 1950 && year < 2050) return element(TAG.utcTime, Buffer.from(`${digits.slice(2)}Z`));
  return element(TAG.generalizedTime, Buffer.from(`${digits}Z`));
}

export function explicit(tag: number, ...parts: readonly Buffer[]): Buffer {
  return element(0xa0 | tag, ...parts);
}

export function implicit(tag: number, content: Buffer): Buffer {
  return element(0x80 | tag, content);
}
