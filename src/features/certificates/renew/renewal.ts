/** Decides when a certificate is due for renewal, for which names, and whether the new one can replace it. */
import type { KeyObject } from 'node:crypto';
import { secondsOf } from '../../../catalogue/text/duration.ts';
import { usageError } from '../../../system/error.ts';
import type { Certificate } from '../../../documents/x509.ts';
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import type { Check, PolicyFinding } from '../policy/finding.ts';
import { parsedOrNone } from '../../../documents/x509/certificate.ts';
import { calledName } from '../policy/finding.ts';
import { judge } from '../policy/judge.ts';
import { purposeOf, usesOf } from '../policy/purpose.ts';
import { missingNames, namesOf } from '../certificate-names.ts';
import { belongs } from '../verify/certificate-item.ts';
import type { NewKey } from '../signing-request.ts';
import { newKeyNamed } from '../signing-request.ts';

/** The rest of a certificate's lifetime at which its renewal is due: a part of the whole, or milliseconds. */
export type Before = { readonly part: number } | { readonly milliseconds: number };

/** `1/3` or `720h`. @throws TrivetError usage */
export const beforeOf = (text: string): Before => {
  const [, part, whole] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  if (part !== undefined && whole !== undefined && Number(part) <= Number(whole) && Number(whole) > 0) {
    return { part: Number(part) / Number(whole) };
  }
  const seconds = /^\d+$/.test(text) ? undefined : secondsOf(text);
  if (seconds !== undefined) return { milliseconds: seconds * 1000 };
  throw usageError(
    `--before must be a part such as 1/3 or a duration with its unit such as 720h, not "${text}"`,
  );
};

/** The time from which the renewal is due, in milliseconds since the epoch. */
export const dueFrom = ({ notBefore, notAfter }: Certificate, before: Before): number =>
  notAfter - ('part' in before ? before.part * (notAfter - notBefore) : before.milliseconds);

const minute = 60;

/** The length of a certificate's validity, to ask for it again: without the seconds by which servers date it back. */
export const lifetimeOf = ({ notBefore, notAfter }: Certificate): string => {
  const seconds = Math.floor((notAfter - notBefore) / 1000);
  return `${seconds < 10 * minute ? seconds : seconds - (seconds % minute)}s`;
};

/** The kind of the new key; undefined for one that cannot be made here. */
export const kindOf = (key: string): NewKey | undefined =>
  newKeyNamed(key.replace('EC P-', 'ec:').replace('RSA ', 'rsa:').toLowerCase());

/** Describes how the names differ; undefined when they are equal. */
const differenceOf = (old: ReadonlySet<string>, next: ReadonlySet<string>): string | undefined => {
  const [lost, added] = [missingNames(old, next), missingNames(next, old)];
  const parts = [
    ...(lost.length === 0 ? [] : [`without ${lost.join(', ')}`]),
    ...(added.length === 0 ? [] : [`with ${added.join(', ')}`]),
  ];
  return parts.length === 0 ? undefined : parts.join(' and ');
};

/** Checks that need only the certificate, so a new one can pass them. */
const ownChecks: readonly Check[] = ['algorithms', 'form', 'purpose', 'names'];

/** Why clients refuse a certificate whatever its chain: a weak key, a weak signature, no names. */
export const weaknessesOf = ({ der }: Pick<Certificate, 'der'>, now: number): readonly PolicyFinding[] => {
  const leaf = parsedOrNone(der);
  if (leaf === undefined) return [];
  return judged(leaf, [], now).filter(
    ({ severity, check, certificate }) =>
      severity === 'refused' && certificate === leaf && ownChecks.includes(check),
  );
};

const judged = (
  leaf: ParsedCertificate,
  pool: readonly ParsedCertificate[],
  now: number,
  purpose = purposeOf(leaf, []),
): readonly PolicyFinding[] =>
  judge({
    leaf,
    pool,
    purpose,
    hosts: [],
    at: now,
    revocation: { mode: 'off', lists: [], isExplicit: false },
  }).findings;

interface Candidate {
  readonly certificate: Certificate;
  readonly key: KeyObject;
  readonly authorities: readonly Certificate[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Codes of findings that the previous certificate has, too: without a new one, it would only expire. */
  readonly tolerated?: ReadonlySet<string> | undefined;
  /** The certificate that it replaces: the new one must be for its purpose. */
  readonly previous?: Certificate | undefined;
}

/** Why clients refuse a certificate with these CAs; undefined where they do not. */
const refusalOf = (
  { der }: Certificate,
  { authorities, now, tolerated, previous }: Omit<Candidate, 'certificate' | 'key'>,
): string | undefined => {
  const leaf = parsedOrNone(der);
  if (leaf === undefined) return 'the new certificate cannot be read';
  const pool = authorities.map((one) => parsedOrNone(one.der)).filter((one) => one !== undefined);
  const old = previous === undefined ? undefined : parsedOrNone(previous.der);
  const findings = judged(leaf, pool, now, purposeOf(old ?? leaf, []));
  const worst = findings.find(
    ({ severity, code }) => severity === 'refused' && tolerated?.has(code) !== true,
  );
  if (worst === undefined) return undefined;
  const whose =
    worst.certificate === leaf || worst.certificate === undefined
      ? ''
      : ` of ${calledName(worst.certificate)}`;
  return `clients refuse the new certificate${whose}: ${worst.message}`;
};

/** Purposes of the previous certificate that the new one is not for, other than its main one. */
export const lostUses = (previous: Certificate, certificate: Certificate): readonly string[] => {
  const [old, fresh] = [previous, certificate].map(({ der }) => parsedOrNone(der));
  if (old === undefined || fresh === undefined) return [];
  const kept = usesOf(fresh);
  return usesOf(old).filter((use) => !kept.includes(use));
};

/** Returns why a new certificate must not replace the old one; undefined when it can. */
export const unfitFor = (
  { certificate, key, ...rest }: Candidate,
  wanted: ReadonlySet<string>,
  exactly: boolean,
): string | undefined => {
  if (!belongs(certificate, key)) return 'the key does not belong to the new certificate';
  const refusal = refusalOf(certificate, rest);
  if (refusal !== undefined) return refusal;
  const names = namesOf(certificate);
  const difference = exactly
    ? differenceOf(wanted, names)
    : differenceOf(wanted, new Set([...wanted].filter((name) => names.has(name))));
  return difference === undefined ? undefined : `the new certificate is ${difference}`;
};
