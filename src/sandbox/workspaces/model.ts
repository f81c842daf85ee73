/**
 * The data of the workspaces service (test/seeds/1-workspaces.md, section 2). Settings are named like the document's
 * attributes.
 */
import type { Json } from '../contract.ts';

export type ExecutionMode = 'remote' | 'local' | 'agent';

/** Attributes that are stored and returned unchanged (2.1). */
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

/** The workspace's own setting; without it the organization's default applies (setting-overwrites). */
export interface Execution {
  readonly mode: ExecutionMode;
  readonly agentPoolId: string | null;
}

/** The keys of 2.2. An empty branch means the repository's default branch. */
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

/** An uploaded configuration; one from VCS has a commit. */
export interface ConfigurationVersion {
  readonly id: string;
  readonly source: string;
  readonly createdAt: number;
  readonly speculative: boolean;
  readonly commit: { readonly id: string; readonly sha: string; readonly message: string } | undefined;
}

/** A state uploaded while the workspace was locked; an unlock makes it current (section 3). */
export interface IntermediateState {
  readonly id: string;
  readonly createdAt: number;
  finalizedAt: number;
  /** Latest delay between the first refused unlock and the state becoming final. */
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
  /** Only for delete-olders. */
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
  /** IDs of flat tags. */
  readonly tags: Set<string>;
  /** Key-value tags. */
  tagBindings: ReadonlyMap<string, string>;
  readonly createdAt: number;
  updatedAt: number;
  resourceCount: number;
  currentState: StateVersion | undefined;
  intermediateStates: readonly IntermediateState[];
  /** Oldest first; the last one is the current run. */
  runs: readonly Run[];
  configurationVersions: readonly ConfigurationVersion[];
  outputs: readonly Output[];
  readme: string | undefined;
}

export interface Project {
  readonly id: string;
  readonly name: string;
  /** `restricted` is hidden from the operator's and reader's teams; the operator's team is admin of `lab`. */
  readonly access: 'ordinary' | 'restricted' | 'lab';
}

export interface Organization {
  readonly name: string;
  email: string;
  /** Attributes that clients set and read, and that change nothing here. */
  further: Readonly<Record<string, Json>>;
  readonly defaultProjectId: string;
  defaultExecutionMode: ExecutionMode;
  /** The pool of workspaces that take the organization's mode, if that is `agent`. */
  defaultAgentPoolId: string | null;
  readonly retention: RetentionPolicy;
  readonly projects: Map<string, Project>;
  /** Maps IDs to names. */
  readonly agentPools: Map<string, string>;
  readonly sshKeys: Map<string, string>;
  /** Flat tags, ID to name; a tag is removed with its last workspace. */
  readonly tags: Map<string, string>;
}
