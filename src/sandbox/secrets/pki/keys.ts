import type { KeyObject } from 'node:crypto';
import { createHash, createPrivateKey, createPublicKey, generateKeyPair, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { isSeeded } from '../../random.ts';
import { seededCurveKey, seededEdwardsKey, seededRsaKey, seededSignature } from '../../seeded-keys.ts';
import { EngineError } from '../engine.ts';
import { nullValue, oid, sequence } from './der.ts';
import { childrenOf, decode, readBits } from './der-reader.ts';
import { toPem } from './pem.ts';

export type KeyType = 'rsa' | 'ec' | 'ed25519';

export interface KeyDescription {
  readonly type: KeyType;
  readonly bits: number;
}

export interface KeyPair extends KeyDescription {
  readonly privateKey: KeyObject;
  readonly spki: Buffer;
}

const CURVES: ReadonlyMap<number, string> = new Map([
  [224, 'secp224r1'],
  [256, 'prime256v1'],
  [384, 'secp384r1'],
  [521, 'secp521r1'],
]);
const CURVE_BITS: ReadonlyMap<string, number> = new Map([...CURVES].map(([bits, name]) => [name, bits]));
const RSA_BITS: readonly number[] = [2048, 3072, 4096];

const generate = promisify(generateKeyPair);

/** Only test/seeds/2-secrets.md, section 8; 0 selects the type's default. */
export function checkKey(type: string, bits: number): KeyDescription {
  switch (type) {
    case 'rsa': {
      const size = bits === 0 ? 2048 : bits;
      if (size < 2048) {
        throw new EngineError(400, `RSA keys < 2048 bits are unsafe and not supported: got ${bits}`);
      }
      if (!RSA_BITS.includes(size)) throw new EngineError(400, `unsupported bit length for RSA key: ${bits}`);
      return { type, bits: size };
    }
    case 'ec': {
      const size = bits === 0 ? 256 : bits;
      if (!CURVES.has(size)) throw new EngineError(400, `unsupported bit length for EC key: ${bits}`);
      return { type, bits: size };
    }
    case 'ed25519':
      return { type, bits: 256 };
    default:
      throw new EngineError(400, `unknown key type ${type}`);
  }
}

function seededKey({ type, bits }: KeyDescription): KeyObject {
  if (type === 'rsa') return seededRsaKey(bits);
  return type === 'ec' ? seededCurveKey(CURVES.get(bits) ?? 'prime256v1') : seededEdwardsKey();
}

export async function generateKey(description: KeyDescription): Promise<KeyPair> {
  if (isSeeded()) return keyPairOf(seededKey(description));
  const { type, bits } = description;
  switch (type) {
    case 'rsa':
      return keyPairOf((await generate('rsa', { modulusLength: bits })).privateKey);
    case 'ec':
      return keyPairOf((await generate('ec', { namedCurve: CURVES.get(bits) ?? 'prime256v1' })).privateKey);
    case 'ed25519':
      return keyPairOf((await generate('ed25519')).privateKey);
  }
}

function describe(key: KeyObject): KeyDescription | undefined {
  const details = key.asymmetricKeyDetails;
  if (key.asymmetricKeyType === 'rsa') return { type: 'rsa', bits: details?.modulusLength ?? 0 };
  if (key.asymmetricKeyType === 'ed25519') return { type: 'ed25519', bits: 256 };
  const bits = CURVE_BITS.get(details?.namedCurve ?? '');
  return key.asymmetricKeyType === 'ec' && bits !== undefined ? { type: 'ec', bits } : undefined;
}

export function keyPairOf(privateKey: KeyObject): KeyPair {
  const description = describe(privateKey);
  if (description === undefined) throw new EngineError(400, 'unsupported public key');
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return { ...description, privateKey, spki };
}

export function readPrivateKey(pem: string): KeyPair {
  try {
    return keyPairOf(createPrivateKey(pem));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EngineError(400, `Error parsing key 0: failed to parse PEM block: ${reason}`);
  }
}

export function describeSpki(spki: Buffer): KeyDescription | undefined {
  try {
    return describe(createPublicKey({ key: spki, type: 'spki', format: 'der' }));
  } catch {
    return undefined;
  }
}

/** SHA-1 of the public key's bits (RFC 5280, section 4.2.1.2, method 1). */
export function keyIdentifier(spki: Buffer): Buffer {
  const [, key] = childrenOf(decode(spki));
  return createHash('sha1').update(readBits(key)).digest();
}

interface SignatureScheme {
  readonly algorithm: Buffer;
  readonly hash: string | undefined;
}

const RSA_OIDS: ReadonlyMap<number, string> = new Map([
  [256, '1.2.840.113549.1.1.11'],
  [384, '1.2.840.113549.1.1.12'],
  [512, '1.2.840.113549.1.1.13'],
]);
const ECDSA_OIDS: ReadonlyMap<number, string> = new Map([
  [256, '1.2.840.10045.4.3.2'],
  [384, '1.2.840.10045.4.3.3'],
  [512, '1.2.840.10045.4.3.4'],
]);

/** `signature_bits` is for RSA; a curve determines its hash (test/seeds/2-secrets.md, section 2.2). */
export function schemeOf(key: KeyDescription, signatureBits = 0): SignatureScheme {
  switch (key.type) {
    case 'rsa': {
      const size = signatureBits === 0 ? 256 : signatureBits;
      return { algorithm: sequence(oid(RSA_OIDS.get(size) ?? ''), nullValue()), hash: `sha${size}` };
    }
    case 'ec': {
      const size = key.bits <= 256 ? 256 : key.bits === 384 ? 384 : 512;
      return { algorithm: sequence(oid(ECDSA_OIDS.get(size) ?? '')), hash: `sha${size}` };
    }
    case 'ed25519':
      return { algorithm: sequence(oid('1.3.101.112')), hash: undefined };
  }
}

export function signBytes(key: KeyPair, scheme: SignatureScheme, bytes: Buffer): Buffer {
  if (key.type === 'ec' && isSeeded()) {
    return seededSignature(CURVES.get(key.bits) ?? '', scheme.hash ?? '', bytes, key.privateKey);
  }
  return sign(scheme.hash, bytes, key.privateKey);
}

const HASHES: ReadonlyMap<string, string | undefined> = new Map([
  ...[...RSA_OIDS, ...ECDSA_OIDS].map(([size, id]): [string, string] => [id, `sha${size}`]),
  ['1.2.840.113549.1.1.5', 'sha1'],
  ['1.2.840.10045.4.1', 'sha1'],
  ['1.3.101.112', undefined],
]);

export function verifyBytes(spki: Buffer, algorithm: string, bytes: Buffer, signature: Buffer): boolean {
  if (!HASHES.has(algorithm)) return false;
  try {
    const key = createPublicKey({ key: spki, type: 'spki', format: 'der' });
    return verify(HASHES.get(algorithm), bytes, key, signature);
  } catch {
    return false;
  }
}

/** Traditional, as `private_key_format: der` means; ed25519 only has PKCS #8. */
export function privateKeyDer(key: KeyPair): Buffer {
  if (key.type === 'rsa') return key.privateKey.export({ type: 'pkcs1', format: 'der' });
  if (key.type === 'ec') return key.privateKey.export({ type: 'sec1', format: 'der' });
  return key.privateKey.export({ type: 'pkcs8', format: 'der' });
}

export function privateKeyPem(key: KeyPair): string {
  if (key.type === 'ed25519') return pkcs8Pem(key);
  return toPem(key.type === 'rsa' ? 'RSA PRIVATE KEY' : 'EC PRIVATE KEY', privateKeyDer(key));
}

export function pkcs8Pem(key: KeyPair): string {
  return toPem('PRIVATE KEY', key.privateKey.export({ type: 'pkcs8', format: 'der' }));
}
