/** By RFC 9525, only alternative names count. */
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { addressOctets } from '../../../documents/x509/address.ts';

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

export const isForHost = ({ values }: ParsedCertificate, host: string): boolean => {
  const wanted = canonicalHost(host);
  return (values.subjectAltName ?? []).some(({ form, text, bytes }) =>
    typeof wanted === 'string'
      ? form === 'dns' && matchesName(text, wanted)
      : form === 'ip' && Buffer.compare(bytes, wanted) === 0,
  );
};
