/** Features of the three services that no command of trivet has, with the tool to use. */
import type { ServiceName } from '../catalogue/product.ts';

export interface NotCovered {
  readonly subject: string;
  readonly use: string;
  readonly request?: string;
}

/** Features in the order of demand. */
export const notCovered = {
  workspaces: {
    runs: {
      subject: 'runs',
      use: 'terraform plan, terraform apply or tfctl run',
      request: 'workspaces GET /workspaces/ID/runs',
    },
    variables: {
      subject: 'variables',
      use: 'terraform with tfe_variable',
      request: 'workspaces GET /workspaces/ID/vars',
    },
    state: {
      subject: 'state versions',
      use: 'terraform state',
      request: 'workspaces GET /workspaces/ID/current-state-version',
    },
    outputs: {
      subject: 'state outputs',
      use: 'terraform output',
      request: 'workspaces GET /workspaces/ID/current-state-version-outputs',
    },
    projects: {
      subject: 'projects',
      use: 'terraform with tfe_project',
      request: 'workspaces GET /organizations/ORG/projects',
    },
    organizations: {
      subject: 'organizations, teams and users',
      use: 'terraform with tfe_organization and tfe_team',
      request: 'workspaces GET /organizations',
    },
    settings: {
      subject: 'agent pools, policy sets, notifications, run triggers, SSH keys and the registry',
      use: 'terraform with the tfe provider',
    },
    configuration: {
      subject: 'Terraform configurations, their modules and providers',
      use: 'terraform',
    },
  },
  secrets: {
    kv: {
      subject: 'key-value secrets',
      use: 'vault kv get or vault kv put',
      request: 'secrets GET /secret/data/NAME',
    },
    policies: {
      subject: 'policies',
      use: 'vault policy',
      request: 'secrets LIST /sys/policies/acl',
    },
    authMethods: {
      subject: 'auth methods',
      use: 'vault auth',
      request: 'secrets GET /sys/auth',
    },
    mounts: {
      subject: 'mounts of secrets engines',
      use: 'vault secrets',
      request: 'secrets GET /sys/mounts',
    },
    engines: {
      subject: 'the engines transit, database, ssh, totp and others',
      use: 'vault read and vault write',
      request: 'secrets GET /PATH',
    },
    tokens: {
      subject: 'making, renewing and revoking tokens',
      use: 'vault token',
      request: 'secrets GET /auth/token/lookup-self',
    },
    identities: {
      subject: 'entities and groups',
      use: 'vault read identity/entity/name/NAME',
      request: 'secrets LIST /identity/entity/name',
    },
    namespaces: {
      subject: 'namespaces of Vault and OpenBao',
      use: 'vault namespace',
      request: 'secrets LIST /sys/namespaces',
    },
    seal: {
      subject: 'unsealing, Raft and other work on the server',
      use: 'vault operator',
      request: 'secrets GET /sys/seal-status',
    },
    audit: {
      subject: 'audit devices',
      use: 'vault audit',
      request: 'secrets GET /sys/audit',
    },
    plugins: {
      subject: 'plugins of Vault and OpenBao',
      use: 'vault plugin',
      request: 'secrets GET /sys/plugins/catalog',
    },
  },
  jobs: {
    nodes: {
      subject: 'nodes',
      use: 'nomad node',
      request: 'jobs GET /v1/nodes',
    },
    volumes: {
      subject: 'volumes',
      use: 'nomad volume',
      request: 'jobs GET /v1/volumes',
    },
    variables: {
      subject: 'variables of Nomad',
      use: 'nomad var',
      request: 'jobs GET /v1/vars',
    },
    namespaces: {
      subject: 'namespaces of Nomad',
      use: 'nomad namespace',
      request: 'jobs GET /v1/namespaces',
    },
    acl: {
      subject: 'ACL policies, roles and tokens',
      use: 'nomad acl',
      request: 'jobs GET /v1/acl/policies',
    },
    operator: {
      subject: 'servers and garbage collection',
      use: 'nomad operator, nomad server or nomad system',
      request: 'jobs GET /v1/agent/members',
    },
    plugins: {
      subject: 'plugins of Nomad',
      use: 'nomad plugin',
      request: 'jobs GET /v1/plugins',
    },
    shells: {
      subject: 'shells, files and signals of an allocation',
      use: 'nomad alloc exec, nomad alloc fs or nomad alloc signal',
    },
    pausing: {
      subject: 'pausing a deployment',
      use: 'nomad deployment pause',
      request: 'jobs GET /v1/deployments',
    },
    quotas: {
      subject: 'quotas, Sentinel policies and recommendations',
      use: 'nomad quota, nomad sentinel or nomad recommendation',
    },
    versionTags: {
      subject: 'tags of job versions',
      use: 'nomad job tag',
    },
    jobFiles: {
      subject: 'making and formatting job files',
      use: 'nomad job init and nomad fmt',
    },
  },
  /** Habits from other tools that belong to no service. */
  habits: {
    choice: {
      subject: 'choosing a workspace',
      use: 'its name in each command',
    },
    aliases: {
      subject: 'aliases and extensions',
      use: 'an alias of your shell',
    },
  },
} as const satisfies Readonly<Partial<Record<ServiceName | 'habits', Readonly<Record<string, NotCovered>>>>>;

export const lackedOf = (service: ServiceName): readonly NotCovered[] => {
  const parts: Readonly<Partial<Record<ServiceName, Readonly<Record<string, NotCovered>>>>> = notCovered;
  return Object.values(parts[service] ?? {});
};

export const allLacked: readonly NotCovered[] = Object.values(notCovered).flatMap((part) =>
  Object.values<NotCovered>(part),
);

export const lackSentence = ({ subject, use, request }: NotCovered): string =>
  `trivet has no command for ${subject}: use ${use}${request === undefined ? '' : `, or trivet api ${request}`}`;
