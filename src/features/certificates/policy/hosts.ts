/** By RFC 9525, only alternative names count. */
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { GeneralName } from '../../../documents/x509-names.ts';
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { addressOctets } from '../../../documents/x509/address.ts';
import type { PolicyFinding } from './finding.ts';
import { findingsOfCheck } from './finding.ts';

/** A host may end in the root's dot, which clients refuse in a certificate. */
const withoutDot = (name: string): string => (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase();

/** A wildcard is the whole first label, before at least two more. */
const matchesName = (pattern: string, host: string): boolean => {
  const [wanted, given] = [pattern.toLowerCase(), withoutDot(host)];
  if (wanted === '' || wanted.startsWith('.')) return false;
  if (!wanted.includes('*')) return wanted === given;
  const [, rest] = /^\*\.([^*]+\.[^*]+)$/.exec(wanted) ?? [];
  const dot = given.indexOf('.');
  return rest !== undefined && dot > 0 && given.slice(dot + 1) === rest;
};

/** The octets of an address, or a host name in ASCII; empty for neither. */
const canonicalHost = (host: string): Uint8Array | string => {
  const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
  if (isIP(bare) !== 0) return addressOctets(bare) ?? '';
  return /^[\w.*-]+$/.test(bare) ? bare : domainToASCII(bare);
};

const isForHost = ({ values }: ParsedCertificate, host: string): boolean => {
  const wanted = canonicalHost(host);
  return (values.subjectAltName ?? []).some(({ form, text, bytes }) =>
    typeof wanted === 'string'
      ? form === 'dns' && matchesName(text, wanted)
      : form === 'ip' && Buffer.compare(bytes, wanted) === 0,
  );
};

const ofNames = findingsOfCheck('names', 'Issue it for this name, or connect by a name that it has.');

/** Clients compare addresses only with addresses. */
const nameText = ({ form, text }: GeneralName): string =>
  form === 'dns' && isIP(text) !== 0 ? `a host whose name is ${text} (DNS, not an address)` : text;

export const hostFindings = (leaf: ParsedCertificate, hosts: readonly string[]): readonly PolicyFinding[] =>
  hosts.flatMap((host): readonly PolicyFinding[] => {
    if (!isForHost(leaf, host)) {
      const names = leaf.values.subjectAltName?.map(nameText).join(', ') ?? 'no name';
      return [ofNames('host', 'refused', leaf, `it is not for ${host}, but for ${names}`)];
    }
    if (!host.includes('_')) return [];
    const message = `it is for ${host}, but not all clients accept a name with an underscore`;
    const hint = 'Programs written in Java do not: give the server a name without underscores for them.';
    return [ofNames('host-for-java', 'unknown', leaf, message, hint)];
  });
