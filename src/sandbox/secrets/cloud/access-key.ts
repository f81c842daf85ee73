import { randomBytes } from '../../random.ts';
import { randomName } from '../leases.ts';

export interface AccessKey {
  readonly id: string;
  readonly secret: string;
}

export interface SessionCredentials extends AccessKey {
  readonly token: string;
}

function keyId(prefix: 'AKIA' | 'ASIA'): string {
  return `${prefix}${randomName(16).toUpperCase()}`;
}

function secret(): string {
  return randomBytes(30).toString('base64');
}

export function newAccessKey(): AccessKey {
  return { id: keyId('AKIA'), secret: secret() };
}

/** Expire by themselves. */
export function newSessionCredentials(): SessionCredentials {
  return { id: keyId('ASIA'), secret: secret(), token: randomBytes(192).toString('base64') };
}
