/** The rows of an inventory: which certificates are superseded, and which are due. Pure. */
import type { JsonObject } from '../../model/json.ts';
import type { CachedCertificate } from '../../runtime/certificate-cache.ts';
import { daysLeft, rfc3339 } from './certificate-item.ts';

export interface Held {
  readonly mount: string;
  readonly certificate: CachedCertificate;
  readonly revoked: 'yes' | 'no' | 'unknown';
}

/** One of the same mount, common name and names takes its place when it ends later. */
const identity = ({ mount, certificate: { commonName, names } }: Held): string =>
  JSON.stringify([mount, commonName.toLowerCase(), ...names.map((name) => name.toLowerCase()).sort()]);

/** The latest end among certificates that are not revoked, by identity. */
const latestEnds = (held: readonly Held[]): ReadonlyMap<string, number> => {
  const ends = new Map<string, number>();
  for (const one of held) {
    if (one.revoked === 'yes') continue;
    const key = identity(one);
    ends.set(key, Math.max(ends.get(key) ?? 0, one.certificate.notAfter));
  }
  return ends;
};

/**
 * A row for each certificate, those that end first at the top.
 * @param within milliseconds before its end from which on a certificate is due
 */
export const inventoryRows = (
  held: readonly Held[],
  now: number,
  within: number,
): readonly (JsonObject & { readonly due: boolean })[] => {
  const ends = latestEnds(held);
  return [...held]
    .sort((one, other) => one.certificate.notAfter - other.certificate.notAfter)
    .map((one) => {
      const { certificate, mount, revoked } = one;
      const superseded = revoked !== 'yes' && (ends.get(identity(one)) ?? 0) > certificate.notAfter;
      const due = revoked !== 'yes' && !superseded && certificate.notAfter <= now + within;
      return {
        serial: certificate.serial,
        common_name: certificate.commonName,
        names: certificate.names,
        subject: certificate.subject,
        issuer: certificate.issuer,
        not_before: rfc3339(certificate.notBefore),
        not_after: rfc3339(certificate.notAfter),
        days_left: daysLeft(certificate.notAfter, now),
        key: certificate.key,
        ca: certificate.ca,
        revoked,
        revoked_at: certificate.revoked === undefined ? null : rfc3339(certificate.revoked),
        superseded,
        due,
        mount,
      };
    });
};
