/** The sandbox's tokens, and how they are read from a request. */
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
  /** Reads the token of a request from the first header that has one. */
  resolve(headers: Readonly<Record<string, string>>): Presented;
  /** Returns the headers with every token replaced, even an unknown one. */
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

/** Derives all tokens from the owner's, so that a script needs only one. */
export function createTokens(token: string): Tokens {
  const byName = {
    owner: token,
    operator: `${token}-operator`,
    reviewer: `${token}-reviewer`,
    reader: `${token}-reader`,
    organization: `${token}-organization`,
  };
  const principals = new Map<string, Principal>();
  for (const name of ['owner', 'operator', 'reviewer', 'reader', 'organization'] as const) {
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
