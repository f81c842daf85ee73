/** test/seeds/1-workspaces.md as documented, HCP Terraform, Terraform Enterprise and OTF. */
import { generic, isSupported } from '../../catalogue/product.ts';
import type { Decision, ServerProduct } from '../../catalogue/product.ts';
import type { ProofSource, KnownError, Product, Proven } from '../product.ts';

const mediaType = 'application/vnd.api+json';

const terraformWire = {
  'engine-version': 'terraform-version',
  'vcs-app-installation-id': 'github-app-installation-id',
  'workspace-kpis-run-count': 'workspace-kpis-runs-count',
};

const nothing = (shownBy: ProofSource): Proven => ({ made: 'nothing', shownBy });

const refused = { exit: 1, code: 'refused' } as const;
const missing = { exit: 5, code: 'not-found' } as const;
const conflict = { exit: 6, code: 'conflict' } as const;

const pendingState: KnownError = {
  status: [503, 400],
  text: /state version is still pending|not yet finalized|still pending/i,
  is: { exit: 7, code: 'state-pending' },
  proves: nothing(
    'https://developer.hashicorp.com/terraform/cloud-docs/api-docs/workspaces#unlock-a-workspace',
  ),
  operations: ['workspace.unlock'],
  hint: 'Inspect the latest state version before you force-unlock, or run the command again with --wait.',
};

/** All locking errors are 409, but scripts must tell them apart. */
const lockErrors: readonly KnownError[] = [
  {
    operations: ['workspace.lock'],
    text: /^/,
    is: { ...conflict, reason: 'already-locked' },
    proves: nothing('test/recordings/workspaces/workspace.lock.already-locked.json'),
  },
  {
    operations: ['workspace.unlock'],
    text: /already unlocked|not locked/i,
    is: { ...conflict, reason: 'already-unlocked' },
    proves: nothing('test/recordings/workspaces/workspace.unlock.already-unlocked.json'),
  },
  {
    operations: ['workspace.force-unlock'],
    text: /^/,
    is: { ...conflict, reason: 'already-unlocked' },
    proves: nothing('test/recordings/workspaces/workspace.force-unlock.already-unlocked.json'),
  },
].map((known) => ({ status: [409], ...known }));

const nameTaken: KnownError = {
  status: [409, 422],
  text: /^[^;]*already (?:been taken|exists)[^;]*$/i,
  is: { exit: 6, code: 'name-taken' },
  proves: nothing('test/recordings/workspaces/workspace.create.duplicate-name.json'),
  operations: ['workspace.create'],
  hint: 'Organization {organization_name} already has a workspace {name}. Give another name.',
};

const renamedToTaken: KnownError = {
  ...nameTaken,
  proves: nothing('test/recordings/workspaces/workspace.update.name-taken.json'),
  operations: ['workspace.update', 'workspace.update-by-name'],
  hint: 'The organization already has a workspace {new-name}. Give another name.',
};

const everyServer = [...lockErrors, nameTaken, renamedToTaken];

/** The 404 for an organization's token, which has the words for a missing key. */
const sshKeyNotFound: KnownError = {
  status: [404],
  text: /^/,
  is: missing,
  proves: nothing(
    'https://developer.hashicorp.com/terraform/cloud-docs/api-docs/workspaces#assign-an-ssh-key-to-a-workspace',
  ),
  operations: ['workspace.ssh-key.'],
  hint:
    'The workspace or the key does not exist, the token lacks the permission (Admin on the workspace), or it is an ' +
    'organization token: SSH keys need the token of a user or a team.',
};

/** Attributes that the server accepts and silently drops. */
const ignoredAttributes = [
  'project',
  'tag',
  'assessments-enabled',
  'auto-destroy-at',
  'auto-destroy-activity-duration',
  'setting-overwrites',
  'vcs-repo.ingress-submodules',
];

const ignoredUpdates = [...ignoredAttributes, 'vcs-repo.vcs-app-installation-id'];

