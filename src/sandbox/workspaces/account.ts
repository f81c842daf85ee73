/** Asked by vendors' clients before they work. */
import type { Json, SandboxResponse } from '../contract.ts';
import { organizationAccess } from './access.ts';
import type { Call } from './call.ts';
import { ok } from './call.ts';
import { toOne } from './document.ts';
import type { Organization } from './model.ts';
import { isUser, lockHolder } from './permissions.ts';

export const DISCOVERY = '/.well-known/terraform.json';

/** Needs no token. */
export const discovered: SandboxResponse = {
  status: 200,
  body: {
    'modules.v1': '/v1/modules/',
    'motd.v1': '/api/terraform/motd',
    'state.v2': '/api/v2/',
    'tfe.v2': '/api/v2/',
    'tfe.v2.1': '/api/v2/',
    'tfe.v2.2': '/api/v2/',
    'login.v1': {
      client: 'terraform',
      grant_types: ['authz_code'],
      authz: '/app/oauth2/auth',
      token: '/oauth2/token',
      ports: [10_000, 10_010],
    },
  },
  type: 'application/json',
};

export function showAccount({ principal }: Call): SandboxResponse {
  if (!isUser(principal)) {
    return { status: 404, body: 'no user in context\n', type: 'text/plain; charset=utf-8' };
  }
  const { id, name } = lockHolder(principal);
  return ok({
    data: {
      id,
      type: 'users',
      attributes: {
        'avatar-url': '',
        email: '',
        'is-service-account': false,
        'two-factor': null,
        'unconfirmed-email': '',
        username: name,
        'v2-only': false,
      },
    },
  });
}

export function organizationResource(call: Call, organization: Organization): Json {
  const { name, email } = organization;
  const session = call.context.products?.workspaces === 'otf' ? 20_160 : null;
  return {
    id: name,
    type: 'organizations',
    attributes: {
      name,
      email,
      'assessments-enforced': false,
      'collaborator-auth-policy': 'password',
      'cost-estimation-enabled': false,
      'created-at': new Date(call.context.startedAt ?? 0).toISOString(),
      'default-execution-mode': organization.defaultExecutionMode,
      'external-id': name,
      'owners-team-saml-role-id': '',
      permissions: organizationAccess(call),
      'saml-enabled': false,
      'session-remember': session,
      'session-timeout': session,
      'trial-expires-at': null,
      'two-factor-conformant': false,
      'remaining-testable-count': 5,
      'user-tokens-enabled': true,
      ...organization.further,
    },
    relationships: {
      'default-agent-pool': toOne('agent-pools', organization.defaultAgentPoolId),
      'default-project': toOne('projects', organization.defaultProjectId),
      'entitlement-set': toOne('entitlement-sets', name),
    },
    links: { self: `/api/v2/organizations/${name}` },
  };
}

export function showOrganization(call: Call, organization: Organization): SandboxResponse {
  return ok({ data: organizationResource(call, organization) });
}

/** Only what the sandbox serves. */
export function showEntitlements(_call: Call, { name }: Organization): SandboxResponse {
  return ok({
    data: {
      id: name,
      type: 'entitlement-sets',
      attributes: {
        agents: true,
        'audit-logging': false,
        'cost-estimation': false,
        operations: false,
        'private-module-registry': false,
        sentinel: false,
        sso: false,
        'state-storage': false,
        teams: false,
        'vcs-integrations': true,
      },
      links: { self: `/api/v2/entitlement-set/${name}` },
    },
  });
}
