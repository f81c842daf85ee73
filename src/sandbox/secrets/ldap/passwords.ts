import { randomInt } from '../../random.ts';
import { EngineError } from '../engine.ts';
import { randomName } from '../leases.ts';
import { wrapped } from '../routes.ts';
import type { Configuration } from './configuration.ts';

const DEFAULT_LENGTH = 64;

function strongPassword(): string {
  const signs = '!#%+-=?@_';
  const at = randomInt(23);
  const letters = randomName(23);
  return letters.slice(0, at) + signs.charAt(randomInt(signs.length)) + letters.slice(at);
}

/** Policies are not a part of the documented API; there is one. */
const POLICIES: ReadonlyMap<string, () => string> = new Map([['strong', strongPassword]]);

export function generatePassword({ passwordPolicy, length }: Configuration): string {
  if (passwordPolicy === '') return randomName(length === 0 ? DEFAULT_LENGTH : length);
  const policy = POLICIES.get(passwordPolicy);
  if (policy === undefined) {
    throw new EngineError(500, wrapped('unable to generate password: no password policy found'));
  }
  return policy();
}
