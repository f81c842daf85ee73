/** Judges revocation. An unusable list is not an ok. */
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { isSameCertificate } from '../../../documents/x509/certificate.ts';
import { isSameName, nameOfDer } from '../../../documents/x509/names.ts';
import type { ParsedList, RevokedEntry } from '../../../documents/x509/revocation-list.ts';
import { isSignedWith } from '../../../documents/x509/signature.ts';
import { rfc3339 } from '../../../documents/rfc3339.ts';
import type { PolicyFinding } from './finding.ts';
import { calledName, findingsOfCheck } from './finding.ts';
import type { Path } from './path.ts';

export interface RevocationInput {
  /** `require`: unknown is a failure. `off`: nothing is checked. */
  readonly mode: 'require' | 'check' | 'off';
  readonly lists: readonly ParsedList[];
  /** Whether lists were named, so that one that covers nothing is a mistake. */
  readonly isExplicit: boolean;
  readonly stated?: readonly StatedCertificate[];
  /** Why an unlisted certificate might still be revoked. */
  readonly doubts?: ReadonlyMap<ParsedList, string>;
  /** Issuers for a chain that ends below them. */
  readonly issuers?: readonly ParsedCertificate[];
  readonly why?: string;
}

interface StatedCertificate {
  readonly certificate: ParsedCertificate;
  /** `why` says why it is unknown. */
  readonly is: 'valid' | { readonly revokedAt: number } | { readonly why: string };
}

const uncovered = 'no revocation list covers it, so whether it was revoked is unknown';

const finding = findingsOfCheck(
  'revocation',
  'Name the mount of its issuer in --ca-mount, or give a file with the current list of each issuer in --crl (trivet pki crl show --mount MOUNT), or --revocation off.',
);

type Known =
  | { readonly is: 'revoked'; readonly entry: RevokedEntry }
  | { readonly is: 'valid'; readonly lists: readonly ParsedList[] }
  | {
      readonly is: 'unknown';
      readonly why?: string | undefined;
      readonly instead?: string | undefined;
    };

const understood = new Set(['issuingDistributionPoint', 'deltaCRLIndicator']);

/** Undefined if everybody can rely on the list. */
export const unusable = (list: ParsedList, issuer: ParsedCertificate, at: number): string | undefined => {
  const { all, algorithm, namedAlgorithm, thisUpdate, nextUpdate, entries, values } = list;
  const strange = [
    ...all.flatMap(({ critical, name }) => (critical && !understood.has(name) ? [name] : [])),
    ...entries.flatMap((entry) => entry.strange),
  ];
  const usage = issuer.values.keyUsage;
  if (Buffer.compare(algorithm.der, namedAlgorithm.der) !== 0) return 'it names two signature algorithms';
  if (isSignedWith(list, issuer.publicKey) !== true) return `it is not signed by ${calledName(issuer)}`;
  if (usage !== undefined && !usage.includes('cRLSign')) {
    return `${calledName(issuer)} is not allowed to sign revocation lists`;
  }
  if (thisUpdate > at) return `it is from the future, ${rfc3339(thisUpdate)}`;
  if (nextUpdate !== undefined && nextUpdate < at) return `it expired ${rfc3339(nextUpdate)}`;
  if (strange[0] !== undefined) return `it has a critical extension that is not known: ${strange[0]}`;
  const broken = all.find(({ fault }) => fault !== undefined);
  if (broken !== undefined) return `its extension ${broken.name} is not valid`;
  return values.issuingDistributionPoint?.only.includes('some reasons') === true
    ? 'it covers only some reasons'
    : undefined;
};

const otherKind = ({ values }: ParsedList, certificate: ParsedCertificate): string | undefined => {
  const isCa = certificate.values.basicConstraints?.ca === true;
  const others = ['attribute certificates', isCa ? 'user certificates' : 'CA certificates'];
  return values.issuingDistributionPoint?.only.find((kind) => others.includes(kind));
};

/** Two issuers can share a name. */
const concerns = (list: ParsedList, certificate: ParsedCertificate, issuer: ParsedCertificate): boolean => {
  const key = list.values.authorityKeyIdentifier?.keyIdentifier;
  const own = issuer.values.subjectKeyIdentifier;
  return isNamedAlike(list, certificate) && (key === undefined || own === undefined || key === own);
};

