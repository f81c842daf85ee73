import type { Der } from '../der.ts';
import { childAt, childrenOf, oidText, withoutSign } from '../der.ts';
import type { SignatureAlgorithm } from './oids.ts';
import { curves, hashes, signatureAlgorithms } from './oids.ts';

export interface PublicKey {
  readonly der: Uint8Array;
  readonly type: 'rsa' | 'rsa-pss' | 'ec' | 'dsa' | 'ed25519' | 'ed448' | 'other';
  readonly text: string;
  readonly bits: number;
  readonly fault?: string | undefined;
}

const bitsOf = (bytes: Uint8Array): number =>
  bytes.length === 0 ? 0 : bytes.length * 8 - Math.clz32(bytes[0] ?? 0) + 24;

type Kind = Pick<PublicKey, 'type' | 'text' | 'bits' | 'fault'>;

const rsaKey = (bits: Der | undefined, type: 'rsa' | 'rsa-pss'): Kind => {
  const [modulus, exponent] = bits === undefined ? [] : childrenOf(bits.inner(1));
  if (modulus?.tag !== 0x02 || exponent?.tag !== 0x02) {
    return { type, text: 'RSA', bits: 0, fault: 'its RSA key cannot be read' };
  }
  const size = bitsOf(withoutSign(modulus));
  const value = withoutSign(exponent);
  const odd = ((value.at(-1) ?? 0) & 1) === 1;
  const negative = ((modulus.octet(0) ?? 0) & 0x80) !== 0;
  const fault =
    negative || !odd || (value.length === 1 && value[0] === 1)
      ? 'its RSA key has an invalid modulus or exponent'
      : undefined;
  return { type, text: `RSA ${size}`, bits: size, fault };
};

const ecKey = (parameters: Der | undefined): Kind => {
  if (parameters?.tag !== 0x06) {
    const fault = 'its EC key has explicit parameters instead of a named curve';
    return { type: 'ec', text: 'EC', bits: 0, fault };
  }
  const oid = oidText(parameters);
  const curve = curves[oid];
  return { type: 'ec', text: `EC ${curve?.text ?? oid}`, bits: curve?.bits ?? 0 };
};

const kindOf = (algorithm: Der, bits: Der | undefined): Kind => {
  const [type, parameters] = childrenOf(algorithm);
  const oid = type === undefined ? '' : oidText(type);
  if (oid === '1.2.840.113549.1.1.1') return rsaKey(bits, 'rsa');
  if (oid === '1.2.840.113549.1.1.10') return rsaKey(bits, 'rsa-pss');
  if (oid === '1.2.840.10045.2.1') return ecKey(parameters);
  if (oid === '1.3.101.112') return { type: 'ed25519', text: 'Ed25519', bits: 256 };
  if (oid === '1.3.101.113') return { type: 'ed448', text: 'Ed448', bits: 456 };
  if (oid === '1.2.840.10040.4.1') {
    const prime = parameters === undefined ? undefined : childrenOf(parameters)[0];
    const size = prime === undefined ? 0 : bitsOf(withoutSign(prime));
    return { type: 'dsa', text: `DSA ${size}`, bits: size };
  }
  return { type: 'other', text: oid, bits: 0 };
};

/** An unreadable key is a fault of its certificate, not an exception. */
const readKind = (algorithm: Der, bits: Der): Kind => {
  try {
    return kindOf(algorithm, bits);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { type: 'other', text: 'unreadable', bits: 0, fault: 'its key cannot be read' };
  }
};

export const publicKeyOf = (key: Der): PublicKey => {
  const parts = childrenOf(key);
  return { ...readKind(childAt(parts, 0, 0x30), childAt(parts, 1, 0x03)), der: key.whole };
};

export interface Algorithm {
  readonly oid: string;
  readonly text: string;
  readonly known: SignatureAlgorithm | undefined;
  readonly salt: number | undefined;
  readonly der: Uint8Array;
}

interface Pss {
  readonly hash: string | undefined;
  readonly salt: number;
}

/** The defaults are SHA-1 and 20 (RFC 4055). */
const pssOf = (parameters: Der | undefined): Pss => {
  let [hash, salt]: [string | undefined, number] = ['sha1', 20];
  for (const part of parameters === undefined ? [] : childrenOf(parameters)) {
    if (part.tag === 0xa0) hash = hashes[oidText(childAt(childrenOf(part.inner()), 0, 0x06))];
    if (part.tag === 0xa2) salt = part.inner().body.reduce((sum, octet) => sum * 256 + octet, 0);
  }
  return { hash, salt };
};

export const algorithmOf = (identifier: Der): Algorithm => {
  const parts = childrenOf(identifier);
  const oid = oidText(childAt(parts, 0, 0x06));
  const known = signatureAlgorithms[oid];
  const der = identifier.whole;
  if (known?.family !== 'rsa-pss') return { oid, text: known?.text ?? oid, known, salt: undefined, der };
  const { hash, salt } = pssOf(parts[1]);
  if (hash === undefined) return { oid, text: known.text, known: undefined, salt, der };
  return { oid, text: `${hash.toUpperCase()} with RSA-PSS`, known: { ...known, hash }, salt, der };
};
