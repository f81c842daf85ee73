/** One disallowed name denies the request (test/seeds/2-secrets.md, section 2.2). */
import type { Principal } from '../../contract.ts';
import { EngineError } from '../engine.ts';
import type { AlternativeNames } from './alternative-names.ts';
import { matchesGlob } from './glob.ts';
import { isHostName, readOtherName } from './requested-names.ts';
import type { Role } from './role.ts';

function splitWildcard(host: string): { label: string; parent: string } | undefined {
  const dot = host.indexOf('.');
  const label = host.slice(0, dot);
  const parent = host.slice(dot + 1);
  const single = label.indexOf('*') === label.lastIndexOf('*');
  return dot > 0 && label.includes('*') && single && !parent.includes('*') ? { label, parent } : undefined;
}

/** Undefined, which allows no domain, if a value is missing. */
function fillTemplate(text: string, principal: Principal | undefined): string | undefined {
  const filled = text.replaceAll(/\{\{\s*identity\.entity\.name\s*\}\}/g, principal?.name ?? '{{}}');
  return filled.includes('{{') ? undefined : filled;
}

function expand(
  entries: readonly string[],
  template: boolean,
  principal: Principal | undefined,
): readonly string[] {
  return template ? entries.flatMap((entry) => fillTemplate(entry, principal) ?? []) : entries;
}

interface Candidate {
  readonly name: string;
  readonly host: string;
  readonly base: string;
  readonly isEmail: boolean;
  readonly wildcard: string | undefined;
}

function candidateOf(text: string): Candidate | undefined {
  const name = text.toLowerCase();
  const isEmail = name.includes('@');
  const [local = '', host = ''] = isEmail ? name.split('@') : ['', name];
  if (isEmail && (local === '' || name.split('@').length !== 2)) return undefined;
  if (!host.includes('*')) return { name, host, base: host, isEmail, wildcard: undefined };
  const split = splitWildcard(host);
  if (split === undefined || isEmail) return undefined;
  return { name, host, base: split.parent, isEmail, wildcard: split.label };
}

function isValidHost({ base, wildcard }: Candidate): boolean {
  return isHostName(base) && (wildcard === undefined || isHostName(wildcard.replace('*', 'x')));
}

/** Bare, subdomain and glob matches, each allowed by itself. */
function matchesDomain(role: Role, candidate: Candidate, allowed: string): boolean {
  const domain = allowed.toLowerCase();
  const { name, host, base, isEmail, wildcard } = candidate;
  if (role.allow_bare_domains && (name === domain || (isEmail && host === domain))) return true;
  if (role.allow_subdomains) {
    if (base.endsWith(`.${domain}`)) return true;
    if (wildcard !== undefined && base === domain) return true;
  }
  return role.allow_glob_domains && domain.includes('*') && matchesGlob(domain, name);
}

export function allowsName(role: Role, text: string, principal: Principal | undefined): boolean {
  const candidate = candidateOf(text);
  if (candidate === undefined) return false;
  if (candidate.wildcard !== undefined && !role.allow_wildcard_certificates) return false;
  if (role.enforce_hostnames && !isValidHost(candidate)) return false;
  if (role.allow_any_name) return true;
  if (role.allow_localhost && /^local(?:host|domain)$/.test(candidate.host)) return true;
  const domains = expand(role.allowed_domains, role.allowed_domains_template, principal);
  return domains.some((domain) => matchesDomain(role, candidate, domain));
}

function checkUris(role: Role, uris: readonly string[], principal: Principal | undefined): void {
  if (uris.length === 0) return;
  const allowed = expand(role.allowed_uri_sans, role.allowed_uri_sans_template, principal);
  if (allowed.length === 0) {
    const reason =
      'URI Subject Alternative Names are not allowed in this role, but were provided via the API';
    throw new EngineError(400, reason);
  }
  if (!uris.every((uri) => allowed.some((pattern) => matchesGlob(pattern, uri)))) {
    const reason =
      'URI Subject Alternative Names were provided via the API which are not valid for this role';
    throw new EngineError(400, reason);
  }
}

function checkOthers(role: Role, others: AlternativeNames['others']): void {
  if (role.allowed_other_sans.includes('*')) return;
  const allowed = role.allowed_other_sans.map((entry) => readOtherName(entry));
  for (const { oid, value } of others) {
    const patterns = allowed.filter((entry) => entry.oid === oid);
    if (patterns.length === 0) throw new EngineError(400, `other SAN OID ${oid} not allowed by this role`);
    if (!patterns.some((entry) => matchesGlob(entry.value, value))) {
      throw new EngineError(400, `other SAN string ${value} not allowed by this role for OID ${oid}`);
    }
  }
}

export interface RequestedNames {
  readonly commonName: string;
  readonly serialNumber: string;
  readonly names: AlternativeNames;
}

export function checkNames(role: Role, requested: RequestedNames, principal: Principal | undefined): void {
  const { commonName, serialNumber, names } = requested;
  const isChecked = commonName !== '' && !role.cn_validations.includes('disabled');
  if (isChecked && !allowsName(role, commonName, principal)) {
    throw new EngineError(400, `common name ${commonName} not allowed by this role`);
  }
  for (const name of names.dns) {
    if (!allowsName(role, name, principal)) {
      throw new EngineError(400, `subject alternate name ${name} not allowed by this role`);
    }
  }
  for (const email of names.emails) {
    if (!allowsName(role, email, principal)) {
      throw new EngineError(400, `email address ${email} not allowed by this role`);
    }
  }
  const [ip] = names.ips;
  if (ip !== undefined && !role.allow_ip_sans) {
    throw new EngineError(
      400,
      `IP Subject Alternative Names are not allowed in this role, but was provided ${ip}`,
    );
  }
  checkUris(role, names.uris, principal);
  checkOthers(role, names.others);
  if (
    serialNumber !== '' &&
    !role.allowed_serial_numbers.some((pattern) => matchesGlob(pattern, serialNumber))
  ) {
    throw new EngineError(400, `serial_number ${serialNumber} not allowed by this role`);
  }
}
