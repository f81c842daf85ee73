/** The keys at every depth, since the server silently ignores others. */
import type { DocumentKeys } from '../../catalogue/kind.ts';

const of = (names: string, inner: DocumentKeys = {}): DocumentKeys => ({
  ...Object.fromEntries(names.split(' ').map((name) => [name, true])),
  ...inner,
});

const constraint = of('LTarget RTarget Operand');
const affinity = of('LTarget RTarget Operand Weight');
const update = of(
  'Stagger MaxParallel HealthCheck MinHealthyTime HealthyDeadline ProgressDeadline Canary AutoRevert AutoPromote',
);
const reschedule = of('Attempts Interval Delay DelayFunction MaxDelay Unlimited');
const migrate = of('MaxParallel HealthCheck MinHealthyTime HealthyDeadline');
const restart = of('Interval Attempts Delay Mode RenderTemplates');
const spread = of('Attribute Weight', { SpreadTarget: of('Value Percent') });
const checkRestart = of('Limit Grace IgnoreWarnings');
const identity = of('Name Audience ChangeMode ChangeSignal Env File Filepath ServiceName TTL ExtraClaims');
const port = of('Label Value To HostNetwork IgnoreCollision');
const network = of('Mode Device CIDR IP Hostname MBits CNI', {
  DNS: of('Servers Searches Options'),
  ReservedPorts: port,
  DynamicPorts: port,
});
const check = of(
  'Id Name Type Command Args Path Protocol PortLabel Expose AddressMode Interval Timeout InitialStatus TLSServerName ' +
    'TLSSkipVerify Header Method GRPCService GRPCUseTLS TaskName SuccessBeforePassing FailuresBeforeCritical ' +
    'FailuresBeforeWarning Body OnUpdate Notes Advertise',
  { CheckRestart: checkRestart },
);
const service = of(
  'Id Name Namespace Tags CanaryTags EnableTagOverride PortLabel AddressMode Address Connect Meta CanaryMeta ' +
    'TaggedAddresses TaskName OnUpdate Provider Cluster Kind',
  { Checks: check, CheckRestart: checkRestart, Identity: identity, Weights: of('Passing Warning') },
);
const scaling = of('ID Namespace Target Type Min Max Policy Enabled CreateIndex ModifyIndex');
const consul = of('Namespace Cluster Partition');
const template = of(
  'SourcePath DestPath EmbeddedTmpl ChangeMode ChangeSignal Splay Perms Uid Gid LeftDelim RightDelim Envvars VaultGrace ' +
    'ErrMissingKey Once',
  { ChangeScript: of('Command Args Timeout FailOnError RunOnFirstRender'), Wait: of('Min Max') },
);
const task = of('Name Driver User Config Env Meta KillTimeout Leader ShutdownDelay KillSignal Kind', {
  Lifecycle: of('Hook Sidecar'),
  Constraints: constraint,
  Affinities: affinity,
  Services: service,
  Resources: of('CPU Cores MemoryMB MemoryMaxMB DiskMB SecretsMB IOPS', {
    Networks: network,
    Devices: of('Name Count FirstAvailable', { Constraints: constraint, Affinities: affinity }),
    NUMA: of('Affinity Devices'),
  }),
  RestartPolicy: restart,
  LogConfig: of('MaxFiles MaxFileSizeMB Enabled Disabled'),
  Artifacts: of('GetterSource GetterOptions GetterHeaders GetterMode GetterInsecure RelativeDest Chown'),
  Vault: of(
    'Policies Role Namespace Cluster Env DisableFile File ChangeMode ChangeSignal AllowTokenExpiration',
  ),
  Consul: consul,
  Templates: template,
  DispatchPayload: of('File'),
  VolumeMounts: of('Volume Destination ReadOnly PropagationMode SELinuxLabel'),
  CSIPluginConfig: of('ID Type MountDir StagePublishBaseDir HealthTimeout'),
  ScalingPolicies: scaling,
  Identity: identity,
  Identities: identity,
  Actions: of('Name Command Args'),
  Schedule: of('', { Cron: of('Start End Timezone') }),
  Secrets: of('Name Provider Path Config Env'),
  UsesConnectSidecar: true,
});
const group = of(
  'Name Count Meta ShutdownDelay StopAfterClientDisconnect MaxClientDisconnect PreventRescheduleOnLost MaxRunDuration',
  {
    Constraints: constraint,
    Affinities: affinity,
    Tasks: task,
    Spreads: spread,
    Volumes: {
      '*': of('Name Type Source ReadOnly Sticky AccessMode AttachmentMode PerAlloc', {
        MountOptions: of('FSType MountFlags'),
      }),
    },
    RestartPolicy: restart,
    Disconnect: of('LostAfter StopOnClientAfter Replace Reconcile'),
    ReschedulePolicy: reschedule,
    EphemeralDisk: of('Sticky Migrate SizeMB'),
    Update: update,
    Migrate: migrate,
    Networks: network,
    Services: service,
    Scaling: scaling,
    Consul: consul,
  },
);

export const jobKeys: DocumentKeys = of(
  'Region Namespace ID Name Type Priority AllAtOnce Datacenters NodePool Meta ConsulToken VaultToken Stop ParentID ' +
    'Dispatched DispatchIdempotencyToken Payload ConsulNamespace VaultNamespace NomadTokenID Status StatusDescription ' +
    'Stable Version SubmitTime CreateIndex ModifyIndex JobModifyIndex VersionTag',
  {
    Constraints: constraint,
    Affinities: affinity,
    TaskGroups: group,
    Update: update,
    Multiregion: of('', {
      Strategy: of('MaxParallel OnFailure'),
      Regions: of('Name Count Datacenters NodePool Meta'),
    }),
    Spreads: spread,
    Periodic: of('Enabled Spec Specs SpecType ProhibitOverlap TimeZone'),
    ParameterizedJob: of('Payload MetaRequired MetaOptional'),
    Reschedule: reschedule,
    Migrate: migrate,
    UI: of('Description', { Links: of('Label URL Url') }),
  },
);
