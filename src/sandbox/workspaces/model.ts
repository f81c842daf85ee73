/** test/seeds/1-workspaces.md, section 2, with its attribute names. */
import type { Json } from '../contract.ts';

export type ExecutionMode = 'remote' | 'local' | 'agent';

export type SettingName =
  | 'allow-destroy-plan'
  | 'assessments-enabled'
  | 'auto-apply'
  | 'auto-apply-run-trigger'
  | 'auto-destroy-at'
  | 'auto-destroy-activity-duration'
  | 'description'
  | 'file-triggers-enabled'
  | 'global-remote-state'
  | 'queue-all-runs'
  | 'source-name'
  | 'source-url'
  | 'speculative-enabled'
  | 'structured-run-output-enabled'
  | 'engine-version'
  | 'trigger-patterns'
  | 'trigger-prefixes'
  | 'working-directory';

export type Settings = Readonly<Record<SettingName, Json>>;

/** Absent: the organization's default (setting-overwrites). */
export interface Execution {
  readonly mode: ExecutionMode;
  readonly agentPoolId: string | null;
}

/** 2.2. An empty branch is the default branch. */
export interface VcsRepo {
  readonly identifier: string;
  readonly branch: string;
  readonly 'ingress-submodules': boolean;
  readonly 'oauth-token-id': string | null;
  readonly 'vcs-app-installation-id': string | null;
  readonly 'tags-regex': string | null;
}

export interface LockHolder {
  readonly type: 'users' | 'teams' | 'runs';
  readonly id: string;
  readonly name: string;
}

export interface Lock {
  readonly holder: LockHolder;
  readonly reason: string;
}

export interface Run {
  readonly id: string;
  readonly status: string;
  readonly message: string;
  readonly createdAt: number;
  readonly planMilliseconds: number;
  readonly applyMilliseconds: number;
  readonly policyCheckFailed: boolean;
  readonly configurationVersionId: string;
}

export interface ConfigurationVersion {
  readonly id: string;
  readonly source: string;
  readonly createdAt: number;
  readonly speculative: boolean;
  readonly commit: { readonly id: string; readonly sha: string; readonly message: string } | undefined;
}

/** Uploaded while locked; an unlock makes it current (section 3). */
export interface IntermediateState {
  readonly id: string;
  readonly createdAt: number;
  finalizedAt: number;
  /** Between the first refused unlock and the final state. */
  readonly afterAttempt: number;
}

export interface StateVersion {
  readonly id: string;
  readonly createdAt: number;
}

export interface Output {
  readonly id: string;
  readonly name: string;
  readonly value: Json;
  readonly outputType: string;
  readonly sensitive: boolean;
}

export interface RetentionPolicy {
  readonly id: string;
  readonly type: 'data-retention-policy-delete-olders' | 'data-retention-policy-dont-deletes';
  readonly days: number | undefined;
}

export interface Workspace {
  readonly id: string;
  readonly organization: string;
  name: string;
  projectId: string;
  settings: Settings;
  execution: Execution | undefined;
  vcsRepo: VcsRepo | null;
  lock: Lock | undefined;
  sshKeyId: string | null;
  retention: RetentionPolicy | undefined;
  readonly consumers: Set<string>;
  readonly tags: Set<string>;
  tagBindings: ReadonlyMap<string, string>;
  readonly createdAt: number;
  updatedAt: number;
  resourceCount: number;
  currentState: StateVersion | undefined;
  intermediateStates: readonly IntermediateState[];
  runs: readonly Run[];
  configurationVersions: readonly ConfigurationVersion[];
  outputs: readonly Output[];
  readme: string | undefined;
}

export interface Project {
  readonly id: string;
  readonly name: string;
  /** `restricted`: hidden from operator's and reader's teams; `lab`: the operator's team is admin. */
  readonly access: 'ordinary' | 'restricted' | 'lab';
}

export interface Organization {
  readonly name: string;
  email: string;
  /** Set and read by clients, without effect. */
  further: Readonly<Record<string, Json>>;
  readonly defaultProjectId: string;
  defaultExecutionMode: ExecutionMode;
  /** For workspaces with the organization's mode `agent`. */
  defaultAgentPoolId: string | null;
  readonly retention: RetentionPolicy;
  readonly projects: Map<string, Project>;
  readonly agentPools: Map<string, string>;
  readonly sshKeys: Map<string, string>;
  /** By ID; removed with the last workspace. */
  readonly tags: Map<string, string>;
}
