import {
  bool,
  duration,
  freeForm,
  int,
  internal,
  many,
  map,
  one,
  string,
  strings,
  type Shape,
} from './field.ts';
import { affinity, constraint, device, network, restart } from './placement.ts';
import { service } from './service.ts';

const resources: Shape = {
  name: 'Resources',
  fields: [
    int('CPU', { hcl: 'cpu' }),
    int('Cores'),
    int('MemoryMB', { hcl: 'memory' }),
    int('MemoryMaxMB', { hcl: 'memory_max' }),
    int('DiskMB', { hcl: 'disk' }),
    int('IOPS', { hcl: 'iops' }),
    int('SecretsMB', { hcl: 'secrets' }),
    many('Networks', network, { hcl: 'network' }),
    many('Devices', device, { hcl: 'device' }),
    internal('free', 'NUMA'),
  ],
};

const logs: Shape = {
  name: 'LogConfig',
  fields: [
    int('MaxFiles'),
    int('MaxFileSizeMB', { hcl: 'max_file_size' }),
    bool('Disabled'),
    bool('Enabled'),
  ],
};

const artifact: Shape = {
  name: 'Artifact',
  fields: [
    string('GetterSource', { hcl: 'source' }),
    map('GetterOptions', { hcl: 'options' }),
    map('GetterHeaders', { hcl: 'headers' }),
    string('GetterMode', { hcl: 'mode' }),
    bool('GetterInsecure', { hcl: 'insecure' }),
    string('RelativeDest', { hcl: 'destination' }),
  ],
};

const template: Shape = {
  name: 'Template',
  fields: [
    string('SourcePath', { hcl: 'source' }),
    string('DestPath', { hcl: 'destination' }),
    string('EmbeddedTmpl', { hcl: 'data' }),
    string('ChangeMode'),
    string('ChangeSignal'),
    duration('Splay'),
    string('Perms'),
    string('LeftDelim', { hcl: 'left_delimiter' }),
    string('RightDelim', { hcl: 'right_delimiter' }),
    bool('Envvars', { hcl: 'env' }),
    bool('ErrMissingKey', { hcl: 'error_on_missing_key' }),
  ],
};

const vault: Shape = {
  name: 'Vault',
  fields: [
    strings('Policies'),
    string('Role', { unset: '' }),
    string('Namespace'),
    string('Cluster', { unset: '' }),
    bool('Env'),
    bool('DisableFile'),
    string('ChangeMode'),
    string('ChangeSignal'),
  ],
};

const action: Shape = {
  name: 'Action',
  label: 'Name',
  fields: [string('Name', { hcl: false, unset: '' }), string('Command', { unset: '' }), strings('Args')],
};

const identity: Shape = {
  name: 'Identity',
  fields: [
    string('Name', { unset: '' }),
    strings('Audience', { hcl: 'aud' }),
    string('ChangeMode', { unset: '' }),
    string('ChangeSignal', { unset: '' }),
    bool('Env', { unset: false }),
    strings('ExtraClaims'),
    bool('File', { unset: false }),
    string('Filepath', { unset: '' }),
    string('ServiceName', { unset: '' }),
    duration('TTL', { hcl: 'ttl', unset: 0 }),
  ],
};

export const task: Shape = {
  name: 'Task',
  label: 'Name',
  fields: [
    string('Name', { hcl: false, unset: '' }),
    string('Driver', { unset: '' }),
    string('User', { unset: '' }),
    freeForm('Config'),
    map('Env'),
    map('Meta'),
    one('Resources', resources),
    one('RestartPolicy', restart, { hcl: 'restart' }),
    many('Constraints', constraint, { hcl: 'constraint' }),
    many('Affinities', affinity, { hcl: 'affinity' }),
    many('Services', service, { hcl: 'service' }),
    many('Actions', action, { hcl: 'action' }),
    many('Templates', template, { hcl: 'template' }),
    many('Artifacts', artifact, { hcl: 'artifact' }),
    many(
      'VolumeMounts',
      {
        name: 'VolumeMount',
        fields: [string('Volume'), string('Destination'), bool('ReadOnly'), string('PropagationMode')],
      },
      { hcl: 'volume_mount' },
    ),
    one('LogConfig', logs, { hcl: 'logs' }),
    one('Lifecycle', { name: 'Lifecycle', fields: [string('Hook'), bool('Sidecar')] }),
    one('DispatchPayload', { name: 'DispatchPayload', fields: [string('File', { unset: '' })] }),
    one('Vault', vault),
    one('Identity', identity, { hcl: false }),
    many('Identities', identity, { hcl: 'identity' }),
    bool('Leader', { unset: false }),
    string('KillSignal', { unset: '' }),
    duration('KillTimeout'),
    string('Kind', { unset: '' }),
    duration('ShutdownDelay', { unset: 0 }),
    internal('free', 'Consul'),
    internal('free', 'ScalingPolicies'),
    internal('free', 'Schedule'),
    internal('free', 'Secrets'),
  ],
};
