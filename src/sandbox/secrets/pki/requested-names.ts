/** SAN parameters, before a role checks them (test/seeds/2-secrets.md, section 2.2). */
import { domainToASCII } from 'node:url';
import type { Input } from '../coerce.ts';
import { asBoolean, asList } from '../coerce.ts';
import { EngineError } from '../engine.ts';
import { addressBytes } from './addresses.ts';
import type { AlternativeNames, OtherName } from './alternative-names.ts';
import { isOid } from './der.ts';

export function readOtherName(text: string): OtherName {
  const [, oid = '', type = '', value = ''] = /^([^;]*);([^:]*):(.*)$/s.exec(text) ?? [];
  if (!isOid(oid)) throw new EngineError(400, `other SAN "${text}" is not of the form <oid>;<type>:<value>`);
  if (!/^utf-?8$/i.test(type))
    throw new EngineError(400, `other SAN type "${type}" is not supported; use UTF8`);
  return { oid, value };
}

function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text);
}

/** IDNA, except wildcard labels; undefined if not a host name. */
function asciiOf(name: string): string | undefined {
  if (isAscii(name)) return name;
  const at = name.lastIndexOf('@') + 1;
  const labels = name.slice(at).split('.');
  const converted = labels.map((label) => (label.includes('*') ? label : domainToASCII(label)));
  return converted.includes('') || !isAscii(name.slice(0, at))
    ? undefined
    : name.slice(0, at) + converted.join('.');
}

export function toAscii(name: string): string {
  const ascii = asciiOf(name);
  if (ascii === undefined) throw new EngineError(400, `${name} is not a valid host name`);
  return ascii;
}

/** Letters, digits, hyphens, at most 63 characters a label; underscores are for DNS names only. */
export function isHostName(name: string): boolean {
  if (name.length > 253) return false;
  return name
    .replace(/\.$/, '')
    .split('.')
    .every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(label));
}

function checkIp(ip: string): string {
  if (addressBytes(ip) === undefined)
    throw new EngineError(400, `the value "${ip}" is not a valid IP address`);
  return ip;
}

function checkUri(uri: string): string {
  if (!URL.canParse(uri)) throw new EngineError(400, `the value "${uri}" is not a valid URI`);
  return isAscii(uri) ? uri : new URL(uri).href;
}

/** `alt_names` has host names, email addresses, and names in the form of `other_sans`. */
export function readAlternativeNames(input: Input): AlternativeNames {
  const names = asList(input, 'alt_names', []);
  const plain = names.filter((name) => !name.includes(';')).map((name) => toAscii(name));
  const custom = names.filter((name) => name.includes(';'));
  return {
    dns: plain.filter((name) => !name.includes('@')),
    emails: plain.filter((name) => name.includes('@')),
    ips: asList(input, 'ip_sans', []).map((ip) => checkIp(ip)),
    uris: asList(input, 'uri_sans', []).map((uri) => checkUri(uri)),
    others: [...asList(input, 'other_sans', []), ...custom].map((name) => readOtherName(name)),
  };
}

export function withCommonName(names: AlternativeNames, commonName: string, input: Input): AlternativeNames {
  if (commonName === '' || asBoolean(input, 'exclude_cn_from_sans', false)) return names;
  if (commonName.includes('@')) return { ...names, emails: [commonName, ...names.emails] };
  const host = asciiOf(commonName);
  // May be a person's name.
  if (host === undefined) return names;
  const checked = host.replaceAll('*', 'x');
  if (!isHostName(checked) || addressBytes(host) !== undefined) return names;
  return { ...names, dns: [host, ...names.dns] };
}
