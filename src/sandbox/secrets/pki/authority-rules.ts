import type { Input } from '../coerce.ts';
import { asInteger } from '../coerce.ts';
import { EngineError } from '../engine.ts';
import type { Certificate } from './certificate.ts';
import type { KeyDescription } from './keys.ts';

/** -1: no limit, or one less than the signing certificate's; 0 is zero. */
export function pathLengthOf(input: Input, signing: Certificate | undefined): number | undefined {
  if (signing?.pathLength === 0) {
    throw new EngineError(
      400,
      'signing certificate has a max path length of zero, and cannot issue further CA certificates',
    );
  }
  const asked = asInteger(input, 'max_path_length', -1);
  if (asked < -1) throw new EngineError(400, 'max_path_length must be -1, 0 or a positive number');
  if (asked >= 0) return asked;
  return signing?.pathLength === undefined ? undefined : signing.pathLength - 1;
}

/** No verifier would accept names outside the permitted DNS domains. */
export function checkPermitted(signing: Certificate, dnsNames: readonly string[]): void {
  const permitted = signing.permittedDomains;
  if (permitted.length === 0) return;
  for (const name of dnsNames) {
    const host = name.toLowerCase();
    const within = permitted.some((entry) => {
      const domain = entry.toLowerCase();
      return domain.startsWith('.') ? host.endsWith(domain) : host === domain || host.endsWith(`.${domain}`);
    });
    if (!within) {
      throw new EngineError(400, `${name} is not within the DNS domains that the CA certificate permits`);
    }
  }
}

export function checkRequestKey(role: { key_type: string; key_bits: number }, key: KeyDescription): void {
  if (role.key_type !== 'any' && role.key_type !== key.type) {
    throw new EngineError(400, `role requires keys of type ${role.key_type}`);
  }
  if (key.type === 'rsa' && key.bits < 2048) {
    throw new EngineError(400, 'RSA keys < 2048 bits are unsafe and not supported');
  }
  const least = role.key_type === 'any' || key.type === 'ed25519' ? 0 : role.key_bits;
  if (key.bits < least) {
    throw new EngineError(
      400,
      `role requires a minimum of a ${least}-bit key, but CSR's key is ${key.bits} bits`,
    );
  }
}
