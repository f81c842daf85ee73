/** Keys and signatures that depend only on the seed; node:crypto's differ each time. */
import type { KeyObject } from 'node:crypto';
import { checkPrimeSync, createECDH, createHash, createHmac, createPrivateKey } from 'node:crypto';
import { randomBytes } from './random.ts';

const PUBLIC_EXPONENT = 65_537n;

/** Group orders. */
const ORDERS: Readonly<Record<string, bigint>> = {
  secp224r1: 0xffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3dn,
  prime256v1: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  secp384r1:
    0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
  secp521r1:
    0x1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409n,
};

const JWK_CURVES: Readonly<Record<string, string>> = {
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
};

const numberOf = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

function bytesOf(value: bigint, size?: number): Buffer {
  const hex = value.toString(16);
  const even = hex.padStart(size === undefined ? hex.length + (hex.length % 2) : size * 2, '0');
  return Buffer.from(even, 'hex');
}

function inverse(value: bigint, modulus: bigint): bigint {
  let [before, now] = [modulus, ((value % modulus) + modulus) % modulus];
  let [first, second] = [0n, 1n];
  while (now !== 0n) {
    const quotient = before / now;
    [before, now] = [now, before - quotient * now];
    [first, second] = [second, first - quotient * second];
  }
  return ((first % modulus) + modulus) % modulus;
}

/** The two highest bits are set, so that a product has the full length. */
function prime(bits: number): bigint {
  for (;;) {
    const top = 3n << BigInt(bits - 2);
    let candidate = numberOf(randomBytes(bits / 8)) | top | 1n;
    for (let step = 0; step < 2048; step += 1, candidate += 2n) {
      if (candidate % PUBLIC_EXPONENT !== 1n && checkPrimeSync(candidate)) return candidate;
    }
  }
}

export function seededRsaKey(bits: number): KeyObject {
  const [p, q] = [prime(bits / 2), prime(bits / 2)];
  const d = inverse(PUBLIC_EXPONENT, (p - 1n) * (q - 1n));
  const parts = {
    n: p * q,
    e: PUBLIC_EXPONENT,
    d,
    p,
    q,
    dp: d % (p - 1n),
    dq: d % (q - 1n),
    qi: inverse(q, p),
  };
  const encoded = Object.entries(parts).map(([name, value]) => [name, bytesOf(value).toString('base64url')]);
  return createPrivateKey({ key: { kty: 'RSA', ...Object.fromEntries(encoded) }, format: 'jwk' });
}

/** SEC 1, since P-224 has no JWK name. */
function curveKey(curve: string, secret: Buffer): KeyObject {
  const pair = createECDH(curve);
  pair.setPrivateKey(secret);
  const point = pair.getPublicKey();
  const size = secret.length;
  const crv = JWK_CURVES[curve];
  if (crv !== undefined) {
    const part = (from: number): string => point.subarray(from, from + size).toString('base64url');
    const key = { kty: 'EC', crv, x: part(1), y: part(1 + size), d: secret.toString('base64url') };
    return createPrivateKey({ key, format: 'jwk' });
  }
  // ECPrivateKey { 1, secret, [0] secp224r1, [1] point }
  const oid = Buffer.from('a00706052b81040021', 'hex');
  const bits = Buffer.concat([Buffer.from([0xa1, point.length + 3, 3, point.length + 1, 0]), point]);
  const body = Buffer.concat([Buffer.from([2, 1, 1, 4, size]), secret, oid, bits]);
  return createPrivateKey({
    key: Buffer.concat([Buffer.from([0x30, body.length]), body]),
    format: 'der',
    type: 'sec1',
  });
}

function orderOf(curve: string): bigint {
  const order = ORDERS[curve];
  if (order === undefined) throw new RangeError(`no curve ${curve}`);
  return order;
}

export function seededCurveKey(curve: string): KeyObject {
  const order = orderOf(curve);
  const size = Math.ceil(order.toString(2).length / 8);
  return curveKey(curve, bytesOf((numberOf(randomBytes(size + 8)) % (order - 1n)) + 1n, size));
}

export function seededEdwardsKey(): KeyObject {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  return createPrivateKey({ key: Buffer.concat([prefix, randomBytes(32)]), format: 'der', type: 'pkcs8' });
}

function positiveInteger(value: bigint): Buffer {
  const bytes = bytesOf(value);
  const content = (bytes[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes;
  return Buffer.concat([Buffer.from([2, content.length]), content]);
}

/** The nonce depends on key and message. */
export function seededSignature(curve: string, hash: string, bytes: Buffer, key: KeyObject): Buffer {
  const order = orderOf(curve);
  const length = order.toString(2).length;
  const secret = ecSecret(key);
  const digest = createHash(hash).update(bytes).digest();
  const excess = BigInt(Math.max(0, digest.length * 8 - length));
  const message = numberOf(digest) >> excess;
  const size = Math.ceil(length / 8);
  const wide = [0, 1].map((part) =>
    createHmac('sha512', bytesOf(secret)).update(digest).update(`${part}`).digest(),
  );
  const nonce = (numberOf(Buffer.concat(wide)) % (order - 1n)) + 1n;
  const point = createECDH(curve);
  point.setPrivateKey(bytesOf(nonce, size));
  const r = numberOf(point.getPublicKey().subarray(1, 1 + size)) % order;
  const s = (inverse(nonce, order) * (message + r * secret)) % order;
  const body = Buffer.concat([positiveInteger(r), positiveInteger(s)]);
  const head = body.length > 127 ? [0x30, 0x81, body.length] : [0x30, body.length];
  return Buffer.concat([Buffer.from(head), body]);
}

/** SEC 1: 30 len 02 01 01 04 len SECRET. */
function ecSecret(key: KeyObject): bigint {
  const der = key.export({ type: 'sec1', format: 'der' });
  const start = (der[1] ?? 0) > 0x7f ? 3 : 2;
  const length = der[start + 4] ?? 0;
  return numberOf(der.subarray(start + 5, start + 5 + length));
}
