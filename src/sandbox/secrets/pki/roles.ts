/** test/seeds/2-secrets.md, section 4.2. */
import type { EngineReply, EngineRequest } from '../engine.ts';
import { EngineError } from '../engine.ts';
import { nothingThere, unsupportedPath } from '../routes.ts';
import { unrecognized } from './parameters.ts';
import { checkRole, readRole, viewRole } from './role.ts';
import type { PkiState } from './state.ts';

function checkName(name: string): void {
  if (!/^\w(?:[\w.-]*\w)?$/.test(name)) throw unsupportedPath();
}

/** Omitted parameters revert to their defaults. */
export function writeRole(state: PkiState, request: EngineRequest, name: string): EngineReply {
  checkName(name);
  const role = readRole(request.input);
  checkRole(role);
  const what = state.roles.has(name) ? 'updated' : 'created';
  state.roles.set(name, role);
  state.record(request, `role.${what} ${name}`);
  return { data: viewRole(role), warnings: unrecognized(request.input, Object.keys(role)) };
}

export function patchRole(state: PkiState, request: EngineRequest, name: string): EngineReply {
  const role = state.roles.get(name);
  if (role === undefined) throw new EngineError(400, 'Unable to fetch role entry to patch');
  return writeRole(state, { ...request, input: { ...role, ...request.input } }, name);
}

export function showRole(state: PkiState, name: string): EngineReply {
  checkName(name);
  const role = state.roles.get(name);
  if (role === undefined) throw nothingThere();
  return { data: viewRole(role) };
}

export function deleteRole(state: PkiState, request: EngineRequest, name: string): EngineReply {
  checkName(name);
  if (state.roles.delete(name)) state.record(request, `role.deleted ${name}`);
  return {};
}
