import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { isSelfIssuedBy } from '../../../documents/x509/certificate.ts';
import { isSameName } from '../../../documents/x509/names.ts';
import { brokenConstraints } from './constraints.ts';
import type { PolicyFinding } from './finding.ts';
import { findingsOfCheck } from './finding.ts';
import { hostFindings } from './hosts.ts';
import { linkFindings } from './links.ts';
import type { Path } from './path.ts';
import { pathsOf, Signatures } from './path.ts';
import { policyFindings } from './policies.ts';
import type { RevocationInput } from './revocation.ts';
import { revocationFindings } from './revocation.ts';
import type { Purpose, Role, CertificateRule } from './rule.ts';
import { brokenRules } from './rule.ts';
import { algorithmRules } from './rules/algorithms.ts';
import { authorityRules } from './rules/authority.ts';
import { formRules } from './rules/form.ts';
import { nameRules } from './rules/names.ts';
import { purposeRules } from './rules/purpose.ts';
import { validityRules } from './rules/validity.ts';
import type { ServedChain } from './served.ts';
import { servedFindings } from './served.ts';

export const rules: readonly CertificateRule[] = [
  ...validityRules,
  ...authorityRules,
  ...purposeRules,
  ...nameRules,
  ...algorithmRules,
  ...formRules,
];

export interface Judged {
  readonly leaf: ParsedCertificate;
  readonly served?: ServedChain | undefined;
  readonly pool: readonly ParsedCertificate[];
  /** Undefined if the anchors are unknown. */
  readonly anchors?: readonly ParsedCertificate[] | undefined;
  readonly purpose: Purpose;
  readonly hosts: readonly string[];
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly revocation: RevocationInput;
  /** The number of CAs between certificate and anchor. */
  readonly depth?: number | undefined;
}

export interface Judgement {
  readonly path: Path;
  readonly findings: readonly PolicyFinding[];
}

const ofChain = findingsOfCheck(
  'chain',
  'Give the certificates of the CAs in between, and the root that clients trust with --trust.',
);

const reachesRoot = (one: ParsedCertificate, anchors: readonly ParsedCertificate[]): boolean =>
  isSelfIssuedBy(one) ||
  anchors
    .filter((other) => other !== one)
    .some((other, _index, others) => isSameName(other.subject, one.issuer) && reachesRoot(other, others));

const endFindings = (
  { certificates, end }: Path,
  { depth, anchors = [] }: Pick<Judged, 'depth' | 'anchors'>,
): readonly PolicyFinding[] => {
  const certificate = certificates.at(-1);
  if (certificate === undefined) return [];
  const found: PolicyFinding[] = [];
  const between = certificates.slice(1, -1).filter((one) => !isSelfIssuedBy(one)).length;
  if (depth !== undefined && between > depth) {
    const message = `the chain has ${between} CAs in between, and ${depth} are allowed`;
    found.push(ofChain('depth', 'refused', certificate, message));
  }
  if (end === 'trusted' && !reachesRoot(certificate, anchors)) {
    const message =
      'it is trusted without a root above it, which Go accepts, and openssl without -partial_chain and nginx refuse';
    const hint = 'Add the root above it to the file of --trust.';
    found.push(ofChain('anchor-without-root', 'unknown', certificate, message, hint));
  }
  if (end === 'untrusted') found.push(ofChain('untrusted', 'refused', certificate, 'it is not trusted'));
  return found;
};

const partialFindings = ({ certificates, end }: Path, isAnchored: boolean): readonly PolicyFinding[] => {
  const certificate = certificates.at(-1);
  if (certificate === undefined) return [];
  if (end === 'root' && certificates.length === 1) {
    return [ofChain('self-signed', 'unknown', certificate, 'it is self-signed')];
  }
  if (end === 'root') {
    const message = 'whether clients trust this root is unknown without --trust';
    return [ofChain('trust-unknown', 'unknown', certificate, message)];
  }
  if (end !== 'partial') return [];
  const isKnownToFail = isAnchored || certificates.length === 1;
  const message = `the certificate of its issuer ${certificate.issuer.text} is missing`;
  return [
    isKnownToFail
      ? ofChain('issuer-missing', 'refused', certificate, message)
      : ofChain('issuer-unknown', 'unknown', certificate, message),
  ];
};

const roleIn = ({ certificates, end }: Path, index: number): Role => {
  if (index === 0) return 'leaf';
  const isEnd = index === certificates.length - 1 && end !== 'partial';
  return isEnd ? 'anchor' : 'authority';
};

const evaluate = (path: Path, judged: Judged, signatures: Signatures): readonly PolicyFinding[] => {
  const { purpose, at, served, revocation, depth, anchors } = judged;
  return [
    ...endFindings(path, { depth, anchors }),
    ...partialFindings(path, anchors !== undefined),
    ...linkFindings(path.certificates, signatures.signedBy),
    ...brokenConstraints(path.certificates),
    ...policyFindings(path.certificates),
    ...path.certificates.flatMap((one, index) =>
      brokenRules(rules, one, { role: roleIn(path, index), purpose, at }),
    ),
    ...(served === undefined ? [] : servedFindings(path, served)),
    ...revocationFindings(path, revocation, at),
  ];
};

const weight = (findings: readonly PolicyFinding[]): number =>
  findings.filter(({ severity }) => severity === 'refused').length * 1000 +
  findings.filter(({ severity }) => severity === 'nonconforming').length;

/** The search ends at a perfect path, or here. */
const mostPaths = 128;

export const judge = (judged: Judged): Judgement => {
  const { leaf, served, pool, anchors, hosts } = judged;
  const signatures = new Signatures();
  const sources = { pool: [...(served?.certificates ?? []), ...pool], anchors };
  let best: Judgement | undefined;
  let tried = 0;
  for (const path of pathsOf(leaf, sources, signatures)) {
    const findings = evaluate(path, judged, signatures);
    if (best === undefined || weight(findings) < weight(best.findings)) best = { path, findings };
    tried += 1;
    if (weight(best.findings) === 0 || tried >= mostPaths) break;
  }
  const found = best ?? { path: { certificates: [leaf], end: 'partial' }, findings: [tooMany(leaf)] };
  return { path: found.path, findings: [...hostFindings(leaf, hosts), ...found.findings] };
};

const tooMany = (leaf: ParsedCertificate): PolicyFinding => {
  const message = 'there are more possible chains than clients try';
  return ofChain('search-limit', 'refused', leaf, message, 'Give only the CA certificates of this chain.');
};
