import type { KeyObject } from 'node:crypto';
import { constants, createPublicKey, verify } from 'node:crypto';
import { memoize } from '../../system/values/memoize.ts';
import type { Signed } from './certificate.ts';
import type { PublicKey } from './key.ts';

/** Undefined for a key that node:crypto cannot use. */
const keyObjectOf = memoize(({ der }: PublicKey): KeyObject | undefined => {
  try {
    return createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
});

const families: Readonly<Record<PublicKey['type'], readonly string[]>> = {
  rsa: ['rsa', 'rsa-pss'],
  'rsa-pss': ['rsa-pss'],
  ec: ['ec'],
  dsa: ['dsa'],
  ed25519: ['eddsa'],
  ed448: ['eddsa'],
  other: [],
};

const verified = ({ content, algorithm, signature }: Signed, key: PublicKey): boolean | 'unknown' => {
  const { known, salt } = algorithm;
  if (known === undefined || key.type === 'other') return 'unknown';
  if (!families[key.type].includes(known.family)) return false;
  const object = keyObjectOf(key);
  if (object === undefined) return 'unknown';
  const padding = salt === undefined ? {} : { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: salt };
  try {
    return verify(known.hash, content, { key: object, ...padding }, signature);
  } catch {
    return 'unknown';
  }
};

/** Cached, since a list or a CA is judged below many certificates. */
const verdictsOf = memoize((_key: PublicKey) => new WeakMap<Signed, boolean | 'unknown'>());

/** `unknown` if the algorithm or the key cannot be used here. */
export const isSignedWith = (signed: Signed, key: PublicKey): boolean | 'unknown' => {
  const known = verdictsOf(key);
  const verdict = known.get(signed) ?? verified(signed, key);
  known.set(signed, verdict);
  return verdict;
};

export const belongs = ({ publicKey }: { readonly publicKey: PublicKey }, key: KeyObject): boolean =>
  keyObjectOf(publicKey)?.equals(createPublicKey(key)) === true;
