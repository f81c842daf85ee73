import type { Json } from '../../contract.ts';
import { isObject, object, objects, text, type JsonObject } from '../wire/json.ts';
import {
  EPHEMERAL_DISK_DEFAULTS,
  LOG_DEFAULTS,
  MIGRATE_DEFAULTS,
  PERIODIC_DEFAULTS,
  RESOURCE_DEFAULTS,
  rescheduleDefaults,
  restartDefaults,
  TEMPLATE_DEFAULTS,
  UPDATE_DEFAULTS,
} from './defaults.ts';

export function fill(
  value: JsonObject | undefined,
  ...sources: readonly (JsonObject | undefined)[]
): JsonObject {
  const filled: Record<string, Json> = { ...value };
  for (const source of sources) {
    for (const [key, item] of Object.entries(source ?? {})) filled[key] ??= item;
  }
  return filled;
}

function emptyToNull(value: Json | undefined): Json {
  return Array.isArray(value) && value.length === 0 ? null : (value ?? null);
}

function canonicalConstraints(list: Json | undefined): Json {
  if (!Array.isArray(list)) return null;
  return emptyToNull(
    list.filter(isObject).map((item) => ({ ...item, Operand: text(item, 'Operand') || '=' })),
  );
}

function canonicalServices(owner: JsonObject, prefix: string): Json {
  const services = objects(owner, 'Services').map((service) => ({
    ...service,
    Name: text(service, 'Name') || prefix,
    AddressMode: text(service, 'AddressMode') || 'auto',
    Cluster: text(service, 'Cluster') || 'default',
    OnUpdate: text(service, 'OnUpdate') || 'require_healthy',
    Provider: text(service, 'Provider') || 'consul',
  }));
  return emptyToNull(services);
}

function canonicalTask(task: JsonObject, restart: JsonObject, prefix: string): JsonObject {
  return {
    ...task,
    Constraints: canonicalConstraints(task['Constraints']),
    KillTimeout: task['KillTimeout'] ?? 5e9,
    LogConfig: { Enabled: null, ...fill(object(task, 'LogConfig'), LOG_DEFAULTS) },
    Resources: fill(object(task, 'Resources'), RESOURCE_DEFAULTS),
    RestartPolicy: fill(object(task, 'RestartPolicy'), restart),
    Services: canonicalServices(task, `${prefix}-${text(task, 'Name')}`),
    Templates: emptyToNull(objects(task, 'Templates').map((template) => fill(template, TEMPLATE_DEFAULTS))),
  };
}

function canonicalScaling(group: JsonObject, count: number): Json {
  const scaling = object(group, 'Scaling');
  return scaling === undefined ? null : fill(scaling, { Enabled: true, Min: count, Max: count });
}

function canonicalGroup(group: JsonObject, job: JsonObject, type: string): JsonObject {
  const restart = fill(object(group, 'RestartPolicy'), restartDefaults(type));
  const prefix = `${text(job, 'Name') || text(job, 'ID')}-${text(group, 'Name')}`;
  const count = typeof group['Count'] === 'number' ? group['Count'] : 1;
  const service = type === 'service';
  const system = type === 'system' || type === 'sysbatch';
  const rolling = service || type === 'system';
  return {
    ...group,
    Count: count,
    Constraints: canonicalConstraints(group['Constraints']),
    EphemeralDisk: fill(object(group, 'EphemeralDisk'), EPHEMERAL_DISK_DEFAULTS),
    Migrate: service ? fill(object(group, 'Migrate'), object(job, 'Migrate'), MIGRATE_DEFAULTS) : null,
    ReschedulePolicy: system
      ? null
      : fill(object(group, 'ReschedulePolicy'), object(job, 'Reschedule'), rescheduleDefaults(type)),
    RestartPolicy: restart,
    Scaling: canonicalScaling(group, count),
    Services: canonicalServices(group, prefix),
    Tasks: objects(group, 'Tasks').map((task) => canonicalTask(task, restart, prefix)),
    Update: rolling ? fill(object(group, 'Update'), object(job, 'Update'), UPDATE_DEFAULTS) : null,
  };
}

export function canonicalize(job: JsonObject): JsonObject {
  const type = text(job, 'Type') || 'service';
  const id = text(job, 'ID');
  const periodic = object(job, 'Periodic');
  const update = object(job, 'Update') ?? (type === 'service' || type === 'system' ? {} : undefined);
  return fill(
    {
      ...job,
      Name: text(job, 'Name') || id,
      Constraints: canonicalConstraints(job['Constraints']),
      Periodic: periodic === undefined ? null : fill(periodic, PERIODIC_DEFAULTS),
      Type: type,
      Update: update === undefined || type === 'batch' ? null : fill(update, UPDATE_DEFAULTS),
      TaskGroups: objects(job, 'TaskGroups').map((group) => canonicalGroup(group, job, type)),
    },
    {
      AllAtOnce: false,
      ConsulNamespace: '',
      CreateIndex: 0,
      JobModifyIndex: 0,
      ModifyIndex: 0,
      Namespace: 'default',
      NodePool: '',
      NomadTokenID: '',
      ParentID: '',
      Priority: 50,
      Region: 'global',
      Stable: false,
      Status: '',
      StatusDescription: '',
      Stop: false,
      VaultNamespace: '',
      Version: 0,
    },
  );
}
