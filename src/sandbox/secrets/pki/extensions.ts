/** RFC 5280, section 4.2. */
import type { AlternativeNames } from './alternative-names.ts';
import { dnsName, encodeNames, uriName } from './alternative-names.ts';
import { boolean, explicit, implicit, integer, namedBits, octets, oid, sequence } from './der.ts';
import { childrenOf, decode, readOid } from './der-reader.ts';
import { TAG } from './der.ts';

export interface Extension {
  readonly oid: string;
  readonly critical: boolean;
  readonly value: Buffer;
}

export const EXTENSION = {
  subjectKey: '2.5.29.14',
  keyUsage: '2.5.29.15',
  alternativeNames: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  crlNumber: '2.5.29.20',
  nameConstraints: '2.5.29.30',
  distributionPoints: '2.5.29.31',
  policies: '2.5.29.32',
  authorityKey: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  authorityInformation: '1.3.6.1.5.5.7.1.1',
} as const;

export interface Urls {
  readonly issuing_certificates: readonly string[];
  readonly crl_distribution_points: readonly string[];
  readonly ocsp_servers: readonly string[];
}

export function encodeExtension(extension: Extension): Buffer {
  const critical = extension.critical ? [boolean(true)] : [];
  return sequence(oid(extension.oid), ...critical, octets(extension.value));
}

export function decodeExtensions(list: Buffer): readonly Extension[] {
  return childrenOf(decode(list)).map((entry) => {
    const [id, ...rest] = childrenOf(entry);
    const critical = rest[0]?.tag === TAG.boolean && rest[0].content[0] !== 0;
    const value = rest.at(-1);
    if (value?.tag !== TAG.octetString) throw new Error('an extension has no value');
    return { oid: readOid(id), critical, value: value.content };
  });
}

export function authorityConstraints(pathLength: number | undefined): Extension {
  const limit = pathLength === undefined ? [] : [integer(pathLength)];
  return { oid: EXTENSION.basicConstraints, critical: true, value: sequence(boolean(true), ...limit) };
}

export function leafConstraints(): Extension {
  return { oid: EXTENSION.basicConstraints, critical: true, value: sequence() };
}

export function keyUsage(bits: readonly number[]): readonly Extension[] {
  return bits.length === 0 ? [] : [{ oid: EXTENSION.keyUsage, critical: true, value: namedBits(bits) }];
}

export function extendedKeyUsage(oids: readonly string[]): readonly Extension[] {
  if (oids.length === 0) return [];
  const value = sequence(...[...new Set(oids)].map((id) => oid(id)));
  return [{ oid: EXTENSION.extendedKeyUsage, critical: false, value }];
}

export function subjectKey(identifier: Buffer): Extension {
  return { oid: EXTENSION.subjectKey, critical: false, value: octets(identifier) };
}

export function authorityKey(identifier: Buffer): Extension {
  return { oid: EXTENSION.authorityKey, critical: false, value: sequence(implicit(0, identifier)) };
}

/** Critical if the subject is empty (RFC 5280, section 4.2.1.6). */
export function alternativeNames(names: AlternativeNames, emptySubject: boolean): readonly Extension[] {
  const value = encodeNames(names);
  return value === undefined ? [] : [{ oid: EXTENSION.alternativeNames, critical: emptySubject, value }];
}

export function policies(oids: readonly string[]): readonly Extension[] {
  if (oids.length === 0) return [];
  const value = sequence(...oids.map((id) => sequence(oid(id))));
  return [{ oid: EXTENSION.policies, critical: false, value }];
}

export function permittedDomains(domains: readonly string[]): readonly Extension[] {
  if (domains.length === 0) return [];
  const value = sequence(explicit(0, ...domains.map((domain) => sequence(dnsName(domain)))));
  return [{ oid: EXTENSION.nameConstraints, critical: true, value }];
}

export function readPermittedDomains(value: Buffer): readonly string[] {
  return childrenOf(decode(value))
    .filter((subtrees) => subtrees.tag === 0xa0)
    .flatMap((subtrees) => childrenOf(subtrees, 0xa0))
    .flatMap((subtree) => childrenOf(subtree).slice(0, 1))
    .filter((base) => base.tag === 0x82)
    .map((base) => base.content.toString('latin1'));
}

export function distributionPoints(urls: readonly string[]): readonly Extension[] {
  if (urls.length === 0) return [];
  const value = sequence(...urls.map((url) => sequence(explicit(0, explicit(0, uriName(url))))));
  return [{ oid: EXTENSION.distributionPoints, critical: false, value }];
}

export function urlExtensions(urls: Urls): readonly Extension[] {
  const access = [
    ...urls.ocsp_servers.map((url) => sequence(oid('1.3.6.1.5.5.7.48.1'), uriName(url))),
    ...urls.issuing_certificates.map((url) => sequence(oid('1.3.6.1.5.5.7.48.2'), uriName(url))),
  ];
  const information: readonly Extension[] =
    access.length === 0
      ? []
      : [{ oid: EXTENSION.authorityInformation, critical: false, value: sequence(...access) }];
  return [...information, ...distributionPoints(urls.crl_distribution_points)];
}
