/** Reading DER, as far as requests and revocation lists need it. */

/** One element: its tag, its content, and all of it with its header. */
export interface Der {
  readonly tag: number;
  readonly body: Uint8Array;
  readonly whole: Uint8Array;
}

const broken = (): RangeError => new RangeError('not DER');

/** The element that starts at `offset`. @throws RangeError where there is none */
export const readDer = (bytes: Uint8Array, offset = 0): Der => {
  const tag = bytes[offset];
  const first = bytes[offset + 1];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw broken();
  let length = first;
  let start = offset + 2;
  if (first >= 0x80) {
    const count = first & 0x7f;
    if (count === 0 || count > 4) throw broken();
    length = 0;
    for (; start < offset + 2 + count; start += 1) length = length * 256 + (bytes[start] ?? 0);
  }
  const end = start + length;
  if (end > bytes.length) throw broken();
  return { tag, body: bytes.subarray(start, end), whole: bytes.subarray(offset, end) };
};

/** The elements inside of one. @throws RangeError where its content is no sequence of elements */
export const childrenOf = ({ body }: Der): readonly Der[] => {
  const children: Der[] = [];
  for (let offset = 0; offset < body.length;) {
    const child = readDer(body, offset);
    children.push(child);
    offset += child.whole.length;
  }
  return children;
};

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

/** Thousands of certificates name the same few. */
const knownOids = new Map<string, string>();
const mostOids = 1000;

/** `2.5.4.3` */
export const oidText = ({ body }: Der): string => {
  const octets = body.join(' ');
  const known = knownOids.get(octets);
  if (known !== undefined) return known;
  const text = oidArcs(body);
  if (knownOids.size < mostOids) knownOids.set(octets, text);
  return text;
};

/** UTCTime or GeneralizedTime as milliseconds since the epoch. @throws RangeError for anything else */
export const derTime = ({ tag, body }: Der): number => {
  const digits = Buffer.from(body).toString('latin1');
  const [, year = '', month = '', day = '', hour = '', minute = '', second = ''] =
    /^(\d\d(?:\d\d)?)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(digits) ?? [];
  if ((tag !== 0x17 && tag !== 0x18) || year.length !== (tag === 0x17 ? 2 : 4)) throw broken();
  const full = year.length === 4 ? year : `${Number(year) < 50 ? '20' : '19'}${year}`;
  return Date.parse(`${full}-${month}-${day}T${hour}:${minute}:${second}Z`);
};

/** Two hexadecimal digits a byte, separated by colons: how serial numbers are written. */
export const hexText = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(':');

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

const textOf = ({ tag, body }: Der): string => {
  const buffer = Buffer.from(body);
  if (tag === 0x0c) return buffer.toString('utf8');
  return tag === 0x1e ? buffer.swap16().toString('utf16le') : buffer.toString('latin1');
};

/** `C=SE, O=Example Ltd, CN=Example Root CA` of a Name. */
export const nameText = (name: Der): string =>
  childrenOf(name)
    .flatMap((set) => childrenOf(set))
    .map((pair) => {
      const [type, value] = [childAt(childrenOf(pair), 0, 0x06), childAt(childrenOf(pair), 1)];
      const oid = oidText(type);
      return `${nameParts[oid] ?? oid}=${textOf(value)}`;
    })
    .join(', ');
