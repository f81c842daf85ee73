/** test/seeds/2-secrets.md, section 2.3, "Role". */
import { errorList } from '../../error-list.ts';
import { EngineError } from '../engine.ts';
import type { CredentialType, Role } from './role.ts';
import { CREDENTIAL_TYPES } from './role.ts';

const USER_PATH = /^\/(?:[\x21-\x7e]{0,510}\/)?$/;

interface Restriction {
  readonly isSet: (role: Role) => boolean;
  readonly validFor: readonly CredentialType[];
  readonly message: (type: CredentialType) => string;
}

const STS_TTL_TYPES: readonly CredentialType[] = ['assumed_role', 'federation_token'];
const POLICY_TYPES: readonly CredentialType[] = ['iam_user', 'assumed_role', 'federation_token'];

const RESTRICTIONS: readonly Restriction[] = [
  {
    isSet: (role) => role.roleArns.length > 0,
    validFor: ['assumed_role'],
    message: () => "cannot supply role_arns when credential_type isn't assumed_role",
  },
  {
    isSet: (role) => role.policyArns.length > 0,
    validFor: POLICY_TYPES,
    message: (type) => `cannot supply policy_arns when credential_type is ${type}`,
  },
  {
    isSet: (role) => role.policyDocument !== '',
    validFor: POLICY_TYPES,
    message: (type) => `cannot supply policy_document when credential_type is ${type}`,
  },
  {
    isSet: (role) => role.defaultStsTtl !== 0,
    validFor: STS_TTL_TYPES,
    message: () =>
      'default_sts_ttl parameter only valid for assumed_role and federation_token credential types',
  },
  {
    isSet: (role) => role.maxStsTtl !== 0,
    validFor: STS_TTL_TYPES,
    message: () => 'max_sts_ttl parameter only valid for assumed_role and federation_token credential types',
  },
  {
    isSet: (role) => role.userPath !== '',
    validFor: ['iam_user'],
    message: () => 'user_path parameter only valid for iam_user credential type',
  },
  {
    isSet: (role) => role.permissionsBoundaryArn !== '',
    validFor: ['iam_user'],
    message: () => "cannot supply permissions_boundary_arn when credential_type isn't iam_user",
  },
];

function requirements(role: Role, type: CredentialType): readonly string[] {
  const hasPolicy = role.policyArns.length > 0 || role.policyDocument !== '';
  switch (type) {
    case 'assumed_role':
      return role.roleArns.length === 0 ? ['did not supply role_arns, required for assumed_role'] : [];
    case 'iam_user':
    case 'federation_token':
      return hasPolicy
        ? []
        : [`must specify at least one of policy_arns or policy_document with ${type} credential_type`];
    case 'session_token':
      return [];
  }
}

function values(role: Role): readonly string[] {
  const problems: string[] = [];
  if (role.maxStsTtl > 0 && role.defaultStsTtl > role.maxStsTtl) {
    problems.push('"default_sts_ttl" value must be less than or equal to "max_sts_ttl" value');
  }
  if (role.defaultStsTtl < 0 || role.maxStsTtl < 0) problems.push('a TTL is not negative');
  if (role.userPath !== '' && !USER_PATH.test(role.userPath)) {
    problems.push('The specified value for user_path is invalid. It must begin and end with /');
  }
  if (role.permissionsBoundaryArn !== '' && !role.permissionsBoundaryArn.startsWith('arn:')) {
    problems.push('invalid permissions_boundary_arn parameter: arn: invalid prefix');
  }
  return problems;
}

function problemsOf(role: Role, isStrict: boolean): readonly string[] {
  const [given] = role.credentialTypes;
  if (given === undefined) return ['did not supply credential_type'];
  const type = CREDENTIAL_TYPES.find((known) => known === given);
  if (type === undefined) return [`unrecognized credential type: ${given}`];
  return [
    ...RESTRICTIONS.filter(({ isSet, validFor }) => isSet(role) && !validFor.includes(type)).map(
      ({ message }) => message(type),
    ),
    ...(isStrict ? requirements(role, type) : []),
    ...values(role),
  ];
}

export function validateRole(role: Role, isStrict: boolean): void {
  const problems = problemsOf(role, isStrict);
  if (problems.length === 0) return;
  throw new EngineError(
    400,
    `error(s) validating supplied role data: ${JSON.stringify(errorList(problems))}`,
  );
}
