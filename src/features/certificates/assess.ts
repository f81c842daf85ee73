/** The only place that judges whether a certificate is refused, revoked or due. */
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
  readonly served?: ServedChain | undefined;
  /** The certificates that a server sends come first. */
  readonly pool: readonly ParsedCertificate[];
  /** The purpose that its files show; by default the certificate decides. */
  readonly purpose?: Purpose | undefined;
}

/** The remaining lifetime at which renewal is due: a part of the whole, or milliseconds. */
export type Before = { readonly part: number } | { readonly milliseconds: number };

export interface Evidence {
  readonly revocation: RevocationInput;
  /** CAs that clients know, unless the chain has them. */
  readonly authorities?: readonly ParsedCertificate[];
  /** Undefined if the anchors are unknown. */
  readonly anchors?: readonly ParsedCertificate[] | undefined;
  readonly hosts?: readonly string[];
  readonly purpose?: Purpose | undefined;
  readonly issuers?: Issuers;
  readonly before?: Before;
}

export interface Due {
  readonly why: string;
  /** Whether a CA above is revoked, so that another certificate of it is useless. */
  readonly isOfAuthority: boolean;
}

export interface Assessment extends Judgement {
  readonly purpose: Purpose;
  readonly due: Due | undefined;
}

export const nothingElse: Evidence = { revocation: { mode: 'off', lists: [], isExplicit: false } };

export const dueFrom = (
  { notBefore, notAfter }: Pick<ParsedCertificate, 'notBefore' | 'notAfter'>,
  before: Before,
): number => notAfter - ('part' in before ? before.part * (notAfter - notBefore) : before.milliseconds);

export const dueByTime = (
  certificate: Pick<ParsedCertificate, 'notBefore' | 'notAfter'>,
  before: Before,
  at: number,
): string | undefined =>
  dueFrom(certificate, before) <= at ? `it expires ${rfc3339(certificate.notAfter)}` : undefined;

export const isOfLeaf = ({ certificate }: PolicyFinding, { path }: Pick<Judgement, 'path'>): boolean =>
  certificate === path.certificates[0];

export const findingText = (finding: PolicyFinding, judgement: Pick<Judgement, 'path'>): string => {
  const { certificate, message } = finding;
  return certificate === undefined || isOfLeaf(finding, judgement)
    ? message
    : `${calledName(certificate)}: ${message}`;
};

export const isRevoked = ({ code }: PolicyFinding): boolean => code === 'revoked';

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

/** An unusable list, or names other than the server's, for which another certificate does not help. */
const helpsNot = ({ check, code }: PolicyFinding, { anchors }: Evidence): boolean =>
  check === 'revocation' || code === 'host' || (code === 'issuer-missing' && anchors === undefined);

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

/** Why clients accept nothing from the issuer: it is revoked, below a revoked CA, or has a weak key or signature. */
export const refusalOfIssuer = (assessment: Assessment, at: number): string | undefined => {
  const revoked = assessment.findings.find(isRevoked);
  if (revoked !== undefined) return findingText(revoked, assessment);
  const about = { role: 'authority', purpose: 'tls-server', at } as const;
  return assessment.path.certificates
    .slice(0, 1)
    .flatMap((one) => brokenRules(algorithmRules, one, about))
    .find(({ severity }) => severity === 'refused')?.message;
};

export const assess = (chain: CertificateChain, evidence: Evidence, at: number): Assessment => {
  const { leaf, served, pool } = chain;
  const { authorities = [], anchors, hosts = [], revocation } = evidence;
  const own = [...(served?.certificates ?? []), ...pool];
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
