import type { Json } from '../contract.ts';

/** As in files of desired state: documented names. */
export interface StateObject {
  readonly kind: string;
  readonly name?: string;
  readonly organization?: string;
  readonly namespace?: string;
  readonly mount?: string;
  readonly settings: Readonly<Record<string, Json>>;
  readonly tags?: readonly string[];
  readonly consumers?: readonly string[];
  readonly 'retention-policy'?: Json;
  readonly 'ssh-key'?: string | null;
  /** The source of a job in HCL, in place of its settings. */
  readonly source?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

export const encoded = (name: string): string => name.split('/').map(encodeURIComponent).join('/');

export interface SecretKind {
  readonly kind: string;
  readonly engine: 'pki' | 'aws' | 'ldap';
  /** Below the mount; without the object's name. */
  readonly path: string;
  readonly named: boolean;
  /** Shown, but not accepted. */
  readonly shownOnly: readonly string[];
  /** Stand-ins for secrets, which a state lacks, so that the object works. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/** Ordered by dependency. */
export const SECRET_KINDS: readonly SecretKind[] = [
  { kind: 'pki-urls', engine: 'pki', path: 'config/urls', named: false, shownOnly: [] },
  { kind: 'pki-crl-config', engine: 'pki', path: 'config/crl', named: false, shownOnly: [] },
  { kind: 'pki-role', engine: 'pki', path: 'roles', named: true, shownOnly: [] },
  {
    kind: 'cloud-config',
    engine: 'aws',
    path: 'config/root',
    named: false,
    shownOnly: [],
    secrets: { secret_key: 'sandbox-secret-key' },
  },
  { kind: 'cloud-role', engine: 'aws', path: 'roles', named: true, shownOnly: [] },
  {
    kind: 'cloud-static-role',
    engine: 'aws',
    path: 'static-roles',
    named: true,
    shownOnly: ['id', 'name', 'last_rotation_time'],
  },
  {
    kind: 'ldap-config',
    engine: 'ldap',
    path: 'config',
    named: false,
    shownOnly: ['last_bind_password_rotation'],
  },
  { kind: 'ldap-role', engine: 'ldap', path: 'role', named: true, shownOnly: [] },
  {
    kind: 'ldap-static-role',
    engine: 'ldap',
    path: 'static-role',
    named: true,
    shownOnly: ['last_vault_rotation', 'last_password', 'name'],
  },
  { kind: 'ldap-set', engine: 'ldap', path: 'library', named: true, shownOnly: [] },
];

/** For documents without a mount. */
export const DEFAULT_MOUNTS: Readonly<Record<SecretKind['engine'], string>> = {
  pki: 'pki',
  aws: 'cloud',
  ldap: 'ldap',
};

export const WORKSPACE_SETTINGS: readonly string[] = [
  'agent-pool-id',
  'allow-destroy-plan',
  'assessments-enabled',
  'auto-apply',
  'auto-apply-run-trigger',
  'auto-destroy-activity-duration',
  'auto-destroy-at',
  'description',
  'engine-version',
  'execution-mode',
  'file-triggers-enabled',
  'global-remote-state',
  'queue-all-runs',
  'setting-overwrites',
  'speculative-enabled',
  'trigger-patterns',
  'trigger-prefixes',
  'vcs-repo',
  'working-directory',
];

export const JOB_SHOWN_ONLY: readonly string[] = [
  'CreateIndex',
  'DispatchIdempotencyToken',
  'Dispatched',
  'ID',
  'JobModifyIndex',
  'ModifyIndex',
  'Namespace',
  'NomadTokenID',
  'ParentID',
  'Payload',
  'Stable',
  'Status',
  'StatusDescription',
  'Stop',
  'SubmitTime',
  'Version',
  'VersionTag',
];