/** OTF replies with plain texts and status 404 or 500. */
const plainErrors: readonly KnownError[] = [
  {
    status: [500],
    text: /locked by different user/i,
    is: { ...conflict, reason: 'locked-by-other' },
    proves: nothing('test/recordings/workspaces/workspace.unlock.locked-by-other-user.json'),
    operations: ['workspace.unlock'],
    hint: 'Ask the holder, or break the lock: trivet workspace force-unlock {workspace_id}',
  },
  {
    status: [500],
    text: /only a run or a user can (?:un)?lock/i,
    is: { exit: 4, code: 'denied' },
    proves: nothing('test/recordings/workspaces/workspace.lock.organization-token.json'),
    hint: 'Only the token of a user can lock or unlock on OTF, not that of an organization or a team.',
  },
  {
    status: [404],
    text: /retrieving included resource/i,
    is: missing,
    hint: 'The workspace exists, but not what --include asks for; outputs need a state version.',
  },
  {
    // The tags are in one transaction with the workspace, which is rolled back.
    status: [404],
    text: /retrieving vcs provider/i,
    is: missing,
    proves: nothing('otf/internal/workspace/service.go CreateWorkspace'),
    hint: 'The OAuth connection that was named does not exist, or the token cannot see it.',
  },
  {
    status: [404],
    text: /^/,
    is: missing,
    proves: nothing('test/recordings/workspaces/workspace.create.unknown-pool.json'),
    operations: ['workspace.create'],
    hint: 'The organization, or an agent pool or OAuth token that was named, does not exist, or the token cannot see it.',
  },
  {
    status: [500],
    text: /malformed ID/i,
    is: refused,
    proves: nothing('otf/internal/resource/tfe_id.go ParseTfeID'),
    hint: 'An ID is ws- and 16 letters or digits.',
  },
  {
    status: [500],
    text: /cannot disconnect an already disconnected workspace/i,
    is: refused,
    proves: nothing('test/recordings/workspaces/workspace.update.vcs-repo-null.json'),
    hint: 'The workspace has no repository; there is nothing to disconnect.',
  },
  {
    status: [500],
    text: /invalid|missing|required|requires|is not present|cannot (?:specify|set|be)|must|unknown|mutually|exclusive|regex|both|agent pool|foreign key|violates|decod|schema:/i,
    is: refused,
    proves: nothing('otf/internal/workspace/service.go UpdateWorkspace'),
    // Each is one transaction, but a deletion disconnects the repository first.
    operations: [
      'workspace.create',
      'workspace.update',
      'workspace.update-by-name',
      'workspace.lock',
      'workspace.unlock',
      'workspace.force-unlock',
      'workspace.ssh-key.',
      'workspace.tag.',
      'workspace.list',
      'workspace.show',
      'workspace.show-by-name',
    ],
  },
];

const ignoredFilters = [
  'search[exclude-tags]',
  'search[wildcard-name]',
  'sort',
  'filter[project][id]',
  'filter[current-run][status]',
  'tagged',
];

const lacksOf = ({ title }: ServerProduct, supports: Supports): Product['lacks'] => {
  const safeDelete = `${title} has no safe delete; trivet workspace force-delete deletes without checking the resources`;
  return {
    ...(supports('safe-delete')
      ? {}
      : { 'workspace.safe-delete': safeDelete, 'workspace.safe-delete-by-name': safeDelete }),
    ...(supports('remote-state-consumers')
      ? {}
      : {
          'workspace.consumer.': `${title} has no remote state consumers; it supports only --global-remote-state`,
        }),
    ...(supports('retention-policies')
      ? {}
      : {
          'workspace.retention-policy.': supports('all-settings')
            ? 'data retention policies exist only on the self-hosted edition'
            : `${title} has no data retention policies`,
        }),
  };
};

const ignoresOf = (supports: Supports): Product['ignores'] => {
  if (!supports('all-settings')) {
    return {
      'workspace.list': ignoredFilters,
      'workspace.tag.list': ['page[number]', 'page[size]'],
      'workspace.create': ignoredAttributes,
      'workspace.update': ignoredUpdates,
      'workspace.update-by-name': ignoredUpdates,
      'workspace.lock': ['reason'],
    };
  }
  const hostedOnly = supports('assessments') ? [] : ['assessments-enabled'];
  return hostedOnly.length === 0
    ? {}
    : {
        'workspace.create': hostedOnly,
        'workspace.update': hostedOnly,
        'workspace.update-by-name': hostedOnly,
      };
};

const documentedWorkspaces = {
  service: 'workspaces',
  tokenHeader: 'authorization',
  mediaType,
  typedWithoutBody: true,
  wire: {},
  paths: {},
  lacks: {},
  ignores: {},
  errors: [{ ...pendingState, text: /./ }, ...everyServer],
  emptyLists: {},
} as const;

type Supports = (decision: Decision<'terraform'>) => boolean;

export const productFrom = (server: ServerProduct): Product => {
  if (server.family === generic) return { ...server, ...documentedWorkspaces };
  const supports: Supports = (decision) => isSupported(server.supports[decision], server);
  const errors = [pendingState, ...everyServer];
  return {
    ...server,
    ...documentedWorkspaces,
    wire: terraformWire,
    lacks: lacksOf(server, supports),
    ignores: ignoresOf(supports),
    errors: [...errors, ...(supports('plain-errors') ? plainErrors : [sshKeyNotFound])],
    ...(supports('rate-limit') ? { rate: 30 } : {}),
    ...(supports('tags-once') ? { tagsOnce: true } : {}),
    // With the documented names the server returns the first page forever.
    ...(supports('all-settings') ? {} : { pageNames: { 'workspace.tag.list': ['page', 'page_size'] } }),
    emptyLists: supports('reports-unseen-organizations')
      ? {}
      : {
          'workspace.list': `${server.title} also returns an empty list for an organization that does not exist or that the token cannot see`,
        },
  };
};
