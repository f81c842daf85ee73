import type { Workspace } from './model.ts';
import { INITIAL_SETTINGS } from './settings.ts';

type Given = Pick<Workspace, 'id' | 'organization' | 'name' | 'projectId' | 'createdAt'>;

export function newWorkspace(given: Given, more: Partial<Workspace> = {}): Workspace {
  return {
    settings: INITIAL_SETTINGS,
    execution: undefined,
    vcsRepo: null,
    lock: undefined,
    sshKeyId: null,
    retention: undefined,
    consumers: new Set(),
    tags: new Set(),
    tagBindings: new Map(),
    updatedAt: given.createdAt,
    resourceCount: 0,
    currentState: undefined,
    intermediateStates: [],
    runs: [],
    configurationVersions: [],
    outputs: [],
    readme: undefined,
    ...given,
    ...more,
  };
}
