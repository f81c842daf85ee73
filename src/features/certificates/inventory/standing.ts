/** All that inventories know of CAs. A run never overwrites what an earlier one learned. */
import { rfc3339 } from '../../../documents/rfc3339.ts';
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { groupedBy } from '../../../system/values/grouped.ts';
import { sha256 } from '../../../system/values/sha256.ts';

export interface SeenIn {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly by: string;
}

interface Issued {
  readonly serial: string;
  /** SHA-256 (hex) of the encoded name. */
  readonly issuerHash: string;
  readonly authorityKeyId: string | undefined;
}

export interface AuthorityStanding extends Issued {
  readonly hash: string;
  readonly keyId: string;
  readonly subject: string;
  /** Milliseconds since the epoch. */
  readonly notAfter: number;
  /** `refused` means that a CA above it was revoked. */
  readonly is: 'accepted' | 'revoked' | 'refused' | 'unknown';
  readonly why?: string | undefined;
  readonly at: number;
  readonly seen?: SeenIn | undefined;
  /** Milliseconds since the epoch; undefined if not revoked, or not kept by an earlier version. */
  readonly revokedAt?: number | undefined;
  readonly mount?: string | undefined;
}

export const idOf = ({ serial, issuerHash, authorityKeyId = '' }: Issued): string =>
  `${serial} ${issuerHash} ${authorityKeyId}`;

export const standingOf = (
  certificate: ParsedCertificate,
  known: Pick<AuthorityStanding, 'is' | 'why' | 'at' | 'seen' | 'revokedAt' | 'mount'>,
): AuthorityStanding => ({
  serial: certificate.serial,
  issuerHash: sha256(certificate.issuer.der),
  authorityKeyId: certificate.values.authorityKeyIdentifier?.keyIdentifier,
  hash: sha256(certificate.subject.der),
  keyId: certificate.values.subjectKeyIdentifier ?? '',
  subject: certificate.subject.text,
  notAfter: certificate.notAfter,
  ...known,
});

const isFinal = ({ is }: AuthorityStanding): boolean => is === 'revoked' || is === 'refused';

const merged = (one: AuthorityStanding, other: AuthorityStanding): AuthorityStanding => {
  if (isFinal(one) !== isFinal(other)) return isFinal(one) ? one : other;
  const [last, first] = one.at >= other.at ? [one, other] : [other, one];
  return last.is === 'unknown' ? { ...last, seen: last.seen ?? first.seen } : last;
};

export const mergedStandings = (all: readonly AuthorityStanding[]): readonly AuthorityStanding[] =>
  [...groupedBy(all, idOf).values()].map((group) => group.reduce(merged));

/** Empty if clients accept the certificate. */
export interface StandingVerdict {
  readonly refusal?: string;
  readonly unknown?: string;
}

interface Judged {
  readonly commonName: string;
  readonly issuer: string;
  readonly subject?: string;
  readonly issuerHash?: string;
  readonly authorityKeyId?: string | undefined;
}

export interface Authorities {
  readonly refused: ReadonlySet<string>;
  /** @param at the time of the inventory: earlier observations name their own */
  readonly verdictOn: (certificate: Judged, at: number) => StandingVerdict;
  readonly ofAuthority: (standing: AuthorityStanding) => AuthorityStanding;
}

const isRoot = ({ hash, keyId, issuerHash, authorityKeyId = keyId }: AuthorityStanding): boolean =>
  hash === issuerHash && keyId === authorityKeyId;

/** The list shows no subject for a root. */
export const isSelfSigned = ({ subject, issuer, commonName }: Judged): boolean =>
  subject === undefined ? issuer.split(', ').includes(`CN=${commonName}`) : subject === issuer;

const seenWords = ({ seen }: AuthorityStanding, at: number): string =>
  seen === undefined || seen.at >= at ? '' : ` (seen in mount ${seen.by} ${rfc3339(seen.at)})`;

export const unknownWords = ({ why, seen }: AuthorityStanding): string => {
  const earlier = seen === undefined ? '' : `; not revoked ${rfc3339(seen.at)}, by mount ${seen.by}`;
  return `${why ?? 'nothing says it'}${earlier}`;
};

/**
 * @param revoked IDs of CA certificates that mounts revoked
 * @param now milliseconds since the epoch
 */
export const judgedAuthorities = (
  all: readonly AuthorityStanding[],
  revoked: ReadonlyMap<string, Required<Pick<AuthorityStanding, 'seen' | 'revokedAt'>>>,
  now: number,
): Authorities => {
  const learned = mergedStandings(all).map((one): AuthorityStanding => {
    const found = isFinal(one) ? undefined : revoked.get(idOf(one));
    return found === undefined ? one : { ...one, is: 'revoked', ...found };
  });
  const byHash = groupedBy(learned, ({ hash }) => hash);
  const byName = groupedBy(learned, ({ subject }) => subject);
  const above = ({ issuer, issuerHash, authorityKeyId }: Judged): readonly AuthorityStanding[] =>
    issuerHash === undefined
      ? (byName.get(issuer) ?? [])
      : (byHash.get(issuerHash) ?? []).filter(
          ({ keyId }) => authorityKeyId === undefined || keyId === '' || keyId === authorityKeyId,
        );
  /** Clients may accept another certificate of the CA. */
  const best = (standings: readonly AuthorityStanding[], left: number): AuthorityStanding | undefined => {
    const found = standings
      .map((one) => ofAuthority(one, left))
      .filter((one) => isFinal(one) || one.notAfter > now);
    const as = (is: AuthorityStanding['is']): AuthorityStanding | undefined =>
      found.find((one) => one.is === is);
    const accepted = as('accepted');
    // The CA signed it again: its mount and servers may still send the certificate that was revoked.
    const rival = found.find(
      (one) =>
        isFinal(one) &&
        one.issuerHash === accepted?.issuerHash &&
        one.mount === accepted.mount &&
        one.at >= accepted.at,
    );
    if (accepted !== undefined && rival !== undefined)
      return {
        ...accepted,
        is: 'unknown',
        why: `its certificate ${rival.serial} was revoked, and servers may send it`,
      };
    return accepted ?? as('unknown') ?? found[0];
  };
  /** It was accepted, but a CA above was revoked since. */
  const ofAuthority = (one: AuthorityStanding, left: number): AuthorityStanding => {
    if (isFinal(one) || isRoot(one) || left === 0) return one;
    const others = above({ commonName: '', issuer: '', ...one }).filter((other) => idOf(other) !== idOf(one));
    const issuer = others.length === 0 ? undefined : best(others, left - 1);
    return issuer !== undefined && isFinal(issuer) ? { ...one, is: 'refused', seen: issuer.seen } : one;
  };
  return {
    refused: new Set(
      learned.filter((one) => isFinal(ofAuthority(one, mostAbove))).map(({ subject }) => subject),
    ),
    verdictOn: (certificate, at) => {
      const found = best(above(certificate), mostAbove);
      if (found === undefined && isSelfSigned(certificate)) return {};
      if (found === undefined)
        return {
          unknown: `unknown whether its CA was revoked: ${certificate.issuer} is not an issuer that was read`,
        };
      if (isFinal(found)) return { refusal: `the CA that signed it was revoked${seenWords(found, at)}` };
      return found.is === 'accepted'
        ? {}
        : { unknown: `unknown whether its CA was revoked: ${unknownWords(found)}` };
    },
    ofAuthority: (one) => {
      const known = learned.find((other) => idOf(other) === idOf(one)) ?? one;
      return ofAuthority(known, mostAbove);
    },
  };
};

/** Clients accept no longer chains. */
const mostAbove = 10;
