import type { Json } from '../../contract.ts';
import { isObject, object, objects, type JsonObject } from '../wire/json.ts';
import { canonicalize, fill } from './canonicalize.ts';
import { decodeShape } from './decode.ts';
import { job as jobShape } from './job.ts';

/** Not stored by the server. */
const NOT_STORED = new Set(['Migrate', 'Reschedule']);

function without(value: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !names.has(key)));
}

function compact(value: Json): Json {
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(compact);
  if (!isObject(value)) return value;
  const entries = Object.entries(value)
    .map(([key, item]) => [key, compact(item)] as const)
    .filter(([, item]) => item !== null && item !== '' && item !== 0 && item !== false);
  return Object.fromEntries(entries);
}

function storedPorts(network: JsonObject): JsonObject {
  const named = (name: string): Json => {
    const ports = objects(network, name).map((port) => ({
      ...port,
      HostNetwork: port['HostNetwork'] === '' ? 'default' : (port['HostNetwork'] ?? 'default'),
    }));
    return ports.length === 0 ? null : ports;
  };
  return { ...network, DynamicPorts: named('DynamicPorts'), ReservedPorts: named('ReservedPorts') };
}

function storedNetworks(owner: JsonObject): Json {
  const networks = objects(owner, 'Networks').map((network) => compact(storedPorts(network)));
  return networks.length === 0 ? null : networks;
}

function storedServices(owner: JsonObject, namespace: Json): Json {
  const services = objects(owner, 'Services').map((service) => ({
    ...without(service, new Set(['CheckRestart'])),
    Namespace: namespace,
  }));
  return services.length === 0 ? null : services;
}

const IDENTITY: JsonObject = {
  Audience: ['nomadproject.io'],
  ChangeMode: '',
  ChangeSignal: '',
  Env: false,
  ExtraClaims: null,
  File: false,
  Filepath: '',
  Name: 'default',
  ServiceName: '',
  TTL: 0,
};

const ABSENT_RESOURCES: JsonObject = {
  Devices: null,
  DiskMB: 0,
  IOPS: 0,
  MemoryMaxMB: 0,
  NUMA: null,
  SecretsMB: 0,
};

function storedTask(task: JsonObject, namespace: Json): JsonObject {
  const resources = { ...ABSENT_RESOURCES, ...fill(object(task, 'Resources'), ABSENT_RESOURCES) };
  return {
    ...task,
    CSIPluginConfig: null,
    Identity: object(task, 'Identity') ?? IDENTITY,
    LogConfig: without(object(task, 'LogConfig') ?? {}, new Set(['Enabled'])),
    Resources: { ...resources, Networks: storedNetworks(resources) },
    Services: storedServices(task, namespace),
  };
}

function storedGroup(group: JsonObject, namespace: Json): JsonObject {
  return {
    ...group,
    Networks: storedNetworks(group),
    PreventRescheduleOnLost: group['PreventRescheduleOnLost'] ?? false,
    Services: storedServices(group, namespace),
    Tasks: objects(group, 'Tasks').map((task) => storedTask(task, namespace)),
  };
}

const NO_UPDATE: JsonObject = {
  AutoPromote: false,
  AutoRevert: false,
  Canary: 0,
  HealthCheck: '',
  HealthyDeadline: 0,
  MaxParallel: 0,
  MinHealthyTime: 0,
  ProgressDeadline: 0,
  Stagger: 0,
};

/** Groups carry the strategy; of the job's own only two members are stored. */
function storedUpdate(update: JsonObject | undefined): JsonObject {
  const parallel = update?.['MaxParallel'] ?? 0;
  if (update === undefined || typeof parallel !== 'number' || parallel <= 0) return NO_UPDATE;
  return { ...NO_UPDATE, MaxParallel: parallel, Stagger: update['Stagger'] ?? 0 };
}

/** As the server stores a posted job. */
export function admit(posted: JsonObject): JsonObject {
  const job = canonicalize(decodeShape(posted, jobShape, 'Job.Job'));
  const datacenters = job['Datacenters'];
  return {
    ...without(job, NOT_STORED),
    Datacenters: Array.isArray(datacenters) && datacenters.length > 0 ? datacenters : ['*'],
    DispatchIdempotencyToken: job['DispatchIdempotencyToken'] ?? '',
    NodePool: job['NodePool'] === '' ? 'default' : (job['NodePool'] ?? 'default'),
    Update: storedUpdate(object(job, 'Update')),
    TaskGroups: objects(job, 'TaskGroups').map((group) => storedGroup(group, job['Namespace'] ?? 'default')),
  };
}
