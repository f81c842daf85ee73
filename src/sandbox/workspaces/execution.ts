/** test/seeds/1-workspaces.md, section 2.1. */
import type { Json } from '../contract.ts';
import type { Violations } from './errors.ts';
import type { JsonObject } from './json-api.ts';
import { asObject, member } from './json-api.ts';
import type { Execution, ExecutionMode, Organization } from './model.ts';

const AT = '/data/attributes';

/** Have an organization default. */
const OVERWRITABLE = new Set(['execution-mode', 'agent-pool']);

function readMode(attributes: JsonObject, violations: Violations): ExecutionMode | undefined {
  const mode = member(attributes, 'execution-mode') ?? undefined;
  const operations = member(attributes, 'operations') ?? undefined;
  if (operations !== undefined && typeof operations !== 'boolean') {
    violations.add(`${AT}/operations`, 'operations must be true or false.');
  }
  if (mode !== undefined && operations !== undefined) {
    violations.add(`${AT}/operations`, 'operations must not be given together with execution-mode.');
  }
  if (mode === undefined) {
    if (typeof operations !== 'boolean') return undefined;
    return operations ? 'remote' : 'local';
  }
  if (mode === 'remote' || mode === 'local' || mode === 'agent') return mode;
  violations.add(`${AT}/execution-mode`, 'execution-mode must be one of remote, local, agent.');
  return undefined;
}

function readOverwrites(attributes: JsonObject, violations: Violations): boolean | undefined {
  const given = member(attributes, 'setting-overwrites') ?? undefined;
  if (given === undefined) return undefined;
  const overwrites = asObject(given);
  if (overwrites === undefined) {
    violations.add(`${AT}/setting-overwrites`, 'setting-overwrites must be an object.');
    return undefined;
  }
  for (const [name, value] of Object.entries(overwrites)) {
    const pointer = `${AT}/setting-overwrites/${name}`;
    if (!OVERWRITABLE.has(name)) violations.add(pointer, `${name} has no default in the organization.`);
    else if (typeof value !== 'boolean')
      violations.add(pointer, `setting-overwrites.${name} must be true or false.`);
  }
  const own = member(overwrites, 'execution-mode');
  if (own === true && (member(attributes, 'execution-mode') ?? null) === null) {
    violations.add(
      `${AT}/execution-mode`,
      'execution-mode must be given when setting-overwrites.execution-mode is true.',
    );
  }
  return typeof own === 'boolean' ? own : undefined;
}

function checkPool(
  pool: Json | undefined,
  mode: ExecutionMode,
  previous: string | null,
  organization: Organization,
  violations: Violations,
): string | null {
  const pointer = `${AT}/agent-pool-id`;
  if (pool !== undefined && pool !== null && typeof pool !== 'string') {
    violations.add(pointer, 'agent-pool-id must be a string or null.');
    return null;
  }
  const given = pool === '' ? null : pool;
  if (mode !== 'agent') {
    if (given !== undefined && given !== null) {
      violations.add(pointer, `agent-pool-id must not be given when execution-mode is ${mode}.`);
    }
    return null;
  }
  const poolId = given === undefined ? previous : given;
  if (poolId === null) violations.add(pointer, 'agent-pool-id is required when execution-mode is agent.');
  else if (!organization.agentPools.has(poolId)) {
    violations.add(pointer, 'The agent pool was not found in the organization of the workspace.');
  }
  return poolId;
}

/** Undefined: the organization's default. */
export function readExecution(
  attributes: JsonObject,
  previous: Execution | undefined,
  organization: Organization,
  violations: Violations,
): Execution | undefined {
  const own = readOverwrites(attributes, violations);
  const given = readMode(attributes, violations);
  const kept = own === false ? undefined : (given ?? previous?.mode);
  const pool = member(attributes, 'agent-pool-id');
  const mode = kept ?? organization.defaultExecutionMode;
  const before = previous?.agentPoolId ?? (kept === undefined ? organization.defaultAgentPoolId : null);
  const agentPoolId = checkPool(pool, mode, before, organization, violations);
  return kept === undefined ? undefined : { mode, agentPoolId };
}
