import type { Input } from '../coerce.ts';
import { asText } from '../coerce.ts';
import { EngineError } from '../engine.ts';
import type { Role } from './role.ts';
import { EMPTY_ROLE, compactPolicy } from './role.ts';

export const LEGACY_WARNING =
  'Detected use of legacy role or policy parameter. Please upgrade to use the new parameters.';

const CURRENT_FIELDS = [
  'credential_type',
  'role_arns',
  'policy_arns',
  'policy_document',
  'iam_groups',
  'iam_tags',
  'default_sts_ttl',
  'max_sts_ttl',
  'user_path',
  'permissions_boundary_arn',
  'mfa_serial_number',
];

function fromArn(arn: string): Role {
  const [, kind] = /^arn:[\w-]+:iam::\d*:(role|policy)\/./.exec(arn) ?? [];
  const legacy = { ...EMPTY_ROLE, legacy: true };
  if (kind === 'role') return { ...legacy, credentialTypes: ['assumed_role'], roleArns: [arn] };
  if (kind === 'policy') return { ...legacy, credentialTypes: ['iam_user'], policyArns: [arn] };
  throw new EngineError(400, `ARN ${JSON.stringify(arn)} is neither of a role nor of a policy`);
}

/** Undefined without a legacy parameter. A legacy role replaces the existing one. */
export function parseLegacyRole(input: Input): Role | undefined {
  const policy = asText(input, 'policy', '');
  const arn = asText(input, 'arn', '');
  if (policy === '' && arn === '') return undefined;
  if (policy !== '' && arn !== '') throw new EngineError(400, 'only one of policy or arn should be provided');
  if (CURRENT_FIELDS.some((field) => (input[field] ?? undefined) !== undefined)) {
    throw new EngineError(
      400,
      'cannot supply deprecated role or policy parameters with an explicit credential_type or other current parameters',
    );
  }
  if (arn !== '') return fromArn(arn);
  return {
    ...EMPTY_ROLE,
    legacy: true,
    credentialTypes: ['iam_user', 'federation_token'],
    policyDocument: compactPolicy(policy),
  };
}
