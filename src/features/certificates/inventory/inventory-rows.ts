import type { JsonObject } from '../../../documents/json/json.ts';
import type { CachedCertificate, ListedCertificate } from './certificate-cache.ts';
import { groupedBy } from '../../../system/values/grouped.ts';
import { rfc3339 } from '../../../documents/rfc3339.ts';
import { dueByTime } from '../assess.ts';
import type { StandingVerdict } from './standing.ts';
import { isSelfSigned } from './standing.ts';
import { daysLeft } from '../../../output/text/time.ts';

export interface Held {
  readonly mount: string;
  readonly certificate: CachedCertificate | ListedCertificate;
  readonly revoked: 'yes' | 'no' | 'unknown';
  readonly refusal?: string;
  readonly unknown?: string | undefined;
}

/** For a certificate that no list covers, and whose own reply was not read. */
const notSaid = 'unknown whether it was revoked: no list of its mount covers it';

export const withVerdict = (held: Held, { refusal, unknown }: StandingVerdict): Held => {
  const { certificate } = held;
  if (refusal === undefined) return unknown === undefined ? held : { ...held, unknown };
  return 'findings' in certificate
    ? { ...held, certificate: { ...certificate, findings: [...certificate.findings, refusal] } }
    : { ...held, refusal };
};

const isShownWhole = (certificate: Held['certificate']): certificate is CachedCertificate =>
  'subject' in certificate;

const nameKey = (commonName: string, names: readonly string[]): string =>
  JSON.stringify([commonName.toLowerCase(), names.map((name) => name.toLowerCase()).sort()]);

const listedNames = (names: readonly string[]): readonly string[] =>
  names.filter((name) => !/^[\d.]+$|[:@]/.test(name)).slice(0, 5);

/** The list shows only some names. */
export const listedKey = ({ commonName, names }: ListedCertificate): string =>
  nameKey(commonName, listedNames(names));

const namesOf = ({ commonName, names }: CachedCertificate): string => nameKey(commonName, names);

/** A cross-signed CA has a certificate for the clients of each root. */
const isSameIssuer = (one: CachedCertificate, other: CachedCertificate): boolean =>
  one.issuerHash === other.issuerHash &&
  (one.authorityKeyId === other.authorityKeyId || one.subject === one.issuer);

export const supersedes = (newer: CachedCertificate, older: CachedCertificate): boolean =>
  newer.notAfter > older.notAfter &&
  newer.notBefore <= older.notAfter &&
  newer.findings.length === 0 &&
  namesOf(newer) === namesOf(older) &&
  (!older.ca || isSameIssuer(newer, older)) &&
  older.uses.every((use) => newer.uses.includes(use));

/** The earliest expiry comes first; `due` is null if unknown. @param within milliseconds before expiry */
export const inventoryRows = (
  held: readonly Held[],
  now: number,
  within: number,
): readonly (JsonObject & { readonly due: boolean | null })[] => {
  const sorted = [...held].sort((one, other) => one.certificate.notAfter - other.certificate.notAfter);
  const groups = groupedBy(
    sorted.filter(({ revoked }) => revoked !== 'yes').reverse(),
    ({ mount, certificate }) => `${mount} ${listedKey(certificate)}`,
  );
  /** Undefined if a less known certificate may replace it. */
  const isReplaced = ({ mount, certificate }: Held): boolean | undefined => {
    const group = groups.get(`${mount} ${listedKey(certificate)}`) ?? [];
    let isSure = true;
    for (const { certificate: other } of group) {
      if (other.notAfter <= certificate.notAfter) break;
      if (!isShownWhole(other) || !isShownWhole(certificate)) isSure = false;
      else if (supersedes(other, certificate)) return true;
    }
    return isSure ? false : undefined;
  };
  return sorted.map((one) => {
    const { certificate, mount, revoked } = one;
    const whole = isShownWhole(certificate) ? certificate : undefined;
    const superseded = isReplaced(one) ?? null;
    const findings = whole?.findings ?? (one.refusal === undefined ? [] : [one.refusal]);
    const isNeeded = revoked !== 'yes' && superseded !== true;
    const why = isNeeded ? (findings[0] ?? dueByTime(certificate, { milliseconds: within }, now)) : undefined;
    // Clients do not ask whether a root was revoked.
    const isOpen = revoked === 'unknown' && !isSelfSigned(certificate);
    const unknown = isNeeded ? (one.unknown ?? (isOpen ? notSaid : undefined)) : undefined;
    return {
      serial: certificate.serial,
      common_name: certificate.commonName,
      names: certificate.names,
      subject: whole?.subject ?? null,
      issuer: certificate.issuer,
      not_before: rfc3339(certificate.notBefore),
      not_after: rfc3339(certificate.notAfter),
      days_left: daysLeft(certificate.notAfter, now),
      key: certificate.key,
      ca: whole?.ca ?? null,
      revoked,
      revoked_at: whole?.revoked === undefined ? null : rfc3339(whole.revoked),
      superseded,
      findings,
      due: why === undefined && unknown !== undefined ? null : why !== undefined,
      reason: why ?? unknown ?? null,
      mount,
    };
  });
};
