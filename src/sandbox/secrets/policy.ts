/**
 * test/seeds/2-secrets.md, section 5. `owner` has every right including sudo; `operator` reads and writes but for
 * sudo and highly privileged paths; `reader` and `reviewer` read and list.
 */
import type { Principal } from '../contract.ts';
import type { Capability, PathRule } from '../rights.ts';
import type { Method } from './routes.ts';

export type MountKind = 'pki' | 'ldap' | 'aws' | 'kv' | 'kv-v2' | 'database' | 'ssh' | 'system';

export interface Target {
  readonly kind: MountKind;
  readonly method: Method;
  readonly path: string;
  readonly segments: readonly string[];
}

function startsWith(segments: readonly string[], ...prefix: readonly string[]): boolean {
  return prefix.every((part, index) => segments[index] === part);
}

/** Sudo, or highly privileged. */
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
    case 'kv':
    case 'kv-v2':
    case 'database':
    case 'ssh':
      return false;
  }
}

function readsSecret({ kind, segments }: Target): boolean {
  if (kind === 'pki') return startsWith(segments, 'crl', 'rotate');
  return ['creds', 'sts', 'static-creds', 'static-cred'].includes(segments[0] ?? '') && kind !== 'system';
}

/** Changes at most what is the caller's own. */
function asksOnly({ kind, segments }: Target): boolean {
  if (kind !== 'system') return false;
  const own = ['renew-self', 'revoke-self'].some((verb) => startsWith(segments, 'auth', 'token', verb));
  if (own || startsWith(segments, 'wrapping')) return true;
  return startsWith(segments, 'capabilities-self') || startsWith(segments, 'leases', 'lookup');
}

/** The default policy. */
const EVERY_TOKEN: readonly PathRule[] = (
  [
    ['auth/token/lookup-self', 'read'],
    ['auth/token/renew-self', 'update'],
    ['auth/token/revoke-self', 'update'],
    ['sys/capabilities-self', 'update'],
    ['sys/leases/lookup', 'update'],
    ['sys/leases/renew', 'update'],
    ['sys/wrapping/wrap', 'update'],
    ['sys/wrapping/lookup', 'update'],
    ['sys/wrapping/unwrap', 'update'],
  ] as const
).map(([path, capability]) => ({ path, isPrefix: false, capabilities: new Set([capability]) }));

const NEEDED: Readonly<Record<Method, Capability>> = {
  GET: 'read',
  LIST: 'list',
  POST: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

const SLASH = /\/$/;

/** The most specific rule decides. A list is of the path with or without its slash. */
function grantedOn(rules: readonly PathRule[], path: string): ReadonlySet<Capability> {
  const plain = path.replace(SLASH, '');
  const fitting = [...rules, ...EVERY_TOKEN].filter((rule) =>
    rule.isPrefix ? `${plain}/`.startsWith(rule.path) : rule.path.replace(SLASH, '') === plain,
  );
  const exact = fitting.filter(({ isPrefix }) => !isPrefix);
  const longest = Math.max(...fitting.map((rule) => rule.path.length));
  const deciding = exact.length > 0 ? exact : fitting.filter((rule) => rule.path.length === longest);
  return new Set(deciding.flatMap(({ capabilities }) => [...capabilities]));
}

function needsSudo({ kind, method, segments }: Target): boolean {
  if (kind === 'system') {
    return (
      (method === 'LIST' && startsWith(segments, 'leases', 'lookup')) ||
      startsWith(segments, 'leases', 'revoke-prefix') ||
      startsWith(segments, 'leases', 'revoke-force')
    );
  }
  if (kind !== 'pki' || segments[0] !== 'root') return false;
  return segments[1] === 'sign-self-issued' || (method === 'DELETE' && segments.length === 1);
}

/** Shown to those with a right below the mount. */
function showsMount(rules: readonly PathRule[], { kind, segments }: Target): boolean {
  if (kind !== 'system' || !startsWith(segments, 'internal', 'ui', 'mounts')) return false;
  const mount = segments[3];
  return mount === undefined || rules.some(({ path }) => path.split('/')[0] === mount);
}

function ruled(rules: readonly PathRule[], target: Target): boolean {
  if (target.method === 'GET' && showsMount(rules, target)) return true;
  const granted = grantedOn(rules, target.path);
  return granted.has(NEEDED[target.method]) && (!needsSudo(target) || granted.has('sudo'));
}

export function hasSudo(principal: Principal): boolean {
  return principal.name === 'owner';
}

export function permits(principal: Principal, target: Target): boolean {
  if (principal.paths !== undefined) return ruled(principal.paths, target);
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
  ['patch', 'PATCH'],
  ['read', 'GET'],
  ['update', 'POST'],
];

export function capabilitiesOf(principal: Principal, target: Omit<Target, 'method'>): readonly string[] {
  if (hasSudo(principal)) return ['root'];
  if (principal.paths !== undefined) {
    const names = [...grantedOn(principal.paths, target.path)].toSorted();
    return names.length === 0 ? ['deny'] : names;
  }
  const granted = CAPABILITIES.filter(([, method]) => permits(principal, { ...target, method }));
  return granted.length === 0 ? ['deny'] : granted.map(([name]) => name);
}
