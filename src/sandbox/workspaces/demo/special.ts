/** Covers every rule of the document. */
import { identifier } from '../identifiers.ts';
import type { Lock, Output, Workspace } from '../model.ts';
import { lockHolder } from '../permissions.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const OWNER: Lock['holder'] = lockHolder({ name: 'owner', token: '' });

function output(
  workspace: string,
  name: string,
  outputType: string,
  value: Output['value'],
  sensitive = false,
): Output {
  return { id: identifier('wsout', `${workspace} ${name}`), name, value, outputType, sensitive };
}

function person(name: string): Lock['holder'] {
  return { type: 'users', id: identifier('user', name), name };
}

/** By name; applied last. */
const SPECIAL: Readonly<Record<string, (workspace: Workspace, start: number) => void>> = {
  'network-prod'(workspace) {
    workspace.vcsRepo = {
      identifier: 'acme/network',
      branch: 'main',
      'ingress-submodules': false,
      'oauth-token-id': identifier('ot', 'acme'),
      'vcs-app-installation-id': null,
      'tags-regex': null,
    };
    workspace.settings = {
      ...workspace.settings,
      'working-directory': 'live/prod',
      'trigger-patterns': ['/live/prod/**/*', '/modules/**/*'],
      'auto-apply': true,
    };
    workspace.readme =
      '# network-prod\n\nVPCs, subnets and peering of production. Changes need a change number.\n';
    workspace.outputs = [
      output('network-prod', 'vpc_id', 'string', 'vpc-0b5c7c1f9d2e4a681'),
      output('network-prod', 'subnet_ids', 'array', ['subnet-0a1', 'subnet-0b2', 'subnet-0c3']),
      output('network-prod', 'vpn_preshared_key', 'string', 'demo-psk-7Qx2vLr9', true),
    ];
    workspace.sshKeyId = identifier('sshkey', 'modules');
  },
  'dns-prod'(workspace) {
    workspace.lock = {
      holder: person('mia.tanaka'),
      reason: 'Zone migration CHG-2041, ask before unlocking',
    };
  },
  'identity-prod'(workspace) {
    workspace.lock = {
      holder: { type: 'teams', id: identifier('team', 'sre'), name: 'sre' },
      reason: 'Change freeze until Monday',
    };
  },
  'checkout-prod'(workspace) {
    const run = workspace.runs.at(-1);
    if (run !== undefined)
      workspace.lock = { holder: { type: 'runs', id: run.id, name: run.id }, reason: '' };
  },
  /** 503 until the pending state is final: after ten minutes, or five seconds after the first attempt. */
  'data-pipeline-prod'(workspace, start) {
    workspace.lock = { holder: OWNER, reason: 'Uploading recovered state' };
    workspace.intermediateStates = [
      {
        id: identifier('sv', 'data-pipeline-prod pending'),
        createdAt: start - MINUTE,
        finalizedAt: start + 10 * MINUTE,
        afterAttempt: 5 * SECOND,
      },
    ];
  },
  'observability-prod'(workspace) {
    workspace.settings = { ...workspace.settings, 'global-remote-state': true };
  },
  'ci-runners-prod'(workspace) {
    workspace.execution = { mode: 'agent', agentPoolId: identifier('apool', 'datacenter') };
  },
  'warehouse-dev'(workspace) {
    workspace.execution = { mode: 'local', agentPoolId: null };
  },
  'search-staging'(workspace) {
    workspace.settings = { ...workspace.settings, 'engine-version': '~> 1.5.0' };
  },
  'playground-dev'(workspace) {
    workspace.settings = { ...workspace.settings, 'auto-destroy-activity-duration': '14d' };
  },
  'storefront-dev'(workspace) {
    workspace.retention = {
      id: identifier('drp', 'storefront-dev'),
      type: 'data-retention-policy-delete-olders',
      days: 14,
    };
  },
};

export function setApart(workspace: Workspace, start: number): void {
  if (Object.hasOwn(SPECIAL, workspace.name)) SPECIAL[workspace.name]?.(workspace, start);
}
