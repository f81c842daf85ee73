import { randomBytes } from 'node:crypto';
import type { Principal, PrincipalName } from './contract.ts';
import { rightsNamed } from './rights.ts';

const TOKEN_HEADERS = ['authorization', 'x-vault-token', 'x-nomad-token'] as const;

export const ROLES = ['owner', 'operator', 'reviewer', 'reader', 'organization'] as const;

export interface NamedToken {
  /** `owner` replaces the owner's own token. */
  readonly name: string;
  readonly token: string;
  readonly role: PrincipalName;
  /** In place of those of the role. */
  readonly rights?: readonly string[] | undefined;
}

export interface Presented {
  readonly principal: Principal | undefined;
  readonly presented: boolean;
}

export interface Tokens {
  readonly byName: Readonly<Record<PrincipalName, string>>;
  readonly all: readonly string[];
  principalOf(token: string): Principal | undefined;
  give(role: PrincipalName, label: string): string;
  resolve(headers: Readonly<Record<string, string>>): Presented;
  redact(headers: Readonly<Record<string, string>>): Record<string, string>;
}

export function randomToken(): string {
  return randomBytes(16).toString('hex');
}

export function presentedToken(headers: Readonly<Record<string, string>>): string | undefined {
  for (const name of TOKEN_HEADERS) {
    const value = headers[name];
    if (value === undefined) continue;
    const token = name === 'authorization' ? /^bearer +(\S+)$/i.exec(value.trim())?.[1] : value.trim();
    if (token !== undefined && token !== '') return token;
  }
  return undefined;
}

/** Derived from the owner's, so that a script needs one token. */
export function createTokens(token: string, named: readonly NamedToken[] = []): Tokens {
  const byName = {
    owner: token,
    operator: `${token}-operator`,
    reviewer: `${token}-reviewer`,
    reader: `${token}-reader`,
    organization: `${token}-organization`,
  };
  const principals = new Map<string, Principal>();
  for (const name of ROLES) principals.set(byName[name], { name, token: byName[name] });
  for (const one of named) {
    const { jobs, paths } = rightsNamed(one.rights ?? []);
    principals.set(one.token, {
      name: one.role,
      label: one.name,
      token: one.token,
      ...(jobs === undefined ? {} : { rights: jobs }),
      ...(paths === undefined ? {} : { paths }),
    });
  }
  const all = [token, ...named.map((one) => one.token)];
  return {
    byName,
    all,
    principalOf: (value) => principals.get(value),
    give(role, label) {
      const made = randomToken();
      principals.set(made, { name: role, label, token: made });
      all.push(made);
      return made;
    },
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
        else result[name] = all.reduce((text, one) => text.replaceAll(one, '<token>'), value);
      }
      return result;
    },
  };
}
