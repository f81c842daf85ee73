import type { Json } from '../../contract.ts';
import { compilePattern } from '../regexp/match.ts';
import { integer, object, objects, strings, text, type JsonObject } from '../wire/json.ts';

export const NODE = {
  id: '5b1e0a3c-7f64-4f0e-9a53-2d1c8e6f7a90',
  name: 'node-1',
  datacenter: 'dc1',
  pool: 'default',
  address: '127.0.0.1',
  cpu: 64_000,
  memory: 65_536,
  disk: 500_000,
} as const;

const ATTRIBUTES: Readonly<Record<string, string>> = {
  'node.datacenter': NODE.datacenter,
  'node.unique.name': NODE.name,
  'node.unique.id': NODE.id,
  'node.pool': NODE.pool,
  'node.class': '',
  'attr.kernel.name': 'linux',
  'attr.cpu.arch': 'amd64',
  'attr.os.name': 'sandbox',
  'attr.unique.hostname': NODE.name,
  'attr.nomad.service_discovery': 'true',
};

export interface Usage {
  readonly cpu: number;
  readonly memory: number;
  readonly disk: number;
}

export const NOTHING: Usage = { cpu: 0, memory: 0, disk: 0 };

export function plus(left: Usage, right: Usage): Usage {
  return { cpu: left.cpu + right.cpu, memory: left.memory + right.memory, disk: left.disk + right.disk };
}

export function minus(left: Usage, right: Usage): Usage {
  return { cpu: left.cpu - right.cpu, memory: left.memory - right.memory, disk: left.disk - right.disk };
}

/** Every evaluation asks for all allocations' groups, which do not change. */
const usages = new WeakMap<JsonObject, Usage>();

export function groupUsage(group: JsonObject): Usage {
  const known = usages.get(group);
  if (known !== undefined) return known;
  let usage: Usage = { ...NOTHING, disk: integer(object(group, 'EphemeralDisk') ?? {}, 'SizeMB') };
  for (const task of objects(group, 'Tasks')) {
    const resources = object(task, 'Resources') ?? {};
    usage = plus(usage, { cpu: integer(resources, 'CPU'), memory: integer(resources, 'MemoryMB'), disk: 0 });
  }
  usages.set(group, usage);
  return usage;
}

function resolveTarget(target: string): string | undefined {
  const name = /^\$\{(.+)\}$/u.exec(target)?.[1];
  return name === undefined ? target : ATTRIBUTES[name];
}

function compareOperand(operand: string, left: string | undefined, right: string | undefined): boolean {
  if (operand === 'is_set' || operand === 'attribute_is_set') return left !== undefined;
  if (operand === 'is_not_set' || operand === 'attribute_is_not_set') return left === undefined;
  if (operand === '!=' || operand === 'not') return left !== right;
  if (left === undefined || right === undefined) return false;
  if (operand === '<') return left < right;
  if (operand === '<=') return left <= right;
  if (operand === '>') return left > right;
  if (operand === '>=') return left >= right;
  if (operand === 'regexp') return compilePattern(right)?.(left) ?? false;
  if (operand === 'set_contains' || operand === 'set_contains_all') {
    return right.split(',').every((item) => left.split(',').includes(item.trim()));
  }
  if (operand === 'set_contains_any') {
    return right.split(',').some((item) => left.split(',').includes(item.trim()));
  }
  if (operand === 'version' || operand === 'semver') return true;
  return left === right;
}

function constraintsOf(job: JsonObject, group: JsonObject): readonly JsonObject[] {
  const tasks = objects(group, 'Tasks').flatMap((task) => objects(task, 'Constraints'));
  return [...objects(job, 'Constraints'), ...objects(group, 'Constraints'), ...tasks];
}

function unmetConstraint(job: JsonObject, group: JsonObject, others: number): string | undefined {
  for (const constraint of constraintsOf(job, group)) {
    const operand = text(constraint, 'Operand');
    const left = text(constraint, 'LTarget');
    const right = text(constraint, 'RTarget');
    if (operand === 'distinct_hosts' || operand === 'distinct_property') {
      if (others > 0) return operand;
    } else if (!compareOperand(operand, resolveTarget(left), resolveTarget(right))) {
      return `${left} ${operand} ${right}`;
    }
  }
  return undefined;
}

export interface Misfit {
  readonly metrics: JsonObject;
}

export const METRICS: JsonObject = {
  AllocationTime: 80_000,
  ClassExhausted: null,
  ClassFiltered: null,
  CoalescedFailures: 0,
  ConstraintFiltered: null,
  DimensionExhausted: null,
  NodePool: NODE.pool,
  NodesAvailable: { [NODE.datacenter]: 1 },
  NodesEvaluated: 1,
  NodesExhausted: 0,
  NodesFiltered: 0,
  NodesInPool: 1,
  QuotaExhausted: null,
  ResourcesExhausted: null,
  ScoreMetaData: null,
  Scores: null,
};

function metrics(changes: Readonly<Record<string, Json>>): Misfit {
  return { metrics: { ...METRICS, AllocationTime: 30_000, ...changes } };
}

function inDatacenter(job: JsonObject): boolean {
  return strings(job, 'Datacenters').some((pattern) => {
    const source = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/gu, '\\$&'));
    return new RegExp(`^${source.join('.*')}$`, 'u').test(NODE.datacenter);
  });
}

export function misfit(job: JsonObject, group: JsonObject, used: Usage, others: number): Misfit | undefined {
  if (!inDatacenter(job)) return metrics({ NodesAvailable: {}, NodesEvaluated: 0 });
  const unmet = unmetConstraint(job, group, others);
  if (unmet !== undefined) return metrics({ ConstraintFiltered: { [unmet]: 1 }, NodesFiltered: 1 });
  const wanted = plus(used, groupUsage(group));
  const dimension =
    wanted.memory > NODE.memory
      ? 'memory'
      : wanted.cpu > NODE.cpu
        ? 'cpu'
        : wanted.disk > NODE.disk
          ? 'disk'
          : undefined;
  if (dimension === undefined) return undefined;
  const exhausted = objects(group, 'Tasks').map(
    (task) => [text(task, 'Name'), task['Resources'] ?? null] as const,
  );
  return metrics({
    DimensionExhausted: { [dimension]: 1 },
    NodesExhausted: 1,
    ResourcesExhausted: Object.fromEntries(exhausted),
  });
}
