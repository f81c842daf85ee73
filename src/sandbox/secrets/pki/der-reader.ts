import { TAG } from './der.ts';

export class DerError extends Error {}

export interface Element {
  readonly tag: number;
  readonly content: Buffer;
  readonly raw: Buffer;
}

function readAt(bytes: Buffer, start: number): Element {
  const tag = bytes[start];
  const first = bytes[start + 1];
  if (tag === undefined || first === undefined) throw new DerError('the data ends too early');
  if ((tag & 0x1f) === 0x1f) throw new DerError('a tag number is too large');
  let position = start + 2;
  let size = first;
  if (first >= 0x80) {
    const count = first & 0x7f;
    if (count === 0 || count > 4) throw new DerError('a length is not well formed');
    size = 0;
    for (let index = 0; index < count; index += 1) {
      const byte = bytes[position];
      if (byte === undefined) throw new DerError('the data ends too early');
      size = size * 256 + byte;
      position += 1;
    }
  }
  const end = position + size;
  if (end > bytes.length) throw new DerError('the data ends too early');
  return { tag, content: bytes.subarray(position, end), raw: bytes.subarray(start, end) };
}

export function decode(bytes: Buffer): Element {
  const element = readAt(bytes, 0);
  if (element.raw.length !== bytes.length) throw new DerError('there is data after the end');
  return element;
}

export function elementsIn(bytes: Buffer): readonly Element[] {
  const elements: Element[] = [];
  for (let position = 0; position < bytes.length;) {
    const element = readAt(bytes, position);
    elements.push(element);
    position += element.raw.length;
  }
  return elements;
}

export function childrenOf(element: Element | undefined, tag: number = TAG.sequence): readonly Element[] {
  if (element?.tag !== tag) throw new DerError('the structure is not the expected one');
  return elementsIn(element.content);
}

export function contentOf(element: Element | undefined, tag: number): Buffer {
  if (element?.tag !== tag) throw new DerError('the structure is not the expected one');
  return element.content;
}

export function readOid(element: Element | undefined): string {
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of contentOf(element, TAG.oid)) {
    arc = arc * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    if (arcs.length === 0)
      arcs.push(Math.min(2, Math.floor(arc / 40)), arc - 40 * Math.min(2, Math.floor(arc / 40)));
    else arcs.push(arc);
    arc = 0;
  }
  return arcs.join('.');
}

export function readInteger(element: Element | undefined): number {
  const content = contentOf(element, TAG.integer);
  if (content.length > 6 || (content[0] ?? 0) >= 0x80) throw new DerError('a number is out of range');
  return content.length === 0 ? 0 : content.readUIntBE(0, content.length);
}

function bitString(element: Element | undefined): { readonly unused: number; readonly bits: Buffer } {
  const content = contentOf(element, TAG.bitString);
  const unused = content[0];
  if (unused === undefined || unused > 7) throw new DerError('a bit string is not well formed');
  return { unused, bits: content.subarray(1) };
}

export function readBits(element: Element | undefined): Buffer {
  const { unused, bits } = bitString(element);
  if (unused !== 0) throw new DerError('a bit string is not made of whole bytes');
  return bits;
}

export function readNamedBits(bytes: Buffer): readonly number[] {
  const { bits } = bitString(decode(bytes));
  return Array.from({ length: bits.length * 8 }, (_, bit) => bit).filter(
    (bit) => ((bits[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0,
  );
}

export function readTime(element: Element | undefined): number {
  const text = element?.content.toString('latin1') ?? '';
  const match =
    element?.tag === TAG.utcTime
      ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text)
      : element?.tag === TAG.generalizedTime
        ? /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text)
        : null;
  if (match === null) throw new DerError('a time is not well formed');
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  const full = match[1]?.length === 2 ? year + (year < 50 ? 2000 : 1900) : year;
  const date = new Date(0);
  date.setUTCFullYear(full, month - 1, day);
  return date.setUTCHours(hour, minute, second, 0);
}

export function readText(element: Element): string {
  if (element.tag !== TAG.bmp) return element.content.toString(element.tag === TAG.utf8 ? 'utf8' : 'latin1');
  if (element.content.length % 2 !== 0) throw new DerError('a text is not well formed');
  return Buffer.from(element.content).swap16().toString('utf16le');
}
