import {
  bool,
  duration,
  freeForm,
  int,
  internal,
  keyed,
  many,
  map,
  one,
  string,
  type Shape,
} from './field.ts';
import { affinity, constraint, network, reschedule, restart, spread } from './placement.ts';
import { service } from './service.ts';
import { task } from './task.ts';

export const update: Shape = {
  name: 'Update',
  fields: [
    duration('Stagger'),
    int('MaxParallel'),
    string('HealthCheck'),
    duration('MinHealthyTime'),
    duration('HealthyDeadline'),
    duration('ProgressDeadline'),
    int('Canary'),
    bool('AutoRevert'),
    bool('AutoPromote'),
  ],
};

export const migrate: Shape = {
  name: 'Migrate',
  fields: [
    int('MaxParallel'),
    string('HealthCheck'),
    duration('MinHealthyTime'),
    duration('HealthyDeadline'),
  ],
};

const scaling: Shape = {
  name: 'Scaling',
  fields: [
    bool('Enabled'),
    int('Min'),
    int('Max'),
    freeForm('Policy'),
    internal('string', 'Type', 'horizontal'),
    internal('string', 'ID', ''),
    internal('string', 'Namespace', ''),
    internal('free', 'Target'),
    internal('int', 'CreateIndex', 0),
    internal('int', 'ModifyIndex', 0),
  ],
};

const volume: Shape = {
  name: 'Volume',
  label: 'Name',
  fields: [
    string('Name', { hcl: false, unset: '' }),
    string('Type', { unset: '' }),
    string('Source', { unset: '' }),
    bool('ReadOnly', { unset: false }),
    string('AccessMode', { unset: '' }),
    string('AttachmentMode', { unset: '' }),
    bool('PerAlloc', { unset: false }),
  ],
};

const disconnect: Shape = {
  name: 'Disconnect',
  fields: [duration('LostAfter'), duration('StopOnClientAfter'), bool('Replace'), string('Reconcile')],
};

export const group: Shape = {
  name: 'TaskGroup',
  label: 'Name',
  fields: [
    string('Name', { hcl: false, unset: '' }),
    int('Count'),
    many('Tasks', task, { hcl: 'task' }),
    many('Constraints', constraint, { hcl: 'constraint' }),
    many('Affinities', affinity, { hcl: 'affinity' }),
    many('Spreads', spread, { hcl: 'spread' }),
    many('Networks', network, { hcl: 'network' }),
    many('Services', service, { hcl: 'service' }),
    keyed('Volumes', volume, { hcl: 'volume' }),
    one('RestartPolicy', restart, { hcl: 'restart' }),
    one('ReschedulePolicy', reschedule, { hcl: 'reschedule' }),
    one(
      'EphemeralDisk',
      { name: 'EphemeralDisk', fields: [bool('Sticky'), bool('Migrate'), int('SizeMB', { hcl: 'size' })] },
      { hcl: 'ephemeral_disk' },
    ),
    one('Update', update),
    one('Migrate', migrate),
    one('Scaling', scaling),
    one('Disconnect', disconnect),
    map('Meta'),
    duration('ShutdownDelay'),
    duration('StopAfterClientDisconnect'),
    duration('MaxClientDisconnect'),
    duration('MaxRunDuration'),
    bool('PreventRescheduleOnLost'),
    internal('free', 'Consul'),
  ],
};
