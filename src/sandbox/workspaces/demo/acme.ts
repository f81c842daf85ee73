import { identifier } from '../identifiers.ts';
import type { Organization, Workspace } from '../model.ts';
import { newWorkspace } from '../new-workspace.ts';
import { lockHolder } from '../permissions.ts';
import { INITIAL_SETTINGS } from '../settings.ts';
import type { WorkspaceStore } from '../store.ts';

const DAY = 86_400_000;

export const ACME_SSH_KEY = 'sshkey-GxrePWre1Ezug7aM';

const CORE_TAG = { id: 'tag-tjUU4hd5', name: 'core' };

interface Example {
  readonly name: string;
  readonly id?: string;
  readonly environment: 'prod' | 'staging' | 'dev';
  readonly tags: readonly string[];
  readonly more?: Partial<Workspace>;
}

const EXAMPLES: readonly Example[] = [
  {
    name: 'network-prod',
    environment: 'prod',
    tags: ['eu', 'critical'],
    more: {
      resourceCount: 31,
      sshKeyId: ACME_SSH_KEY,
      retention: {
        id: identifier('drp', 'acme/network-prod'),
        type: 'data-retention-policy-delete-olders',
        days: 30,
      },
    },
  },
  {
    name: 'dns-prod',
    environment: 'prod',
    tags: ['core'],
    more: {
      resourceCount: 12,
      lock: { holder: lockHolder({ name: 'owner', token: '' }), reason: 'Zone migration' },
    },
  },
  { name: 'billing', environment: 'prod', tags: ['pci'], more: { resourceCount: 8 } },
  { name: 'app-prod', environment: 'prod', tags: ['eu'], more: { resourceCount: 22 } },
  {
    name: 'app-staging',
    id: 'ws-mJbn8i3TqTQm4eMH',
    environment: 'staging',
    tags: ['eu'],
    more: {
      settings: { ...INITIAL_SETTINGS, 'auto-apply': true },
      vcsRepo: {
        identifier: 'acme/app',
        branch: 'main',
        'ingress-submodules': false,
        'oauth-token-id': identifier('ot', 'acme'),
        'vcs-app-installation-id': null,
        'tags-regex': null,
      },
    },
  },
  { name: 'network-dev', environment: 'dev', tags: [] },
];

export function addAcmeWorkspaces(store: WorkspaceStore, acme: Organization, start: number): void {
  acme.tags.set(CORE_TAG.id, CORE_TAG.name);
  for (const [position, { name, id, environment, tags, more }] of EXAMPLES.entries()) {
    const workspace = newWorkspace(
      {
        id: id ?? identifier('ws', `acme/${name}`),
        organization: acme.name,
        name,
        projectId: acme.defaultProjectId,
        createdAt: start - (200 - position) * DAY,
      },
      { ...more, tagBindings: new Map([['env', environment]]) },
    );
    for (const tag of tags) workspace.tags.add(store.tagNamed(acme, tag));
    store.add(workspace);
  }
  const dns = store.byName(acme.name, 'dns-prod');
  if (dns !== undefined) store.byName(acme.name, 'network-prod')?.consumers.add(dns.id);
}
