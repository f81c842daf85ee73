/** Policies of certificates, by RFC 5280, section 6.1.3. */
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { isSelfIssuedBy } from '../../../documents/x509/certificate.ts';
import type { PolicyFinding } from './finding.ts';
import { findingsOfCheck } from './finding.ts';

const finding = findingsOfCheck('chain', 'Issue it with a policy that all CAs of the chain allow.');

const anyPolicy = '2.5.29.32.0';

const between = (path: readonly ParsedCertificate[], low: number, high: number): number =>
  path.slice(low, high).filter((one) => !isSelfIssuedBy(one)).length;

/** Whether a CA above forbids that "any policy" counts as each. */
const isAnyInhibited = (below: readonly ParsedCertificate[], index: number): boolean =>
  below.some(({ values: { inhibitAnyPolicy: limit } }, place) => {
    if (place <= index || limit === undefined) return false;
    return between(below, index + 1, place) >= limit;
  });

const valid = (below: readonly ParsedCertificate[]): ReadonlySet<string> | undefined => {
  let common: ReadonlySet<string> | undefined;
  for (const [index, certificate] of below.entries()) {
    const own = new Set((certificate.values.certificatePolicies ?? []).map(({ policy }) => policy));
    const isNextOfCa = index > 0 && isSelfIssuedBy(certificate);
    if (own.has(anyPolicy) && (isNextOfCa || !isAnyInhibited(below, index))) continue;
    own.delete(anyPolicy);
    common = common === undefined ? own : new Set([...common].filter((one) => own.has(one)));
  }
  return common;
};

export const policyFindings = (path: readonly ParsedCertificate[]): readonly PolicyFinding[] => {
  const below = path.slice(0, -1);
  const isRequired = below.some(({ values }, index) => {
    const limit = values.policyConstraints?.requireExplicitPolicy;
    // So many certificates below need no policy yet.
    return limit !== undefined && between(below, 0, index) > limit - 1;
  });
  if (!isRequired) return [];
  const mapped = below.find(({ values }) => values.policyMappings !== undefined);
  if (mapped === undefined && valid(below)?.size !== 0) return [];
  const [leaf] = path;
  const required = 'a CA above it requires a certificate policy';
  return [
    mapped === undefined
      ? finding('policy-missing', 'refused', leaf, `${required}, and the chain has none in common`)
      : finding('policy-mapped', 'unknown', leaf, `${required} and maps policies, which is not checked`),
  ];
};
