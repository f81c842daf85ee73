/** Reads a whole certificate; what is wrong but readable is a fault, not an exception. */
import { childAt, childrenOf, derTime, hexText, readDer, withoutSign } from '../der.ts';
import { encodingFaults } from './encoding.ts';
import type { Extensions } from './extensions.ts';
import { decodeExtensions } from './extensions.ts';
import type { Algorithm, PublicKey } from './key.ts';
import { algorithmOf, publicKeyOf } from './key.ts';
import type { DistinguishedName } from './names.ts';
import { distinguishedName } from './names.ts';

export interface Signed {
  readonly content: Uint8Array;
  readonly algorithm: Algorithm;
  readonly signature: Uint8Array;
}

export interface ParsedCertificate extends Signed, Extensions {
  readonly der: Uint8Array;
  readonly version: number;
  readonly serial: string;
  /** The octets as encoded, which show a sign. */
  readonly serialOctets: Uint8Array;
  /** The algorithm that the signed part names. */
  readonly namedAlgorithm: Algorithm;
  readonly issuer: DistinguishedName;
  readonly subject: DistinguishedName;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly publicKey: PublicKey;
  readonly faults: readonly string[];
}

export const parseCertificate = (der: Uint8Array): ParsedCertificate => {
  const whole = readDer(der);
  const outer = childrenOf(whole);
  const content = childAt(outer, 0, 0x30);
  const parts = childrenOf(content);
  const version = parts[0]?.tag === 0xa0 ? parts[0].inner() : undefined;
  const first = version === undefined ? 0 : 1;
  const serial = childAt(parts, first, 0x02);
  const validity = childrenOf(childAt(parts, first + 3, 0x30));
  const extensions = parts
    .slice(first + 6)
    .find(({ tag }) => tag === 0xa3)
    ?.inner();
  return {
    der: whole.whole,
    content: content.whole,
    version: version === undefined ? 1 : (version.octet(0) ?? 0) + 1,
    serial: hexText(withoutSign(serial)),
    serialOctets: serial.body,
    namedAlgorithm: algorithmOf(childAt(parts, first + 1, 0x30)),
    issuer: distinguishedName(childAt(parts, first + 2, 0x30)),
    subject: distinguishedName(childAt(parts, first + 4, 0x30)),
    notBefore: derTime(childAt(validity, 0)),
    notAfter: derTime(childAt(validity, 1)),
    publicKey: publicKeyOf(childAt(parts, first + 5, 0x30)),
    algorithm: algorithmOf(childAt(outer, 1, 0x30)),
    signature: childAt(outer, 2, 0x03).body.subarray(1),
    ...decodeExtensions(extensions),
    faults: encodingFaults(der),
  };
};

export const parsedOrNone = (der: Uint8Array): ParsedCertificate | undefined => {
  try {
    return parseCertificate(der);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

export const isSameCertificate = (one: ParsedCertificate, other: ParsedCertificate): boolean =>
  one === other || Buffer.compare(one.der, other.der) === 0;

export const isSelfIssuedBy = ({ subject, issuer }: ParsedCertificate): boolean =>
  Buffer.compare(subject.der, issuer.der) === 0;
