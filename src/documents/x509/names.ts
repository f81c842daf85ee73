import type { Der } from '../der.ts';
import { childAt, childrenOf, namePartsOf, namePartsText, nameValue, oidText, readDer } from '../der.ts';

export interface DistinguishedName {
  readonly der: Uint8Array;
  /** The name in the order of the certificate, escaped: `C=SE, O=Bank\, AG, CN=www.example.com`. */
  readonly text: string;
  /** Parts to compare: case and runs of blanks do not count (RFC 5280, section 7.1). */
  readonly canonical: readonly string[];
  readonly commonName: string | undefined;
  readonly emails: readonly string[];
}

const folded = (value: string): string =>
  value.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ');

const canonicalPart = (set: Der): string =>
  childrenOf(set)
    .map((one) => {
      const pair = childrenOf(one);
      return `${oidText(childAt(pair, 0, 0x06))}=${folded(nameValue(childAt(pair, 1)))}`;
    })
    .sort()
    .join('+');

export const distinguishedName = (name: Der): DistinguishedName => {
  if (name.tag !== 0x30) throw new RangeError('not a name');
  const parts = namePartsOf(name);
  return {
    der: name.whole,
    text: namePartsText(parts),
    canonical: childrenOf(name).map(canonicalPart),
    commonName: parts.findLast(({ attribute }) => attribute === '2.5.4.3')?.value,
    emails: parts.flatMap(({ attribute, value }) => (attribute === '1.2.840.113549.1.9.1' ? [value] : [])),
  };
};

export const isSameName = (one: DistinguishedName, other: DistinguishedName): boolean =>
  one.canonical.length === other.canonical.length && isWithinName(one, other);

export const isWithinName = (
  name: Pick<DistinguishedName, 'canonical'>,
  base: Pick<DistinguishedName, 'canonical'>,
): boolean => base.canonical.every((part, index) => part === name.canonical[index]);

export const nameOfDer = (der: Uint8Array): DistinguishedName => distinguishedName(readDer(der));
