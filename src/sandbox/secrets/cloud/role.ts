import type { Json } from '../../contract.ts';
import type { Input } from '../coerce.ts';
import { asList, asMap, asSeconds, asText } from '../coerce.ts';
import { EngineError } from '../engine.ts';

export const CREDENTIAL_TYPES = ['iam_user', 'assumed_role', 'federation_token', 'session_token'] as const;

export type CredentialType = (typeof CREDENTIAL_TYPES)[number];

export interface Role {
  /** As given; only a legacy role has several. */
  readonly credentialTypes: readonly string[];
  readonly legacy: boolean;
  readonly roleArns: readonly string[];
  readonly policyArns: readonly string[];
  readonly policyDocument: string;
  readonly iamGroups: readonly string[];
  readonly iamTags: Readonly<Record<string, string>>;
  readonly defaultStsTtl: number;
  readonly maxStsTtl: number;
  readonly userPath: string;
  readonly permissionsBoundaryArn: string;
  readonly mfaSerialNumber: string;
  readonly invalidData: string;
}

export const EMPTY_ROLE: Role = {
  credentialTypes: [],
  legacy: false,
  roleArns: [],
  policyArns: [],
  policyDocument: '',
  iamGroups: [],
  iamTags: {},
  defaultStsTtl: 0,
  maxStsTtl: 0,
  userPath: '',
  permissionsBoundaryArn: '',
  mfaSerialNumber: '',
  invalidData: '',
};

export function compactPolicy(text: string): string {
  if (text === '') return '';
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    throw new EngineError(400, `cannot parse policy document: ${JSON.stringify(text)}`);
  }
}

function tagsOf(input: Input, before: Role['iamTags']): Role['iamTags'] {
  const given = input['iam_tags'];
  const list = typeof given === 'string' ? { iam_tags: asList(input, 'iam_tags', []) } : input;
  const tags = asMap(list, 'iam_tags');
  if (tags === undefined) return before;
  return Object.fromEntries(Object.keys(tags).map((key) => [key, asText(tags, key, '')]));
}

/** Omitted fields stay. */
export function mergeRole(before: Role, input: Input): Role {
  const type = asText(input, 'credential_type');
  return {
    credentialTypes: type === undefined || type === '' ? before.credentialTypes : [type],
    legacy: false,
    roleArns: asList(input, 'role_arns', before.roleArns),
    policyArns: asList(input, 'policy_arns', before.policyArns),
    policyDocument: compactPolicy(asText(input, 'policy_document', before.policyDocument)),
    iamGroups: asList(input, 'iam_groups', before.iamGroups),
    iamTags: tagsOf(input, before.iamTags),
    defaultStsTtl: asSeconds(input, 'default_sts_ttl', before.defaultStsTtl),
    maxStsTtl: asSeconds(input, 'max_sts_ttl', before.maxStsTtl),
    userPath: asText(input, 'user_path', before.userPath),
    permissionsBoundaryArn: asText(input, 'permissions_boundary_arn', before.permissionsBoundaryArn),
    mfaSerialNumber: asText(input, 'mfa_serial_number', before.mfaSerialNumber),
    invalidData: '',
  };
}

export function isEarlier(input: Input): boolean {
  return asText(input, 'invalid_data', '') !== '' || asText(input, 'credential_type', '').includes(',');
}

export function earlierRole(input: Input): Role {
  return {
    ...mergeRole(EMPTY_ROLE, input),
    credentialTypes: asText(input, 'credential_type', '').split(','),
    legacy: true,
    invalidData: asText(input, 'invalid_data', ''),
  };
}

function listOrNull(list: readonly string[]): Json {
  return list.length === 0 ? null : list;
}

/** As documented, the users' path is `/` by default; products show none. */
export function viewRole(role: Role, documented: boolean): Readonly<Record<string, Json>> {
  const hasPath = documented && role.credentialTypes.includes('iam_user');
  return {
    credential_type: role.credentialTypes.join(','),
    default_sts_ttl: role.defaultStsTtl,
    iam_groups: listOrNull(role.iamGroups),
    iam_tags: Object.keys(role.iamTags).length === 0 ? null : role.iamTags,
    max_sts_ttl: role.maxStsTtl,
    mfa_serial_number: role.mfaSerialNumber,
    permissions_boundary_arn: role.permissionsBoundaryArn,
    policy_arns: listOrNull(role.policyArns),
    policy_document: role.policyDocument,
    role_arns: listOrNull(role.roleArns),
    user_path: hasPath && role.userPath === '' ? '/' : role.userPath,
    ...(role.invalidData === '' ? undefined : { invalid_data: role.invalidData }),
  };
}
