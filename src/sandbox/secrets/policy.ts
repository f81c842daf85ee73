/**
 * Permissions of each principal (document 2, section 5). `owner` has every right including sudo; `operator`
 * reads and writes except on sudo and highly privileged paths; `reader`
 * and `reviewer` read and list.
 */
import type { Principal } from '../contract.ts';
import type { Method } from './routes.ts';

export type MountKind = 'pki' | 'ldap' | 'aws' | 'system';

export interface Target {
  readonly kind: MountKind;
  readonly method: Method;
  /** Segments below the mount. */
  readonly segments: readonly string[];
}

function startsWith(segments: readonly string[], ...prefix: readonly string[]): boolean {
  return prefix.every((part, index) => segments[index] === part);
}

/** Returns whether the path needs sudo or is only for highly privileged users. */
function privileged({ kind, method, segments }: Target): boolean {
  switch (kind) {
    case 'pki':
      return (
        (method === 'DELETE' && segments.length === 1 && startsWith(segments, 'root')) ||
        startsWith(segments, 'root', 'sign-self-issued') ||
        startsWith(segments, 'sign-verbatim')
      );
    case 'ldap':
      return startsWith(segments, 'library', 'manage');
    case 'system':
      return (
        (method === 'LIST' && startsWith(segments, 'leases', 'lookup')) ||
        (['POST', 'DELETE'].includes(method) && ['mounts', 'namespaces'].includes(segments[0] ?? '')) ||
        startsWith(segments, 'leases', 'revoke-prefix') ||
        startsWith(segments, 'leases', 'revoke-force')
      );
    case 'aws':
      return false;
  }
}

/** Returns whether a GET of the path returns a credential or changes something. */
function readsSecret({ kind, segments }: Target): boolean {
  if (kind === 'pki') return startsWith(segments, 'crl', 'rotate');
  return ['creds', 'sts', 'static-creds', 'static-cred'].includes(segments[0] ?? '') && kind !== 'system';
}

/** Returns whether a POST to the path changes nothing but what is the caller's own. */
function asksOnly({ kind, segments }: Target): boolean {
  if (kind !== 'system') return false;
  const own = ['renew-self', 'revoke-self'].some((verb) => startsWith(segments, 'auth', 'token', verb));
  if (own || startsWith(segments, 'wrapping')) return true;
  return startsWith(segments, 'capabilities-self') || startsWith(segments, 'leases', 'lookup');
}

export function hasSudo(principal: Principal): boolean {
  return principal.name === 'owner';
}

export function permits(principal: Principal, target: Target): boolean {
  switch (principal.name) {
    case 'owner':
      return true;
    case 'operator':
      return !privileged(target);
    case 'reviewer':
    case 'reader': {
      if (privileged(target)) return false;
      const reads = target.method === 'GET' || target.method === 'LIST';
      return reads ? !readsSecret(target) : target.method === 'POST' && asksOnly(target);
    }
    case 'organization':
      return false;
  }
}

const CAPABILITIES: readonly (readonly [string, Method])[] = [
  ['create', 'POST'],
  ['delete', 'DELETE'],
  ['list', 'LIST'],
  ['read', 'GET'],
  ['update', 'POST'],
];

/** Returns the capabilities on one path as `capabilities-self` shows them. */
export function capabilitiesOf(principal: Principal, target: Omit<Target, 'method'>): readonly string[] {
  if (hasSudo(principal)) return ['root'];
  const granted = CAPABILITIES.filter(([, method]) => permits(principal, { ...target, method }));
  return granted.length === 0 ? ['deny'] : granted.map(([name]) => name);
}
