/** Entries from templates (test/seeds/2-secrets.md, section 2.4, "Dynamic role"). */
import type { Json } from '../../contract.ts';
import type { Input } from '../coerce.ts';
import { asSeconds, asText } from '../coerce.ts';
import { EngineError } from '../engine.ts';
import type { TemplateData } from '../template.ts';
import { Template, TemplateError } from '../template.ts';
import type { LdifRecord } from './ldif.ts';
import { LdifError, parseLdif } from './ldif.ts';

export const MOUNT_MAXIMUM = 2_764_800;

export const DEFAULT_USERNAME_TEMPLATE = 'v_{{.DisplayName}}_{{.RoleName}}_{{random 10}}_{{unix_time}}';

export interface DynamicRole {
  readonly creationLdif: string;
  readonly deletionLdif: string;
  readonly rollbackLdif: string;
  readonly usernameTemplate: string;
  /** Zero: the engine's default. */
  readonly defaultTtl: number;
  readonly maxTtl: number;
}

const EMPTY: DynamicRole = {
  creationLdif: '',
  deletionLdif: '',
  rollbackLdif: '',
  usernameTemplate: '',
  defaultTtl: 0,
  maxTtl: 0,
};

/** Text or base64: only LDIF has a colon. */
function ldifText(input: Input, name: string, before: string): string {
  const text = asText(input, name, before);
  const compact = text.replace(/\s+/g, '');
  if (compact === '' || compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) return text;
  return Buffer.from(compact, 'base64').toString('utf8');
}

function ttl(input: Input, name: string, before: number): number {
  const seconds = input[name] === '' ? 0 : asSeconds(input, name, before);
  if (seconds < 0) throw new EngineError(400, `${name} must not be negative`);
  return seconds;
}

export function renderLdif(ldif: string, data: TemplateData, now: number): readonly LdifRecord[] {
  return parseLdif(new Template(ldif, 'ldif').render(data, now));
}

function checkLdif(name: string, ldif: string): void {
  const sample: TemplateData = {
    Username: 'username',
    Password: 'password',
    RoleName: 'role',
    DisplayName: 'name',
    IssueTime: '2026-01-02T03:04:05Z',
    IssueTimeSeconds: 1_767_323_045,
    ExpirationTime: '2026-01-02T03:04:05Z',
    ExpirationTimeSeconds: 1_767_323_045,
  };
  try {
    renderLdif(ldif, sample, 0);
  } catch (error) {
    if (!(error instanceof TemplateError || error instanceof LdifError)) throw error;
    throw new EngineError(400, `invalid ${name}: ${error.message}`);
  }
}

function checkUsernameTemplate(template: string): void {
  try {
    new Template(template).render({ RoleName: 'role', DisplayName: 'name' }, 0);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw new EngineError(400, `invalid username_template: ${error.message}`);
  }
}

export function mergeDynamicRole(stored: DynamicRole | undefined, input: Input): DynamicRole {
  const before = stored ?? EMPTY;
  const role: DynamicRole = {
    creationLdif: ldifText(input, 'creation_ldif', before.creationLdif),
    deletionLdif: ldifText(input, 'deletion_ldif', before.deletionLdif),
    rollbackLdif: ldifText(input, 'rollback_ldif', before.rollbackLdif),
    usernameTemplate: asText(input, 'username_template', before.usernameTemplate),
    defaultTtl: ttl(input, 'default_ttl', before.defaultTtl),
    maxTtl: ttl(input, 'max_ttl', before.maxTtl),
  };
  if (role.creationLdif === '') throw new EngineError(400, 'missing creation_ldif');
  if (role.deletionLdif === '') throw new EngineError(400, 'missing deletion_ldif');
  checkLdif('creation_ldif', role.creationLdif);
  checkLdif('deletion_ldif', role.deletionLdif);
  if (role.rollbackLdif !== '') checkLdif('rollback_ldif', role.rollbackLdif);
  if (role.usernameTemplate !== '') checkUsernameTemplate(role.usernameTemplate);
  if (role.maxTtl > MOUNT_MAXIMUM) {
    throw new EngineError(400, `max_ttl may not exceed the mount maximum of ${MOUNT_MAXIMUM} seconds`);
  }
  return role;
}

export function viewDynamicRole(role: DynamicRole): Readonly<Record<string, Json>> {
  return {
    creation_ldif: role.creationLdif,
    default_ttl: role.defaultTtl,
    deletion_ldif: role.deletionLdif,
    max_ttl: role.maxTtl,
    rollback_ldif: role.rollbackLdif,
    username_template: role.usernameTemplate,
  };
}
