/** The rows of an inventory: which certificates are superseded, and which are due. Pure. */
import type { JsonObject } from '../../model/json.ts';
import type { CachedCertificate } from '../../runtime/certificate-cache.ts';
import { rfc3339 } from '../../render/time.ts';
import { factsItem } from './certificate-item.ts';

export interface Held {
  readonly mount: string;
  readonly certificate: CachedCertificate;
  readonly revoked: 'yes' | 'no' | 'unknown';
}

/** A certificate of the same mount with the same names supersedes it when it expires later. */
const identity = ({ mount, certificate: { commonName, names } }: Held): string =>
  JSON.stringify([mount, commonName.toLowerCase(), ...names.map((name) => name.toLowerCase()).sort()]);

interface Ends {
  /** The latest expiry among its certificates that are not revoked; undefined where all are. */
  latest?: number;
}

/** What each certificate shares with the others of its identity. */
const endsOf = (held: readonly Held[]): ReadonlyMap<Held, Ends> => {
  const byIdentity = new Map<string, Ends>();
  return new Map(
    held.map((one) => {
      const key = identity(one);
      const ends = byIdentity.get(key) ?? {};
      byIdentity.set(key, ends);
      const { notAfter } = one.certificate;
      if (one.revoked !== 'yes') ends.latest = Math.max(ends.latest ?? notAfter, notAfter);
      return [one, ends];
    }),
  );
};

/**
 * Returns a row for each certificate, earliest expiry first.
 * @param within milliseconds before its expiry from which a certificate is due
 */
export const inventoryRows = (
  held: readonly Held[],
  now: number,
  within: number,
): readonly (JsonObject & { readonly due: boolean })[] => {
  const ends = endsOf(held);
  return [...held]
    .sort((one, other) => one.certificate.notAfter - other.certificate.notAfter)
    .map((one) => {
      const { certificate, mount, revoked } = one;
      const superseded = revoked !== 'yes' && (ends.get(one)?.latest ?? 0) > certificate.notAfter;
      const due = revoked !== 'yes' && !superseded && certificate.notAfter <= now + within;
      return {
        ...factsItem(certificate, certificate, now),
        ca: certificate.ca,
        revoked,
        revoked_at: certificate.revoked === undefined ? null : rfc3339(certificate.revoked),
        superseded,
        due,
        mount,
      };
    });
};
