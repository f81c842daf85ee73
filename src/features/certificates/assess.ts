/** Judges a certificate by what was gathered about it: the only place that says whether it is refused, revoked or due. */
import type { ParsedCertificate } from '../../documents/x509/certificate.ts';
import { rfc3339 } from '../../documents/rfc3339.ts';
import type { Issuers } from './mount-issuers.ts';
import { signersOf } from './mount-issuers.ts';
import type { Check, PolicyFinding } from './policy/finding.ts';
import { calledName } from './policy/finding.ts';
import type { Judgement } from './policy/judge.ts';
import { judge } from './policy/judge.ts';
import { isSameAuthority } from './policy/path.ts';
import { purposeOf } from './policy/purpose.ts';
import type { RevocationInput } from './policy/revocation.ts';
import type { Purpose } from './policy/rule.ts';
import { brokenRules } from './policy/rule.ts';
import { algorithmRules } from './policy/rules/algorithms.ts';
import type { ServedChain } from './policy/served.ts';

export interface CertificateChain {
  readonly leaf: ParsedCertificate;
  /** What a server sends; undefined where that is not known. */
  readonly served?: ServedChain | undefined;
  /** Further CA certificates, those first that a server sends. */
  readonly pool: readonly ParsedCertificate[];
  /** The purpose that its files show; default: the one that the certificate shows. */
  readonly purpose?: Purpose | undefined;
}

/** The rest of a certificate's lifetime at which its renewal is due: a part of the whole, or milliseconds. */
export type Before = { readonly part: number } | { readonly milliseconds: number };

export interface Evidence {
  readonly revocation: RevocationInput;
  /** CAs that clients can have from elsewhere, unless the chain has a certificate of them. */
  readonly authorities?: readonly ParsedCertificate[];
  /** What clients trust; undefined where nothing says so. */
  readonly anchors?: readonly ParsedCertificate[] | undefined;
  /** Names that clients use. */
  readonly hosts?: readonly string[];
  readonly purpose?: Purpose | undefined;
  /** The issuers of its mount; undefined where it need not have one. */
  readonly issuers?: Issuers;
  readonly before?: Before;
}

/** Why a certificate has to be replaced. */
export interface Due {
  readonly why: string;
  /** Whether a CA above it was revoked: another certificate of that CA is of no more use. */
  readonly isOfAuthority: boolean;
}

export interface Assessment extends Judgement {
  readonly purpose: Purpose;
  readonly due: Due | undefined;
}

/** Nothing but the certificates themselves. */
export const nothingElse: Evidence = { revocation: { mode: 'off', lists: [], isExplicit: false } };

/** The time from which the renewal is due, in milliseconds since the epoch. */
export const dueFrom = (
  { notBefore, notAfter }: Pick<ParsedCertificate, 'notBefore' | 'notAfter'>,
  before: Before,
): number => notAfter - ('part' in before ? before.part * (notAfter - notBefore) : before.milliseconds);

/** Why the time of a certificate is over; undefined where it is not. */
export const dueByTime = (
  certificate: Pick<ParsedCertificate, 'notBefore' | 'notAfter'>,
  before: Before,
  at: number,
): string | undefined =>
  dueFrom(certificate, before) <= at ? `it expires ${rfc3339(certificate.notAfter)}` : undefined;

/** Whether a finding is about the first certificate of its chain. */
export const isOfLeaf = ({ certificate }: PolicyFinding, { path }: Pick<Judgement, 'path'>): boolean =>
  certificate === path.certificates[0];

/** A finding with the certificate that it is about, unless that is the first one. */
export const findingText = (finding: PolicyFinding, judgement: Pick<Judgement, 'path'>): string => {
  const { certificate, message } = finding;
  return certificate === undefined || isOfLeaf(finding, judgement)
    ? message
    : `${calledName(certificate)}: ${message}`;
};

export const isRevoked = ({ code }: PolicyFinding): boolean => code === 'revoked';

/** What is wrong with the certificate alone comes first: everything else can depend on it. */
const ownChecks: readonly Check[] = ['algorithms', 'form', 'purpose', 'names'];