const isNamedAlike = (list: ParsedList, certificate: ParsedCertificate): boolean =>
  isSameName(list.issuer, certificate.issuer);

/** For a certificate whose issuer is unknown. */
const canBeOf = (list: ParsedList, certificate: ParsedCertificate): boolean => {
  const [key, own] = [list, certificate].map(({ values }) => values.authorityKeyIdentifier?.keyIdentifier);
  return key === undefined || own === undefined || key === own;
};

/** A shard covers only certificates that name one of its distribution points. */
const covers = ({ values }: ParsedList, certificate: ParsedCertificate): boolean => {
  const names = values.issuingDistributionPoint?.names ?? [];
  if (names.length === 0) return true;
  const points = certificate.values.crlDistributionPoints ?? [];
  return points.some(
    (point) =>
      point.names.length === 0 ||
      point.names.some((name) =>
        names.some(({ form, bytes }) => form === name.form && Buffer.compare(bytes, name.bytes) === 0),
      ),
  );
};

const isOf = ({ issuer, serial }: RevokedEntry, certificate: ParsedCertificate): boolean => {
  if (serial !== certificate.serial) return false;
  if (issuer === undefined) return true;
  return issuer.some(
    ({ form, bytes }) => form === 'directory' && isSameName(nameOfDer(bytes), certificate.issuer),
  );
};

const known = (
  certificate: ParsedCertificate,
  issuer: ParsedCertificate,
  lists: readonly ParsedList[],
  at: number,
): Known => {
  const ofIssuer = lists.filter((list) => concerns(list, certificate, issuer));
  const concerned = ofIssuer.filter((list) => otherKind(list, certificate) === undefined);
  const faults = concerned.map((list) => unusable(list, issuer, at));
  const usable = concerned.filter((_, index) => faults[index] === undefined);
  const isDelta = ({ values }: ParsedList): boolean => values.deltaCRLIndicator !== undefined;
  const [deltas, bases] = [usable.filter(isDelta), usable.filter((list) => !isDelta(list))];
  // A newer delta can lift a hold.
  const newest = [...deltas, ...bases]
    .flatMap(({ entries, thisUpdate }) => entries.map((entry) => ({ entry, thisUpdate })))
    .filter(({ entry }) => isOf(entry, certificate))
    .sort((a, b) => b.thisUpdate - a.thisUpdate)[0]?.entry;
  if (newest !== undefined && newest.reason !== 'removeFromCRL') return { is: 'revoked', entry: newest };
  const why = faults.find((fault) => fault !== undefined);
  if (why !== undefined) return { is: 'unknown', why };
  const covering = bases.filter((list) => covers(list, certificate));
  if (covering.length > 0) return { is: 'valid', lists: usable };
  if (bases.length > 0) return { is: 'unknown', why: 'it covers only other distribution points' };
  if (deltas.length > 0) return { is: 'unknown', why: 'it contains only changes to another list' };
  const [instead] = ofIssuer.map((list) => otherKind(list, certificate));
  return { is: 'unknown', instead: instead && `it covers only ${instead}` };
};

const revoked = (certificate: ParsedCertificate, at: number, because: string): PolicyFinding => {
  const hint = 'Replace it: clients that read revocation lists refuse it.';
  const message = `it was revoked ${rfc3339(at)}${because}`;
  return { ...finding('revoked', 'refused', certificate, message, hint), revokedAt: at };
};

const listFindings = (
  certificate: ParsedCertificate,
  lists: readonly ParsedList[],
): readonly PolicyFinding[] =>
  lists.flatMap(({ values, nextUpdate }) => {
    const of = (code: string, message: string): PolicyFinding =>
      finding(code, 'nonconforming', certificate, message);
    return [
      ...(values.cRLNumber === undefined
        ? [of('list-without-number', 'its revocation list has no number')]
        : []),
      ...(nextUpdate === undefined
        ? [of('list-without-end', 'its revocation list does not say until when it is valid')]
        : []),
    ];
  });

const unknown = (
  certificate: ParsedCertificate,
  mode: RevocationInput['mode'],
  message: string,
): PolicyFinding =>
  finding('revocation-unknown', mode === 'require' ? 'refused' : 'unknown', certificate, message);

