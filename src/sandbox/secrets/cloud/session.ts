/** test/seeds/2-secrets.md, section 4.3, "Generate parameters". */
import { randomUUID } from '../../random.ts';
import type { Input } from '../coerce.ts';
import { asSeconds, asText } from '../coerce.ts';
import { EngineError } from '../engine.ts';
import type { CredentialType, Role } from './role.ts';

export type SessionType = Exclude<CredentialType, 'iam_user'>;

const DEFAULT_SECONDS = 3600;
const SHORTEST_SECONDS = 900;
const LONGEST_SECONDS: Readonly<Record<SessionType, number>> = {
  assumed_role: 43_200,
  federation_token: 129_600,
  session_token: 129_600,
};

/** For error texts. */
const REQUEST: Readonly<Record<SessionType, string>> = {
  assumed_role: 'AssumeRole',
  federation_token: 'GetFederationToken',
  session_token: 'GetSessionToken',
};

export const FAILURE: Readonly<Record<CredentialType, string>> = {
  iam_user: 'Error creating IAM user',
  assumed_role: 'Error assuming role',
  federation_token: 'Error generating STS keys',
  session_token: 'Error generating STS keys',
};

export function sessionSeconds(type: SessionType, role: Role, input: Input): number {
  const wanted = asSeconds(input, 'ttl') ?? (role.defaultStsTtl || DEFAULT_SECONDS);
  const seconds = role.maxStsTtl > 0 ? Math.min(wanted, role.maxStsTtl) : wanted;
  if (seconds < SHORTEST_SECONDS) {
    throw new EngineError(
      400,
      `${FAILURE[type]}: InvalidParameter: 1 validation error(s) found.\n- minimum field value of ${SHORTEST_SECONDS}, ${REQUEST[type]}Input.DurationSeconds.\n`,
    );
  }
  if (seconds > LONGEST_SECONDS[type]) {
    throw new EngineError(
      400,
      `${FAILURE[type]}: ValidationError: 1 validation error detected: Value '${seconds}' at 'durationSeconds' failed to satisfy constraint: Member must have value less than or equal to ${LONGEST_SECONDS[type]}\n\tstatus code: 400, request id: ${randomUUID()}`,
    );
  }
  return seconds;
}

export function chooseRoleArn(role: Role, roleName: string, input: Input): string {
  const given = asText(input, 'role_arn', '');
  if (given === '') {
    const [only, ...others] = role.roleArns;
    if (only !== undefined && others.length === 0) return only;
    throw new EngineError(400, 'did not supply a role_arn parameter and unable to determine one');
  }
  if (role.roleArns.includes(given)) return given;
  throw new EngineError(
    400,
    `role_arn ${JSON.stringify(given)} not in allowed role arns for Vault role ${JSON.stringify(roleName)}`,
  );
}

export function checkDeviceCode(role: Role, input: Input): void {
  if (role.mfaSerialNumber === '') return;
  const code = asText(input, 'mfa_code', '');
  if (code === '') throw new EngineError(400, 'mfa_code is required: the role has an mfa_serial_number');
  if (!/^\d{6}$/.test(code)) {
    throw new EngineError(
      400,
      'AccessDenied: MultiFactorAuthentication failed with invalid MFA one time pass code.',
    );
  }
}

/** Legacy roles issue users only through `/creds/` and temporary credentials only through `/sts/`. */
export function chooseType(role: Role, path: 'creds' | 'sts'): CredentialType {
  const types = role.credentialTypes.filter((type): type is CredentialType => type in FAILURE);
  const fits = (type: CredentialType): boolean =>
    path === 'creds' ? type === 'iam_user' : type === 'assumed_role' || type === 'federation_token';
  const chosen = role.legacy ? types.find(fits) : types[0];
  if (chosen !== undefined) return chosen;
  throw new EngineError(
    400,
    `attempted to retrieve ${role.credentialTypes.join(',')} credentials through the ${path} path; this is not allowed for legacy roles`,
  );
}