/** Why clients refuse the first certificate, whatever its chain. */
export const weaknessesIn = (judgement: Judgement): readonly PolicyFinding[] =>
  judgement.findings.filter(
    (one) =>
      one.severity === 'refused' &&
      one.code !== 'host' &&
      isOfLeaf(one, judgement) &&
      ownChecks.includes(one.check),
  );

/** Another certificate does not help where a list cannot be used, or where its names are not those of the server. */
const helpsNot = ({ check, code }: PolicyFinding, { anchors }: Evidence): boolean =>
  check === 'revocation' || code === 'host' || (code === 'issuer-missing' && anchors === undefined);

/** Why the issuer of a certificate is no longer valid in its mount; undefined where it is, or that is unknown. */
const disowned = (leaf: ParsedCertificate, issuers: Issuers): Due | undefined => {
  const signers = signersOf(issuers, leaf);
  const [first] = signers;
  if (first === undefined) {
    const why = issuers.why ?? `its issuer ${leaf.issuer.text} is no longer an issuer of the mount`;
    return issuers.isWhole ? { why, isOfAuthority: false } : undefined;
  }
  return signers.every(({ revokedAt }) => revokedAt !== undefined)
    ? { why: `its issuer ${calledName(first.certificate)} was revoked`, isOfAuthority: true }
    : undefined;
};

const dueOf = (
  leaf: ParsedCertificate,
  judgement: Judgement,
  evidence: Evidence,
  at: number,
): Due | undefined => {
  const { before, issuers } = evidence;
  const byTime = before && dueByTime(leaf, before, at);
  if (byTime !== undefined) return { why: byTime, isOfAuthority: false };
  const refused = judgement.findings.filter(({ severity }) => severity === 'refused');
  const isOwn = (one: PolicyFinding): boolean => isOfLeaf(one, judgement);
  const refusal = (one: PolicyFinding | undefined): Due | undefined =>
    one && { why: `clients refuse it: ${findingText(one, judgement)}`, isOfAuthority: false };
  const [weakness] = weaknessesIn(judgement);
  const revoked = refused.find((one) => isOwn(one) && isRevoked(one));
  const above = refused.find((one) => !isOwn(one) && isRevoked(one));
  return (
    refusal(weakness) ??
    (revoked && { why: revoked.message, isOfAuthority: false }) ??
    (issuers && disowned(leaf, issuers)) ??
    (above?.certificate && {
      why: `its CA ${calledName(above.certificate)} ${above.message.replace(/^it /, '')}`,
      isOfAuthority: true,
    }) ??
    refusal(refused.find((one) => !helpsNot(one, evidence)))
  );
};

/** Why clients accept nothing from a CA: it is revoked, or one above it, or its key or signature is weak. */
export const refusalOfIssuer = (assessment: Assessment, at: number): string | undefined => {
  const revoked = assessment.findings.find(isRevoked);
  if (revoked !== undefined) return findingText(revoked, assessment);
  const about = { role: 'authority', purpose: 'tls-server', at } as const;
  return assessment.path.certificates
    .slice(0, 1)
    .flatMap((one) => brokenRules(algorithmRules, one, about))
    .find(({ severity }) => severity === 'refused')?.message;
};

/** What clients say about a chain at a time, and whether its first certificate is due. */
export const assess = (chain: CertificateChain, evidence: Evidence, at: number): Assessment => {
  const { leaf, served, pool } = chain;
  const { authorities = [], anchors, hosts = [], revocation } = evidence;
  const own = [...(served?.certificates ?? []), ...pool];
  // Clients get no other certificate of a CA than that of the chain.
  const more = authorities.filter((one) => !own.some((other) => isSameAuthority(one, other)));
  const purpose = evidence.purpose ?? chain.purpose ?? purposeOf(leaf, hosts);
  const judgement = judge({
    leaf,
    served,
    pool: [...pool, ...more],
    anchors,
    purpose,
    hosts,
    at,
    revocation,
  });
  return { ...judgement, purpose, due: dueOf(leaf, judgement, evidence, at) };
};