const judged = (
  certificate: ParsedCertificate,
  found: Known,
  { mode, isExplicit, lists, doubts, why }: RevocationInput,
  { isLeaf, issuer }: { readonly isLeaf: boolean; readonly issuer: ParsedCertificate | undefined },
): readonly PolicyFinding[] => {
  if (found.is === 'revoked') {
    const { at, reason } = found.entry;
    const because = reason === undefined ? '' : ` (${reason})`;
    return [revoked(certificate, at, because)];
  }
  if (found.is === 'valid') {
    const doubt = found.lists.map((list) => doubts?.get(list)).find((one) => one !== undefined);
    return doubt === undefined
      ? listFindings(certificate, found.lists)
      : [unknown(certificate, mode, `it is not on the list, but ${doubt}`)];
  }
  const unusableFor = found.why ?? (isLeaf && isExplicit ? found.instead : undefined);
  if (unusableFor !== undefined) {
    const message = `its revocation list cannot be used: ${unusableFor}`;
    return [finding('list-unusable', 'refused', certificate, message)];
  }
  if (isLeaf && isExplicit && lists.length > 0) {
    const own = lists.filter((list) => isNamedAlike(list, certificate));
    if (issuer === undefined && own.some((list) => canBeOf(list, certificate))) {
      const message = `the certificate of its issuer is missing, so the revocation list of ${certificate.issuer.text} cannot be checked`;
      return [unknown(certificate, mode, message)];
    }
    const names = [...new Set(lists.map((list) => list.issuer.text))].join('; ');
    const message =
      own.length === 0
        ? `the revocation list comes from another issuer, ${names}`
        : `the revocation list comes from another issuer, which has the name ${certificate.issuer.text} and another key`;
    return [finding('list-of-another', 'refused', certificate, message)];
  }
  return [unknown(certificate, mode, (isLeaf ? why : undefined) ?? uncovered)];
};

/** Its issuer says that it is valid, but clients do not ask. */
const expired = (
  certificate: ParsedCertificate,
  issuer: ParsedCertificate,
  lists: readonly ParsedList[],
  at: number,
): readonly PolicyFinding[] => {
  const concerned = lists.filter(
    (list) => concerns(list, certificate, issuer) && otherKind(list, certificate) === undefined,
  );
  const ends = concerned.map(({ nextUpdate = Number.POSITIVE_INFINITY }) => nextUpdate);
  const last = Math.max(...ends);
  if (ends.length === 0 || last >= at) return [];
  const message = `it was not revoked, but its revocation list expired ${rfc3339(last)}: clients that read lists refuse it`;
  const hint = 'Build a new list: trivet pki crl rotate --mount MOUNT, with the mount of its issuer.';
  return [finding('list-expired', 'nonconforming', certificate, message, hint)];
};

const statedOf = (
  certificate: ParsedCertificate,
  { stated = [] }: RevocationInput,
): StatedCertificate['is'] | undefined =>
  stated.find((one) => isSameCertificate(one.certificate, certificate))?.is;

const issuerOf = (
  certificate: ParsedCertificate,
  { issuers = [] }: RevocationInput,
): ParsedCertificate | undefined =>
  issuers.find(
    (one) => isSameName(one.subject, certificate.issuer) && isSignedWith(certificate, one.publicKey) === true,
  );

export const revocationFindings = (
  path: Path,
  input: RevocationInput,
  at: number,
): readonly PolicyFinding[] => {
  if (input.mode === 'off') return [];
  const { certificates, end } = path;
  const checked = certificates.slice(
    0,
    end === 'partial' ? certificates.length : Math.max(1, certificates.length - 1),
  );
  return checked.flatMap((certificate, index) => {
    const stated = statedOf(certificate, input);
    if (stated !== undefined && stated !== 'valid' && 'revokedAt' in stated)
      return [revoked(certificate, stated.revokedAt, '')];
    const issuer =
      certificates[index + 1] ?? (end === 'partial' ? issuerOf(certificate, input) : certificate);
    const found: Known =
      issuer === undefined ? { is: 'unknown' } : known(certificate, issuer, input.lists, at);
    // A reported revocation counts, since another reply can be older than the list.
    if (stated === 'valid' && found.is !== 'revoked')
      return issuer === undefined ? [] : expired(certificate, issuer, input.lists, at);
    const doubt = typeof stated === 'object' ? stated.why : undefined;
    return doubt !== undefined && found.is === 'unknown' && found.why === undefined
      ? [unknown(certificate, input.mode, doubt)]
      : judged(certificate, found, input, { isLeaf: index === 0, issuer });
  });
};
