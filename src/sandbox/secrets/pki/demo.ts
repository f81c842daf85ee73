/** The demonstration state: a root, two roles, one certificate. Elliptic-curve keys, because they are made at once. */
import type { Input } from '../coerce.ts';
import type { EngineRequest } from '../engine.ts';
import { issue } from './issue.ts';
import { checkRole, readRole } from './role.ts';
import { generateRoot } from './roots.ts';
import type { PkiState } from './state.ts';

function ownRequest(segments: readonly string[], input: Input): EngineRequest {
  const path = `/v1/pki/${segments.join('/')}`;
  return { method: 'POST', segments, input, principal: undefined, sudo: true, mount: 'pki', path };
}

function addRole(state: PkiState, name: string, input: Input): void {
  const role = readRole(input);
  checkRole(role);
  state.roles.set(name, role);
}

export async function addDemoState(state: PkiState): Promise<void> {
  const root = { common_name: 'demo root', key_type: 'ec', ttl: '87600h' };
  await generateRoot(state, ownRequest(['root', 'generate', 'internal'], root), 'internal');
  addRole(state, 'web', {
    allowed_domains: ['example.com'],
    allow_subdomains: true,
    key_type: 'ec',
    max_ttl: '72h',
  });
  addRole(state, 'internal', {
    allowed_domains: ['internal.example.com'],
    allow_bare_domains: true,
    allow_subdomains: true,
    key_type: 'ec',
    ttl: '24h',
    max_ttl: '720h',
    generate_lease: true,
  });
  const leaf = { common_name: 'www.example.com', ttl: '48h' };
  await issue(state, ownRequest(['issue', 'web'], leaf), 'web');
}
