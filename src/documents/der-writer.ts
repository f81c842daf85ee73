export const der = (tag: number, ...content: readonly Uint8Array[]): Uint8Array => {
  const body = Buffer.concat(content);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const digits = body.length.toString(16);
  const length = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 + length.length]), length, body]);
};

export const sequence = (...elements: readonly Uint8Array[]): Uint8Array => der(0x30, ...elements);
export const derSet = (...elements: readonly Uint8Array[]): Uint8Array => der(0x31, ...elements);

const base128 = (arc: bigint): readonly number[] => {
  const digits = [Number(arc & 127n)];
  for (let rest = arc >> 7n; rest > 0n; rest >>= 7n) digits.unshift(Number(rest & 127n) | 0x80);
  return digits;
};

export const oid = (text: string): Uint8Array => {
  const [first = 0n, second = 0n, ...rest] = text.split('.').map(BigInt);
  return der(0x06, Buffer.from([first * 40n + second, ...rest].flatMap(base128)));
};

export const utf8 = (text: string): Uint8Array => der(0x0c, Buffer.from(text, 'utf8'));

export const bitString = (bytes: Uint8Array): Uint8Array => der(0x03, Buffer.from([0]), bytes);
