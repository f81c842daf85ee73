/** The sandbox's tokens and how a request presents one. */
import { randomBytes } from 'node:crypto';
import type { Principal, PrincipalName } from './contract.ts';

const TOKEN_HEADERS = ['authorization', 'x-vault-token', 'x-nomad-token'] as const;

export interface Presented {
  readonly principal: Principal | undefined;
  readonly presented: boolean;
}

export interface Tokens {
  readonly byName: Readonly<Record<PrincipalName, string>>;
  principalOf(token: string): Principal | undefined;
  /** The first header that carries a token decides. */
  resolve(headers: Readonly<Record<string, string>>): Presented;
  /** The headers without any token in them, known or not. */
  redact(headers: Readonly<Record<string, string>>): Record<string, string>;
}

export function randomToken(): string {
  return randomBytes(16).toString('hex');
}

function presentedToken(headers: Readonly<Record<string, string>>): string | undefined {
  for (const name of TOKEN_HEADERS) {
    const value = headers[name];
    if (value === undefined) continue;
    const token = name === 'authorization' ? /^bearer +(\S+)$/i.exec(value.trim())?.[1] : value.trim();
    if (token !== undefined && token !== '') return token;
  }
  return undefined;
}

/** `token` is the owner's; the others are derived from it, so that a script needs to be told only one. */
export function createTokens(token: string): Tokens {
  const byName = {
    owner: token,
    operator: `${token}-operator`,
    reader: `${token}-reader`,
    organization: `${token}-organization`,
  };
  const principals = new Map<string, Principal>();
  for (const name of ['owner', 'operator', 'reader', 'organization'] as const) {
    principals.set(byName[name], { name, token: byName[name] });
  }
  return {
    byName,
    principalOf: (value) => principals.get(value),
    resolve(headers) {
      const value = presentedToken(headers);
      return value === undefined
        ? { principal: undefined, presented: false }
        : { principal: principals.get(value), presented: true };
    },
    redact(headers) {
      const result: Record<string, string> = {};
      for (const [name, value] of Object.entries(headers)) {
        if (name === 'authorization') result[name] = value.replace(/^(\S+)\s.*$|^.*$/s, '$1 <token>').trim();
        else if (name === 'x-vault-token' || name === 'x-nomad-token') result[name] = '<token>';
        else result[name] = value.replaceAll(token, '<token>');
      }
      return result;
    },
  };
}
