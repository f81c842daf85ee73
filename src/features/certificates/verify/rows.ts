import type { Check, PolicyFinding } from '../policy/finding.ts';
import { calledName, isFailure } from '../policy/finding.ts';
import type { Assessment } from '../assess.ts';
import { findingText } from '../assess.ts';
import { plural } from '../../../output/text/plural.ts';
import { rfc3339 } from '../../../documents/rfc3339.ts';
import { daysLeft } from '../../../output/text/time.ts';
import type { Gathered } from './gathered.ts';
import type { VerifiedRow } from './verified-row.ts';

const statusOf = (finding: PolicyFinding, strict: boolean): VerifiedRow['status'] => {
  if (isFailure(finding, strict)) return 'problem';
  return finding.severity === 'unknown' ? 'unknown' : 'warning';
};

interface Asked {
  readonly strict: boolean;
  readonly isGuess: boolean;
  readonly hosts: readonly string[];
  readonly at: number;
  readonly isRevocationOff: boolean;
}

const good = (
  check: Check,
  { leaf, served }: Gathered,
  assessment: Assessment,
  asked: Asked,
): VerifiedRow | undefined => {
  const ok = (detail: string): VerifiedRow => ({ check, status: 'ok', detail });
  const { certificates } = assessment.path;
  const names = leaf.values.subjectAltName?.map(({ text }) => text).join(', ');
  switch (check) {
    case 'served':
      return served === undefined
        ? undefined
        : ok(`complete: ${plural(served.certificates.length, 'certificate')}`);
    case 'chain':
      return ok(certificates.length === 1 ? `${calledName(leaf)} is trusted itself` : wayOf(assessment));
    case 'purpose':
      return ok(assessment.purpose);
    case 'names':
      // Roles give both usages by default.
      if (
        asked.isGuess &&
        assessment.purpose === 'tls-client' &&
        leaf.values.extKeyUsage?.includes('serverAuth') === true
      )
        return {
          check,
          status: 'warning',
          detail: 'none, so that it is of no use to a server (--purpose tls-server)',
        };
      return asked.hosts.length > 0 ? ok(`for ${asked.hosts.join(', ')}`) : ok(names ?? 'none are needed');
    case 'algorithms':
      return ok(`${leaf.publicKey.text}, signed by ${leaf.algorithm.text}`);
    case 'form':
      return ok(`version ${leaf.version}, ${plural(leaf.all.length, 'extension')}`);
    case 'expiry':
      return expiry(assessment, asked.at);
    case 'revocation':
      return asked.isRevocationOff ? { check, status: 'skipped', detail: 'not checked' } : ok('not revoked');
  }
};

const expiry = ({ path: { certificates } }: Assessment, at: number): VerifiedRow => {
  const [leaf] = certificates;
  const first = certificates
    .slice(0, Math.max(1, certificates.length - 1))
    .reduce((one, other) => (other.notAfter < one.notAfter ? other : one));
  const { notBefore, notAfter } = first;
  const left = `${rfc3339(notAfter)}, ${plural(daysLeft(notAfter, at), 'day')} left`;
  const detail = first === leaf ? left : `${calledName(first)}: ${left}`;
  return { check: 'expiry', status: notAfter - at < (notAfter - notBefore) / 10 ? 'warning' : 'ok', detail };
};

const checks: readonly Check[] = [
  'served',
  'chain',
  'purpose',
  'names',
  'algorithms',
  'form',
  'expiry',
  'revocation',
];

const wayOf = ({ path: { certificates } }: Assessment): string =>
  certificates.slice(1).map(calledName).join(' < ');

/** The chain comes first if only its end is unknown. */
const detailOf = (finding: PolicyFinding, assessment: Assessment): string => {
  const way = wayOf(assessment);
  return finding.check === 'chain' && finding.severity === 'unknown' && way !== ''
    ? `${way}: ${finding.message}`
    : findingText(finding, assessment);
};

const ofFinding = (finding: PolicyFinding, assessment: Assessment, strict: boolean): VerifiedRow => {
  const { code, check, severity, certificate, hint } = finding;
  return {
    check,
    status: statusOf(finding, strict),
    detail: detailOf(finding, assessment),
    code,
    severity,
    ...(certificate === undefined ? {} : { certificate: calledName(certificate) }),
    hint,
  };
};

const statuses: readonly VerifiedRow['status'][] = ['problem', 'warning', 'unknown', 'skipped', 'ok'];

export const verifiedRows = (
  gathered: Gathered,
  assessment: Assessment,
  asked: Asked,
): readonly VerifiedRow[] => [
  ...gathered.rows,
  ...checks.flatMap((check) => {
    const found = assessment.findings
      .filter((one) => one.check === check)
      .map((one) => ofFinding(one, assessment, asked.strict))
      .sort((one, other) => statuses.indexOf(one.status) - statuses.indexOf(other.status));
    return found.length > 0 ? found : (good(check, gathered, assessment, asked) ?? []);
  }),
];
