import type { JsonObject } from '../wire/json.ts';

const SECOND = 1e9;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export const UPDATE_DEFAULTS: JsonObject = {
  AutoPromote: false,
  AutoRevert: false,
  Canary: 0,
  HealthCheck: 'checks',
  HealthyDeadline: 5 * MINUTE,
  MaxParallel: 1,
  MinHealthyTime: 10 * SECOND,
  ProgressDeadline: 10 * MINUTE,
  Stagger: 30 * SECOND,
};

export const MIGRATE_DEFAULTS: JsonObject = {
  HealthCheck: 'checks',
  HealthyDeadline: 5 * MINUTE,
  MaxParallel: 1,
  MinHealthyTime: 10 * SECOND,
};

export const EPHEMERAL_DISK_DEFAULTS: JsonObject = { Migrate: false, SizeMB: 300, Sticky: false };

export const LOG_DEFAULTS: JsonObject = { Disabled: false, MaxFileSizeMB: 10, MaxFiles: 10 };

export const PERIODIC_DEFAULTS: JsonObject = {
  Enabled: true,
  Spec: '',
  SpecType: 'cron',
  ProhibitOverlap: false,
  TimeZone: 'UTC',
};

export const TEMPLATE_DEFAULTS: JsonObject = {
  ChangeMode: 'restart',
  ChangeSignal: '',
  DestPath: '',
  EmbeddedTmpl: '',
  Envvars: false,
  ErrMissingKey: false,
  LeftDelim: '{{',
  Perms: '0644',
  RightDelim: '}}',
  SourcePath: '',
  Splay: 5 * SECOND,
};

export function restartDefaults(type: string): JsonObject {
  const long = type === 'batch' || type === 'sysbatch';
  return {
    Attempts: long ? 3 : 2,
    Delay: 15 * SECOND,
    Interval: long ? 24 * HOUR : 30 * MINUTE,
    Mode: 'fail',
    RenderTemplates: false,
  };
}

export function rescheduleDefaults(type: string): JsonObject {
  if (type === 'service') {
    return {
      Attempts: 0,
      Delay: 30 * SECOND,
      DelayFunction: 'exponential',
      Interval: 0,
      MaxDelay: HOUR,
      Unlimited: true,
    };
  }
  if (type === 'batch') {
    return {
      Attempts: 1,
      Delay: 5 * SECOND,
      DelayFunction: 'constant',
      Interval: 24 * HOUR,
      MaxDelay: 0,
      Unlimited: false,
    };
  }
  return { Attempts: 0, Delay: 0, DelayFunction: '', Interval: 0, MaxDelay: 0, Unlimited: false };
}

export const RESOURCE_DEFAULTS: JsonObject = { CPU: 100, Cores: 0, MemoryMB: 300 };
