/** A new entry, deleted with its lease (test/seeds/2-secrets.md, section 4.4, `creds`). */
import type { Clock } from '../../contract.ts';
import { errorList } from '../../error-list.ts';
import type { EngineReply, Leases } from '../engine.ts';
import { EngineError } from '../engine.ts';
import type { Report } from '../report.ts';
import { formatDuration, formatTime } from '../rfc3339.ts';
import { wrapped } from '../routes.ts';
import type { TemplateData } from '../template.ts';
import { Template, TemplateError } from '../template.ts';
import type { Connection } from './connection.ts';
import { DirectoryError } from './directory.ts';
import type { DynamicRole } from './dynamic-role.ts';
import { DEFAULT_USERNAME_TEMPLATE, MOUNT_MAXIMUM, renderLdif } from './dynamic-role.ts';
import type { LdifRecord } from './ldif.ts';
import { LdifError } from './ldif.ts';
import { runAll, runUntilFailure } from './statements.ts';

export interface CredentialRequest {
  readonly name: string;
  readonly role: DynamicRole;
  readonly displayName: string;
  readonly clock: Clock;
  readonly connection: Connection;
  readonly leases: Leases;
  readonly leasePath: string;
  /** Without the role a lease cannot be renewed. */
  readonly roleExists: () => boolean;
  readonly report: Report;
  readonly reportEnd: Report;
}

function render(ldif: string, data: TemplateData, now: number): readonly LdifRecord[] {
  try {
    return renderLdif(ldif, data, now);
  } catch (error) {
    if (!(error instanceof TemplateError || error instanceof LdifError)) throw error;
    throw new EngineError(500, wrapped(`failed to render statements: ${error.message}`));
  }
}

function create(request: CredentialRequest, data: TemplateData): readonly string[] {
  const { role, clock, connection, report } = request;
  const records = render(role.creationLdif, data, clock.now());
  connection.bind();
  const failure = runUntilFailure(connection.directory, records, report);
  if (failure === undefined) return records.map(({ dn }) => dn);
  const failures = [`failed to create user: failed to execute statements: ${failure}`];
  if (role.rollbackLdif !== '') {
    const undo = runAll(connection.directory, render(role.rollbackLdif, data, clock.now()), report);
    if (undo.length > 0) {
      failures.push(`failed to roll back user creation: failed to execute statements: ${errorList(undo)}`);
    }
  }
  throw new EngineError(500, errorList(failures));
}

function remove({ role, clock, connection, reportEnd }: CredentialRequest, data: TemplateData): void {
  const records = render(role.deletionLdif, data, clock.now());
  try {
    connection.bind();
  } catch (error) {
    if (!(error instanceof DirectoryError)) throw error;
    throw new EngineError(500, wrapped(error.message));
  }
  const failures = runAll(connection.directory, records, reportEnd);
  if (failures.length > 0) {
    throw new EngineError(500, `failed to execute statements: ${errorList(failures)}`);
  }
}

function lifetime({ defaultTtl, maxTtl }: DynamicRole): {
  readonly seconds: number;
  readonly maximum: number;
  readonly warnings: readonly string[];
} {
  const wanted = defaultTtl === 0 ? MOUNT_MAXIMUM : defaultTtl;
  const maximum = maxTtl === 0 ? MOUNT_MAXIMUM : maxTtl;
  if (wanted <= maximum || defaultTtl === 0) {
    return { seconds: Math.min(wanted, maximum), maximum, warnings: [] };
  }
  const warning = `TTL of "${formatDuration(wanted)}" exceeded the effective max_ttl of "${formatDuration(maximum)}"; TTL value is capped accordingly`;
  return { seconds: maximum, maximum, warnings: [warning] };
}

export function issueCredentials(request: CredentialRequest): EngineReply {
  const { name, role, displayName, clock, connection, leases } = request;
  const { seconds, maximum, warnings } = lifetime(role);
  const now = clock.now();
  const password = connection.newPassword();
  const template = new Template(role.usernameTemplate || DEFAULT_USERNAME_TEMPLATE);
  const username = template.render({ RoleName: name, DisplayName: displayName }, now);
  const issued = Math.floor(now / 1000);
  const data: TemplateData = {
    Username: username,
    Password: password,
    RoleName: name,
    DisplayName: displayName,
    IssueTime: formatTime(issued * 1000),
    IssueTimeSeconds: issued,
    ExpirationTime: formatTime((issued + seconds) * 1000),
    ExpirationTimeSeconds: issued + seconds,
  };
  const names = create(request, data);
  const lease = leases.create({
    path: request.leasePath,
    seconds,
    renewable: true,
    maximum,
    end: () => remove(request, data),
    renew: () => {
      if (!request.roleExists()) throw new EngineError(400, 'unable to renew: role does not exist');
    },
  });
  return { data: { distinguished_names: names, password, username }, lease, warnings };
}
