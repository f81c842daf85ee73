import type { Input } from '../coerce.ts';
import type { EngineRequest, Leases } from '../engine.ts';
import { signIntermediate } from './authority-signing.ts';
import { generateIntermediate, setSigned } from './intermediates.ts';
import { issue } from './issue.ts';
import { checkRole, readRole } from './role.ts';
import { generateRoot } from './roots.ts';
import { PkiState } from './state.ts';

/** The same in every sandbox, for examples. */
const LEAF_SERIAL = Buffer.from('39dd2e90b7231f8d', 'hex');

const NO_LEASES: Leases = {
  create: ({ seconds, renewable }) => ({ id: '', seconds, renewable }),
  revoke: () => undefined,
  forget: () => undefined,
};

function ownRequest(state: PkiState, segments: readonly string[], input: Input): EngineRequest {
  const { mount } = state.context;
  const path = `/v1/${mount}/${segments.join('/')}`;
  return { method: 'POST', segments, input, principal: undefined, sudo: true, mount, path };
}

function addRole(state: PkiState, name: string, input: Input): void {
  const role = readRole(input);
  checkRole(role);
  state.roles.set(name, role);
}

async function makeRoot(state: PkiState, commonName: string): Promise<void> {
  const input = { common_name: commonName, key_type: 'ec', ttl: '87600h' };
  await generateRoot(state, ownRequest(state, ['root', 'generate', 'internal'], input), 'internal');
}

function addWebRole(state: PkiState): void {
  addRole(state, 'web', {
    allowed_domains: ['example.com'],
    allow_subdomains: true,
    key_type: 'ec',
    max_ttl: '72h',
  });
}

async function addAuthority(state: PkiState): Promise<void> {
  await makeRoot(state, 'demo root');
  addWebRole(state);
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
  await issue(state, ownRequest(state, ['issue', 'web'], leaf), 'web', LEAF_SERIAL);
}

function dataText(data: Input | undefined, name: string): string {
  const value = data?.[name];
  return typeof value === 'string' ? value : '';
}

async function addIntermediate(state: PkiState): Promise<void> {
  const offline = new PkiState({ ...state.context, leases: NO_LEASES });
  offline.recording = false;
  await makeRoot(offline, 'demo offline root');
  const input = { common_name: 'demo intermediate', key_type: 'ec', ttl: '43800h' };
  const generated = await generateIntermediate(state, ownRequest(state, [], input), 'internal');
  const signing = { ...input, csr: dataText(generated.data, 'csr') };
  const signed = signIntermediate(offline, ownRequest(offline, [], signing));
  const root = offline.signer().certificate.pem;
  const certificate = `${dataText(signed.data, 'certificate')}\n${root}`;
  setSigned(state, ownRequest(state, [], { certificate }));
  addWebRole(state);
}

const DEMOS: ReadonlyMap<string, (state: PkiState) => Promise<void>> = new Map([
  ['pki', addAuthority],
  ['pki_int', addIntermediate],
  ['pki_old', (state) => makeRoot(state, 'demo old root')],
]);

export async function addDemoState(state: PkiState): Promise<void> {
  state.recording = false;
  await DEMOS.get(state.context.mount)?.(state);
  state.recording = true;
}
