/** Password generation (test/seeds/2-secrets.md, section 2.4, "Password generation"). */
import { randomInt } from '../../random.ts';
import { EngineError } from '../engine.ts';
import { randomName } from '../leases.ts';
import { wrapped } from '../routes.ts';
import type { Configuration } from './configuration.ts';

const DEFAULT_LENGTH = 64;

/** Returns 24 characters with at least one symbol. */
function strongPassword(): string {
  const signs = '!#%+-=?@_';
  const at = randomInt(23);
  const letters = randomName(23);
  return letters.slice(0, at) + signs.charAt(randomInt(signs.length)) + letters.slice(at);
}

/** Password policies are created outside the documented API; the sandbox has only one. */
const POLICIES: ReadonlyMap<string, () => string> = new Map([['strong', strongPassword]]);

/** Generates a password. The policy is checked only here: it need not exist when it is configured. */
export function generatePassword({ passwordPolicy, length }: Configuration): string {
  if (passwordPolicy === '') return randomName(length === 0 ? DEFAULT_LENGTH : length);
  const policy = POLICIES.get(passwordPolicy);
  if (policy === undefined) {
    throw new EngineError(500, wrapped('unable to generate password: no password policy found'));
  }
  return policy();
}
