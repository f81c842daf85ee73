/** test/seeds/2-secrets.md, section 4.3, `creds` and `sts`. */
import type { Json } from '../../contract.ts';
import type { Input } from '../coerce.ts';
import { asText } from '../coerce.ts';
import type { EngineReply, Leases } from '../engine.ts';
import { EngineError } from '../engine.ts';
import type { Report } from '../report.ts';
import { newSessionCredentials } from './access-key.ts';
import type { LeaseSettings } from './lease-settings.ts';
import { leaseFor } from './lease-settings.ts';
import type { Provider } from './provider.ts';
import { ACCOUNT, ProviderError, SERVICE_USER } from './provider.ts';
import type { Role } from './role.ts';
import type { RootConfiguration } from './root.ts';
import { requireCredentials } from './root.ts';
import type { SessionType } from './session.ts';
import { FAILURE, checkDeviceCode, chooseRoleArn, chooseType, sessionSeconds } from './session.ts';
import type { Naming } from './username.ts';
import { DEFAULT_USERNAME_TEMPLATE, generateUsername, sessionName } from './username.ts';

export interface Generation {
  readonly path: 'creds' | 'sts';
  readonly role: Role;
  readonly naming: Naming;
  readonly input: Input;
  readonly root: RootConfiguration | undefined;
  readonly leaseSettings: LeaseSettings;
  readonly provider: Provider;
  readonly leases: Leases;
  readonly leasePath: string;
  readonly report: Report;
  readonly reportEnd: Report;
}

function usernameTemplate(generation: Generation): string {
  return generation.root?.usernameTemplate ?? DEFAULT_USERNAME_TEMPLATE;
}

function createUser(generation: Generation): EngineReply {
  const { input, naming, provider, leases, report, reportEnd } = generation;
  if ((input['ttl'] ?? '') !== '') {
    throw new EngineError(400, 'ttl is only valid for assumed_role, federation_token and session_token');
  }
  const name = generateUsername(usernameTemplate(generation), 'IAM', naming);
  provider.createUser(name);
  const key = provider.createAccessKey(name);
  report(`user.created ${name}`);
  const { seconds, maximum } = leaseFor(generation.leaseSettings);
  const lease = leases.create({
    path: generation.leasePath,
    seconds,
    renewable: true,
    maximum,
    end: () => {
      provider.deleteUser(name);
      reportEnd(`user.deleted ${name}`);
    },
  });
  return { data: { access_key: key.id, secret_key: key.secret, security_token: null }, lease };
}

/** The last part is generated, or given and truncated. */
function sessionArn(type: SessionType, generation: Generation): string {
  const { role, naming, input } = generation;
  switch (type) {
    case 'assumed_role': {
      const roleArn = chooseRoleArn(role, naming.roleName, input);
      const name = sessionName(asText(input, 'role_session_name', ''), naming);
      const assumed = roleArn.replace(/^arn:([\w-]+):iam::(\d*):role\//, 'arn:$1:sts::$2:assumed-role/');
      return `${assumed}/${name}`;
    }
    case 'federation_token': {
      const name = generateUsername(usernameTemplate(generation), 'STS', naming);
      return `arn:aws:sts::${ACCOUNT}:federated-user/${name}`;
    }
    case 'session_token':
      return `arn:aws:iam::${ACCOUNT}:user/${SERVICE_USER}`;
  }
}

function issueSession(type: SessionType, generation: Generation): EngineReply {
  const { role, input, leases, report } = generation;
  const seconds = sessionSeconds(type, role, input);
  const arn = sessionArn(type, generation);
  const credentials = newSessionCredentials();
  report(`session.issued ${arn}`);
  const data: Record<string, Json> = {
    access_key: credentials.id,
    secret_key: credentials.secret,
    security_token: credentials.token,
    ttl: seconds,
  };
  if (type === 'assumed_role') data['arn'] = arn;
  const lease = leases.create({
    path: generation.leasePath,
    seconds,
    renewable: false,
    maximum: seconds,
    end: () => undefined,
  });
  return { data, lease };
}

export function generateCredentials(generation: Generation): EngineReply {
  const { role, naming, path, input, root, provider } = generation;
  if (role.invalidData !== '') {
    throw new EngineError(
      500,
      `role ${JSON.stringify(naming.roleName)} holds invalid data and must be written again`,
    );
  }
  const type = chooseType(role, path);
  checkDeviceCode(role, input);
  try {
    requireCredentials(root, provider);
    return type === 'iam_user' ? createUser(generation) : issueSession(type, generation);
  } catch (error) {
    if (error instanceof ProviderError) throw new EngineError(400, `${FAILURE[type]}: ${error.message}`);
    throw error;
  }
}
