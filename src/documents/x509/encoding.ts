import type { Der } from '../der.ts';
import { childrenOf, readDer } from '../der.ts';

const headerLength = (length: number): number => {
  if (length < 0x80) return 2;
  return 2 + Math.ceil((32 - Math.clz32(length)) / 8);
};

/** Certificates are never nested so deep. */
const deepest = 24;

/** Whether there are more octets than the integer needs. */
export const isPadded = ([first = 0, second]: Uint8Array): boolean =>
  second !== undefined && ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80));

const visit = (element: Der, faults: Set<string>, depth: number): void => {
  const { tag, length } = element;
  if (element.whole.length - length > headerLength(length)) faults.add('a length that is not minimal');
  if (tag === 0x01 && element.octet(0) !== 0 && element.octet(0) !== 0xff) {
    faults.add('a boolean that is neither 00 nor ff');
  }
  if (tag === 0x02) {
    if (length === 0) faults.add('an empty integer');
    if (isPadded(element.body)) faults.add('an integer with octets that do not count');
  }
  if ((tag & 0x20) === 0 || depth > deepest) return;
  for (const child of childrenOf(element)) visit(child, faults, depth + 1);
};

/** Lists each deviation from DER once. @throws RangeError for what is not BER either */
export const encodingFaults = (bytes: Uint8Array): readonly string[] => {
  const faults = new Set<string>();
  const whole = readDer(bytes);
  if (whole.whole.length < bytes.length) faults.add('octets after its end');
  visit(whole, faults, 0);
  return [...faults];
};
